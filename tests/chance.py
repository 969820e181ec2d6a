"""Chance and time of a test that come from the number of its example, so that what failed can be played again."""

from __future__ import annotations

import random
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from threading import current_thread, get_ident
from typing import Any
from unittest.mock import patch

BEGAN = 1_790_000_000_000_000_000
BOTS = "automatic"
"""The thread of a server in which its bots play."""


class _Source:
    """Draws from a number, for one thread or for all; others, and bots, which act when they like, draw elsewhere."""

    def __init__(self, number: object, thread: int | None) -> None:
        self._drawn = random.Random(f"seeded {number}")
        self._thread = thread
        self._elsewhere = secrets._sysrand  # type: ignore[attr-defined]  # where all that is secret comes from

    def __getattr__(self, name: str) -> Any:
        ours = current_thread().name != BOTS and self._thread in (None, get_ident())
        return getattr(self._drawn if ours else self._elsewhere, name)


@contextmanager
def seeded(number: object, thread: int | None = None) -> Iterator[None]:
    """Draw all that is secret from a number: keys, chains, salts, ids, tokens, and so the dice of the ledger.

    With a ``thread`` only what that one draws: what goes on in others takes nothing away from it.
    """
    with patch("secrets._sysrand", _Source(number, thread)):
        yield


@contextmanager
def by_name(name: object) -> Iterator[None]:
    """Draw what this thread draws from a name, unless all is drawn from one already."""
    if isinstance(secrets._sysrand, _Source):  # type: ignore[attr-defined]
        yield
        return
    with seeded(name, get_ident()):
        yield


@contextmanager
def repeatable(number: object) -> Iterator[None]:
    """Draw all that is secret from a number, and let every look at the clock be a millisecond after the last."""
    ticks = count(BEGAN, 1_000_000)
    passed = (each // 1_000_000 for each in ticks)
    with (
        seeded(number),
        patch("time.time_ns", lambda: next(ticks)),
        patch("ledger.line.clock.passed", lambda: next(passed)),
    ):
        yield
