"""What the fights of some keys come to together, over HTTP."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest
from fastapi.testclient import TestClient

from api.calls import summaries
from api.calls.summaries import by_age
from ledger.application import Ledger
from ledger.line import clock
from projections.analytics.extraction import extract
from projections.analytics.sources import of_store
from projections.analytics.summing import lucky
from tests.api.calls.test_whole_fights import play_on
from tests.api.conftest import OPERATOR, Sit, Table


def summed(client: TestClient, *keys: str, **wanted: Any) -> dict[str, Any]:
    """Return the answer, with its status."""
    answer = client.get("/api/summary", params=wanted, headers={"Encounter-Keys": ",".join(keys)})
    return {"status": answer.status_code, **answer.json()}


@pytest.fixture
def fought(sit: Sit, ledger: Ledger) -> Table:
    """A fight that is over."""
    table = sit()
    play_on(table, ledger, ["ana", "bo"], 300)
    assert ledger.fight(table.id).encounter.outcome is not None
    return table


def test_fights_that_are_over_are_summed_up_and_no_others(
    client: TestClient, ledger: Ledger, sit: Sit, fought: Table
) -> None:
    running, others = sit(), sit("etiquette")
    told = summed(client, fought.keys["ana"], running.keys["bo"])
    assert (told["fights"], told["left_out"]) == (1, 1)
    (won,) = told["won"]
    winner = ledger.fight(fought.id).encounter.winner
    assert (won["system"], won["winner"], won["fights"], won["of"], won["share"]) == ("pursuit", winner, 1, 1, 1)
    assert (won["enough"], won["low"] < won["share"] <= won["high"] + 1e-9) == (False, True)
    seats = lucky(extract(of_store(ledger, fought.id, "")))
    assert [(each["seat"], each["rolls"]) for each in told["luck"]] == [
        (seat, len(each.rolls)) for seat, each in seats.items()
    ]
    assert [each["luck"] for each in told["luck"]] == pytest.approx([100 * each.mean for each in seats.values()])
    assert {each["seat"] for each in told["pace"]} == {"ana", "bo"}
    assert all(0 <= each["median"] <= each["longest"] <= each["together"] for each in told["pace"])
    assert summed(client, fought.keys["ana"], system="etiquette")["fights"] == 0
    assert summed(client, OPERATOR)["fights"] == 1
    assert summed(client, others.keys["ana"])["fights"] == 0


def test_of_many_fights_the_newest_are_summed_up_whatever_the_order_of_the_keys(
    client: TestClient, ledger: Ledger, sit: Sit, monkeypatch: pytest.MonkeyPatch
) -> None:
    time = count(clock.now(), 1000)
    monkeypatch.setattr(clock, "now", lambda: next(time))
    opened = [sit() for _ in range(7)]
    ids = [table.id for table in opened]
    assert [each for each, *_ in by_age(ledger, sorted(ids))] == ids
    assert [each for each, *_ in by_age(ledger, None)] == ids
    for most in (1, 3, 6, 7, 8):
        monkeypatch.setattr(summaries, "MOST_OF_ALL", most)
        assert [each for each, *_ in by_age(ledger, None)] == ids[-most:]
    monkeypatch.setattr(summaries, "MOST", 3)
    assert summed(client, *(table.keys["ana"] for table in opened))["left_out"] == 3


def test_nobody_is_told_of_a_fight_without_a_key_of_it(client: TestClient, fought: Table, sit: Sit) -> None:
    assert summed(client, sit().keys["ana"])["fights"] == 0
    assert client.get("/api/summary").status_code == 401
    assert fought.id not in client.get("/api/summary", headers={"Encounter-Keys": fought.keys["ana"]}).text
