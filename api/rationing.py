"""Streams begin a few at a time: however many come at once, those who play are answered meanwhile."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from time import monotonic

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.shapes.problems import Wrong, respond

AT_ONCE = 200
"""Streams that may begin together."""
A_SECOND = 10.0
"""Streams that may begin a second beyond that: each costs as much as a command."""
_STREAM = re.compile("/api/encounters/[^/]+/stream")
BEGINNING = 64
"""Calls for streams that may be on their way to their first byte."""


class Rationed:
    """Lets as many streams begin as there is room for, and tells others to come again, which costs next to nothing."""

    def __init__(
        self, app: ASGIApp, *, headers: Iterable[tuple[bytes, bytes]] = (), note: Callable[[], object] = lambda: None
    ) -> None:
        """``headers`` are on every answer; ``note`` is called for each that is turned away."""
        self._app = app
        self._note = note
        self._left = float(AT_ONCE)
        self._counted = monotonic()
        self._beginning = 0
        wrong = Wrong("busy", "Many begin to listen just now: come again.")
        told = respond(wrong.problem, {"Retry-After": "1"})
        self._start: Message = {
            "type": "http.response.start",
            "status": told.status_code,
            "headers": [*told.raw_headers, *headers],
        }
        self._body: Message = {"type": "http.response.body", "body": told.body}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the call through, unless it is one stream too many."""
        if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD") or not _STREAM.fullmatch(scope["path"]):
            await self._app(scope, receive, send)
            return
        if not self._has_room():
            self._note()
            await send(self._start)
            await send(self._body)
            return
        self._beginning += 1
        begun = False

        async def noted(message: Message) -> None:
            nonlocal begun
            if not begun:
                begun = True
                self._beginning -= 1
                # Only what became a stream counts: whoever has no key takes nothing from those who have.
                self._left += message.get("status") != 200
            await send(message)

        try:
            await self._app(scope, receive, noted)
        finally:
            if not begun:
                self._beginning -= 1

    def _has_room(self) -> bool:
        """Return whether one more may begin, and count it."""
        now = monotonic()
        self._left = min(AT_ONCE, self._left + (now - self._counted) * A_SECOND)
        self._counted = now
        if self._left < 1 or self._beginning >= BEGINNING:
            return False
        self._left -= 1
        return True
