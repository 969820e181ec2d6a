"""Commands taken on the event loop: the same answers as the usual call gives, and nobody waits for another's commit."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from copy import deepcopy
from pathlib import Path
from threading import Event
from types import ModuleType, SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

import orjson
import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from httpx2 import ASGITransport, AsyncClient, Response
from httpx2 import Client as Http

from api.app import create_app
from api.channels import Channel, Channels
from api.express import Express
from api.shapes import bodies
from ledger.application import Ledger
from ledger.calls import known_keys, playing
from ledger.refusals import Busy, NoStore
from ledger.store import following, snapshots
from ledger.store.committing import Queued
from ledger.store.following import Tailed
from tests.api import devices
from tests.api.conftest import SAMPLE, Body, Sit, Table
from tests.api.listening import until
from tests.api.streaming import Serving, reached
from tests.ledger.fights import SHOT, TO_BLOWS, Player, opening

BEGIN = {"do": "begin_move", "who": "Ana", "allowance": 3}
STEP = {"do": "move", "who": "Ana", "to": "T1"}


def begin(table: Table) -> None:
    """Give a first command, by which the server comes to know the key."""
    assert table.do("ana", BEGIN).status_code == 200
    taken_from_now_on(table.client)


def taken_from_now_on(client: TestClient) -> None:
    """Wait until the server has made ready to read commands at once."""
    assert isinstance(client.app, FastAPI)
    until(lambda: all(_express(client.app)._shapes.values()))  # type: ignore[arg-type]  # as was just said


def _express(app: FastAPI) -> Express:
    layer: Any = app.middleware_stack
    while not isinstance(layer, Express):
        layer = getattr(layer, "_app", None) or layer.app
    return layer


def fresh(client: TestClient, **changes: Any) -> Table:
    """Return a table of another application."""
    return Table(client, {**deepcopy(SAMPLE["pursuit"]), **changes})


@contextmanager
def readings(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Give what fills with the parsers that are asked to read the body of a call."""
    read: list[str] = []

    def noting(parser: ModuleType) -> SimpleNamespace:
        def loads(body: Any, **how: Any) -> Any:
            read.append(parser.__name__)
            return parser.loads(body, **how)

        return SimpleNamespace(**{**vars(parser), "loads": loads})

    with monkeypatch.context() as patched:
        for parser in (json, orjson):
            patched.setattr(bodies, parser.__name__, noting(parser))
        yield read


@pytest.fixture
def known(table: Table) -> Table:
    """Return a table of which the server knows Ana's key."""
    begin(table)
    return table


