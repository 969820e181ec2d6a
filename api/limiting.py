"""How many calls a seat and an address may make; beyond that 429 with the seconds to wait."""

from __future__ import annotations

from collections import OrderedDict, deque
from hashlib import sha256
from math import ceil
from time import monotonic

from limits import RateLimitItem, parse
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from api.shapes.problems import Wrong, respond
from projections.wording import counted

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


class Window:
    """The calls of the last while, by who made them: the library would count by the time of day, which may jump."""

    def __init__(self, limit: RateLimitItem) -> None:
        self._most = limit.amount
        self._seconds = limit.get_expiry()
        self._calls: OrderedDict[str, deque[float]] = OrderedDict()

    def wait(self, who: str) -> float:
        """Count a call that may be made and return 0; else the seconds until one may."""
        now = monotonic()
        calls = self._calls.setdefault(who, deque())
        while calls and calls[0] <= now - self._seconds:
            calls.popleft()
        if len(calls) >= self._most:
            return calls[0] + self._seconds - now
        calls.append(now)
        self._calls.move_to_end(who)
        while next(iter(self._calls.values()))[-1] <= now - self._seconds:
            self._calls.popitem(last=False)
        return 0.0


class Limited:
    """Refuses calls of a key or an address that come too often; each process counts for itself."""

    def __init__(self, app: ASGIApp, *, a_key: RateLimitItem | None, an_address: RateLimitItem | None) -> None:
        self._app = app
        # First the address: keys that somebody makes up are remembered no faster than that.
        every = (("address", an_address), ("key", a_key))
        self._windows = [(name, Window(limit)) for name, limit in every if limit is not None]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the call through, or answer that it came too soon."""
        if scope["type"] == "http" and scope["path"] not in OPEN_TO_ALL and (wait := self._too_soon(scope)):
            problem = Wrong("too-often", f"Too many calls: try again in {counted(wait, 'second')}.").problem
            await respond(problem, {"Retry-After": str(wait)})(scope, receive, send)
            return
        await self._app(scope, receive, send)

    def _too_soon(self, scope: Scope) -> int:
        """Return the seconds to wait; 0 if the call may be made."""
        # Without the scheme, of which small and capital letters are as good.
        key = Headers(scope=scope).get("authorization", "").partition(" ")[2].strip()
        who = {"address": (scope.get("client") or ("unknown",))[0]}
        if key:
            who["key"] = sha256(key.encode()).hexdigest()
        for name, window in self._windows:
            if name in who and (wait := window.wait(who[name])):
                return ceil(wait)
        return 0
