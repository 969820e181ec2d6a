"""What speaks HTTP on a connection: a parser in C where its wheel exists, else one in Python; both are uvicorn's.

With the one in C whoever asks for a stream that there is no room for is told so here, before a call is made of it.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

from api.rationing import Ration, Told

MOST = 64 * 1024
"""Bytes of a call before its body, or around it: whoever sends more, or never comes to an end, is let go."""
FIELDS = 256
"""Headers that a call may have."""

try:
    from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle
except ImportError:
    protocol: type[asyncio.Protocol] = H11Protocol
else:

    class Bounded(HttpToolsProtocol):
        """The parser in C with bounds, for by itself it keeps a head of any length, and takes trailers for headers."""

        _away = False
        _head = 0
        _fields = 0
        _in_head = False
        _idle = 0
        _moved = False

        def __init__(self, config: Any, *more: Any, **others: Any) -> None:
            """Ask the application of the configuration what streams there is room for."""
            super().__init__(config, *more, **others)
            self._ration: Ration = config.app.state.ration

        def data_received(self, data: bytes) -> None:
            """Take what came, unless too much has come by now that is neither a whole head nor a part of a body."""
            self._moved = False
            super().data_received(data)
            # Of a piece in which something ended the rest is counted from the next one on.
            self._idle = 0 if self._moved else self._idle + len(data)
            if self._idle > MOST and not self.transport.is_closing():
                self._let_go()

        def on_message_begin(self) -> None:
            """Begin to count the head."""
            super().on_message_begin()
            self._head = self._fields = 0
            self._in_head = True

        def on_url(self, url: bytes) -> None:
            """Count the address."""
            self._head += len(url)
            super().on_url(url)

        def on_header(self, name: bytes, value: bytes) -> None:
            """Count a header, and drop what comes after the body (RFC 9110, 6.5.1). Raises ValueError for too many."""
            if not self._in_head:
                return
            self._head += len(name) + len(value)
            self._fields += 1
            if self._head > MOST or self._fields > FIELDS:
                raise ValueError("The head of the call is too long.")
            super().on_header(name, value)

        def on_headers_complete(self) -> None:
            """Count no more; make a call of it, unless it is for a stream that there is no room for."""
            self._in_head, self._moved = False, True
            if not self._away and (told := self._refusal()) is not None:
                self._turn_away(told)
            if not self._away:
                super().on_headers_complete()

        def on_body(self, body: bytes) -> None:
            """Take a part of the body: what it comes in is within its bounds."""
            self._moved = True
            if not self._away:
                super().on_body(body)

        def on_message_complete(self) -> None:
            """End a call."""
            self._moved = True
            if not self._away:
                super().on_message_complete()

        def _refusal(self) -> Told | None:
            """Return what is told in place of a stream; None for every other call, and where answers are under way."""
            cycle: RequestResponseCycle | None = self.cycle
            waited_for = cycle is not None and not cycle.response_complete
            if waited_for or self.parser.get_method() != b"GET" or not self.url.endswith(b"/stream"):
                return None
            return self._ration.refusal(self.url.decode("latin-1"), self.headers)

        def _turn_away(self, told: Told) -> None:
            """Say so in one piece, and end the connection."""
            self._away = True
            ending = [*self.server_state.default_headers, *told.headers, (b"connection", b"close")]
            fields = b"".join(b"%b: %b\r\n" % each for each in ending)
            self.transport.write(b"%b%b\r\n%b" % (STATUS_LINE[told.status], fields, told.body))
            self.transport.close()

        def _let_go(self) -> None:
            """Say that it is too long, unless an answer is under way, and end the connection."""
            cycle: RequestResponseCycle | None = self.cycle
            if cycle is None or cycle.response_complete:
                self.send_400_response("The head of the call is too long.")
            else:
                self.transport.close()

    protocol = Bounded
