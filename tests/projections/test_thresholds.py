"""What a roll was held against, where that is one number, and the least total that is enough for it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from domain.events import DiceRolled, Event, OutcomeResolved
from ledger.proof import exporting
from projections.chronicle import chronicle
from projections.sentences.thresholds import held
from tests.transcripts.writing import FOLDER


def roll(by: str, total: int | None) -> DiceRolled:
    return DiceRolled(by=by, purpose="attack", dice="3d6", faces=(1, 2, 3), source="ledger", total=total)


def outcome(kind: str, who: str, result: str, **more: Any) -> OutcomeResolved:
    return OutcomeResolved(kind=kind, who=who, result=result, **more)


CASES = [
    ("storyteller", {}, outcome("attack", "Ana", "hit", versus=13), 15, 13),
    ("storyteller", {}, outcome("attack", "Ana", "hit", versus=15), 15, 15),
    ("storyteller", {}, outcome("save", "Ana", "failure", versus=16), 15, 16),
    ("pursuit", {}, outcome("attack", "Ana", "miss", margin=-1, details={"at_least": 4}), 3, 4),
    ("vanguard", {}, outcome("attack", "Ana", "hit", versus=2), 3, 3),
    ("vanguard", {}, outcome("attack", "Ana", "miss", versus=3), 3, 4),
    ("vanguard", {"equal_hits": True}, outcome("attack", "Ana", "hit", versus=3), 3, 3),
    ("vanguard", {}, outcome("defense", "Ana", "dodged", versus=3), 4, 4),
    ("vanguard", {}, outcome("defense", "Ana", "hit", versus=3), 3, 4),
    ("vanguard", {"spell_success": "meet_or_over"}, outcome("spell", "Ana", "success", versus=3), 3, 3),
]


@pytest.mark.parametrize(("system", "house_rules", "resolved", "total", "least"), CASES)
def test_the_least_that_would_have_been_enough_is_known(
    system: str, house_rules: Mapping[str, Any], resolved: OutcomeResolved, total: int, least: int
) -> None:
    told = held([roll("Ana", total), resolved], system, house_rules)
    assert {at: known.enough for at, known in told.items()} == {0: least}


NOTHING: list[tuple[str, list[Event]]] = [
    ("storyteller", [roll("Bo", 15), outcome("attack", "Ana", "hit", versus=13)]),
    ("storyteller", [roll("Ana", 15), roll("Ana", 9), outcome("attack", "Ana", "hit", versus=13)]),
    ("storyteller", [roll("Ana", None), outcome("attack", "Ana", "hit", versus=13)]),
    ("storyteller", [roll("Ana", 15), outcome("attack", "Ana", "hit")]),
    ("storyteller", [roll("Ana", 15), outcome("attack", "Ana", "miss", versus=13)]),
    ("storyteller", [roll("Ana", 15), outcome("stealth", "Ana", "success", versus=13)]),
    ("etiquette", [roll("Ana", 15), outcome("attack", "Ana", "hit", versus="Bo")]),
    ("of-another-book", [roll("Ana", 15), outcome("attack", "Ana", "hit", versus=13)]),
]


@pytest.mark.parametrize(("system", "events"), NOTHING)
def test_where_it_is_not_one_roll_against_one_number_nothing_is_said(system: str, events: list[Event]) -> None:
    assert held(events, system, {}) == {}


def test_each_roll_of_several_is_held_against_its_own_number() -> None:
    events: list[Event] = [
        roll("Ana", 15),
        outcome("attack", "Ana", "hit", versus=13),
        roll("Ana", 4),
        roll("Bo", 11),
        outcome("save", "Bo", "failure", versus=12),
    ]
    assert held(events, "storyteller", {}) == {0: (13, 13), 3: (12, 12)}


@pytest.mark.parametrize(("name", "says"), [("storyteller", True), ("vanguard", True), ("verdigris", False)])
def test_the_chronicle_says_it_of_the_rolls_of_an_entry(name: str, says: bool) -> None:
    _, lines, _ = exporting.read((FOLDER / f"{name}.ndjson").read_bytes())
    told = [(entry.text, each) for entry in chronicle(lines) for each in entry.dice if each.enough is not None]
    assert bool(told) == says
    assert all(each.total is not None and each.faces for _, each in told)
    for text, each in told:
        assert f"against {each.against}" in text or f"against at least {each.against}" in text
    if name == "storyteller":
        first = next(each for text, each in told if "Anwen hit against 11" in text)
        assert (first.by, first.total, first.enough) == ("Anwen", 12, 11)
