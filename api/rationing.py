"""Streams begin a few at a time: however many come at once, those who play are answered meanwhile."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from time import monotonic
from typing import NamedTuple

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.quotas import Quotas
from api.shapes.problems import Wrong, respond

AT_ONCE = 200
"""Streams that may begin together."""
A_SECOND = 10.0
"""Streams that may begin a second beyond that: each costs as much as a command."""
_STREAM = re.compile("/api/encounters/[^/]+/stream")
BEGINNING = 64
"""Calls for streams that may be on their way to their first byte."""
Headers = Iterable[tuple[bytes, bytes]]


class Told(NamedTuple):
    """What somebody is told in place of a stream, ready to be sent."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes


class Ration:
    """What is left of the streams that may begin. Everything here happens in the event loop.

    It is asked as soon as the head of a call has come, before anything is made for the call: what comes hundreds of
    times a second costs little only if next to nothing is done for it.
    """

    def __init__(self, quotas: Quotas, *, headers: Headers = (), note: Callable[[], object] = lambda: None) -> None:
        """``headers`` are on every answer; ``note`` is called for each that is turned away."""
        self._quotas = quotas
        self._note = note
        self._left = float(AT_ONCE)
        self._counted = monotonic()
        self.beginning = 0
        self._busy = _told(Wrong("busy", "Many begin to listen just now: come again."), headers)
        self._too_many = _told(quotas.too_many_streams(), headers)

    def refusal(self, path: str, headers: Headers) -> Told | None:
        """Return what whoever asks for a stream is told instead; None where it may begin, or nobody asks for one."""
        if not _STREAM.fullmatch(path):
            return None
        told = None if self._has_room() else self._busy
        if told is None and self._quotas.has_too_many_streams(headers):
            told = self._too_many
        if told is not None:
            self._note()
        return told

    def take(self) -> None:
        """Count one that begins."""
        self._left -= 1
        self.beginning += 1

    def begun(self, status: int | None) -> None:
        """Take note of the first byte of the answer, or that there will be none."""
        self.beginning -= 1
        # Only what became a stream counts: whoever has no key takes nothing from those who have.
        self._left += status not in (200, None)

    def _has_room(self) -> bool:
        """Return whether one more may begin."""
        now = monotonic()
        self._left = min(AT_ONCE, self._left + (now - self._counted) * A_SECOND)
        self._counted = now
        return self._left >= 1 and self.beginning < BEGINNING


class Rationed:
    """Lets as many streams begin as there is room for, and tells others to come again."""

    def __init__(self, app: ASGIApp, *, ration: Ration) -> None:
        self._app = app
        self._ration = ration

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the call through, unless it is one stream too many."""
        if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD") or not _STREAM.fullmatch(scope["path"]):
            await self._app(scope, receive, send)
        elif (told := self._ration.refusal(scope["path"], scope["headers"])) is not None:
            await send({"type": "http.response.start", "status": told.status, "headers": told.headers})
            await send({"type": "http.response.body", "body": told.body})
        else:
            await self._begin(scope, receive, send)

    async def _begin(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._ration.take()
        begun = False

        async def noted(message: Message) -> None:
            nonlocal begun
            if not begun:
                begun = True
                self._ration.begun(message.get("status"))
            await send(message)

        try:
            await self._app(scope, receive, noted)
        finally:
            if not begun:
                self._ration.begun(None)


def _told(wrong: Wrong, headers: Headers) -> Told:
    told = respond(wrong.problem, {"Retry-After": "1"})
    return Told(told.status_code, [*told.raw_headers, *headers], bytes(told.body))
