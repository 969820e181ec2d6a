"""What many rolls come to: worked out by hand, counted, and held against dice that are fair."""

from __future__ import annotations

import random
from fractions import Fraction
from statistics import pstdev

import pytest

from projections.luck import evidence
from projections.luck.distributions import Stand, of_kept, of_successes, of_sum
from projections.luck.fortune import FEWEST, MOST_COUNTED, fortune, two_sided

TEN = [of_sum(1, 6).place(face) for face in (6, 6, 5, 6, 2, 6, 4, 6, 5, 6)]


def test_ten_dice_that_are_mostly_sixes() -> None:
    found = fortune(TEN)
    assert found is not None
    assert found.luck == pytest.approx(78.3, abs=0.05)
    assert found.high - 50 == pytest.approx(17.6, abs=0.05)
    assert 50 - found.low == pytest.approx(found.high - 50)
    assert found.z == pytest.approx(3.1478, abs=5e-5)
    assert two_sided(TEN) == Fraction(7183, 5038848)
    assert found.chance == pytest.approx(7183 / 5038848)
    assert evidence.of_luck(float(each.mid_p) for each in TEN) == pytest.approx(8.713, abs=5e-4)


def test_three_rolls_of_different_dice_lie_on_one_scale() -> None:
    found = fortune([of_sum(3, 6).place(17), of_kept(4, 6, 3, best=False).place(13), of_sum(1, 6).place(6)])
    assert found is not None
    assert found.luck == pytest.approx(94.14, abs=0.005)
    assert found.z == pytest.approx(2.6697, abs=5e-5)
    assert found.enough is (FEWEST <= 3)


def test_of_no_rolls_nothing_is_said() -> None:
    assert fortune([]) is None
    assert two_sided([]) == 1


def test_a_die_without_a_choice_is_neither_lucky_nor_not() -> None:
    found = fortune([of_successes(3, 6, 6).place(3)] * 6)
    assert found is not None
    assert (found.luck, found.z, found.percentile, found.chance) == (50, 0, 50, 1)


def fair(chance: random.Random, number: int) -> list[Stand]:
    """Return so many rolls of fair dice of any kind."""
    found = []
    for _ in range(number):
        count, sides = chance.randint(1, 4), chance.choice([4, 6, 8, 20])
        found.append(of_sum(count, sides).place(sum(chance.randint(1, sides) for _ in range(count))))
    return found


@pytest.mark.parametrize("seed", range(10))
def test_what_is_counted_is_near_the_normal_law_and_ranks_the_same(seed: int) -> None:
    chance = random.Random(f"fortune {seed}")
    rolls = fair(chance, MOST_COUNTED)
    counted, estimated = fortune(rolls), fortune([*rolls, *fair(chance, 1)])
    assert counted is not None
    assert estimated is not None
    assert not estimated.exact
    assert counted.percentile == pytest.approx(estimated.percentile, abs=20)
    assert 0 <= counted.chance <= 1


@pytest.mark.slow
def test_of_fair_rolls_about_one_in_twenty_lies_outside_of_the_range() -> None:
    chance = random.Random("fair range")
    found = [each for _ in range(2000) if (each := fortune(fair(chance, 31))) is not None]
    outside = sum(not each.low <= each.luck <= each.high for each in found) / len(found)
    assert 0.03 < outside < 0.07
    assert 0.95 < pstdev(each.z for each in found) < 1.05


def thrown(chance: random.Random, number: int, *, six: float = 1 / 6) -> list[int]:
    """Return faces of a die that shows six so often."""
    return [6 if chance.random() < six else chance.randint(1, 5) for _ in range(number)]


@pytest.mark.slow
def test_of_fair_dice_at_most_one_in_twenty_ever_comes_to_twenty() -> None:
    chance = random.Random("ever twenty")
    ever = 0
    for _ in range(300):
        faces = thrown(chance, 200)
        ever += any(evidence.of_faces(faces[:stop], 6) >= 20 for stop in range(10, 201, 10))
    assert ever / 300 <= 0.05


@pytest.mark.slow
def test_loaded_dice_are_named_among_many_and_hardly_any_fair_one() -> None:
    chance = random.Random("many seats")
    loaded = {f"loaded {number}" for number in range(10)}
    values = {name: evidence.of_faces(thrown(chance, 600, six=0.34), 6) for name in sorted(loaded)}
    values |= {f"fair {number}": evidence.of_faces(thrown(chance, 600), 6) for number in range(190)}
    assert {*evidence.named(values)} == loaded


def test_evidence_begins_at_one_and_falls_where_dice_are_fair_and_even() -> None:
    assert evidence.of_luck([]) == 1
    assert evidence.of_faces([], 6) == 1
    assert evidence.of_faces([1, 2, 3, 4, 5, 6] * 10, 6) < 1
    assert evidence.of_luck([0.5] * 50) == pytest.approx(1)
    assert evidence.named({"ana": 1.0, "bo": 0.2}) == []
    assert evidence.named({}) == []


def test_evidence_beyond_all_numbers_is_without_end() -> None:
    assert evidence.of_faces([6] * 2000, 6) == float("inf")
