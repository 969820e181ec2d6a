"""A judge foresees what comes about, is not asked where it does not, and its swings add up to the result."""

from __future__ import annotations

import pickle
import sys
from dataclasses import replace
from itertools import pairwise
from multiprocessing import active_children
from statistics import mean, stdev

import numpy as np
import pytest

from bots import sparring
from bots.lab.fitting import NoNumpy, fitted, shares
from bots.lab.judge import Judge, judge
from bots.lab.sentences import of_course
from bots.lab.swings import course, rolled_out, start_of
from bots.lab.trial import Trial
from bots.players import Choices, sensible
from cli.whole_fights import play
from domain.encounter import Encounter
from files import rosters
from files.written_rosters import OURS
from ledger.application import Ledger
from ledger.table.fight import Fight
from tests import judged as shared
from tests.chance import seeded
from tests.judged import FIGHTS, fought


@pytest.fixture(scope="module")
def fight() -> Fight:
    return fought()


@pytest.fixture(scope="module")
def judged() -> tuple[Judge, Trial]:
    return shared.judged()


def test_weights_are_those_at_which_no_step_makes_them_better() -> None:
    chance = np.random.default_rng(5)
    states = np.column_stack([np.ones(4000), chance.random((4000, 2))])
    truth = np.array([[0.0, 0.0, 0.0], [1.0, -2.0, 1.0], [-1.0, 1.0, 2.0]])
    ends = np.array([chance.choice(3, p=each) for each in shares(states, truth)])
    found = fitted(states, ends, 3)
    slope = (shares(states, found) - np.eye(3)[ends]).T @ states + found
    assert np.abs(slope).max() < 1e-4
    assert np.abs((found - found[0]) - truth)[1:].max() < 0.5
    assert np.allclose(shares(states, found).sum(axis=1), 1)


@pytest.mark.long
def test_a_judge_foresees_more_than_the_bare_shares(fight: Fight, judged: tuple[Judge, Trial]) -> None:
    asked, worth = judged
    assert worth.skill == pytest.approx(1 - worth.brier / worth.base)
    assert worth.skill > max(0.05, 2 * worth.error)
    assert worth.fault is None
    assert sum(each.states for each in worth.fifths) == pytest.approx(4 * FIGHTS * len(asked.sides))
    start = start_of(fight)
    chances = [asked.chance(start, side) for side in asked.sides]
    assert 0.9 < sum(chances) <= 1
    assert [asked.chance(fight.encounter, side) for side in asked.sides] == [
        float(side == fight.encounter.winner) for side in asked.sides
    ]


@pytest.mark.long
@pytest.mark.slow
def test_fights_of_two_processes_teach_the_same_as_those_of_one(fight: Fight, judged: tuple[Judge, Trial]) -> None:
    start, heard = start_of(fight), list[int]()
    asked, worth = judge(
        start, sparring.seats_in(start), sensible, fights=FIGHTS, seed=1, workers=2, watch=heard.append
    )
    assert (asked.weights, worth) == (judged[0].weights, judged[1])
    assert heard == [*range(1, FIGHTS + 1)]


@pytest.mark.parametrize("name", OURS)
def test_a_fight_as_it_begins_goes_to_another_process_as_it_is(name: str) -> None:
    start = sparring.begun(rosters.read(OURS[name]))
    assert pickle.loads(pickle.dumps(start)) == start  # noqa: S301 - it was ours a moment ago


@pytest.mark.long
@pytest.mark.slow
def test_whoever_has_learnt_enough_waits_for_no_process(fight: Fight) -> None:
    start, before = start_of(fight), {*active_children()}
    _, worth = judge(
        start, sparring.seats_in(start), sensible, fights=1000, seed=1, workers=2, enough=lambda fights: fights == 30
    )
    assert worth.fights == 30
    assert {*active_children()} == before


