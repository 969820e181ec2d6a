"""Sketch: what is refused, and what follows from what comes from outside."""

from __future__ import annotations

from typing import Any

import pytest

from domain import deciding
from domain.deciding import RULESETS, decide, offers, pending
from domain.dice import NoDice, Scripted
from domain.encounter import Encounter
from domain.refusals import Refused
from domain.rulesets.sketch.interruptions import INTERRUPTIONS
from domain.story import Story
from ledger.line.actions import command_of
from tests.laws.fights import begun
from tests.openings import opening_of

THREE = [{"id": who, "stamina": 1} for who in ("Ana", "Bo", "Cy")]


def ring(**changes: Any) -> Encounter:
    """Return a fight of three before the first blow."""
    return begun(opening_of({"system": "sketch", "combatants": THREE, **changes}))


def after(state: Encounter, who: str, target: str, *faces: int) -> Encounter:
    """Return the fight after a blow."""
    blow = command_of({"do": "attack", "who": who, "target": target}, "sketch")
    return deciding.played(blow, state, Scripted(list(faces))).now


@pytest.mark.parametrize(
    ("who", "target", "code"),
    [
        ("Ana", "Nobody", "unknown_id"),
        ("Nobody", "Ana", "unknown_id"),
        ("Cy", "Cy", "illegal_target"),
        ("Cy", "Bo", "illegal_target"),
        ("Bo", "Ana", "incapable"),
        ("Ana", "Cy", "out_of_turn"),
    ],
)
def test_ske_3_a_refusal_says_why_and_rolls_nothing(who: str, target: str, code: str) -> None:
    state = after(ring(), "Ana", "Bo", 6, 6)
    with pytest.raises(Refused) as caught:
        decide(command_of({"do": "attack", "who": who, "target": target}, "sketch"), state, NoDice())
    assert (caught.value.code, caught.value.rule) == (code, "SKE-3")


def test_ske_1_nobody_is_there_twice() -> None:
    with pytest.raises(Refused, match="fighter"):
        ring(combatants=[THREE[0], THREE[0]])


def test_ske_2_a_round_goes_round_from_whoever_struck_first() -> None:
    state = after(after(ring(), "Bo", "Ana", 1, 1), "Cy", "Bo", 1, 1)
    assert (state.round, state.turn) == (1, "Ana")
    state = after(state, "Ana", "Bo", 1, 1)
    assert (state.round, state.turn) == (2, "Bo")


def test_ske_6_the_last_one_standing_has_won_and_nothing_more_is_on_offer() -> None:
    state = after(after(ring(), "Ana", "Bo", 6, 6), "Cy", "Ana", 6, 6)
    assert (state.outcome, state.winner) == ("Cy wins", "Cy")
    assert (pending(state).kind, offers(state)) == ("over", [])


def test_a_turn_that_goes_by_is_the_next_one_s() -> None:
    story = Story(after(ring(), "Ana", "Bo", 1, 1), NoDice())
    INTERRUPTIONS.by_default(story, pending(story.now))
    assert story.now.turn == "Cy"


def test_there_is_no_place_but_the_ring() -> None:
    story = Story(ring(), NoDice())
    INTERRUPTIONS.put(story, "Ana", "ring")
    assert story.now.combatants["Ana"].at == "ring"
    with pytest.raises(Refused, match="there is only the ring"):
        INTERRUPTIONS.put(story, "Ana", "cellar")


def gone(state: Encounter, who: str) -> Encounter:
    """Return the fight after the table has ruled that somebody has left it."""
    ruling = {"do": "override", "by": "table", "who": who, "what": "life", "value": "left", "reason": "They ran."}
    return deciding.played(command_of(ruling, "sketch"), state, NoDice()).now


def test_ske_2_whoever_leaves_in_their_turn_lets_the_next_one_act() -> None:
    state = after(ring(), "Bo", "Ana", 1, 1)
    assert state.turn == "Cy"
    assert gone(state, "Cy").turn == "Ana"
    assert gone(state, "Bo").turn == "Cy"


def test_ske_6_with_one_left_the_fight_is_over() -> None:
    state = gone(after(ring(), "Ana", "Bo", 1, 1), "Cy")
    assert state.outcome is None
    assert gone(state, "Ana").winner == "Bo"


def test_ske_2_everybody_who_stands_has_a_turn_in_a_round() -> None:
    assert RULESETS["sketch"].lineup(gone(ring(), "Bo")) == {"Ana": None, "Cy": None}
