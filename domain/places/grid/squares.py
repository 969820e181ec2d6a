"""Squares, sizes and distances of the battle grid, in whole squares and feet (STO-54, STO-107, S-G20 to S-G22)."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, Literal, TypeAlias

Diagonals: TypeAlias = Literal["5", "5_10_5", "no_diagonals"]
"""What a diagonal step costs: 5 feet; 5 and 10 in turns; it is not made."""

Span: TypeAlias = tuple[int, int, int, int]
"""The first column and row of a rectangle of squares, and the last ones."""

SIZES: Final = ("tiny", "small", "medium", "large", "huge", "gargantuan")
SIDES: Final = dict(zip(SIZES, (1, 1, 1, 2, 3, 4), strict=True))
_WIDEST: Final = max(SIDES.values())
FEET: Final = 5
"""The side of a square."""

MOST_SIDE: Final = 200
"""The most squares that a grid is wide or high."""

_PLACE: Final = re.compile(r"(0|[1-9][0-9]{0,2}):(0|[1-9][0-9]{0,2})")
_KEPT: Final = MOST_SIDE * MOST_SIDE


def square(x: int, y: int) -> str:
    """Return the name of the square in column ``x`` and row ``y``, both counted from 0."""
    return f"{x}:{y}"


@lru_cache(maxsize=_KEPT)
def xy(place: str) -> tuple[int, int]:
    """Return column and row of a square; raises ValueError for what is no square's name."""
    named = _PLACE.fullmatch(place)
    if named is None:
        raise ValueError(f"{place!r} is no square; squares are written like 3:2.")
    return int(named[1]), int(named[2])


def lies_on(place: str, width: int, height: int) -> bool:
    """Return whether ``place`` names a square of a grid of these measures."""
    try:
        x, y = xy(place)
    except ValueError:
        return False
    return x < width and y < height


def side(size: str) -> int:
    """S-G21. Return how many squares a body of this size is wide and high."""
    return SIDES[size]


def size_gap(one: str, other: str) -> int:
    """S-G22. Return by how many categories two sizes differ."""
    return abs(SIZES.index(one) - SIZES.index(other))


def one_smaller(size: str) -> str | None:
    """S-G22. Return the next smaller size; None for the smallest."""
    index = SIZES.index(size)
    return SIZES[index - 1] if index else None


@lru_cache(maxsize=_KEPT)
def body(place: str, size: str) -> tuple[str, ...]:
    """S-G21. Return the squares of a body whose top left square is ``place``, row by row."""
    x, y = xy(place)
    n = SIDES[size]
    return tuple(square(x + dx, y + dy) for dy in range(n) for dx in range(n))


def feet(dx: int, dy: int, diagonals: Diagonals = "5") -> int:
    """S-G20. Return how far apart two squares are that differ by ``dx`` columns and ``dy`` rows."""
    if diagonals == "no_diagonals":
        return FEET * (dx + dy)
    if diagonals == "5_10_5":
        return FEET * (max(dx, dy) + min(dx, dy) // 2)
    return FEET * max(dx, dy)


def between(place_a: str, size_a: str, place_b: str, size_b: str, diagonals: Diagonals = "5") -> int:
    """S-G21. Return the feet from the nearest square of one body to the nearest of the other; 0 where they overlap."""
    (ax, ay), (bx, by) = xy(place_a), xy(place_b)
    a, b = SIDES[size_a], SIDES[size_b]
    return feet(max(0, bx - ax - a + 1, ax - bx - b + 1), max(0, by - ay - a + 1, ay - by - b + 1), diagonals)


def span(place_a: str, size_a: str, place_b: str, size_b: str) -> Span:
    """Return the smallest rectangle around two bodies."""
    (ax, ay), (bx, by) = xy(place_a), xy(place_b)
    a, b = SIDES[size_a] - 1, SIDES[size_b] - 1
    return min(ax, bx), min(ay, by), max(ax + a, bx + b), max(ay + a, by + b)


def may_reach_into(around: Span, place: str) -> bool:
    """Return whether a body whose top left square is ``place`` may have one of these squares, whatever its size."""
    left, top, right, bottom = around
    x, y = xy(place)
    return left - _WIDEST < x <= right and top - _WIDEST < y <= bottom


def may_touch(place_a: str, place_b: str) -> bool:
    """Return whether two bodies with these top left squares may have squares side by side, whatever their sizes."""
    (ax, ay), (bx, by) = xy(place_a), xy(place_b)
    return abs(ax - bx) <= _WIDEST and abs(ay - by) <= _WIDEST


def is_diagonal(origin: str, to: str) -> bool:
    """Return whether a step between two neighbouring squares changes both column and row."""
    (ax, ay), (bx, by) = xy(origin), xy(to)
    return ax != bx and ay != by


def step_feet(diagonals_before: int, diagonals: Diagonals = "5") -> int:
    """S-G20. Return the feet of a diagonal step after so many diagonal ones; any other step is one of 5 feet."""
    return 2 * FEET if diagonals == "5_10_5" and diagonals_before % 2 else FEET
