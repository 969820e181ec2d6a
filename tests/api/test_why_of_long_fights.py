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
from ledger.table import log
from projections.sentences import steps
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


ASKED = ("value=turn", "value=pending", "value=Bo.health&limit=3", "line=250", "value=Bo.health&limit=3&at=200")


def test_of_a_long_fight_only_the_parts_are_folded_in_which_the_causes_lie(
    fight: tuple[TestClient, str, dict[str, str], int], folds: list[Any]
) -> None:
    client, encounter, keys, events = fight
    for asked in ASKED:
        folds.clear()
        head = {"Authorization": f"Bearer {keys['ana']}"}
        answer = client.get(f"/api/encounters/{encounter}/why?{asked}", headers=head)
        assert answer.status_code == 200, answer.text
        assert answer.json()["chain"]
        assert 0 < len(folds) <= 10 * PART, f"{asked}: {len(folds)} of {events} events were folded"
