"""Laws of the reserve over random play: a reveal on offer is accepted, and the fight goes on after it."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from domain.deciding import decide, offers, pending
from domain.encounter import Encounter
from domain.evolve import evolve
from domain.secret.parts import parted
from ledger.line.actions import command_of
from tests.laws.fights import Chance, begun, can_go_on, pick, said
from tests.laws.openings import OPENINGS
from tests.openings import opening_of

LURKING: dict[str, dict[str, Any]] = {
    "verdigris": {"kind": "enemy", "hp": 4, "strength": 3},
    "vanguard": {"count": 3, "defense": 4, "melee": 3},
    "storyteller": {"hp": 9, "agility": 2},
}
NAMES = ("Lurker", "Shade")


def with_a_reserve(system: str, chance: random.Random) -> dict[str, Any]:
    """Return a random opening with two in reserve."""
    body = OPENINGS[system](chance)
    among = "groups" if system == "vanguard" else "combatants"
    hidden = [{**LURKING[system], "id": name, "hidden": True} for name in NAMES]
    return {**body, "dice": "ledger", "attest": "none", among: [*body.get(among, ()), *hidden]}


@pytest.mark.long(but=("0-", "1-"))
@pytest.mark.parametrize("system", sorted(LURKING))
@pytest.mark.parametrize("number", range(10))
def test_whoever_is_revealed_is_there_for_everybody_and_the_fight_goes_on(system: str, number: int) -> None:
    chance = random.Random(f"reserve {system} {number}")
    real = begun(opening_of(with_a_reserve(system, chance)))
    public = known_of(real)
    for _ in range(40):
        reveals = [offer for offer in offers(real) if offer.do == "reveal"]
        if reveals and chance.random() < 0.2:
            body: dict[str, Any] | None = said(chance.choice(reveals), 1)[0]
        else:
            body = pick(real, chance, may_end=False)
        if body is None:
            break
        events = decide(command_of(body, system), real, Chance(chance))
        for part in parted(real, events):
            for event in part.stand_ins if part.sealed else part.events:
                public = evolve(public, event)
        for event in events:
            real = evolve(real, event)
        assert public == known_of(real)
        assert can_go_on(real), pending(real)
        assert all(said(offer, 1) for offer in offers(real))
        if real.outcome is not None:
            break


def known_of(encounter: Encounter) -> Encounter:
    """Return the encounter as those see it who know of nobody in reserve; the counts of steps are everybody's own."""
    hands = {
        place: things for place, things in encounter.hands.items() if place.partition(":")[2] not in encounter.reserve
    }
    return replace(encounter, reserve={}, hands=hands)