def test_whoever_has_lost_more_is_less_likely_to_win(fight: Fight, judged: tuple[Judge, Trial]) -> None:
    asked, _ = judged
    start = start_of(fight)
    for side in asked.sides:
        hurt = {
            name: replace(who, pools={of: replace(pool, now=1) for of, pool in who.pools.items()})
            if who.side == side
            else who
            for name, who in start.combatants.items()
        }
        assert asked.chance(replace(start, combatants=hurt), side) < asked.chance(start, side)


def test_where_one_side_always_wins_there_is_nothing_to_foresee() -> None:
    start = sparring.begun(rosters.read(rosters.SAMPLES["pursuit"]))
    weak = {name: replace(who, pools={"health": replace(who.pools["health"], now=1)}) for name, who in
            start.combatants.items() if name != "Bram"}  # fmt: skip
    start = replace(start, combatants={**start.combatants, **weak})
    _, worth = judge(start, sparring.seats_in(start), sensible, fights=40, seed=1)
    assert worth.fault is not None


@pytest.mark.long
def test_the_swings_of_a_fight_add_up_to_its_result(fight: Fight, judged: tuple[Judge, Trial]) -> None:
    asked, worth = judged
    for side in asked.sides:
        found = course(fight, asked, side, seed=2)
        assert found.luck + found.rest == pytest.approx(found.at_last - found.at_first, abs=1e-6)
        assert found.at_last == float(side == fight.encounter.winner)
        assert found.adjusted == pytest.approx(found.at_last - found.luck)
        assert all(one.after == pytest.approx(then.before) for one, then in pairwise(found.every))
        assert len(found.largest) == 5
        assert found.largest[0] == max(found.every, key=lambda swing: abs(swing.after - swing.before))
        told = [*of_course(found, worth)]
        assert sum(line.startswith("  line ") for line in told) == 5
        assert "cannot be told apart" in told[-2]


def test_a_command_without_dice_has_no_luck(fight: Fight, judged: tuple[Judge, Trial]) -> None:
    found = course(fight, judged[0], "Vesper", seed=2)
    walks = [swing for swing in found.every if " walked from " in swing.text]
    assert walks
    assert {swing.luck for swing in walks} == {0}
    assert any(abs(swing.luck) > 0.05 for swing in found.every)


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("most", [12, pytest.param(200, marks=pytest.mark.long)])
def test_the_largest_swings_are_looked_at_once_more_by_fights(
    fight: Fight, judged: tuple[Judge, Trial], monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    monkeypatch.setattr("bots.lab.swings.ROLLED_OUT", most)
    found = course(fight, judged[0], "Vesper", seed=2, rollouts=True)
    fought = [swing.fought for swing in found.largest if swing.fought is not None]
    assert fought
    assert all(each.low <= each.value <= each.high for each in fought)
    assert rolled_out(fight.encounter, "Vesper", sensible, 1) is None


def test_without_its_library_there_is_no_judge_and_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(NoNumpy, match=r"which the extra `judge` brings"):
        judge(Encounter(), [], sensible, fights=1, seed=1)


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize(("learnt", "fights"), [(80, 12), pytest.param(300, 40, marks=pytest.mark.long)])
def test_the_luck_of_the_dice_is_nothing_on_average_and_takes_chance_out_of_the_result(
    learnt: int, fights: int
) -> None:
    opening = rosters.read(OURS["pursuit-roofs"])
    start = sparring.begun(opening)
    asked, _ = judge(start, sparring.seats_of(opening), sensible, fights=learnt, seed=3)
    found = []
    for number in range(fights):
        with seeded(number), Ledger() as ledger:
            fought = play(ledger, opening, sensible, Choices(number))
            found.append(course(ledger.fight(fought.encounter), asked, "Lark", seed=number))
    luck = [each.luck for each in found]
    assert abs(mean(luck)) < 4 * stdev(luck) / len(luck) ** 0.5
    assert stdev(each.adjusted for each in found) < 0.8 * stdev(each.at_last for each in found)
