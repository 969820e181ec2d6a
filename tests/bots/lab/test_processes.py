"""Work that is shared among processes comes in order, and nobody is left once it ends, however it does."""

from __future__ import annotations

import os
import signal
import time
from multiprocessing import active_children

import pytest

from bots.lab.processes import shared

pytestmark = pytest.mark.slow
GIVEN: list[int] = []


def begin(*given: int) -> None:
    GIVEN[:] = given


def told(number: int) -> tuple[int, int, bool]:
    """Return a number, what this process was given, and whether it hears Ctrl-C."""
    hears = signal.getsignal(signal.SIGINT) is not signal.SIG_IGN
    return number, sum(GIVEN), hears


def asleep(_: int) -> int:
    time.sleep(600)
    return os.getpid()


def test_what_comes_is_in_the_order_of_the_pieces_and_nobody_hears_ctrl_c() -> None:
    before = {*active_children()}
    with shared(told, range(9), 2, begin, 3, 4) as coming:
        assert [each.result() for each in coming] == [(number, 7, False) for number in range(9)]
    assert {*active_children()} == before


def test_whoever_leaves_early_waits_for_nobody() -> None:
    before = {*active_children()}
    with pytest.raises(KeyboardInterrupt), shared(asleep, range(4), 2, begin):
        raise KeyboardInterrupt
    assert {*active_children()} == before
