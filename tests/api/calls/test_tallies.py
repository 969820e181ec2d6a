"""What fights add up to, over HTTP: of those whose keys are shown, and of no others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient

from api.app import create_app
from ledger.application import Ledger
from ledger.dice.secrets import token_hash
from projections.tables.runner import Runner
from projections.tables.totals import totals
from tests.api.conftest import OPERATOR, Sit, contact


@pytest.fixture
def client(ledger: Ledger) -> Iterator[TestClient]:
    app = create_app(ledger, operator=token_hash(OPERATOR))
    with TestClient(app) as client:
        yield client
    app.state.runner.close()


def asked(client: TestClient, *keys: str, **wanted: Any) -> dict[str, Any]:
    answer = client.get("/api/tallies", params=wanted, headers={"Encounter-Keys": ",".join(keys)})
    told: dict[str, Any] = answer.json()
    return {"status": answer.status_code, **told}


def test_the_fights_of_the_keys_are_added_up_and_no_others(client: TestClient, sit: Sit) -> None:
    one, other, third = sit(), sit(), sit("etiquette")
    contact(one)
    contact(other)
    alone, both = asked(client, one.keys["ana"]), asked(client, one.keys["ana"], other.keys["bo"])
    assert (alone["encounters"], both["encounters"]) == (1, 2)
    moves = [
        sum(each["times"] for each in told["combatants"][0]["sums"] if each["measure"] == "moved")
        for told in (alone, both)
    ]
    assert moves[1] == 2 * moves[0] > 0
    assert asked(client, one.keys["ana"], third.keys["ana"], system="etiquette")["encounters"] == 1
    assert asked(client, one.keys["ana"], third.keys["ana"], encounter=third.id)["encounters"] == 1


def test_the_operator_gets_what_the_command_line_counts(client: TestClient, ledger: Ledger, sit: Sit) -> None:
    contact(sit())
    sit("vanguard")
    told = asked(client, OPERATOR)
    with Runner(ledger) as runner:
        runner.catch_up()
        whole = totals(runner.tables)
    assert told["encounters"] == whole.encounters == 2
    assert [each["name"] for each in told["combatants"]] == [each.name for each in whole.combatants]


@pytest.mark.parametrize("who", ["ana", "nobody"])
def test_nobody_is_told_of_a_fight_without_a_key_of_it(client: TestClient, sit: Sit, who: str) -> None:
    mine, other = sit(), sit()
    key = mine.keys["ana"] if who == "ana" else "A" * 43
    refused = asked(client, key, encounter=other.id)
    assert refused["status"] == 404
    assert asked(client, OPERATOR, encounter="0" * 32)["status"] == 404
