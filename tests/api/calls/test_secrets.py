"""Secrets over HTTP: each seat is answered from what it may know, until the ledger is closed."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from api.app import create_app
from api.calls.stream import EventStream
from api.channels import Channels
from ledger.application import Ledger
from ledger.proof.verifying import verify
from tests.api.conftest import Table
from tests.api.devices import Player
from tests.api.streaming import Sink, reached
from tests.secrecy import LURKER, OPENINGS, PLACE

TRAP = {"do": "seal", "by": "gm", "title": "Bridge", "text": "It gives way.", "facts": {"weight": 80}}
HEARD = {"do": "seal", "by": "gm", "text": "You hear steps.", "to": ["ana"]}


@pytest.fixture
def table(client: TestClient) -> Table:
    return Table(client, OPENINGS["storyteller"])


def said(table: Table, seat: str, path: str = "/chronicle") -> str:
    return table.get(seat, path).text


def sealed(table: Table, body: dict[str, Any]) -> int:
    """Seal something and return the last line of it."""
    answer = table.do("gm", body)
    assert answer.status_code == 200, answer.text
    version: int = answer.json()["version"]
    return version


@pytest.mark.parametrize("facts", [{str(n): n for n in range(33)}, {"x" * 81: 1}, {"": 1}])
def test_what_is_sealed_has_bounds(table: Table, facts: dict[str, int]) -> None:
    action = {"do": "seal", "by": "gm", "facts": facts}
    assert table.post("gm", "/commands", {"action": action, "cmd": "much"}).status_code == 422


def test_a_private_message_is_told_to_whom_it_is_said(table: Table) -> None:
    sealed(table, HEARD)
    assert "You hear steps." in said(table, "gm")
    assert "You hear steps." in said(table, "ana")
    assert "You hear steps." not in said(table, "eve")
    assert "Seat gm did something that is sealed." in said(table, "eve")


@pytest.mark.parametrize("path", ["", "/board", "/initiative", "/chronicle", "/offers", "/export", "/audit", "/lines"])
def test_no_answer_names_who_is_in_reserve(table: Table, path: str) -> None:
    sealed(table, TRAP)
    for seat in ("ana", "eve"):
        answer = table.get(seat, path)
        assert answer.status_code == 200
        assert LURKER not in answer.text
        assert "gives way" not in answer.text


def test_what_is_opened_is_told_then_and_in_hindsight_where_it_was(table: Table) -> None:
    line = sealed(table, TRAP)
    table.done("gm", "unseal", by="gm", of=[line])
    told = table.get("ana", "/chronicle").json()
    assert "It gives way." in told[-1]["text"]
    assert "It gives way." not in told[-2]["text"]
    assert "It gives way." in table.get("ana", "/chronicle?known=now").json()[-2]["text"]
    assert "It gives way." not in said(table, "ana", f"/chronicle?at={line}")


def test_a_reveal_puts_somebody_on_everybodys_board(table: Table) -> None:
    before = table.get("ana", "").json()["version"]
    table.done("gm", "reveal", by="gm", who=LURKER, at=PLACE["storyteller"])
    for seat in ("gm", "ana", "eve"):
        found = {one["id"]: one["at"] for one in table.get(seat, "").json()["combatants"]}
        assert found[LURKER] == PLACE["storyteller"]
    assert LURKER not in said(table, "ana", f"?at={before}")


def closed(table: Table) -> None:
    table.done("gm", "end_encounter", by="gm")
    assert table.post("gm", "/close", {"cmd": "close"}).status_code == 200


def test_with_the_ledger_closed_everything_is_open(table: Table) -> None:
    sealed(table, TRAP)
    table.done("gm", "secret_roll", by="gm", dice="1d20", purpose="stealth")
    closed(table)
    assert "It gives way." in said(table, "eve")
    assert "stealth" in said(table, "eve")
    assert table.get("eve", "/audit").json()["counts"]["unopened"] == 0


def test_what_is_withheld_stays_shut_and_says_why(table: Table) -> None:
    line = sealed(table, TRAP)
    kept = {"of": line, "reason": "For the next evening.", "cmd": "keep"}
    assert table.post("ana", "/withheld", kept).status_code == 403
    assert table.post("gm", "/withheld", kept).status_code == 200
    closed(table)
    assert "It gives way." not in said(table, "eve") + said(table, "eve", "/export")
    assert "For the next evening." in said(table, "eve")
    assert table.get("eve", "/audit").json()["verification"]["broken"] is None


def opened(sink: Sink) -> list[dict[str, Any]]:
    """Return what a stream told of what lies behind lines."""
    body = b"".join(message.get("body", b"") for message in sink.sent)
    told = [json.loads(line[6:]) for line in body.splitlines() if line.startswith(b"data: ")]
    return [each["opened"]["payload"] for each in told if "opened" in each]


def bodies_of(sink: Sink) -> bytes:
    return b"".join(message.get("body", b"") for message in sink.sent)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Ledger]:
    with Ledger(tmp_path) as ledger:
        yield ledger


def test_each_seat_has_a_stream_of_its_own(store: Ledger) -> None:
    with TestClient(create_app(store)) as client:
        table = Table(client, OPENINGS["storyteller"])

        async def listen() -> None:
            hub = Channels(store)
            sinks = {seat: Sink() for seat in ("gm", "ana", "eve")}
            streams = [
                asyncio.ensure_future(EventStream(hub, table.id, None, seat)({}, sink.receive, sink.send))
                for seat, sink in sinks.items()
            ]
            await reached(lambda: all(sink.ids for sink in sinks.values()))
            version = await asyncio.to_thread(sealed, table, HEARD)
            await reached(lambda: all(sink.ids[-1] == version for sink in sinks.values()))
            assert "You hear steps." in str(opened(sinks["gm"]))
            assert "You hear steps." in str(opened(sinks["ana"]))
            assert opened(sinks["eve"]) == []
            assert b"You hear steps." not in bodies_of(sinks["eve"])
            assert LURKER.encode() not in bodies_of(sinks["ana"]) + bodies_of(sinks["eve"])
            hub.end()
            await asyncio.gather(*streams)

        asyncio.run(listen())


def test_with_the_first_secret_the_stream_of_all_ends_and_tells_nothing_of_it(store: Ledger) -> None:
    with TestClient(create_app(store)) as client:
        combatants = [each for each in OPENINGS["storyteller"]["combatants"] if each["id"] != LURKER]
        table = Table(client, {**OPENINGS["storyteller"], "combatants": combatants})

        async def listen() -> None:
            hub, sink = Channels(store), Sink()
            stream = asyncio.ensure_future(EventStream(hub, table.id, None)({}, sink.receive, sink.send))
            await reached(lambda: bool(sink.ids))
            await asyncio.to_thread(sealed, table, TRAP)
            await asyncio.wait_for(stream, 5)
            assert b"Sealed" not in bodies_of(sink)
            again = Sink()
            mine = asyncio.ensure_future(EventStream(hub, table.id, sink.ids[-1], "eve")({}, again.receive, again.send))
            await reached(lambda: again.ids[-1:] == [store.fight(table.id).version])
            assert b'"opened"' not in bodies_of(again)
            hub.end()
            await mine

        asyncio.run(listen())


def test_a_secret_roll_is_signed_sealed_and_salted_by_everybody(store: Ledger) -> None:
    with TestClient(create_app(store)) as client:
        table = Table(client, OPENINGS["storyteller"])
        people = {seat: Player(client, table.id, seat, table.keys[seat]) for seat in ("gm", "ana")}
        assert all(each.join().status_code == 200 for each in people.values())
        people["ana"].beat()
        there = people["gm"].beat().json()
        action = {"do": "secret_roll", "by": "gm", "dice": "2d20", "purpose": "stealth"}
        open_body = people["gm"].device.declaring(action, there["seen"], there["following"])
        assert people["gm"].call("POST", "/commands", open_body).status_code == 401
        body = people["gm"].device.declaring(action, there["seen"], there["following"], secret=True)
        answer = people["gm"].call("POST", "/commands", body)
        assert answer.status_code == 202, answer.text
        accepted = answer.json()["lines"][0]
        assert accepted["contributors"] == {"ana": 1, "gm": 1}
        assert "action" not in accepted["decl"]
        for each in people.values():
            each.links(accepted, each.raw(accepted["n"]))
        whole, part = (verify(people[seat].call("GET", "/export").content) for seat in ("gm", "ana"))
        assert (whole.broken, part.broken) == (None, None)
        assert [len(each.faces) for each in whole.rolls] == [1]
        assert [len(each.faces) for each in part.rolls] == [0]


def test_the_referee_sees_the_fight_as_a_seat_does_and_nobody_else_may(table: Table) -> None:
    sealed(table, HEARD)
    assert "You hear steps." in said(table, "ana", "/chronicle")
    for seat in ("ana", "eve"):
        for path in ("", "/chronicle"):
            assert table.get("gm", f"{path}?as={seat}").json() == table.get(seat, path).json()
    refused = table.get("ana", "/chronicle?as=eve")
    assert (refused.status_code, refused.json()["type"]) == (403, "/problems/not-yours")
    assert table.get("gm", "?as=nobody").status_code == 404


def test_an_entry_that_only_some_may_read_names_them(table: Table) -> None:
    sealed(table, HEARD)
    assert [table.get(seat, "/chronicle").json()[-1]["only"] for seat in ("gm", "ana", "eve")] == [
        ["gm", "ana"],
        ["gm", "ana"],
        None,
    ]
