"""What many fights say, and how sure it is: shares, paired differences, and a bound that holds whenever one stops."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, fsum, lgamma, log, sqrt

Z = 1.959963984540054
"""Standard deviations to either side of the middle that hold 95 of 100."""
WRONG = 0.05
DOUBT = log(2 / WRONG)
EPSILON = 1e-18


@dataclass(frozen=True, slots=True, kw_only=True)
class Interval:
    """A number, and between what it lies with 95 % confidence."""

    value: float
    low: float
    high: float


def wilson(met: int, of: int) -> Interval:
    """Return the share that ``met`` is of so many, by Wilson's interval. Raises ZeroDivisionError for none."""
    share, squared = met / of, Z * Z / of
    middle = (share + squared / 2) / (1 + squared)
    half = Z / (1 + squared) * sqrt(share * (1 - share) / of + squared / (4 * of))
    # At both ends the interval touches the share, which rounding must not undo.
    return Interval(value=share, low=max(0.0, min(share, middle - half)), high=min(1.0, max(share, middle + half)))


def mean(values: Sequence[float]) -> Interval:
    """Return the mean of values, by the normal law."""
    number = len(values)
    middle = fsum(values) / number
    half = Z * sqrt(variance(values) / number)
    return Interval(value=middle, low=middle - half, high=middle + half)


def variance(values: Sequence[float]) -> float:
    """Return the variance of values as a sample; 0 of one alone."""
    middle = fsum(values) / len(values)
    return fsum((value - middle) ** 2 for value in values) / max(1, len(values) - 1)


def mcnemar(only_one: int, only_other: int) -> float:
    """Return how often chance alone divides so many pairs that differ as unevenly as this (McNemar, exact)."""
    number = only_one + only_other
    least = min(only_one, only_other)
    if 2 * least >= number - 1:
        return 1.0
    # From the largest share down, each by the one before: what is left out is below what a float can tell.
    share = exp(lgamma(number + 1) - lgamma(least + 1) - lgamma(number - least + 1) + (1 - number) * log(2))
    shares = [share]
    for met in range(least, 0, -1):
        share *= met / (number - met + 1)
        shares.append(share)
        if share < shares[0] * EPSILON:
            break
    return min(1.0, fsum(shares))


def correlated(ones: Sequence[float], others: Sequence[float]) -> float:
    """Return which share of the variance of one row goes with another; 0 where one of them never changes."""
    one, other = fsum(ones) / len(ones), fsum(others) / len(others)
    both = fsum((x - one) * (y - other) for x, y in zip(ones, others, strict=True))
    spread = fsum((x - one) ** 2 for x in ones) * fsum((y - other) ** 2 for y in others)
    return both * both / spread if spread > 0 else 0.0


class Running:
    """The mean of values between two bounds, with an interval that holds at every moment at once.

    Whoever looks after each value, and stops when it is narrow enough, is still wrong in at most 5 of 100 cases.
    Source: Waudby-Smith and Ramdas, "Estimating means of bounded random variables by betting", 2023, theorem 2
    (predictable plug-in empirical Bernstein).
    """

    def __init__(self, low: float = 0.0, high: float = 1.0) -> None:
        self._low, self._width = low, high - low
        self._number = 0
        self._total = self._weighed = self._weight = self._cost = 0.0
        self._squares = 0.25

    def add(self, value: float) -> None:
        """Take one more value into account."""
        scaled = (value - self._low) / self._width
        guess = (0.5 + self._total) / (self._number + 1)
        self._number += 1
        stake = min(0.5, sqrt(2 * DOUBT / (self._squares * log(1 + self._number))))
        self._cost += (scaled - guess) ** 2 * (-log(1 - stake) - stake)
        self._weighed, self._weight, self._total = (
            self._weighed + stake * scaled,
            self._weight + stake,
            self._total + scaled,
        )
        self._squares += (scaled - (0.5 + self._total) / (self._number + 1)) ** 2

    @property
    def interval(self) -> Interval:
        """Return the mean as it is known now."""
        if not self._number:
            return Interval(value=self._low + self._width / 2, low=self._low, high=self._low + self._width)
        reach, best = (DOUBT + self._cost) / self._weight, self._weighed / self._weight
        return Interval(
            value=self._low + self._width * best,
            low=self._low + self._width * max(0.0, best - reach),
            high=self._low + self._width * min(1.0, best + reach),
        )

    @property
    def half(self) -> float:
        """Return half of the width of the interval."""
        return (self.interval.high - self.interval.low) / 2
