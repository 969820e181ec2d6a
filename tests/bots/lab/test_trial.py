"""What a judge is worth is told by fights that it did not learn from, and how sure that is."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from bots.lab.fitting import fitted
from bots.lab.trial import Fifth, Trial, tried

if TYPE_CHECKING:
    from bots.lab.fitting import Numbers

FIT = Trial(fights=400, states=4000, brier=0.4, base=0.6, skill=0.3, error=0.02, fifths=())
FIFTH = Fifth(said=0.5, came=0.62, states=100, error=0.02)
NOTHING = "It foresees next to nothing here (skill {}; at least 0.05 is asked, and surely more than 0)."


@pytest.mark.parametrize(
    ("worth", "fault"),
    [
        (FIT, None),
        (replace(FIT, skill=0.04), NOTHING.format("0.04, give or take 0.04")),
        (replace(FIT, skill=0.19, error=0.1), NOTHING.format("0.19, give or take 0.20")),
        (replace(FIT, fifths=(FIFTH,)), "Where it says 50 of 100, 62 came."),
        (replace(FIT, fifths=(replace(FIFTH, states=99),)), None),
        (replace(FIT, fifths=(replace(FIFTH, states=99, error=0.009),)), "Where it says 50 of 100, 62 came."),
        (
            replace(FIT, fifths=(replace(FIFTH, came=0.41), replace(FIFTH, came=0.75))),
            "Where it says 50 of 100, 75 came.",
        ),
        (replace(FIT, fifths=(replace(FIFTH, came=0.59),)), None),
    ],
)
def test_a_judge_that_is_not_worth_asking_says_why(worth: Trial, fault: str | None) -> None:
    assert worth.fault == fault


def fights(many: int, seed: int, *, knows: float) -> tuple[Numbers, Any, Any]:
    """Return states, ends and the numbers of fights of two sides, in which one number says so much of the end."""
    chance = np.random.default_rng(seed)
    lengths = chance.integers(1, 40, many)
    led = chance.normal(size=many)
    ends = (chance.random(many) < 1 / (1 + np.exp(-knows * led))).astype(int)
    of = np.repeat(np.arange(many), lengths)
    return np.column_stack([np.ones(len(of)), led[of]]), ends[of], of


def trial(many: int, seed: int, *, knows: float) -> Trial:
    states, ends, of = fights(many, seed, knows=knows)
    return tried(states, ends, of, fitted(states, ends, 3))


def test_each_quarter_is_foretold_by_a_judge_that_knows_nothing_of_it() -> None:
    """Whatever stands in one fight alone teaches nothing of another."""
    many = 40
    of = np.repeat(np.arange(many), 5)
    states = np.eye(many)[of]
    ends: Any = np.random.default_rng(2).integers(0, 2, many)[of]
    weights = fitted(states, ends, 3)
    found = tried(states, ends, of, weights)
    assert found.skill < 0
    assert found.fault is not None
    by_hand = []
    for part in range(4):
        held = of % 4 == part
        usual = np.bincount(ends[~held], minlength=3) / (~held).sum()
        by_hand += [float(((usual - np.eye(3)[end]) ** 2).sum()) for end in ends[held][::5]]
    assert found.base == pytest.approx(np.mean(by_hand))


def test_a_fight_counts_as_four_states_however_long_it_is() -> None:
    states, ends, of = fights(60, 3, knows=2.0)
    weights = fitted(states, ends, 3)
    found = tried(states, ends, of, weights)
    assert sum(each.states for each in found.fifths) == pytest.approx(60 * 4 * 2)
    twice = np.repeat(np.arange(len(of)), np.where(of < 20, 2, 1))
    longer = tried(states[twice], ends[twice], of[twice], weights)
    assert longer.fights == 60
    assert longer.base == pytest.approx(found.base)
    assert [each.states for each in longer.fifths] == pytest.approx([each.states for each in found.fifths], abs=8)


def test_the_error_of_the_skill_is_how_far_it_goes_from_one_lot_of_fights_to_another() -> None:
    lots = [trial(120, seed, knows=1.5) for seed in range(60)]
    apart = float(np.std([each.skill for each in lots]))
    assert apart == pytest.approx(float(np.mean([each.error for each in lots])), rel=0.4)
    assert all(trial(120, seed, knows=0.0).fault is not None for seed in range(10))


def test_where_one_end_always_comes_nothing_is_foreseen() -> None:
    states, ends, of = fights(40, 4, knows=1.0)
    found = tried(states, np.zeros_like(ends), of, fitted(states, np.zeros_like(ends), 3))
    assert (found.base, found.skill, found.error) == (0, 0, 0)
    assert found.fault is not None
