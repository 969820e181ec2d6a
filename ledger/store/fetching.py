"""Work that must not wait for the store: what would read older lines is refused, and done where that is no harm.

An event loop decides a command on what lies in memory. Which rule or check looks back how far need not be known for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import local

from ledger.refusals import Busy

_here = local()


@contextmanager
def nothing_fetched() -> Iterator[None]:
    """Let this thread fetch nothing from the store; what would raises Busy."""
    with _fetching(forbidden=True):
        yield


@contextmanager
def all_fetched() -> Iterator[None]:
    """Let this thread wait for the store all the same: what it does here nobody else does."""
    with _fetching(forbidden=False):
        yield


@contextmanager
def _fetching(*, forbidden: bool) -> Iterator[None]:
    before = getattr(_here, "forbidden", False)
    _here.forbidden = forbidden
    try:
        yield
    finally:
        _here.forbidden = before


def may_fetch() -> None:
    """Raise Busy where this thread must not wait for the store."""
    if getattr(_here, "forbidden", False):
        raise Busy("What this needs is not at hand: ask where waiting is no harm.")
