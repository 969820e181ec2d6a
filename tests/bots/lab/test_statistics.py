"""How sure it is: numbers from tables, other programs, and simulated rows whose truth is known."""

from __future__ import annotations

import random
from fractions import Fraction
from math import comb
from time import process_time

import pytest
from scipy.stats import binomtest

from bots.lab.statistics import Running, correlated, mcnemar, mean, variance, wilson


@pytest.mark.parametrize(("met", "of"), [(0, 20), (7, 20), (412, 1000), (1000, 1000)])
def test_shares_lie_where_another_program_says(met: int, of: int) -> None:
    expected = binomtest(met, of).proportion_ci(method="wilson")
    found = wilson(met, of)
    assert (found.value, found.low, found.high) == pytest.approx((met / of, expected.low, expected.high))


@pytest.mark.parametrize(
    ("one", "other"),
    [(0, 0), (5, 5), (5, 6), (4, 6), (0, 1), (0, 9), (3, 12), (40, 1), (700, 600), (10_000, 10_400), (0, 900)],
)
def test_uneven_pairs_are_as_seldom_as_another_program_says(one: int, other: int) -> None:
    expected = binomtest(one, one + other).pvalue if one + other else 1.0
    assert mcnemar(one, other) == pytest.approx(expected)
    assert mcnemar(one, other) == mcnemar(other, one)


def test_uneven_pairs_are_counted_as_they_were_by_the_sum_itself() -> None:
    for one in range(0, 60, 3):
        for other in range(0, 300, 7):
            number, least = one + other, min(one, other)
            exact = min(1.0, float(Fraction(2 * sum(comb(number, met) for met in range(least + 1)), 2**number)))
            assert mcnemar(one, other) == pytest.approx(exact, rel=1e-10)


def test_of_a_million_pairs_it_is_known_at_once() -> None:
    before = process_time()
    assert mcnemar(10_000, 10_000) == 1
    assert mcnemar(499_000, 501_000) == pytest.approx(binomtest(499_000, 1_000_000).pvalue, rel=1e-6)
    assert process_time() - before < 2


def test_means_and_variances() -> None:
    found = mean([1, 2, 3, 4])
    assert (found.value, found.high - found.value) == pytest.approx((2.5, 1.959964 * (5 / 3 / 4) ** 0.5))
    assert variance([3.0]) == 0


def test_what_goes_together() -> None:
    assert correlated([0, 1, 0, 1], [2, 5, 2, 5]) == pytest.approx(1)
    assert correlated([0, 1, 0, 1], [5, 2, 5, 2]) == pytest.approx(1)
    assert correlated([0, 1, 0, 1], [1, 1, 2, 2]) == pytest.approx(0)
    assert correlated([1, 1], [1, 2]) == 0


def test_of_nothing_nothing_is_known() -> None:
    found = Running(-1, 1).interval
    assert (found.value, found.low, found.high) == (0, -1, 1)


def test_what_is_always_the_same_is_known_soonest() -> None:
    steady, wild = Running(), Running()
    for number in range(2000):
        steady.add(0.5)
        wild.add(number % 2)
    assert steady.half < 0.01 < wild.half < 0.06
    assert wild.interval.low < 0.5 < wild.interval.high


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("truth", [0.5, 0.1])
def test_at_most_one_row_in_twenty_ever_leaves_its_interval(truth: float) -> None:
    chance = random.Random(f"running {truth}")
    left = 0
    for _ in range(300):
        known, outside = Running(), False
        for _ in range(300):
            known.add(float(chance.random() < truth))
            outside = outside or not known.interval.low <= truth <= known.interval.high
        left += outside
    assert left / 300 <= 0.05
