"""An open question when somebody goes to another seat: it is asked again of whom it concerns now, or stays as it is."""

from __future__ import annotations

from typing import Any

import pytest

from domain.deciding import decide, pending
from domain.dice import Scripted
from domain.encounter import Encounter
from domain.events import DecisionLapsed, DecisionOpened, Event
from domain.evolve import evolve
from ledger.line.actions import command_of
from tests.domain.test_outside import LANE, PATROL, ROAD, WALK, opened, said, told

CLAWS = {"id": "claws", "category": "unarmed", "damage": 2, "bonus": 1}
MARE = {"id": "Mare", "kind": "mount", "controller": "p1", "at": "Yard", "hp": 4, "quality": 2}
AILA = {**ROAD["combatants"][0], "at": "Yard", "natural": [CLAWS]}
GOB = {**ROAD["combatants"][2], "natural": [CLAWS]}
BEGIN: list[dict[str, Any]] = [{"do": "start", "by": "gm"}, {"do": "roll_initiative", "by": "p1"}]
HER_TURN: list[dict[str, Any]] = [*BEGIN, {"do": "choose_actor", "who": "Aila"}]


def hand(who: str, to: str) -> dict[str, Any]:
    return {"do": "hand_over", "who": who, "to": to}


def road(*given: dict[str, Any], faces: tuple[int, ...] = (), **changes: Any) -> Encounter:
    """Return Aila (p1) against Gob in the yard, Bram (p2) at the gate, after these commands."""
    people = [changes.pop("aila", AILA), ROAD["combatants"][1], changes.pop("gob", GOB), *changes.pop("others", [])]
    state = opened(ROAD, combatants=people, **changes)
    dice = Scripted(list(faces))
    for body in given:
        for event in decide(command_of(body, "verdigris"), state, dice):
            state = evolve(state, event)
    return state


def moments() -> dict[str, tuple[Encounter, str]]:
    """Return fights with a question open, and its kind, that is for whoever has Aila."""
    strike = {"do": "attack", "who": "Aila", "target": "Gob", "weapon": "claws"}
    melee = [["Aila", "Gob"]]
    return {
        "to push a roll": (road(*HER_TURN, strike, faces=(6, 6, 1, 1, 1, 1, 1), melees=melee), "push"),
        "what to do with a frightened mount": (
            road(*HER_TURN, faces=(6,), aila={**AILA, "mount": "Mare"}, others=[MARE]),
            "mount_control",
        ),
        "to strike at whoever leaves": (
            road(
                *BEGIN,
                {"do": "choose_actor", "who": "Gob"},
                {"do": "leave_melee", "who": "Gob"},
                faces=(1,),
                melees=melee,
            ),
            "opportunity_attack",
        ),
    }


def again(events: list[Event]) -> tuple[DecisionLapsed, DecisionOpened]:
    """Return how a question lapses and is asked again, after the hand-over itself."""
    lapsed, opened_ = events[1:]
    assert isinstance(lapsed, DecisionLapsed)
    assert isinstance(opened_, DecisionOpened)
    return lapsed, opened_


@pytest.mark.parametrize("question", moments())
def test_a_question_goes_with_whoever_it_is_about(question: str) -> None:
    state, kind = moments()[question]
    assert (pending(state).kind, pending(state).owner) == (kind, "p1")
    lapsed, asked = again(told(state, hand("Aila", "p2")))
    assert (lapsed.kind, lapsed.owner, lapsed.reason) == (kind, "p1", "handed_over")
    assert (asked.kind, asked.owner, asked.options) == (kind, "p2", state.decisions[-1].options)
    assert len(told(state, hand("Bram", "p1"))) == 1


def test_the_choice_of_who_acts_stays_the_partys() -> None:
    choice = road(*BEGIN, faces=(6,))
    assert (pending(choice).kind, pending(choice).owner) == ("choose_actor", "party")
    assert len(told(choice, hand("Aila", "p2"))) == 1
    assert pending(said(choice, hand("Aila", "p2"))) == pending(choice)


def test_ver_8_the_referee_names_the_roller_among_those_who_play_somebody_now() -> None:
    named = road({"do": "start", "by": "gm"}, settings={"initiative_roller": "gm_names"})
    assert (pending(named).kind, pending(named).options) == ("ruling", ("p1", "p2"))
    lapsed, asked = again(told(named, hand("Aila", "p2")))
    assert (lapsed.owner, asked.owner, asked.options) == ("gm", "gm", ("p2",))


def test_any_other_ruling_waits_for_the_referee_as_it_did() -> None:
    state = road(
        *HER_TURN,
        faces=(6,),
        aila={**AILA, "mount": "Mare"},
        others=[MARE],
        settings={"untrained_mount": "ruling"},
    )
    assert pending(state).kind == "ruling"
    assert len(told(state, hand("Aila", "p2"))) == 1


def test_what_is_asked_of_a_side_of_two_waits_for_it_whoever_plays_it() -> None:
    asked = said(opened(LANE), *WALK)
    assert (pending(asked).kind, pending(asked).owner) == ("engage", "Ana")
    assert len(told(asked, hand("Ana", "cy"))) == 1
    after = said(asked, hand("Ana", "cy"))
    assert (pending(after), after.combatants["Ana"].controller) == (pending(asked), "cy")


def test_van_9_how_to_meet_the_monsters_stays_the_leaders_whoever_plays_the_others() -> None:
    asked = said(opened(PATROL), {"do": "start", "by": "gm"})
    assert (pending(asked).kind, pending(asked).owner) == ("engagement", "party")
    assert len(told(asked, hand("Una", "ana"))) == 1
    assert pending(said(asked, hand("Una", "ana"))) == pending(asked)
