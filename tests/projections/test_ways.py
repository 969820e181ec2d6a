"""The ways that an entry tells of: who went, and through which places, in their order."""

from __future__ import annotations

from itertools import pairwise

import pytest

from bots import sparring
from bots.lab.keyed import KeyedChoices, KeyedDice
from bots.players import sensible
from domain.events import CombatantMoved, Event, TurnStarted
from files import rosters
from files.written_rosters import OURS
from ledger.application import Ledger
from projections.chronicle import chronicle
from projections.sentences.moves import Way, ways
from tests.ledger.fights import opened
from tests.secrecy import LURKER, OPENINGS, PLACE


def step(who: str, origin: str, *to: str) -> CombatantMoved:
    return CombatantMoved(who=who, origin=origin, to=to[-1], path=to if len(to) > 1 else (), mode="walk")


def test_steps_that_follow_each_other_are_one_way_whoever_else_goes_meanwhile() -> None:
    events: list[Event] = [
        step("Ana", "", "1:1"),
        step("Ana", "1:1", "2:1"),
        step("Mule", "1:2", "2:2"),
        TurnStarted(who="Ana"),
        step("Ana", "2:1", "2:1"),
        step("Ana", "2:1", "3:2", "4:2"),
        step("Mule", "9:9", "8:8"),
    ]
    assert ways(events) == (
        Way(who="Ana", places=("1:1", "2:1", "3:2", "4:2")),
        Way(who="Mule", places=("1:2", "2:2")),
        Way(who="Mule", places=("9:9", "8:8")),
    )
    assert ways([]) == ()


@pytest.mark.slow
@pytest.mark.long(but=("pursuit-fair", "storyteller"))
@pytest.mark.parametrize(
    "name", ["etiquette", "pursuit-fair", "vanguard", "verdigris", "storyteller", "storyteller-zones"]
)
def test_a_way_leads_from_where_somebody_was_to_where_they_are(name: str) -> None:
    opening = rosters.read(OURS[name])
    before, seats = sparring.begun(opening), sparring.seats_of(opening)
    told, longest = 0, 0
    for exchange in sparring.spar(before, seats, sensible, KeyedChoices(3, 1), KeyedDice(3, 1)):
        found, now = ways(exchange.story.events), exchange.story.now
        for who in {way.who for way in found}:
            own = [way.places for way in found if way.who == who]
            assert own[0][0] == before.combatants[who].at
            assert own[-1][-1] == now.combatants[who].at
            assert all(one != other for places in own for one, other in pairwise(places))
        told, longest, before = told + len(found), max([longest, *(len(way.places) for way in found)]), now
    assert told
    assert longest > 2 or name != "storyteller"


def test_an_entry_tells_the_way_that_a_seat_may_know() -> None:
    with Ledger() as ledger:
        table = opened(ledger, OPENINGS["storyteller"])
        table.does({"do": "open", "by": "gm"}, seat="gm")
        table.does({"do": "determine_surprise", "by": "gm", "hiding": []}, seat="gm")
        table.does({"do": "place", "by": "gm", "who": "Gob", "at": "4:4"}, seat="gm")
        table.does({"do": "reveal", "by": "gm", "who": LURKER, "at": PLACE["storyteller"]}, seat="gm")
        told = {seat: chronicle(ledger.fight(table.encounter, seat).lines, seat) for seat in ("gm", "ana", "eve")}
        for entries in told.values():
            assert [each.moves for each in entries if each.moves] == [(Way(who="Gob", places=("5:5", "4:4")),)]
