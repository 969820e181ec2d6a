"""Chance and time of a test that come from the number of its example, so that what failed can be played again."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from unittest.mock import patch

BEGAN = 1_790_000_000_000_000_000


@contextmanager
def seeded(number: object) -> Iterator[None]:
    """Draw all that is secret from a number: keys, chains, salts, ids, tokens, and so the dice of the ledger."""
    with patch("secrets._sysrand", random.Random(f"seeded {number}")):
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
