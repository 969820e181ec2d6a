"""How dice can fall, no finer than a rule tells them apart: one representative for each way, and its weight.

A rule that reads only the total of a roll, or its sixes, or its faces whatever their order, cannot tell falls of the
same total (and so on) apart. So it is enough to decide once for each class of them. The weights are exact.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb
from typing import Any, TypeAlias

import icepool  # type: ignore[import-untyped]

from domain.dice import Notation
from projections.odds.refusing import TooManyWays

Faces: TypeAlias = tuple[int, ...]
Falls: TypeAlias = tuple[tuple[Faces, Fraction], ...]
"""The classes of a roll: a list of faces that stands for each, and how likely it is; the chances add up to 1."""

Falling: TypeAlias = Callable[[Notation], Falls]

MOST = 2000
"""How many classes one roll may have."""


@cache
def in_order(dice: Notation) -> Falls:
    """Return every list of faces: for a rule that looks at each die for itself."""
    _must_be_countable(dice, dice.sides**dice.count)
    chance = Fraction(1, dice.sides**dice.count)
    return tuple((faces, chance) for faces in product(range(1, dice.sides + 1), repeat=dice.count))


@cache
def in_any_order(dice: Notation) -> Falls:
    """Return every set of faces, sorted: for a rule that sorts the dice, or compares the highest of them."""
    _must_be_countable(dice, _sets(dice))
    return _weighed(icepool.d(dice.sides).pool(dice.count))


@cache
def by_total(dice: Notation) -> Falls:
    """Return one list of faces for each total."""
    _must_be_countable(dice, dice.count * (dice.sides - 1) + 1)
    totals = dice.count @ icepool.d(dice.sides)
    return tuple((_adding_up(dice, total), _chance(totals, weight)) for total, weight in totals.items())


@cache
def by_total_counted(mode: str | None, kept: int) -> Falling:
    """Return the way of dice of which under a mode the best or the worst ``kept`` count, or all: one list a total."""

    @cache
    def counted(dice: Notation) -> Falls:
        """Return the lists, sorted, the first of those alike."""
        if mode is None or not kept:
            return by_total(dice)
        alike: dict[int, tuple[Faces, Fraction]] = {}
        for faces, chance in in_any_order(dice):
            total = sum(faces[-kept:] if mode == "advantage" else faces[:kept])
            first, so_far = alike.get(total, (faces, Fraction(0)))
            alike[total] = (first, so_far + chance)
        return tuple(alike.values())

    return counted


@cache
def by_faces(*telling: int) -> Falling:
    """Return the way of a pool in which only these faces tell anything: one list for each number of each of them."""
    other = next(face for face in (2, 3, 4, 5, 6) if face not in telling)
    return _standing_for({face: face if face in telling else other for face in range(1, 7)})


@cache
def by_successes(least: int) -> Falling:
    """Return the way of a pool in which every face from ``least`` on counts the same: one list for each number."""
    return _standing_for({face: 6 if face >= least else 2 for face in range(1, 7)})


def _standing_for(alike: dict[int, int]) -> Falling:
    """Return the way of six-sided dice whose faces are told no finer than by what stands for each."""
    kinds = len(set(alike.values()))

    @cache
    def counted(dice: Notation) -> Falls:
        """Return one list for each number of each face that stands for others."""
        _must_be_countable(dice, comb(dice.count + kinds - 1, kinds - 1))
        return _weighed(icepool.d6.map(alike).pool(dice.count))

    return counted


@cache
def whatever(dice: Notation) -> Falls:
    """Return one list of faces for all: for a roll that changes nothing of what is asked."""
    return (((1,) * dice.count, Fraction(1)),)


def _adding_up(dice: Notation, total: int) -> Faces:
    """Return faces that come to ``total``, filled up die by die."""
    left = total - dice.count
    faces = []
    for _ in range(dice.count):
        more = min(left, dice.sides - 1)
        faces.append(1 + more)
        left -= more
    return tuple(faces)


def _weighed(pool: Any) -> Falls:
    """Return every set of faces of a pool, sorted, with its chance."""
    sets = pool.expand()
    return tuple((faces, _chance(sets, weight)) for faces, weight in sets.items())


def _chance(die: Any, weight: int) -> Fraction:
    return Fraction(weight, die.denominator())


def _sets(dice: Notation) -> int:
    return comb(dice.count + dice.sides - 1, dice.count)


def _must_be_countable(dice: Notation, ways: int) -> None:
    """Raise TooManyWays before anything is counted that takes long."""
    if ways > MOST:
        raise TooManyWays(f"{dice} can fall in too many ways to count them: at most {MOST} of a roll are told apart.")
