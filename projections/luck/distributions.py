"""How the score of a roll is distributed with fair dice, exactly, and where one score stands in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, combinations_with_replacement
from math import comb, factorial
from typing import TypeAlias

Faces: TypeAlias = tuple[int, ...]
Counted: TypeAlias = Fraction | int
KEPT = 256
"""So many distributions of a kind are kept: a fight has a dozen."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Distribution:
    """The scores of a roll in rising order, each with its chance and its mid-p: that of less, and half of its own.

    ``expected`` is the mean of the scores, ``variance`` that of the mid-p, whose mean is a half.
    """

    chances: Mapping[Counted, Fraction]
    mid_ps: Mapping[Counted, Fraction]
    expected: Fraction
    variance: Fraction

    def place(self, score: Counted) -> Stand:
        """Return where a score stands. Raises KeyError for one that cannot be."""
        return Stand(value=score, mid_p=self.mid_ps[score], spread=self)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stand:
    """Where the score of a roll stands in its distribution."""

    value: Counted
    mid_p: Fraction
    spread: Distribution


def _ranked(chances: Mapping[Counted, Fraction]) -> Distribution:
    """Return the distribution of scores with these chances, which add up to 1."""
    rising = {score: chances[score] for score in sorted(chances)}
    mid_ps, below = {}, Fraction(0)
    for score, chance in rising.items():
        mid_ps[score] = below + chance / 2
        below += chance
    return Distribution(
        chances=rising,
        mid_ps=mid_ps,
        expected=sum((chance * score for score, chance in rising.items()), Fraction(0)),
        variance=(1 - sum((chance**3 for chance in rising.values()), Fraction(0))) / 12,
    )


@lru_cache(KEPT)
def of_sum(count: int, sides: int) -> Distribution:
    """Return how the sum of dice is distributed."""
    ways = [1]
    for _ in range(count):
        up_to = [0, *accumulate(ways)]
        last = len(ways)
        # So many ways to a total less its smallest face, as the totals before have within one die.
        ways = [up_to[min(last, total + 1)] - up_to[max(0, total + 1 - sides)] for total in range(last + sides - 1)]
    return _ranked({count + above: Fraction(number, sides**count) for above, number in enumerate(ways)})


@lru_cache(KEPT)
def of_kept(count: int, sides: int, kept: int, *, best: bool) -> Distribution:
    """Return how the sum of the best, or the worst, ``kept`` of some dice is distributed."""
    return over_sets(count, sides, lambda faces: sum(faces[-kept:] if best else faces[:kept]))


@lru_cache(KEPT)
def of_better(count: int, sides: int, *, best: bool) -> Distribution:
    """Return how the better, or the worse, of two sums of dice is distributed."""
    once = of_sum(count, sides)
    chances, below = {}, Fraction(0)
    for score, chance in once.chances.items():
        up_to = below + chance
        chances[score] = up_to**2 - below**2 if best else (1 - below) ** 2 - (1 - up_to) ** 2
        below = up_to
    return _ranked(chances)


@lru_cache(KEPT)
def of_successes(count: int, sides: int, faces: int) -> Distribution:
    """Return how many of some dice show one of so many faces."""
    hit, missed = Fraction(faces, sides), Fraction(sides - faces, sides)
    return _ranked(
        {number: comb(count, number) * hit**number * missed ** (count - number) for number in range(count + 1)}
    )


def over_sets(count: int, sides: int, score: Callable[[Faces], Counted]) -> Distribution:
    """Return how a score is distributed that depends on which faces fell, told in rising order."""
    chances: dict[Counted, Fraction] = {}
    for faces in combinations_with_replacement(range(1, sides + 1), count):
        ways = factorial(count)
        for times in Counter(faces).values():
            ways //= factorial(times)
        told = score(faces)
        chances[told] = chances.get(told, Fraction(0)) + Fraction(ways, sides**count)
    return _ranked(chances)
