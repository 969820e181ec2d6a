"""Facts stand in memory as they stand in a stored line, so that nothing depends on how somebody wrote them."""

from __future__ import annotations

import json

import pytest

from api.shapes.samples import OPENINGS
from domain.deciding import RULESETS, open_encounter
from domain.events import CombatantJoined, Event, LifeStateChanged, MessageRecorded
from domain.items import Carried
from domain.ordering import ordered
from files.openings import any_opening
from ledger.line.lines import NO_LEAF, decode, encode
from tests.laws.fights import play


def reread(event: Event) -> str:
    """Return an event as it comes back from the store, spelled out."""
    return repr(decode(encode(event, n=0, prev=NO_LEAF, at=0)).entry)


def test_keys_are_sorted_all_the_way_down_and_what_is_in_them_are_lists() -> None:
    sheet = {"speeds": {"walk": 10, "fly": 50}, "attacks": ({"range": (80, 320), "id": "bow"},)}
    bow = Carried(id="bow", place="hand", facts={"skill": "bows", "bonus": 1})
    joined = ordered(CombatantJoined(who="Wisp", side="players", kind="pc", at="", sheet=sheet, carried=(bow,)))
    assert isinstance(joined, CombatantJoined)
    assert repr(joined.sheet) == "{'attacks': [{'id': 'bow', 'range': [80, 320]}], 'speeds': {'fly': 50, 'walk': 10}}"
    assert repr(joined.carried[0].facts) == "{'bonus': 1, 'skill': 'bows'}"


def test_an_event_without_facts_is_left_as_it_is() -> None:
    fell = LifeStateChanged(who="Bo", origin="active", to="dead", why="wounds")
    assert ordered(fell) is fell


@pytest.mark.parametrize("name", OPENINGS)
def test_an_opening_reads_from_memory_as_from_the_store(name: str) -> None:
    events = open_encounter(any_opening().validate_json(json.dumps(OPENINGS[name])), "0" * 32)
    assert [repr(event) for event in events] == [reread(event) for event in events]


@pytest.mark.slow
@pytest.mark.parametrize("system", RULESETS)
def test_whatever_happens_reads_from_memory_as_from_the_store(system: str) -> None:
    told = [event for number in range(3) for step in play(system, number, most=60) for event in step.events]
    seen = [event for event in told if not isinstance(event, MessageRecorded)]
    assert len(seen) > 50
    assert [repr(event) for event in seen] == [reread(event) for event in seen]