@pytest.fixture
def usual(known: Table, ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the commands that were not taken at once, as they come; of the known table none was before."""
    assert known.types()[-1] == "ResourceChanged"
    came: list[str] = []
    record = ledger.playing.record

    def noted(encounter: str, seat: str, sent: Any, faces: Any) -> Any:
        came.append(sent.cmd)
        return record(encounter, seat, sent, faces)

    monkeypatch.setattr(ledger.playing, "record", noted)
    return came


def test_a_command_is_taken_at_once_from_the_second_call_of_a_key_on(known: Table, usual: list[str]) -> None:
    answer = known.do("ana", STEP)
    assert (answer.status_code, usual) == (200, [])
    assert answer.headers["etag"] == f'"{answer.json()["version"]}"'
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["cache-control"] == "no-store"
    stored = known.get("ana", f"/lines?after={answer.json()['lines'][0]['n'] - 1}").content.splitlines()
    assert b'"lines":[' + b",".join(stored) + b"]" in answer.content
    assert answer.json()["checkpoint"]


def test_the_same_call_again_gets_the_same_answer(known: Table, usual: list[str]) -> None:
    first = known.do("ana", STEP, cmd="once")
    again = known.do("ana", STEP, cmd="once")
    assert first.content == again.content
    assert usual == ["once"]
    other = known.do("ana", {**STEP, "to": "T2"}, cmd="once")
    assert (other.status_code, other.json()["type"]) == (422, "/problems/used-before")


def test_a_refusal_is_the_usual_one_and_nothing_is_written(known: Table, usual: list[str]) -> None:
    before = known.types()
    answer = known.do("ana", {"do": "move", "who": "Ana", "to": "T9"}, cmd="far")
    assert (answer.status_code, usual) == (409, ["far"])
    assert answer.json()["rule"]
    assert known.types() == before
    assert known.do("ana", STEP).status_code == 200


@pytest.mark.parametrize("pause", ["", " "])
@pytest.mark.parametrize(
    ("do", "status"),
    [(STEP, 200), ({**STEP, "to": "T9"}, 409), ({"do": "end_turn", "who": "Bo"}, 403), (BEGIN, 422)],
    ids=["taken at once", "refused", "another seat's", "an id used before"],
)
def test_a_body_is_read_once_whoever_answers(
    known: Table, monkeypatch: pytest.MonkeyPatch, do: Body, status: int, pause: str
) -> None:
    cmd = "first" if do is BEGIN else "next"
    assert known.do("ana", {"do": "say", "by": "ana", "text": "Now."}, cmd="first").status_code == 200
    body = json.dumps({"action": do, "cmd": cmd}, separators=("," + pause, ":" + pause)).encode()
    headers = {**known.headers("ana"), "Content-Type": "application/json"}
    with readings(monkeypatch) as read:
        answer = known.client.post(f"/api/encounters/{known.id}/commands", content=body, headers=headers)
    assert answer.status_code == status, answer.text
    assert len(read) == 1


@pytest.mark.parametrize("header", ["", "W/"])
def test_what_was_seen_is_asked_for(known: Table, usual: list[str], header: str) -> None:
    version = known.do("ana", STEP).json()["version"]
    late = known.do("ana", {**STEP, "to": "T2"}, {"If-Match": f'{header}"{version - 3}"'}, cmd="late")
    assert (late.status_code, usual) == (412, ["late"])
    assert known.do("ana", {**STEP, "to": "T2"}, {"If-Match": f'{header}"{version}"'}).status_code == 200
    assert usual == ["late"]


@pytest.mark.parametrize(
    "spelt",
    [
        b'{"action": {"do": "move", "who": "Ana", "to": "T1"}, "cmd": "spaced"}',
        b'{"action":{"do":"move","who":"Ana","to":"\\u00541"},"cmd":"escaped"}',
    ],
)
def test_a_body_that_is_spelt_otherwise_is_understood_as_well(known: Table, spelt: bytes) -> None:
    headers = {**known.headers("ana"), "Content-Type": "application/json; charset=utf-8"}
    answer = known.client.post(f"/api/encounters/{known.id}/commands", content=spelt, headers=headers)
    assert answer.status_code == 200, answer.text


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b'{"action":{"do":"move","who":"Ana","to":"T1","to":"T1"},"cmd":"x"}', 422),
        (b'{"action":{"do":"move","who":"Ana","to":"T1"},"cmd":"x","seat":"bo"}', 403),
        (b'{"action":{"do":"move","who":"Ana","to":"T1"},"cmd":"x","encounter":"another"}', 422),
        (b'{"action":{"do":"move","who":"Ana","to":"T1"},"cmd":"?"}', 422),
        (b'{"action":{"do":"move","who":"Ana","to":1234567890123456789},"cmd":"x"}', 422),
        (b"[]", 422),
        (b"null", 422),
        (b"", 422),
        (b" " * 2_000_000, 413),
    ],
)
def test_what_cannot_be_read_is_told_as_usual(known: Table, usual: list[str], body: bytes, status: int) -> None:
    headers = {**known.headers("ana"), "Content-Type": "application/json"}
    answer = known.client.post(f"/api/encounters/{known.id}/commands", content=body, headers=headers)
    assert (answer.status_code, usual) == (status, [])
    assert answer.json()["detail"]


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Authorization": "Bearer " + "x" * 43}, 404),
        ({"Authorization": "Basic abc"}, 401),
        ({"Content-Type": "text/plain"}, 415),
        ({"If-Match": "12"}, 422),
    ],
)
def test_headers_that_are_wrong_are_told_as_usual(known: Table, headers: dict[str, str], status: int) -> None:
    assert known.do("ana", STEP, headers).status_code == status
    assert known.client.post(f"/api/encounters/{known.id}/commands?x=1", json={}).status_code == 422


def test_a_key_that_another_server_replaced_writes_nothing_any_more(tmp_path: Path) -> None:
    with (
        Ledger(tmp_path) as here,
        Ledger(tmp_path) as there,
        TestClient(create_app(here)) as client,
        TestClient(create_app(there)) as other,
    ):
        table = fresh(client, entropy="all")
        assert table.get("ana", "/offers").status_code == 200
        assert here.known_keys.seat(table.id, here.fight(table.id).table, table.keys["ana"]) == "ana"
        assert devices.Player(other, table.id, "ana", table.keys["ana"]).join().status_code == 200
        before = len(there.fight(table.id).lines)
        assert table.do("ana", BEGIN).status_code == 404
        assert len(here.fight(table.id).lines) == before


def test_a_key_is_good_at_its_own_table_alone(sit: Sit) -> None:
    one, other = sit(), sit()
    for table in (one, other):
        begin(table)
    one.keys["ana"], other.keys["ana"] = other.keys["ana"], one.keys["ana"]
    assert one.do("ana", STEP).status_code == other.do("ana", STEP).status_code == 404


def test_where_another_server_was_faster_the_command_is_decided_again(tmp_path: Path) -> None:
    with (
        Ledger(tmp_path) as here,
        Ledger(tmp_path) as there,
        TestClient(create_app(here)) as client,
        TestClient(create_app(there)) as other,
    ):
        table = fresh(client)
        begin(table)
        away = {"action": STEP, "cmd": "away"}
        written = other.post(f"/api/encounters/{table.id}/commands", json=away, headers=table.headers("ana"))
        assert written.status_code == 200
        assert table.do("ana", STEP).status_code == 409
        on = table.do("ana", {**STEP, "to": "T2"})
        assert on.status_code == 200
        assert on.json()["lines"][0]["n"] == written.json()["version"] + 1


@pytest.mark.parametrize("error", [NoStore("The store cannot be used (gone)."), Busy("Locked.")])
def test_a_store_that_takes_nothing_is_told_and_forgets_nothing(
    known: Table, ledger: Ledger, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def fails(_: Sequence[Queued]) -> None:
        raise error

    with monkeypatch.context() as patched:
        patched.setattr(ledger.commits._committer, "_insert", fails)
        answer = known.do("ana", STEP, cmd="again")
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "1")
    assert ledger.commits.troubles[type(error).__name__] == 1
    assert known.do("ana", STEP, cmd="again").status_code == 200


def test_a_fault_of_the_store_is_one_of_this_program(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(_: Sequence[Queued]) -> None:
        raise ZeroDivisionError

    with TestClient(create_app(ledger), raise_server_exceptions=False) as client:
        table = fresh(client)
        begin(table)
        monkeypatch.setattr(ledger.commits._committer, "_insert", fails)
        answer = table.do("ana", STEP)
    assert (answer.status_code, answer.json()["type"]) == (500, "/problems/fault")


def test_whatever_takes_long_to_decide_is_decided_in_a_thread_from_then_on(
    known: Table, usual: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(playing, "LONG", -1)
    assert known.do("ana", STEP, cmd="slow").status_code == 200
    assert usual == []
    assert known.do("ana", {**STEP, "to": "T2"}, cmd="then").status_code == 200
    assert usual == ["then"]


def test_a_table_with_devices_is_for_the_usual_call(sit: Sit, ledger: Ledger) -> None:
    table = sit(entropy="all")
    player = devices.Player(table.client, table.id, "ana", table.keys["ana"])
    assert player.join().status_code == 200
    assert ledger.known_keys.seat(table.id, ledger.fight(table.id).table, player.key) is None
    assert player.does(BEGIN).status_code == 200


def test_keys_that_were_not_shown_for_long_are_forgotten() -> None:
    keys = known_keys.KnownKeys(most=2)
    for name in "abc":
        keys.keep(name, name, "ana")
    assert list(keys._seats) == [("b", "b"), ("c", "c")]


def test_the_loop_answers_others_while_the_disk_is_waited_for(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, go_on, groups = Event(), Event(), list[int]()
    app = create_app(ledger)
    with TestClient(app) as client:
        tables = [fresh(client) for _ in range(3)]
        for table in tables:
            begin(table)
    insert = ledger.commits._committer._insert

    def slow(group: Sequence[Queued]) -> None:
        groups.append(len(group))
        begun.set()
        assert go_on.wait(5)
        insert(group)

    monkeypatch.setattr(ledger.commits._committer, "_insert", slow)

    async def play() -> list[Response]:
        async with AsyncClient(transport=ASGITransport(app), base_url="http://test") as http:

            async def step(table: Table) -> Response:
                body = {"action": STEP, "cmd": "step"}
                address = f"/api/encounters/{table.id}/commands"
                return await http.post(address, json=body, headers=table.headers("ana"))

            first = asyncio.ensure_future(step(tables[0]))
            await reached(begun.is_set)
            others = [asyncio.ensure_future(step(table)) for table in tables[1:]]
            assert (await http.get("/healthz")).status_code == 200
            await reached(lambda: len(ledger.commits._committer._queue) == 2)
            go_on.set()
            return [await first, *await asyncio.gather(*others)]

    assert [answer.status_code for answer in asyncio.run(play())] == [200, 200, 200]
    assert groups == [1, 2]


def test_it_is_counted_and_logged_like_the_usual_call(known: Table) -> None:
    def counted() -> float:
        told = known.client.get("/metrics").text.splitlines()
        name = 'encounter_calls_total{method="POST",path="/api/encounters/{encounter}/commands",status="200"} '
        return float(next((line for line in told if line.startswith(name)), "0 0").rpartition(" ")[2])

    before = counted()
    assert known.do("ana", STEP).status_code == 200
    assert counted() == before + 1


def doing(here: Serving, action: Body, cmd: str) -> None:
    """Give a command to the server over a connection."""
    with Http() as http:
        headers = {"Authorization": f"Bearer {here.keys['ana']}"}
        address = f"{here.address}/api/encounters/{here.encounter}/commands"
        answer = http.post(address, json={"action": action, "cmd": cmd}, headers=headers)
        assert answer.status_code == 200, answer.text
    until(lambda: all(_express(here.app)._shapes.values()))


def test_those_who_listen_are_told_without_the_store(here: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    # Else the file may tell by itself of what was written, in the moment before the loop does.
    monkeypatch.setattr(following, "_POLL", 60)
    doing(here, TO_BLOWS[0], "begin")
    clients = [here.listener(seat) for seat in ("ana", "eve")]
    until(lambda: all(client.knows(here.version) for client in clients))
    channel, start = here.channels._channels[here.encounter, None], here.version
    hear = channel._following
    heard: list[Any] = []

    def counted(version: int, tailed: Sequence[Tailed]) -> Any:
        found = hear(version, tailed)
        heard.extend(found)
        return found

    monkeypatch.setattr(channel, "_following", counted)
    for number, body in enumerate(TO_BLOWS[1:]):
        doing(here, body, f"c{number}")
    until(lambda: all(client.knows(here.version) for client in clients))
    assert heard == []
    for client in clients:
        client.stop()
        assert client.lines[-1]["n"] == here.version > start
        assert client.view == here.get("eve", "").json()


def test_lines_that_came_another_way_are_told_in_their_order(here: Serving) -> None:
    doing(here, TO_BLOWS[0], "begin")
    client = here.listener()
    until(lambda: client.knows(here.version))
    with Ledger(here.ledger.store.datastore.opened._paths[0].parent) as other:
        for number, body in enumerate(TO_BLOWS[1:]):
            if number % 2:
                doing(here, body, f"c{number}")
            else:
                Player(other, here.encounter, start=1000 + number).does(body)
    until(lambda: client.knows(here.version))
    client.stop()
    numbers = [line["n"] for line in client.lines]
    assert numbers == [*range(numbers[0], here.version + 1)]
    assert client.view == here.get("eve", "").json()


@pytest.mark.long("postgres")
@pytest.mark.parametrize("store", ["sqlite", "postgres"])
def test_what_was_taken_back_is_told_without_asking_the_store_on_the_event_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest, store: str
) -> None:
    """Where the store says nothing just then, everybody would wait for it."""
    monkeypatch.setattr(Channel, "_hear", lambda *_: None)
    database = request.getfixturevalue("postgres") if store == "postgres" else None

    async def told(ledger: Ledger) -> list[bool]:
        hub, player = Channels(ledger), Player(ledger, ledger.open(opening()).encounter)
        version = ledger.fight(player.encounter).version
        channel, listener = await hub.join(player.encounter)
        player.does(TO_BLOWS[0])
        found = [hub.told(ledger.fight(player.encounter))]
        ledger.ask_rewind(player.encounter, "ana", version, "A slip.", "back")
        found.append(hub.told(ledger.fight(player.encounter)))
        found.append(listener.over)
        hub.leave(channel, listener)
        hub.end()
        return found

    with Ledger(tmp_path, database=database) as ledger:
        assert asyncio.run(told(ledger)) == [True, False, False]


def test_a_call_that_is_broken_off_is_committed_and_told(here: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    doing(here, TO_BLOWS[0], "begin")
    client = here.listener()
    until(lambda: client.knows(here.version))
    insert, begun, go_on = here.ledger.commits._committer._insert, Event(), Event()

    def slow(group: Sequence[Queued]) -> None:
        begun.set()
        assert go_on.wait(5)
        insert(group)

    monkeypatch.setattr(here.ledger.commits._committer, "_insert", slow)
    version, url = here.version, urlsplit(here.address)
    body = orjson.dumps({"action": TO_BLOWS[1], "cmd": "left"})
    head = f"POST /api/encounters/{here.encounter}/commands HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    head += f"Authorization: Bearer {here.keys['ana']}\r\nContent-Length: {len(body)}\r\n\r\n"
    with socket.create_connection((url.hostname or "", url.port or 0)) as connection:
        connection.sendall(head.encode() + body)
        assert begun.wait(5)
    go_on.set()
    until(lambda: client.knows(version + 1))
    client.stop()
    assert here.version > version


@pytest.fixture
def long(here: Serving, monkeypatch: pytest.MonkeyPatch) -> Serving:
    """Return a server that has read a fight from its last snapshot."""
    monkeypatch.setattr(snapshots, "EVERY", 8)
    doing(here, TO_BLOWS[0], "first")
    for body in TO_BLOWS[1:]:
        here.player.does(body)
    assert here.ledger.fights.photographer.wait()
    here.ledger.forget(here.encounter)
    assert here.ledger.fight(here.encounter).log.first > 8
    assert here.ledger.fights.looking_back.wait()
    return here


def test_a_fight_that_was_begun_in_the_midst_is_taken_at_once_from_the_second_command_on(
    long: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = long.ledger.fight(long.encounter).log
    assert not log.recalls
    doing(long, SHOT, "second")
    until(lambda: log.recalls)
    monkeypatch.setattr(long.ledger.playing, "record", lambda *_: pytest.fail("this is for the event loop"))
    for name in ("read_lines", "use_of", "uses_of", "read_words"):
        monkeypatch.setattr(long.ledger.store, name, lambda *_: pytest.fail("the store was asked"))
    doing(long, {"do": "say", "by": "ana", "text": "Next."}, "third")


def test_a_command_of_long_ago_is_known_again_where_its_line_is_not_in_memory(long: Serving) -> None:
    doing(long, {"do": "say", "by": "ana", "text": "Next."}, "second")
    until(lambda: long.ledger.fight(long.encounter).log.recalls)
    version = long.version
    doing(long, TO_BLOWS[0], "first")
    assert long.version == version


def test_command_ids_that_are_not_all_kept_are_asked_for_one_by_one(long: Serving) -> None:
    log = long.ledger.fight(long.encounter).log
    long.ledger.store._do("DELETE FROM uses WHERE cmd=?", "first")  # type: ignore[attr-defined]  # what a store has
    log.recall()
    assert not log.recalls
    doing(long, {"do": "say", "by": "ana", "text": "Next."}, "second")
