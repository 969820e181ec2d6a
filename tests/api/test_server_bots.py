"""Bots of the server take seats that nobody took, play them to the end, and make room for people."""

from __future__ import annotations

from collections.abc import Iterator
from time import monotonic, sleep

import pytest
from fastapi.testclient import TestClient
from httpx2 import Response

from api.app import create_app
from api.server_bots import Automatic
from ledger.application import Ledger
from ledger.proof.verifying import verify
from tests.api.conftest import SAMPLE, Table
from tests.api.devices import Player

MINUTE = 60.0


@pytest.fixture
def playing(ledger: Ledger) -> Iterator[Table]:
    """Give a table whose bots play without a pause."""
    application = create_app(ledger)
    with Automatic(ledger, pace=0.0) as automatic, TestClient(application) as client:
        application.state.automatic = automatic
        yield Table(client, SAMPLE["pursuit"])


def let_play(table: Table, by: str, seat: str, kind: str = "bot") -> Response:
    return table.post(by, "/bots", {"seat": seat, "kind": kind, "cmd": f"{kind}-{seat}-{len(table.types())}"})


def outcome(table: Table) -> str | None:
    told: str | None = table.get("ana", "").json()["outcome"]
    return told


def until_over(table: Table) -> None:
    ends = monotonic() + MINUTE
    while outcome(table) is None and monotonic() < ends:
        sleep(0.05)


def bots(table: Table) -> list[str]:
    return [seat["seat"] for seat in table.get("ana", "/seats").json()["seats"] if seat["bot"]]


def test_bots_in_every_seat_play_a_fight_to_its_end_that_verifies(playing: Table) -> None:
    assert [let_play(playing, "ana", seat).status_code for seat in ("ana", "bo")] == [200, 200]
    told = [entry["text"] for entry in playing.get("ana", "/chronicle").json()]
    assert "A bot of the server plays for seat ana." in told
    until_over(playing)
    assert outcome(playing) is not None
    found = verify(playing.get("ana", "/export").content)
    assert found.broken is None
    assert all(found.seats[seat].bot for seat in ("ana", "bo"))


def test_a_bot_waits_while_it_is_the_turn_of_a_person(playing: Table) -> None:
    let_play(playing, "ana", "bo")
    sleep(0.5)
    acted = [line["decl"]["seat"] for line in playing.lines() if line["type"] == "CommandAccepted"]
    assert "ana" not in acted


def test_whoever_comes_with_a_device_takes_the_place_of_a_bot(table: Table) -> None:
    let_play(table, "ana", "bo")
    assert bots(table) == ["bo"]
    assert Player(table.client, table.id, "bo", table.keys["bo"]).join().status_code == 200
    assert bots(table) == []
    assert verify(table.get("ana", "/export").content).broken is None


def test_whoever_comes_without_one_says_so_and_the_host_may_not_take_the_seat_again(table: Table) -> None:
    let_play(table, "ana", "bo")
    assert let_play(table, "bo", "bo", "person").status_code == 200
    assert bots(table) == []
    assert table.done("bo", "say", by="bo", text="I am here.")
    refused = let_play(table, "ana", "bo")
    assert refused.status_code == 403
    assert refused.json()["detail"] == "bo is taken: only bo lets a bot play in its place."
    assert let_play(table, "bo", "bo").status_code == 200


@pytest.mark.parametrize(
    ("by", "seat", "kind", "sentence"),
    [
        ("bo", "ana", "bot", "bo seats no bot: only ana does, who opened the encounter."),
        ("ana", "bo", "person", "No bot plays for bo."),
        ("ana", "zed", "bot", "There is no seat zed here, or not with this role."),
    ],
)
def test_who_seats_no_bot(table: Table, by: str, seat: str, kind: str, sentence: str) -> None:
    assert let_play(table, by, seat, kind).json()["detail"] == sentence


def test_a_bot_is_seated_once_however_often_that_is_sent(table: Table) -> None:
    body = {"seat": "bo", "kind": "bot", "cmd": "once"}
    first, again = table.post("ana", "/bots", body), table.post("ana", "/bots", body)
    assert first.json() == again.json()
    assert table.post("ana", "/bots", {**body, "cmd": "twice"}).json()["detail"] == "A bot plays for bo already."


def test_a_seat_with_a_device_is_played_by_whoever_holds_it(table: Table) -> None:
    assert Player(table.client, table.id, "bo", table.keys["bo"]).join().status_code == 200
    assert let_play(table, "ana", "bo").json()["detail"] == "bo has a device: whoever holds it plays."


def test_bots_throw_no_dice_of_a_table(client: TestClient) -> None:
    table = Table(client, {**SAMPLE["pursuit"], "dice": "table"})
    assert let_play(table, "ana", "bo").json()["detail"].startswith("A bot throws no dice")
