"""Clocks that tests put in the place of the ledger's own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import get_ident
from unittest.mock import patch

import pytest

from ledger.line import clock as real

NOW = real.now
START = 1_790_000_000_000
"""When every clock of the tests begins, in milliseconds."""


class Clock:
    """A clock that goes on by a tenth of a second whenever it is looked at."""

    def __init__(self) -> None:
        self.at = START

    def __call__(self) -> int:
        self.at += 100
        return self.at


class Still(Clock):
    """A clock that stands still until it is set."""

    def __call__(self) -> int:
        return self.at

    def passes(self, milliseconds: int) -> None:
        self.at += milliseconds


def goes_by(patched: pytest.MonkeyPatch, look: Callable[[], int]) -> None:
    """Let the ledger go by what ``look`` says (ms), of the time of day as of what has passed."""
    patched.setattr("ledger.line.clock.now", look)
    patched.setattr("ledger.line.clock.passed", look)
    patched.setattr("ledger.store.postgres.Recorder.moment", lambda _: look())


@contextmanager
def steady_time() -> Iterator[Clock]:
    """Let the ledger go by a clock that the one who plays can set."""
    clock = Clock()
    with pytest.MonkeyPatch.context() as patched:
        goes_by(patched, clock)
        yield clock


@contextmanager
def own_time(clock: Clock) -> Iterator[None]:
    """Let what this thread does in the ledger be written at the times of a clock, unless tests have set another."""
    thread, others = get_ident(), real.now
    if others is not NOW:
        yield
        return
    with patch("ledger.line.clock.now", lambda: clock() if get_ident() == thread else others()):
        yield
