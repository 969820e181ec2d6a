"""Why a target, a thing or a place cannot be chosen: what the rules say to each, and nothing where one can be."""

from __future__ import annotations

from typing import Any

import pytest

from domain.commands import names
from domain.deciding import kinds, played
from domain.dice import NoDice
from domain.encounter import Encounter
from ledger.line.actions import command_of
from projections.choosing import choice_reasons
from tests.domain.systems.storyteller import Foe, Hero, turns_begun
from tests.laws.fights import SYSTEMS, begun, play
from tests.openings import opening_of
from tests.projections.fights import PURSUIT
from tests.projections.refusing import holds


def after(state: Encounter, *bodies: dict[str, Any]) -> Encounter:
    """Return the fight after commands that roll nothing."""
    for body in bodies:
        state = played(command_of(body, state.system), state, NoDice()).now
    return state


MOVING = after(begun(opening_of(PURSUIT)), {"do": "begin_move", "who": "Ana", "allowance": 3})


def test_every_place_that_cannot_be_chosen_has_a_reason() -> None:
    told = choice_reasons(MOVING, "ana", "move", "Ana")
    assert {reason.field for reason in told} == {"to"}
    far = {reason.value: reason for reason in told}
    assert far.keys() == set(MOVING.tiles.links) - {"T1", "T3"}
    assert (far["T9"].code, far["T9"].rule) == ("not_adjacent", "PUR-1")
    assert far["T9"].sentence.startswith("Ana cannot move to T9")


def test_of_a_command_that_is_not_on_offer_each_target_says_what_is_in_the_way() -> None:
    told = choice_reasons(MOVING, "ana", "attack", "Ana")
    assert {reason.value for reason in told if reason.field == "target"} == {"Ana", "Bo", "Cy"}


@pytest.mark.parametrize(
    ("seat", "do", "who"),
    [("bo", "move", "Ana"), ("ana", "move", "Nobody"), ("ana", "no_such_deed", "Ana"), ("ana", "dash", "Ana")],
)
def test_of_what_is_anothers_or_is_nothing_nothing_is_said(seat: str, do: str, who: str) -> None:
    assert choice_reasons(MOVING, seat, do, who) == []


@pytest.mark.slow
@pytest.mark.parametrize("system", SYSTEMS)
def test_whatever_command_is_asked_about_there_is_an_answer(system: str) -> None:
    state = next(iter(play(system, 1, most=1))).before
    seats = {one.controller for one in state.combatants.values() if one.controller} | {state.referee or ""}
    asked = [
        (seat, do, who) for seat in sorted(seats) for do in sorted(names(kinds(system))) for who in state.combatants
    ]
    told = [choice_reasons(state, *each) for each in asked]
    assert any(told)


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("system", SYSTEMS)
def test_in_every_system_no_choice_on_offer_has_a_reason_against_it(system: str) -> None:
    assert sum(holds(step.before) for number in range(2) for step in play(system, number, most=25)) > 0


def test_what_is_chosen_already_is_in_every_form_that_is_tried() -> None:
    now = turns_begun([Hero("Ana", at="2:2"), Foe("Gob", at="6:2")])
    near, far = (choice_reasons(now, "ana", "attack", "Ana", {"attack": name}) for name in ("blade", "bow"))
    why = {reason.value: reason.sentence for reason in near if reason.field == "target"}
    assert "blade" in why["Gob"]
    assert "Gob" not in {reason.value for reason in far if reason.field == "target"}
