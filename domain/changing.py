"""A frozen value with some fields changed: what ``dataclasses.replace`` does, in half the time, for slotted classes.

The fold makes such a copy or three for every event, and spends most of its time there.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar

T = TypeVar("T")


def changed(value: T, **changes: Any) -> T:
    """Return a copy of ``value`` with these fields changed; AttributeError if it has no such field."""
    kind: Any = type(value)
    read, puts = _fields(kind)
    copy: T = object.__new__(kind)
    for put, each in zip(puts, read(value), strict=True):
        put(copy, each)
    for name, each in changes.items():
        object.__setattr__(copy, name, each)
    return copy


@cache
def _fields(kind: Any) -> tuple[Callable[[Any], Any], tuple[Any, ...]]:
    """Return how to read all slots of a class (two or more) at once, and how to set each."""
    return attrgetter(*kind.__slots__), tuple(kind.__dict__[name].__set__ for name in kind.__slots__)
