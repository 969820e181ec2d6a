"""Work counted instead of timed: how many calls a piece of work makes, in Python and into C."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any


def calls(work: Callable[[], Any]) -> int:
    """Return how many functions were called in this thread while the work was done, whatever it raised."""
    counted = 0

    def count(_: Any, event: str, __: Any) -> None:
        nonlocal counted
        counted += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        with suppress(Exception):
            work()
    finally:
        sys.setprofile(before)
    return counted


class Name(str):
    """A name that counts, for all of its kind, how often one was compared with another."""

    compared = 0
    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        Name.compared += 1
        return str.__eq__(self, other)

    def __hash__(self) -> int:
        return str.__hash__(self)


def steps(work: Callable[[], Any]) -> int:
    """Return how many instructions of Python were run in this thread while the work was done, whatever it raised.

    A loop shows in them, even one that calls nothing; what a single instruction does in C does not.
    """
    counted = 0

    def count(frame: Any, event: str, _: Any) -> Any:
        nonlocal counted
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        counted += event == "opcode"
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        with suppress(Exception):
            work()
    finally:
        sys.settrace(before)
    return counted
