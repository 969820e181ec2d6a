"""Why a value is what it is: asked of a long fight, its causes are followed back, and no further lines are folded."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from api.app import create_app
from domain import evolve as folding
from ledger.application import Ledger
from ledger.line.lines import Line
from ledger.table import log
from projections.sentences import steps, traces
from tests.ledger.fights import BACK, LASTING, SHOT, Player, opening

PART = 16
"""Lines between two states that are kept, and lines that are folded at a time."""
ROUNDS = 60
BOW = {"id": "bow", "damage": "1d6", "to_hit": {"dice": "1d6", "at_least": 1}}
"""It always hits."""


@pytest.fixture
def folds(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Give a list of every event that is folded from now on, by whichever module."""
    folded, really = list[Any](), folding.evolve

    def evolve(encounter: Any, event: Any) -> Any:
        folded.append(event)
        return really(encounter, event)

    for module in list(sys.modules.values()):
        if getattr(module, "evolve", None) is really:
            monkeypatch.setattr(module, "evolve", evolve)
    monkeypatch.setattr(log, "KEEP_EVERY", PART)
    monkeypatch.setattr(steps, "AT_ONCE", PART)
    monkeypatch.setattr(traces, "AT_ONCE", PART)
    return folded


@pytest.fixture
def fight(folds: list[Any]) -> Iterator[tuple[TestClient, str, dict[str, str], int]]:
    """Give a fight of some hundred lines that was played already, with the number of events in it."""
    with Ledger() as ledger, TestClient(create_app(ledger)) as client:
        begun = ledger.open(opening(weapons=[BOW], combatants=LASTING))
        player = Player(ledger, begun.encounter)
        player.comes_to_blows()
        for _ in range(ROUNDS):
            player.does(SHOT)
            player.does(BACK)
        events = sum(len(line.events) for line in ledger.lines(begun.encounter))
        assert events > 40 * PART
        assert folds
        yield client, begun.encounter, begun.keys, events


NEVER = (
    "winner",
    "order",
    "round",
    "rulings",
    "Ana.conditions",
    "Ana.combat",
    "Bo.at",
    "Bo.life",
    "Bo.hand",
    "T1.traps",
)
"""Values that change seldom, or never."""
ASKED = (
    "value=turn",
    "value=pending",
    "value=Bo.health&limit=3",
    "line=250",
    "line=0",
    "value=Bo.health&limit=3&at=200",
    *(f"value={value}" for value in NEVER),
)


def test_of_a_long_fight_only_the_parts_are_folded_in_which_the_causes_lie(
    fight: tuple[TestClient, str, dict[str, str], int], folds: list[Any]
) -> None:
    client, encounter, keys, events = fight
    for asked in ASKED:
        folds.clear()
        head = {"Authorization": f"Bearer {keys['ana']}"}
        answer = client.get(f"/api/encounters/{encounter}/why?{asked}", headers=head)
        assert answer.status_code == 200, answer.text
        assert answer.json()["sentences"]
        assert len(folds) <= 10 * PART, f"{asked}: {len(folds)} of {events} events were folded"


def test_asked_again_it_looks_through_no_line_but_those_that_are_new(
    fight: tuple[TestClient, str, dict[str, str], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    client, encounter, keys, _ = fight
    head = {"Authorization": f"Bearer {keys['ana']}"}
    seen, really = list[Any](), vars(Line)["events"].fget
    for asked in ASKED:
        assert client.get(f"/api/encounters/{encounter}/why?{asked}", headers=head).status_code == 200

    def events(line: Line) -> Any:
        seen.append(line)
        return really(line)

    monkeypatch.setattr(Line, "events", property(events))
    for asked in ASKED:
        seen.clear()
        assert client.get(f"/api/encounters/{encounter}/why?{asked}", headers=head).status_code == 200
        assert 0 < len({line.n for line in seen}) <= 10 * PART, asked
