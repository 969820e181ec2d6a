"""What the luck of several rolls comes to, and how often fair dice are as far from the middle."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import erfc, lcm, sqrt

from projections.luck.distributions import Stand

FEWEST = 5
"""Of fewer rolls nothing is said."""
MOST_COUNTED = 30
"""Up to so many rolls all ways in which they can fall are counted; beyond them the normal law is close enough."""
MOST_SUMS = 5000
"""More sums than these are not counted either."""
BAND = 1.96
"""Standard deviations to either side of the middle, between which fair dice are 19 times of 20."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fortune:
    """The luck of some rolls: ``luck`` from 0 to 100, of fair dice 50 on average and mostly ``low`` to ``high``.

    ``z`` is the same in standard deviations; ``percentile`` is how many of a hundred rows of the same rolls of fair
    dice are less lucky, and ``chance`` how often such a row is as far from the middle. ``exact`` says whether all ways
    were counted.
    """

    rolls: int
    luck: float
    low: float
    high: float
    z: float
    percentile: float
    chance: float
    exact: bool

    @property
    def enough(self) -> bool:
        """Return whether there are enough rolls to say anything."""
        return self.rolls >= FEWEST


def fortune(rolls: Sequence[Stand]) -> Fortune | None:
    """Return what some rolls come to; None where there is none."""
    if not rolls:
        return None
    number, total = len(rolls), _total(rolls)
    deviation = sqrt(sum((roll.spread.variance for roll in rolls), Fraction(0)))
    z = float(total - Fraction(number, 2)) / deviation if deviation else 0.0
    counted = _counted(rolls, total) if number <= MOST_COUNTED else None
    below, apart = counted or (erfc(-z / sqrt(2)) / 2, erfc(abs(z) / sqrt(2)))
    half = 100 * BAND * deviation / number
    return Fortune(
        rolls=number,
        luck=100 * float(total) / number,
        low=max(0.0, 50 - half),
        high=min(100.0, 50 + half),
        z=z,
        percentile=100 * float(below),
        chance=float(apart),
        exact=counted is not None,
    )


def two_sided(rolls: Sequence[Stand]) -> Fraction | None:
    """Return how often fair dice are as far from the middle, exactly; None where that is too much to count."""
    counted = _counted(rolls, _total(rolls))
    return None if counted is None else counted[1]


def _total(rolls: Sequence[Stand]) -> Fraction:
    return sum((roll.mid_p for roll in rolls), Fraction(0))


def _counted(rolls: Sequence[Stand], total: Fraction) -> tuple[Fraction, Fraction] | None:
    """Return the chance of less luck, with half of the same, and that of being as far from the middle."""
    spreads = [roll.spread for roll in rolls]
    unit = lcm(*(mid_p.denominator for spread in spreads for mid_p in spread.mid_ps.values()), 2)
    ways, outof = {0: 1}, 1
    for spread in spreads:
        falls = [(int(spread.mid_ps[score] * unit), chance) for score, chance in spread.chances.items()]
        of = lcm(*(chance.denominator for _, chance in falls))
        after: dict[int, int] = {}
        for step, chance in falls:
            weight = int(chance * of)
            for reached, number in ways.items():
                after[reached + step] = after.get(reached + step, 0) + number * weight
        if len(after) > MOST_SUMS:
            return None
        ways, outof = after, outof * of
    met, middle = int(total * unit), len(spreads) * unit // 2
    less = sum(number for reached, number in ways.items() if reached < met)
    apart = sum(number for reached, number in ways.items() if abs(reached - middle) >= abs(met - middle))
    return Fraction(2 * less + ways.get(met, 0), 2 * outof), Fraction(apart, outof)
