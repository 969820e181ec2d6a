"""What an operator lets callers have: openings and imports, streams, cosignatures. Each process counts for itself."""

from __future__ import annotations

import hmac
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from math import ceil

from fastapi import Request
from limits import RateLimitItem
from starlette.datastructures import Headers

from api.limiting import Window, rate
from api.shapes.problems import Wrong
from ledger.dice.secrets import token_hash
from projections.wording import counted

OPERATOR = "operator"
"""In place of a rate: only whoever shows the operator's key opens and imports."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Allowed:
    """How much is allowed: None is as much as anybody likes."""

    openings: RateLimitItem | None = None
    only_operator: bool = False
    streams: int | None = None
    cosigning: RateLimitItem | None = None


def openings(text: str) -> tuple[RateLimitItem | None, bool]:
    """Return how many openings and imports an address may make, and whether only the operator may. Raises BadRate."""
    return (None, True) if text == OPERATOR else (rate(text), False)


class Quotas:
    """What was had so far, of what is allowed."""

    def __init__(self, allowed: Allowed, operator: str | None) -> None:
        self._allowed = allowed
        self._operator = operator
        self._opened = None if allowed.openings is None else Window(allowed.openings)
        self._cosigned = None if allowed.cosigning is None else Window(allowed.cosigning)
        self._streams: Counter[str] = Counter()

    def must_open(self, request: Request) -> None:
        """Refuse an opening or import of a stranger, where only the operator's are taken, or of one address too many.

        Raises:
            Wrong: 403, or 429 with the seconds to wait.
        """
        operates = self._operator is not None and hmac.compare_digest(token_hash(key_of(request)), self._operator)
        if operates:
            return
        if self._allowed.only_operator:
            raise Wrong("not-yours", "Only the operator of this server opens and imports encounters: ask for a seat.")
        if self._opened is not None:
            address = _address(request)
            _must_not_wait(self._opened.wait(address), "Too many encounters were opened or imported from here")

    def must_cosign(self, request: Request) -> None:
        """Refuse the cosignatures of a key that come too often; Wrong (429) with the seconds to wait."""
        if self._cosigned is not None:
            _must_not_wait(self._cosigned.wait(_hashed(request)), "Too many checkpoints were cosigned with this key")

    def must_listen(self, request: Request) -> str:
        """Return by what the streams of a key are counted; Wrong (429) where it has too many open."""
        key = _hashed(request) if key_of(request) else _address(request)
        if self._listens_to_most(key):
            wrong = self.too_many_streams()
            wrong.headers["Retry-After"] = "1"
            raise wrong
        return key

    def has_too_many_streams(self, headers: Iterable[tuple[bytes, bytes]]) -> bool:
        """Return whether the key among these headers has as many open as it may; whoever has none is asked later."""
        shown = next((value for name, value in headers if name == b"authorization"), b"")
        key = shown.decode("latin-1").partition(" ")[2].strip()
        return bool(key) and self._listens_to_most(sha256(key.encode()).hexdigest())

    def too_many_streams(self) -> Wrong:
        """Return what a key is told that has as many open as it may."""
        most = counted(self._allowed.streams or 0, "stream")
        return Wrong("too-often", f"This key listens to {most} already: end one of them first.")

    def _listens_to_most(self, key: str) -> bool:
        most = self._allowed.streams
        return most is not None and self._streams[key] >= most

    @contextmanager
    def listening(self, key: str) -> Iterator[None]:
        """Count a stream of a key while it is open."""
        self._streams[key] += 1
        try:
            yield
        finally:
            self._streams[key] -= 1
            if not self._streams[key]:
                del self._streams[key]


def quotas_of(request: Request) -> Quotas:
    """Return the quotas of the application that a call came to."""
    quotas: Quotas = request.app.state.quotas
    return quotas


def _needs(check: Callable[[Quotas, Request], None]) -> Callable[[Request], Awaitable[None]]:
    async def checked(request: Request) -> None:
        check(quotas_of(request), request)

    return checked


may_open = _needs(Quotas.must_open)
may_cosign = _needs(Quotas.must_cosign)


def key_of(request: Request) -> str:
    """Return the key that a call shows."""
    return Headers(scope=request.scope).get("authorization", "").partition(" ")[2].strip()


def _hashed(request: Request) -> str:
    return sha256(key_of(request).encode()).hexdigest()


def _address(request: Request) -> str:
    return request.client.host if request.client else "unknown"


def _must_not_wait(seconds: float, why: str) -> None:
    if seconds:
        wrong = Wrong("too-often", f"{why}: try again in {counted(ceil(seconds), 'second')}.")
        wrong.headers["Retry-After"] = str(ceil(seconds))
        raise wrong
