"""Those who play come first: work that can wait gives way while a call of theirs is under way."""

from __future__ import annotations

from time import monotonic, sleep

from starlette.types import ASGIApp, Message, Receive, Scope, Send

LONGEST = 0.05
"""Seconds that a piece of other work gives way at most, so that it comes to its end however much is played."""
PLAYED = ("/commands", "/dice", "/links")
"""How the addresses of calls end by which somebody plays."""
_PAUSE = 0.002


class Precedence:
    """Counts the calls that write; they are counted in the event loop, and looked at from other threads."""

    def __init__(self) -> None:
        self.under_way = 0

    def give_way(self) -> None:
        """Return once no such call is under way, or it has taken too long."""
        until = monotonic() + LONGEST
        while self.under_way and monotonic() < until:
            sleep(_PAUSE)


class Preferred:
    """Lets every call through, and counts those by which somebody plays, from when all of them has come."""

    def __init__(self, app: ASGIApp, *, precedence: Precedence) -> None:
        self._app = app
        self._precedence = precedence

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the call through."""
        if scope["type"] != "http" or scope["method"] != "POST" or not scope["path"].endswith(PLAYED):
            await self._app(scope, receive, send)
            return
        came = False

        async def heard() -> Message:
            nonlocal came
            message = await receive()
            if not came and message["type"] == "http.request" and not message.get("more_body", False):
                came = True
                self._precedence.under_way += 1
            return message

        try:
            await self._app(scope, heard, send)
        finally:
            self._precedence.under_way -= came
