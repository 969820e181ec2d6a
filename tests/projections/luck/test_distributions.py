"""Where a roll stands among all that fair dice can show, by numbers worked out by hand, and by counting every fall."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product

import pytest

from projections.luck.distributions import Distribution, of_better, of_kept, of_successes, of_sum
from projections.luck.etiquette import of_pairs, pairs_won


def test_a_six_of_one_die_stands_at_eleven_twelfths() -> None:
    assert of_sum(1, 6).place(6).mid_p == Fraction(11, 12)
    assert of_sum(1, 6).variance == Fraction(35, 432)


def test_seventeen_of_three_dice() -> None:
    spread = of_sum(3, 6)
    assert float(spread.place(17).mid_p) == pytest.approx(0.988426, abs=5e-7)
    assert float(spread.variance) == pytest.approx(0.082520, abs=5e-7)
    assert spread.expected == Fraction(21, 2)


def test_thirteen_of_the_best_and_of_the_worst_three_of_four_dice() -> None:
    assert float(of_kept(4, 6, 3, best=True).place(13).mid_p) == pytest.approx(0.578704, abs=5e-7)
    worst = of_kept(4, 6, 3, best=False)
    assert float(worst.place(13).mid_p) == pytest.approx(0.918981, abs=5e-7)
    assert float(worst.variance) == pytest.approx(0.082445, abs=5e-7)


def test_two_sixes_in_five_dice() -> None:
    spread = of_successes(5, 6, 1)
    assert float(spread.place(2).mid_p) == pytest.approx(0.884131, abs=5e-7)
    assert float(spread.variance) == pytest.approx(0.072167, abs=5e-7)


def test_one_success_of_two_dice_where_a_five_is_one_too() -> None:
    assert float(of_successes(2, 6, 2).place(1).mid_p) == pytest.approx(0.666667, abs=5e-7)


def test_an_attack_counts_by_the_pairs_that_it_wins_against_fresh_dice() -> None:
    attack = of_pairs(2, 2, 2, attacks=True)
    assert pairs_won((6, 6), 2, 2, attacks=True) == Fraction(5, 3)
    assert float(attack.place(Fraction(5, 3)).mid_p) == pytest.approx(0.986111, abs=5e-7)
    assert float(attack.place(pairs_won((1, 6), 2, 2, attacks=True)).mid_p) == pytest.approx(0.444444, abs=5e-7)
    assert attack.expected == Fraction(505, 648)
    assert float(of_pairs(2, 2, 2, attacks=False).expected) == pytest.approx(1.220679, abs=5e-7)


def test_the_better_of_two_throws_is_the_best_of_all_that_both_can_show() -> None:
    totals = [sum(faces) for faces in product(range(1, 7), repeat=2)]
    for best in (True, False):
        spread = of_better(2, 6, best=best)
        pairs = [(max if best else min)(pair) for pair in product(totals, repeat=2)]
        assert spread.chances == {total: Fraction(pairs.count(total), len(pairs)) for total in sorted({*pairs})}


def any_distribution(chance: random.Random) -> Distribution:
    """Return one of the distributions, of a few dice of any kind."""
    count, sides = chance.randint(1, 5), chance.choice([2, 4, 6, 8, 10, 12, 20])
    kinds = (
        lambda: of_sum(count, sides),
        lambda: of_kept(count, sides, chance.randint(1, count), best=chance.random() < 0.5),
        lambda: of_better(count, sides, best=chance.random() < 0.5),
        lambda: of_successes(count, sides, chance.randint(1, sides)),
        lambda: of_pairs(chance.randint(2, 3), 2, chance.randint(1, 2), attacks=chance.random() < 0.5),
    )
    return chance.choice(kinds)()


@pytest.mark.parametrize("seed", range(40))
def test_chances_add_up_to_one_and_the_mean_of_mid_p_is_a_half(seed: int) -> None:
    spread = any_distribution(random.Random(seed))
    assert sum(spread.chances.values()) == 1
    mean = sum(chance * spread.mid_ps[score] for score, chance in spread.chances.items())
    assert mean == Fraction(1, 2)
    squared = sum(chance * (spread.mid_ps[score] - mean) ** 2 for score, chance in spread.chances.items())
    assert squared == spread.variance


@pytest.mark.parametrize(("count", "sides"), [(1, 20), (3, 6), (4, 4), (2, 12)])
def test_sums_and_kept_sums_are_those_of_every_fall(count: int, sides: int) -> None:
    falls = [*product(range(1, sides + 1), repeat=count)]
    for spread, score in (
        (of_sum(count, sides), sum),
        (of_kept(count, sides, 1, best=True), max),
        (of_kept(count, sides, 1, best=False), min),
    ):
        scores = [score(faces) for faces in falls]
        assert spread.chances == {each: Fraction(scores.count(each), len(falls)) for each in sorted({*scores})}


def test_a_hundred_dice_are_counted_at_once() -> None:
    spread = of_sum(100, 20)
    assert spread.expected == 1050
    assert len(spread.chances) == 1901


def test_a_score_that_cannot_be_stands_nowhere() -> None:
    with pytest.raises(KeyError):
        of_sum(1, 6).place(7)
