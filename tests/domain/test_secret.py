"""Who waits in reserve, and what is told of them: nothing that a rule could read."""

from __future__ import annotations

from typing import Any

import pytest

from domain import deciding
from domain.dice import NoDice
from domain.encounter import Encounter
from domain.evolve import evolve
from domain.refusals import Refused
from domain.secret.parting import parted
from ledger.actions import command_of
from tests.openings import opening_of
from tests.secrecy import LURKER, OPENINGS, PLACE

SYSTEMS = sorted(OPENINGS)


def begun(system: str, **changes: Any) -> Encounter:
    """Return the fight as it is opened, with somebody in reserve."""
    encounter = Encounter()
    for event in deciding.open_encounter(opening_of({**OPENINGS[system], **changes}), "0" * 32):
        encounter = evolve(encounter, event)
    return encounter


def after(encounter: Encounter, body: dict[str, Any]) -> Encounter:
    """Return the encounter after a command that rolls nothing."""
    return deciding.played(command_of(body, encounter.system), encounter, NoDice()).now


@pytest.mark.parametrize("system", SYSTEMS)
def test_no_rule_knows_of_who_is_in_reserve(system: str) -> None:
    encounter = begun(system)
    assert LURKER in encounter.reserve
    assert LURKER not in encounter.combatants
    assert LURKER not in str([offer for offer in deciding.offers(encounter) if offer.do != "reveal"])
    assert LURKER not in deciding.RULESETS[encounter.system].lineup(encounter)


@pytest.mark.parametrize("system", SYSTEMS)
def test_who_is_revealed_stands_where_the_referee_says(system: str) -> None:
    encounter = after(begun(system), {"do": "reveal", "by": "gm", "who": LURKER, "at": PLACE[system]})
    assert encounter.reserve == {}
    assert encounter.combatants[LURKER].at == PLACE[system]


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_reveal_is_on_offer_and_accepted(system: str) -> None:
    encounter = begun(system)
    offer = next(offer for offer in deciding.offers(encounter, "gm") if offer.do == "reveal")
    assert LURKER in after(encounter, deciding.example(offer)).combatants
    assert not any(offer.do in ("reveal", "secret_roll") for offer in deciding.offers(encounter, "ana"))


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"do": "reveal", "by": "ana", "who": LURKER, "at": "x"}, "not_your_decision"),
        ({"do": "reveal", "by": "gm", "who": "Nobody", "at": "x"}, "unknown_id"),
        ({"do": "reveal", "by": "gm", "who": LURKER, "at": "nowhere at all"}, None),
        ({"do": "secret_roll", "by": "ana", "dice": "1d6", "purpose": "luck"}, "not_your_decision"),
        ({"do": "secret_roll", "by": "gm", "dice": "many", "purpose": "luck"}, "invalid_value"),
        ({"do": "seal", "by": "eve", "text": "So it is."}, "unknown_id"),
        ({"do": "seal", "by": "ana"}, "invalid_value"),
        ({"do": "seal", "by": "ana", "text": "So it is.", "to": ["bob"]}, "unknown_id"),
    ],
)
def test_what_cannot_be_kept_secret_or_revealed_is_refused(system: str, body: dict[str, Any], code: str | None) -> None:
    with pytest.raises(Refused) as refused:
        after(begun(system), body)
    assert code is None or refused.value.code == code


@pytest.mark.parametrize("system", SYSTEMS)
def test_on_the_table_nothing_can_be_rolled_in_secret(system: str) -> None:
    with pytest.raises(Refused, match="what dice on the table show, everybody sees"):
        begun(system, dice="table")


def test_only_the_referee_has_a_reserve_and_no_place_in_it() -> None:
    opening = OPENINGS["storyteller"]
    for changed, why in (
        ({"controller": "ana"}, "only the referee's are"),
        ({"at": "1:1"}, "cannot be in reserve and at"),
    ):
        combatants = [{**each, **changed} if each["id"] == LURKER else each for each in opening["combatants"]]
        with pytest.raises(Refused, match=why):
            begun("storyteller", combatants=combatants)


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_is_told_openly_never_names_who_is_in_reserve(system: str) -> None:
    events = deciding.open_encounter(opening_of(OPENINGS[system]), "0" * 32)
    parts = parted(Encounter(), events)
    assert LURKER in str([part for part in parts if part.sealed])
    assert LURKER not in str([part for part in parts if not part.sealed])


@pytest.mark.parametrize("system", SYSTEMS)
def test_those_who_knew_nothing_see_the_same_once_somebody_is_revealed(system: str) -> None:
    real = public = Encounter()
    commands = [None, {"do": "reveal", "by": "gm", "who": LURKER, "at": PLACE[system]}]
    for body in commands:
        if body is None:
            events = deciding.open_encounter(opening_of(OPENINGS[system]), "0" * 32)
        else:
            events = deciding.played(command_of(body, real.system), real, NoDice()).events
        for part in parted(real, events):
            for event in part.stand_ins if part.sealed else part.events:
                public = evolve(public, event)
        for event in events:
            real = evolve(real, event)
    assert public.combatants == real.combatants
    assert public.hands == real.hands
