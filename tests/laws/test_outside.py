"""Laws of what comes from outside of the rules: time runs out, seats hand over and concede, values are overruled."""

from __future__ import annotations

import random
from functools import reduce
from typing import Any

import pytest

from domain.deciding import RULESETS, awaited, controls, decide, offers, pending
from domain.encounter import Encounter
from domain.events import Event
from domain.evolve import evolve
from domain.refusals import Refused
from domain.table.commands import NAMES
from domain.table.interruptions import leaving
from ledger.line.actions import command_of
from tests.laws.fights import Chance, begun, can_go_on, pick, said
from tests.laws.openings import OPENINGS
from tests.laws.watching import always
from tests.openings import opening_of

pytestmark = pytest.mark.slow
STEPS = 30


def seated(system: str, chance: random.Random) -> Encounter:
    """Return a fight with a clock and two players' seats, each with some of its people."""
    body = OPENINGS[system](chance)
    referee = [{"id": "gm", "role": "referee"}] if RULESETS[system].Opening.refereed else []
    body |= {"seats": [*referee, {"id": "s1"}, {"id": "s2"}], "clock": 30}
    body.pop("leader", None)
    for people in ("combatants", "characters"):
        owners = dict.fromkeys(each.get("owner", each["id"]) for each in body.get(people, ()))
        seats = {owner: chance.choice(body["seats"])["id"] for owner in owners}
        if people in body:
            body[people] = [{**each, "controller": seats[each.get("owner", each["id"])]} for each in body[people]]
    return begun(opening_of(body))


def play(system: str, number: int, *, overrule: bool = True) -> list[Encounter]:
    """Return the states of a random fight into which is meddled from outside again and again."""
    chance = random.Random(f"{system} {number}")
    encounter = seated(system, chance)
    states = [encounter]
    for turn in range(STEPS):
        body = meddling(encounter, chance, overrule=overrule) if chance.random() < 0.4 else None
        body = body or pick(encounter, chance, may_end=turn > STEPS - 3)
        if body is None:
            return states
        for event in happened(encounter, body, chance):
            always.told(encounter, event)
            encounter = evolve(encounter, event)
            always.stands(encounter)
        states.append(encounter)
        if encounter.outcome is not None:
            return states
    return states


def happened(encounter: Encounter, body: dict[str, Any], chance: random.Random) -> list[Event]:
    """Return what a command makes happen; nothing if it overrules what cannot be so."""
    try:
        return decide(command_of(body, encounter.system), encounter, Chance(chance))
    except Refused:
        if body["do"] != "override":
            raise
        return []


def meddling(encounter: Encounter, chance: random.Random, *, overrule: bool) -> dict[str, Any] | None:
    """Return a command of every system: one on offer, or some value overruled, whether that can be or not."""
    if overrule and chance.random() < 0.6:
        return overruling(encounter, chance)
    found = [offer for offer in offers(encounter) if offer.do in NAMES and (offer.do != "concede" or not overrule)]
    return chance.choice(said(chance.choice(found))) if found else None


def overruling(encounter: Encounter, chance: random.Random) -> dict[str, Any]:
    """Return an override of anything of anybody."""
    one = chance.choice(list(encounter.combatants.values()))
    held = [*one.pools, *one.resources, *one.conditions, "prone", "dazed", "hidden", "entangled", "stance"]
    what = chance.choice(["life", "place", *held])
    there = [who.at for who in encounter.combatants.values() if who.at]
    near = [place for at in there if at in encounter.board for place in encounter.board.next_to(at)]
    lives, places = ["active", "down", "dying", "dead", "left"], [*there, *near, "Nowhere"]
    value = chance.choice({"life": lives, "place": places}.get(what, [0, 1, 2, 3, 5, "x"]))
    by = encounter.referee or "table"
    return {"do": "override", "by": by, "who": one.id, "what": what, "value": value, "reason": "We said so."}


def after(encounter: Encounter, body: dict[str, Any]) -> Encounter:
    """Return the encounter after a command that must be accepted."""
    command = command_of(body, encounter.system)
    return reduce(evolve, decide(command, encounter, Chance(random.Random(1))), encounter)


@pytest.mark.long(but=("-0",))
def test_a_fight_that_is_meddled_with_still_offers_only_what_is_accepted(fight: tuple[str, int]) -> None:
    system, _ = fight
    for state in play(*fight):
        assert can_go_on(state), pending(state)
        for offer in offers(state):
            for body in said(offer, 2):
                assert decide(command_of(body, system), state, Chance(random.Random(1)))


def test_claiming_the_time_of_any_decision_brings_the_fight_on(fight: tuple[str, int]) -> None:
    for state in play(*fight):
        if state.outcome is None and awaited(state) is not None:
            assert after(state, {"do": "claim_time", "by": "s1"}) != state


def test_whoever_concedes_has_nobody_left_and_the_others_can_go_on(fight: tuple[str, int]) -> None:
    for state in play(*fight, overrule=False):
        for offer in offers(state):
            if offer.do == "concede":
                (body,) = said(offer)
                left = after(state, body)
                assert left.outcome is not None or (not leaving(left, str(offer.by)) and offers(left))


def test_one_hands_over_ones_own_and_the_referee_anybodys(fight: tuple[str, int]) -> None:
    system, _ = fight
    for state in play(*fight, overrule=False):
        for offer in (offer for offer in offers(state) if offer.do == "hand_over"):
            for body in said(offer):
                command = command_of(body, system)
                may = {seat for seat in state.seats if controls(state, seat, command)}
                name = str(offer.who)
                holder = state.combatants[name].controller if name in state.combatants else state.voices[name]
                assert may == {holder, state.referee} - {None}
                handed = after(state, body)
                assert (handed.voices.get(name) or handed.combatants[name].controller) == body["to"]
