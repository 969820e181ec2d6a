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

Faces: TypeAlias = tuple[int, ...]
Falls: TypeAlias = tuple[tuple[Faces, Fraction], ...]
"""The classes of a roll: a list of faces that stands for each, and how likely it is; the chances add up to 1."""

Way: TypeAlias = Callable[[Notation], Falls]

MOST = 2000
"""How many classes one roll may have."""


class TooManyWays(Exception):
    """The dice can fall in more ways than are counted here."""


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
    return _weighed(icepool.d(dice.sides).pool(dice.count).expand())


@cache
def by_total(dice: Notation) -> Falls:
    """Return one list of faces for each total."""
    _must_be_countable(dice, dice.count * (dice.sides - 1) + 1)
    totals = dice.count @ icepool.d(dice.sides)
    return tuple((_adding_up(dice, total), _chance(totals, weight)) for total, weight in totals.items())


@cache
def by_total_kept(dice: Notation) -> Falls:
    """Return one list of faces for each total with what the total is without the lowest die, and the highest.

    Under advantage the lowest is left out, under disadvantage the highest: the list tells neither mode apart.
    """
    _must_be_countable(dice, _sets(dice))
    alike: dict[tuple[int, int, int], tuple[Faces, Fraction]] = {}
    for faces, chance in in_any_order(dice):
        key = (sum(faces), faces[0], faces[-1])
        first, so_far = alike.get(key, (faces, Fraction(0)))
        alike[key] = (first, so_far + chance)
    return tuple(alike.values())


def by_successes(least: int) -> Way:
    """Return the way of a pool in which every face from ``least`` on counts, and no other."""
    return _SUCCESSES[least]


def _counting(least: int) -> Way:
    @cache
    def counted(dice: Notation) -> Falls:
        """Return one list of faces for each number of successes; a die that fails shows a 2."""
        _must_be_countable(dice, dice.count + 1)
        die = icepool.d(dice.sides).map(lambda face: dice.sides if face >= least else 2)
        return _weighed(die.pool(dice.count).expand())

    return counted


_SUCCESSES: dict[int, Way] = {least: _counting(least) for least in range(3, 7)}


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


def _weighed(die: Any) -> Falls:
    return tuple((faces, _chance(die, weight)) for faces, weight in die.items())


def _chance(die: Any, weight: int) -> Fraction:
    return Fraction(weight, die.denominator())


def _sets(dice: Notation) -> int:
    return comb(dice.count + dice.sides - 1, dice.count)


def _must_be_countable(dice: Notation, ways: int) -> None:
    """Raise TooManyWays before anything is counted that takes long."""
    if ways > MOST:
        raise TooManyWays(f"{dice} can fall in too many ways to count them: at most {MOST} of a roll are told apart.")
