"""How many calls a seat and an address may make; beyond that 429 with the seconds to wait."""

from __future__ import annotations

from hashlib import sha256
from math import ceil
from time import time

from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from api.problems import Wrong, respond

OPEN_TO_ALL = frozenset({"/healthz", "/readyz", "/metrics"})


class BadRate(ValueError):
    """This is no rate; the message says how one is written."""


def rate(text: str) -> RateLimitItem | None:
    """Return a rate as people write it, ``50/second``; None for ``none``. Raises BadRate."""
    if text == "none":
        return None
    try:
        found = parse(text)
    except ValueError:
        found = None
    if found is None or found.amount < 1:
        raise BadRate(f"{text[:40]!r} is no rate: write it like 50/second or 600/minute, or none.")
    return found


class Limited:
    """Refuses calls of a key or an address that come too often; each process counts for itself."""

    def __init__(self, app: ASGIApp, *, a_key: RateLimitItem | None, an_address: RateLimitItem | None) -> None:
        self._app = app
        self._limits = [(name, limit) for name, limit in (("key", a_key), ("address", an_address)) if limit is not None]
        self._counted = MovingWindowRateLimiter(MemoryStorage())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the call through, or answer that it came too soon."""
        if scope["type"] == "http" and scope["path"] not in OPEN_TO_ALL and (wait := self._too_soon(scope)):
            problem = Wrong("too-often", f"Too many calls: try again in {wait} seconds.").problem
            await respond(problem, {"Retry-After": str(wait)})(scope, receive, send)
            return
        await self._app(scope, receive, send)

    def _too_soon(self, scope: Scope) -> int:
        """Return the seconds to wait; 0 if the call may be made."""
        given = Headers(scope=scope).get("authorization", "")
        who = {"address": (scope.get("client") or ("unknown",))[0]}
        if given:
            who["key"] = sha256(given.encode()).hexdigest()
        for name, limit in self._limits:
            if name in who and not self._counted.hit(limit, name, who[name]):
                reset, _ = self._counted.get_window_stats(limit, name, who[name])
                return max(1, ceil(reset - time()))
        return 0
