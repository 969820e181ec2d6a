"""What an attack on a place tells: the same, may somebody hide there or not (STO-69, S-G31)."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from domain.commands import Command
from domain.deciding import decide, offers
from domain.encounter import Encounter
from domain.events import Event, OutcomeResolved
from domain.refusals import Refused
from tests.domain.systems.storyteller import ZONES, Foe, Hero, Listed, go, turns_begun

HIDDEN = {"do": "rule", "by": "st", "subject": "effect", "who": "Gob", "value": "hidden"}
TOTAL = {"do": "rule", "by": "st", "subject": "cover", "attacker": "Ana", "target": "Gob", "level": "total"}
HARDER = {"do": "rule", "by": "st", "subject": "situation", "attacker": "Ana", "target": "Gob", "mode": "disadvantage"}
EASIER = {**HARDER, "mode": "advantage"}
FACES = [[face, other, third, *[third] * 5] for face, other, third in product((1, 3, 6), repeat=3)]


def elsewhere(encounter: Encounter, at: str) -> Encounter:
    """Return the very same fight with Gob at another place, of which Ana knows no more."""
    return replace(encounter, combatants={**encounter.combatants, "Gob": replace(encounter.combatants["Gob"], at=at)})


def on_grid(*rulings: dict[str, Any], **settings: Any) -> Encounter:
    people = [Hero("Ana", at="2:2"), Foe("Gob", at="3:2", conditions=["prone"]), Foe("Imp", at="9:9", size="tiny")]
    return go(turns_begun(people, settings), HIDDEN, *rulings)


def told(encounter: Encounter, command: Command, faces: list[int]) -> list[Event] | str:
    try:
        return decide(command, encounter, Listed(list(faces)))
    except Refused as refused:
        return refused.message


def missed(events: list[Event] | str) -> bool:
    return isinstance(events, str) or not any(
        isinstance(event, OutcomeResolved) and event.result == "hit" for event in events
    )


@pytest.mark.parametrize("settings", [{}, {"advantage_stack": "net_dice"}, {"advantage_model": "roll_twice"}])
@pytest.mark.parametrize("rulings", [(), (TOTAL,), (HARDER,), (EASIER,), (HARDER, HARDER)], ids=str)
@pytest.mark.parametrize("attack", ["blade", "bow"])
def test_a_guess_that_misses_is_told_alike_on_the_grid(
    attack: str, rulings: tuple[dict[str, Any], ...], settings: dict[str, Any]
) -> None:
    there = on_grid(*rulings, **settings)
    command = go.command({"do": "attack", "who": "Ana", "attack": attack, "location": "3:2"})
    hits = 0
    for faces in FACES:
        guessed = told(there, command, faces)
        hits += not missed(guessed)
        if missed(guessed):
            assert guessed == told(elsewhere(there, "6:6"), command, faces)
    assert bool(hits) == (TOTAL not in rulings)


@pytest.mark.parametrize(("attack", "place"), [("bow", "Court"), ("bow", "Keep"), ("bow", "Tower"), ("blade", "Court")])
def test_a_guess_that_misses_is_told_alike_in_zones(attack: str, place: str) -> None:
    people = [Hero("Ana", at="Court"), Foe("Gob", at=place), Foe("Imp", at="Court")]
    there = go(turns_begun(people, board=ZONES), HIDDEN)
    command = go.command({"do": "attack", "who": "Ana", "attack": attack, "location": place})
    for faces in FACES:
        guessed = told(there, command, faces)
        if missed(guessed):
            assert guessed == told(elsewhere(there, "Moat"), command, faces)


def test_what_is_offered_against_places_depends_on_nobody_who_hides() -> None:
    there = on_grid()
    guesses = [offer for offer in offers(there) if "location" in offer.open]
    assert guesses
    assert guesses == [offer for offer in offers(elsewhere(there, "6:6")) if "location" in offer.open]


def test_nobody_is_harder_to_aim_at_by_name_than_by_a_guess() -> None:
    there = on_grid(HARDER, HARDER, advantage_stack="net_dice")
    dice = []
    for aim in ({"target": "Gob"}, {"location": "3:2"}):
        command = go.command({"do": "attack", "who": "Ana", "attack": "bow", **aim})
        events = decide(command, there, Listed([1] * 9))
        dice += [event.dice for event in events if hasattr(event, "dice")]
    assert dice == ["6d6", "6d6"]
