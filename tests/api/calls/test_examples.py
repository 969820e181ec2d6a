"""The ready fights over HTTP: each is told in a sentence, and begins as it stands."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi.testclient import TestClient

from domain.ruleset import RULESETS
from files.written_rosters import OURS
from ledger.application import Ledger

Told = dict[str, Any]


@pytest.fixture
def told(client: TestClient) -> dict[str, Told]:
    answer = client.get("/api/examples")
    assert answer.status_code == 200
    return {each["name"]: each for each in answer.json()}


def test_every_roster_of_ours_is_told_in_a_sentence(told: dict[str, Told]) -> None:
    assert told.keys() == OURS.keys()
    assert {each["system"] for each in told.values()} == RULESETS.keys()
    assert all(each["title"].startswith("A fight of ") and each["title"].endswith(".") for each in told.values())


@pytest.mark.parametrize("name", OURS)
def test_each_begins_as_it_stands(client: TestClient, told: dict[str, Told], name: str) -> None:
    opened = client.post("/api/encounters", json=told[name]["opening"])
    assert opened.status_code == 201, opened.text
    assert list(opened.json()["keys"]) == [each["seat"] for each in told[name]["seats"]]


@pytest.mark.parametrize("name", OURS)
def test_whoever_plays_somebody_is_told_whom(
    client: TestClient, ledger: Ledger, told: dict[str, Told], name: str
) -> None:
    opened = client.post("/api/encounters", json=told[name]["opening"]).json()
    people = ledger.fight(opened["encounter"]).encounter.combatants.values()
    for each in told[name]["seats"]:
        own = {one.id for one in people if one.controller == each["seat"]}
        assert own == set(each["plays"]) or each["role"] == "referee"
