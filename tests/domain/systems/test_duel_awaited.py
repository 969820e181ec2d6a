"""What the two board games wait for: the least that answers it when time runs out, and what is said of it meanwhile."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from domain.deciding import decide, pending
from domain.dice import NoDice, Scripted
from domain.duel.guards import standing
from domain.duel.interruptions import by_default
from domain.duel.questions import Over
from domain.encounter import Encounter
from domain.events import DecisionLapsed, DeclarationMade
from domain.rulesets.etiquette import tell
from domain.rulesets.etiquette.rules import book
from domain.rulesets.etiquette.sheets import settings_of
from domain.story import Story
from ledger.line.actions import command_of
from tests.domain.systems.test_duel_roles import ANSWERED, DICE, FLED, MET, lane, play, refusal

FORTUNE = {"items": [{"id": "nudge", "when": ["in_attack"], "effect": {"kind": "die_bonus", "amount": 1}}]}
ARMED: dict[str, Any] = {
    **FORTUNE,
    "combatants": [
        {"id": "Ana", "owner": "Ana", "at": "A", "health": 4, "controller": "ana"},
        {"id": "Bo", "owner": "Bo", "at": "B", "health": 4, "controller": "bo", "hand": ["nudge"]},
    ],
}
TWO_OF_ONE: dict[str, Any] = {
    "combatants": [
        {"id": "Ana", "owner": "Ana", "at": "A", "health": 4, "controller": "ana"},
        {"id": "Bo", "owner": "Bo", "at": "B", "health": 4, "controller": "bo"},
        {"id": "Bea", "owner": "Bo", "at": "B", "health": 4, "controller": "bo"},
    ],
}
WALKED = ("begin_move Ana allowance=3", "move Ana to=B")
PASSED = (*WALKED, "decline Ana", "decline Bo")
AWAY = (*WALKED, "engage Ana", "disengage Ana", "disengage Bo", "flee Bo path=C")
FIGHT = ANSWERED["etiquette"]

LEAST: dict[str, tuple[str, dict[str, Any], tuple[str, ...], str, str]] = {
    "a board move ends": ("pursuit", {}, WALKED[:1], "end_move", "Ana"),
    "nobody walks on past a foe": ("etiquette", {}, PASSED, "end_move", "Ana"),
    "nobody engages": ("pursuit", {}, WALKED, "decline", "Ana"),
    "the first unit answers": ("etiquette", TWO_OF_ONE, WALKED, "answer_with", "Bo"),
    "nobody flees": ("pursuit", {}, (*MET, "disengage Ana", "disengage Bo"), "stay", "Bo"),
    "nobody chases": ("pursuit", {"combatants": 2}, AWAY, "let_go", "Ana"),
    "no item is played": ("etiquette", ARMED, (*FIGHT, "attack Ana target=Bo"), "pass_item", "Bo"),
    "one die defends": ("etiquette", {}, (*FIGHT, "attack Ana target=Bo"), "defend_with", "Bo"),
}


def at_the_clock(system: str, more: dict[str, Any]) -> Encounter:
    """Return the lane with a clock; of so many combatants, or of others."""
    if isinstance(number := more.get("combatants"), int):
        whole = lane(system, clock=30)
        people = dict(list(whole.combatants.items())[:number])
        return replace(whole, combatants=people)
    return lane(system, clock=30, **more)


@pytest.mark.parametrize("case", LEAST)
def test_the_least_answers_when_time_has_run_out(case: str) -> None:
    system, more, said, least, who = LEAST[case]
    encounter, _ = play(at_the_clock(system, more), *said, dice=DICE)
    claim = command_of({"do": "claim_time", "by": "cy"}, system)
    lapsed, declared, *_ = decide(claim, encounter, Scripted([6, 5, 4]))
    assert isinstance(lapsed, DecisionLapsed)
    assert lapsed.kind == pending(encounter).kind
    assert isinstance(declared, DeclarationMade)
    assert (declared.kind, declared.who) == (least, who)


def test_where_everybody_may_move_nothing_is_least() -> None:
    story = Story(lane("etiquette"), NoDice())
    by_default(story, pending(story.now), tell, book(settings_of(story.now)), lambda _: None)
    assert story.events == []


def test_what_goes_on_stands_in_the_way_of_a_move() -> None:
    encounter, _ = play(lane("pursuit"), *WALKED[:1])
    assert refusal(encounter, "begin_move Cy allowance=1").message == "Cy cannot begin a move: Ana is on a board move."
    passing, _ = play(encounter, "move Ana to=B", "decline Ana", "decline Bo")
    message = "Cy cannot begin a move: Ana is passing through an occupied space."
    assert refusal(passing, "begin_move Cy allowance=1").message == message
    assert standing(Over()) == "the encounter is over"


def test_a_flight_that_goes_on_is_named_to_whoever_would_rather_stay() -> None:
    encounter, _ = play(lane("pursuit"), *MET, *FLED, "decline Bo", "decline Cy", dice=DICE)
    refused = refusal(replace(encounter, decisions=()), "stay Bo")
    assert (refused.code, refused.message) == (
        "decision_pending",
        "Bo cannot stay: the flight has begun, and Bo is in flight.",
    )


def test_a_fighter_with_a_chase_to_think_about_is_asked_about_the_chase() -> None:
    encounter, _ = play(at_the_clock("pursuit", {"combatants": 2}), *AWAY, dice=DICE)
    refused = refusal(encounter, "begin_move Ana allowance=1")
    assert refused.message == "Ana cannot begin a move: whether to chase is to be answered first."
    asked = refusal(encounter, "attack Ana target=Bo")
    assert (asked.rule, asked.message) == (
        "PUR-24",
        "Ana cannot attack: whether to chase is to be answered first.",
    )
