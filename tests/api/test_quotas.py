"""What an operator lets callers have: beyond it 429 with the time to wait, or 403, in words; others go on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from api.app import create_app
from api.limiting import rate
from api.quotas import Allowed, openings
from cli.operating import BadSetting, allowed
from ledger.application import Ledger
from ledger.dice.secrets import token_hash
from tests.api.calling import run
from tests.api.conftest import SAMPLE, Table
from tests.api.devices import Player
from tests.api.listening import connect
from tests.api.streaming import Serving

OPERATOR = "o" * 43
SHOWN = {"Authorization": f"Bearer {OPERATOR}"}
FILE = {"Content-Type": "application/x-ndjson"}


def served(ledger: Ledger, given: Allowed) -> TestClient:
    return TestClient(create_app(ledger, operator=token_hash(OPERATOR), allowed=given))


def test_an_address_opens_and_imports_so_many_and_the_operator_any(ledger: Ledger) -> None:
    with served(ledger, Allowed(openings=rate("2/minute"))) as client:
        table = Table(client, SAMPLE["pursuit"])
        assert client.post("/api/imports", content=b"{}\n", headers=FILE).status_code == 422
        for path, content, headers in (("/api/encounters", b"{", {}), ("/api/imports", b"{", FILE)):
            told = client.post(path, content=content, headers=headers)
            assert (told.status_code, told.json()["type"]) == (429, "/problems/too-often")
            assert told.json()["detail"].startswith("Too many encounters were opened or imported from here: try again")
            assert 1 <= int(told.headers["Retry-After"]) <= 60
        assert table.done("ana", "begin_move", who="Ana", allowance=3)["version"] > 0
        assert client.post("/api/encounters", json=SAMPLE["pursuit"], headers=SHOWN).status_code == 201


def test_only_the_operator_opens_where_that_is_said(ledger: Ledger) -> None:
    with served(ledger, Allowed(only_operator=True)) as client:
        opened = client.post("/api/encounters", json=SAMPLE["pursuit"], headers=SHOWN)
        assert opened.status_code == 201
        seat = {"Authorization": f"Bearer {opened.json()['keys']['ana']}"}
        for headers in ({}, seat):
            for path in ("/api/encounters", "/api/imports"):
                told = client.post(path, content=b"{", headers={**FILE, **headers})
                assert told.status_code == 403
                assert told.json()["detail"].startswith("Only the operator of this server opens and imports")


def test_an_encounter_has_so_many_seats_and_invitations(ledger: Ledger, table: Table) -> None:
    ledger.devices.most_seats = len(ledger.fight(table.id).table.seats) + 1
    assert table.post("ana", "/invitations", {"cmd": "i1", "seat": "zoe"}).status_code == 200
    told = table.post("ana", "/invitations", {"cmd": "i2", "seat": "yan"})
    assert (told.status_code, told.json()["type"]) == (403, "/problems/no-room")
    ledger.devices.most_invitations = len(ledger.store.seats_of(table.id))
    told = table.post("ana", "/invitations", {"cmd": "i3", "seat": "zoe"})
    assert (told.status_code, told.json()["type"]) == (403, "/problems/no-room")
    assert "no more are made here" in told.json()["detail"]


def test_a_key_cosigns_so_often(ledger: Ledger) -> None:
    with served(ledger, Allowed(cosigning=rate("1/minute"))) as client:
        table = Table(client, SAMPLE["pursuit"])
        ana, bo = (Player(client, table.id, seat, table.keys[seat]) for seat in ("ana", "bo"))
        for player in (ana, bo):
            assert player.join().status_code == 200
        note = ana.call("GET", "/checkpoint").text
        for player in (ana, bo):
            body = player.device.cosigning(note, 1_790_000_600)
            assert player.call("POST", "/cosignatures", body).status_code == 200
            again = player.call("POST", "/cosignatures", body)
            assert again.status_code == 429
            assert "cosigned with this key: try again in" in again.json()["detail"]
            assert int(again.headers["Retry-After"]) >= 1


@pytest.fixture
def listened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Serving]:
    monkeypatch.setattr("tests.api.streaming.create_app", lambda ledger: create_app(ledger, allowed=Allowed(streams=2)))
    with Ledger(tmp_path) as ledger:
        running = Serving(ledger)
        yield running
        running.stop()


def test_a_key_listens_to_so_many_streams_at_a_time(listened: Serving) -> None:
    keys = listened.keys
    open_ones = [connect(listened.address, listened.encounter, keys["ana"]) for _ in range(2)]
    for _, answer in open_ones:
        answer.readline()
    connection, refused = connect(listened.address, listened.encounter, keys["ana"])
    assert (refused.status, refused.getheader("Retry-After")) == (429, "1")
    assert b"listens to 2 streams already" in refused.read()
    connection.close()
    other, answer = connect(listened.address, listened.encounter, keys["bo"])
    assert answer.status == 200
    other.close()
    open_ones[0][0].close()
    quotas = listened.app.state.quotas
    listened.player.comes_to_blows()
    for _ in range(500):
        if sum(quotas._streams.values()) < 2:
            break
        listened.get("ana", "/offers")
    again, answer = connect(listened.address, listened.encounter, keys["ana"])
    assert answer.status == 200
    for each in (again, open_ones[1][0]):
        each.close()


def test_a_quota_that_cannot_be_ends_the_start_with_a_sentence(tmp_path: Path) -> None:
    assert openings("operator") == (None, True)
    assert openings("none") == (None, False)
    with pytest.raises(BadSetting, match="there is no operator's key"):
        allowed("operator", "none", 1, None)
    assert allowed("operator", "none", 1, token_hash(OPERATOR)).only_operator
    ended = run("serve", "--data", tmp_path, "--port", 0, "--open-rate", "operator")
    assert (ended.exit_code, ended.stderr.strip().count("\n")) == (2, 0)
    assert run("serve", "--data", tmp_path, "--open-rate", "fast").exit_code == 2
