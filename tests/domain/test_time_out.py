"""Whose time runs, and what comes to pass where it runs out: what is least, by the rules of each system."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from domain.deciding import awaited, pending
from domain.dice import NoDice
from domain.encounter import Encounter
from domain.events import DecisionLapsed, Event, RulingMade, TurnEnded
from domain.refusals import Pending
from domain.ruleset import RULESETS
from domain.rulesets.vanguard.guards import situation
from domain.rulesets.vanguard.questions import Over as NoMoreRounds
from domain.rulesets.verdigris.guards import standing
from domain.rulesets.verdigris.steps import Over
from domain.story import Story
from tests.domain.test_outside import BEFORE, FIELD, LANE, PATROL, ROAD, at_blows, opened, said, told, why_not

NAMED = {"initiative_roller": "gm_names"}


def claim(state: Encounter, by: str = "gm") -> list[Event]:
    return told(state, {"do": "claim_time", "by": by})


def test_time_runs_for_whoever_is_asked_or_is_next_and_for_nobody_where_all_are_free() -> None:
    assert awaited(opened(LANE)) is None
    assert awaited(at_blows()) == pending(at_blows())
    ordered = opened(LANE, settings={"move_order": "seat_order"})
    assert awaited(ordered) == Pending(kind="begin_move", owner="Ana", who="Ana")


def test_a_combat_turn_whose_time_runs_out_is_passed_where_passing_is_refused_too() -> None:
    fight = at_blows()
    assert why_not(fight, {"do": "end_turn", "who": "Ana"})[0] == "must_act"
    lapsed, ended, *_ = claim(fight, "bo")
    assert isinstance(lapsed, DecisionLapsed)
    assert isinstance(ended, TurnEnded)
    assert (lapsed.owner, lapsed.kind, lapsed.reason) == ("Ana", "turn", "time_out")
    assert (ended.who, ended.reason) == ("Ana", "passed")
    after = said(fight, {"do": "claim_time", "by": "bo"})
    assert (after.turn, after.combatants["Bo"].pools["health"].now) == ("Bo", 4)


def test_ver_8_the_first_player_rolls_where_the_referee_does_not_say_who_in_time() -> None:
    asked = said(opened(ROAD, settings=NAMED), {"do": "start", "by": "gm"})
    assert pending(asked).options == ("p1", "p2")
    (ruled,) = [each for each in claim(asked) if isinstance(each, RulingMade)]
    assert (ruled.by, ruled.subject, ruled.value) == ("gm", "initiative_roller", "p1")
    rolls = pending(said(asked, {"do": "claim_time", "by": "gm"}))
    assert (rolls.kind, rolls.owner) == ("initiative_roll", "p1")


def placing(board: dict[str, Any], places: list[str | None]) -> Encounter:
    """Return the fight while places are taken: Kara, Lio and Gob stand at these, or nowhere yet."""
    people = [{**one, **({"at": at} if at else {})} for one, at in zip(FIELD["combatants"], places, strict=True)]
    return said(opened(FIELD, positions="grid", board=board, combatants=people), *BEFORE)


def test_sto_8_whoever_has_no_place_in_time_is_given_a_free_one() -> None:
    state = placing({"width": 3, "height": 1}, ["0:0", "1:0", None])
    assert pending(state).kind == "positions"
    placed = said(state, {"do": "claim_time", "by": "gm"})
    assert placed.combatants["Gob"].at == "2:0"
    assert said(placed, {"do": "claim_time", "by": "gm"}).phase == "initiative"


def test_a_fight_whose_board_has_no_room_for_somebody_ends_when_the_time_for_placing_runs_out() -> None:
    full = placing({"width": 2, "height": 1}, ["0:0", "1:0", None])
    assert said(full, {"do": "claim_time", "by": "gm"}).outcome == "stopped"


@pytest.mark.parametrize("by", ["p1", "p2"])
def test_anybody_who_plays_may_claim_it(by: str) -> None:
    asked = said(opened(ROAD, settings=NAMED), {"do": "start", "by": "gm"})
    assert claim(asked, by)[1:] == claim(asked)[1:]


@pytest.mark.parametrize("opening", [LANE, PATROL, ROAD, FIELD])
def test_nothing_is_least_once_a_fight_is_over(opening: dict[str, Any]) -> None:
    story = Story(replace(opened(opening), outcome="ended"), NoDice())
    RULESETS[story.now.system].INTERRUPTIONS.by_default(story, pending(story.now))
    assert story.events == []


def test_of_a_fight_that_is_over_the_words_say_so() -> None:
    assert situation(NoMoreRounds()) == "the encounter is over"
    assert standing(Over(), "") == "the fight is over"
