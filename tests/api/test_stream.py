"""The live stream: every line once and in order, with what it changes, however often one comes again."""

from __future__ import annotations

import asyncio
import gc
import random
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from threading import Thread
from time import monotonic, sleep
from typing import Any
from weakref import ref

import jsonpatch
import orjson
import pytest
from httpx2 import Client as Http
from starlette.types import Message

from api import channels, serving
from api.app import create_app
from api.channels import Channels
from api.collecting import sparing_the_old
from api.listeners import Event, Listener
from api.stream import EventStream
from domain.refusals import Refused
from ledger import archives
from ledger.application import Ledger
from ledger.refusals import LedgerRefused, NoStore
from tests.api.conftest import Table
from tests.api.listening import Client, Told, connect, events, until
from tests.api.served import Served, served
from tests.cluster import NoPostgres, database, own_cluster
from tests.ledger.fights import ARCHERS, LASTING, SHOT, TO_BLOWS, Player, legal, opening

PING = 0.1
AT_ONCE = 3.0
"""Half a second on an idle machine; a server that waited for its streams would take five."""


class Serving:
    """A ledger and the real server over it, in this process."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self.app = create_app(ledger)
        self.channels: Channels = self.app.state.channels
        self.channels.ping = PING
        listening = serving.listen("127.0.0.1", 0)
        self.address = serving.address(listening)
        self._server = serving.server(self.app)
        self._thread = Thread(target=self._server.run, kwargs={"sockets": [listening]})
        self._thread.start()
        opened = ledger.open(opening(combatants=LASTING))
        self.encounter, self.keys = opened.encounter, opened.keys
        self.player = Player(ledger, self.encounter)

    def listener(self, seat: str = "eve", after: int | None = None) -> Client:
        return Client(self.encounter, self.keys[seat], self.address, after=after)

    def get(self, seat: str, path: str) -> Any:
        with Http() as http:
            headers = {"Authorization": f"Bearer {self.keys[seat]}"}
            return http.get(f"{self.address}/api/encounters/{self.encounter}{path}", headers=headers)

    @property
    def version(self) -> int:
        return self.ledger.fight(self.encounter).version

    def stop(self) -> float:
        """End the server; return the seconds that took."""
        began = monotonic()
        self._server.should_exit = True
        self._thread.join(10)
        assert not self._thread.is_alive()
        return monotonic() - began


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Serving]:
    with Ledger(tmp_path) as ledger:
        running = Serving(ledger)
        yield running
        running.stop()


def read(here: Serving, many: int, after: int | None = None, seat: str = "eve") -> list[Told]:
    """Return the first events of a stream."""
    connection, answer = connect(here.address, here.encounter, here.keys[seat], after)
    assert answer.status == 200
    told = list(islice((each for each in events(answer) if isinstance(each, Told)), many))
    connection.close()
    return told


def test_it_begins_with_the_whole_view(here: Serving) -> None:
    here.player.comes_to_blows()
    connection, answer = connect(here.address, here.encounter, here.keys["ana"])
    assert answer.headers["content-type"] == "text/event-stream; charset=utf-8"
    assert answer.headers["cache-control"] == "no-store"
    first = next(events(answer))
    connection.close()
    assert isinstance(first, Told)
    assert (first.kind, first.id) == ("view", here.version)
    assert first.body == here.get("ana", "").json()


def test_each_line_comes_as_it_is_stored_and_the_last_of_a_command_with_a_patch(here: Serving) -> None:
    start = here.version
    client = here.listener()
    until(lambda: client.knows(start))
    here.player.comes_to_blows()
    until(lambda: client.knows(here.version))
    client.stop()
    told = read(here, here.version - start, after=start)
    stored = here.ledger.lines(here.encounter, start)
    assert [each.id for each in told] == [line.n for line in stored]
    view = here.get("eve", f"?at={start}").json()
    for each, line in zip(told, stored, strict=True):
        assert each.kind == "line"
        ends = line.n in here.ledger.fight(here.encounter).ends
        assert each.raw.startswith(b'{"line":' + line.raw + (b',"patch":[' if ends else b"}"))
        if ends:
            view = jsonpatch.apply_patch(view, each.body["patch"])
            assert view == here.get("eve", f"?at={line.n}").json()
    assert client.lines == [orjson.loads(line.raw) for line in stored]
    assert client.view == view


def test_a_rewind_is_a_line_whose_patch_leads_back(here: Serving) -> None:
    ledger = here.ledger
    opened = ledger.open(opening(rewind="free", seats=[{"id": "ana"}], combatants=_of_ana()))
    here.encounter, here.keys = opened.encounter, opened.keys
    player = Player(ledger, opened.encounter)
    client = here.listener("ana")
    until(lambda: client.knows(opened.version))
    back = player.does(TO_BLOWS[0], seat="ana").version
    for body in TO_BLOWS[1:]:
        player.does(body, seat="ana")
    ledger.ask_rewind(opened.encounter, "ana", back, "A slip of the hand.", "undo")
    until(lambda: client.knows(here.version))
    assert client.lines[-1]["type"] == "HistoryRewound"
    assert client.view == here.get("ana", "").json()
    assert {**client.view, "version": back} == here.get("ana", f"?at={back}").json()
    player.does(TO_BLOWS[1], seat="ana")
    until(lambda: client.knows(here.version))
    assert client.view == here.get("ana", "").json()
    client.stop()


def _of_ana() -> list[dict[str, Any]]:
    return [{**each, "controller": "ana"} for each in ARCHERS["combatants"]]


def test_whoever_comes_again_after_any_line_gets_the_rest_and_the_same_patches(here: Serving) -> None:
    start = here.version
    client = here.listener()  # keeps the newest events at hand
    until(lambda: client.knows(start))
    here.player.comes_to_blows()
    here.player.plays(random.Random(7), 12)
    until(lambda: client.knows(here.version))
    whole = read(here, here.version - start, after=start)
    for after in range(start, here.version):
        assert read(here, here.version - after, after) == whole[after - start :]
    client.stop()
    until(lambda: not here.ledger.tailer.follows)
    # Nobody listens: now all of it is made from the store.
    for after in range(start, here.version):
        assert read(here, here.version - after, after) == whole[after - start :]
    assert [each.id for each in read(here, here.version, after=0)] == list(range(1, here.version + 1))


def test_whoever_has_everything_waits_for_what_comes(here: Serving) -> None:
    client = here.listener(after=here.version)
    until(lambda: client.pings > 0)
    here.player.does(TO_BLOWS[0])
    until(lambda: client.knows(here.version))
    client.stop()
    assert [line["n"] for line in client.lines] == list(range((client.first or 0) + 1, here.version + 1))


def test_silence_is_filled_with_heartbeats(here: Serving) -> None:
    client = here.listener()
    began = monotonic()
    until(lambda: client.pings >= 3)
    assert monotonic() - began > 2 * PING
    client.stop()


def test_every_seat_may_listen_and_nobody_else(here: Serving) -> None:
    for seat in here.keys:
        assert read(here, 1, seat=seat)[0].kind == "view"
    for key, status in (("x" * 43, 404), ("short", 401)):
        connection, answer = connect(here.address, here.encounter, key)
        assert (answer.status, answer.headers["content-type"]) == (status, "application/problem+json")
        connection.close()
    other = here.ledger.open(opening())
    connection, answer = connect(here.address, other.encounter, here.keys["ana"])
    assert answer.status == 404
    connection.close()


@pytest.mark.parametrize(("after", "status"), [("99", 404), ("-1", 422), ("x", 422), ("1.5", 422), ("9" * 30, 422)])
def test_what_was_no_version_is_refused(table: Table, after: str, status: int) -> None:
    address = f"/api/encounters/{table.id}/stream"
    answer = table.client.get(address, headers={**table.headers("ana"), "Last-Event-ID": after})
    assert answer.status_code == status
    assert answer.headers["content-type"] == "application/problem+json"


def test_head_says_what_would_come_and_ends(table: Table) -> None:
    answer = table.client.head(f"/api/encounters/{table.id}/stream", headers=table.headers("ana"))
    assert (answer.status_code, answer.content) == (200, b"")
    assert answer.headers["content-type"].startswith("text/event-stream")


def test_many_listen_and_the_store_is_asked_for_none_of_them(here: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    clients = [here.listener(seat) for seat in ("ana", "bo", "eve") for _ in range(7)]
    until(lambda: all(client.knows(here.version) for client in clients))
    asked: list[int] = []
    pulled = here.ledger.recorder.select_notifications
    for name in ("read_lines", "seat_of", "encounters"):
        monkeypatch.setattr(here.ledger.recorder, name, lambda *_: pytest.fail("asked for a client"))

    def counted(*given: Any, **more: Any) -> Any:
        asked.append(1)
        return pulled(*given, **more)

    monkeypatch.setattr(here.ledger.recorder, "select_notifications", counted)
    here.player.comes_to_blows()
    until(lambda: all(client.knows(here.version) for client in clients))
    assert len(asked) <= 2 * len(TO_BLOWS) + 5
    monkeypatch.undo()
    for client in clients:
        client.stop()
        assert client.view == here.get("eve", "").json()


def test_the_store_is_followed_only_while_somebody_listens(here: Serving) -> None:
    assert not here.ledger.tailer.follows
    clients = [here.listener() for _ in range(2)]
    until(lambda: all(client.knows(here.version) for client in clients))
    for client in clients:
        assert here.ledger.tailer.follows
        client.stop()
    until(lambda: not here.ledger.tailer.follows)


# Slow clients, and the end


class Sink:
    """Takes what an application sends, and stops taking when told to."""

    def __init__(self) -> None:
        self.flows = asyncio.Event()
        self.flows.set()
        self.sent: list[Message] = []
        self.gone = asyncio.Event()

    async def send(self, message: Message) -> None:
        await self.flows.wait()
        self.sent.append(message)

    async def receive(self) -> Message:
        await self.gone.wait()
        return {"type": "http.disconnect"}

    @property
    def ids(self) -> list[int]:
        body = b"".join(message.get("body", b"") for message in self.sent)
        return [int(line[4:]) for line in body.splitlines() if line.startswith(b"id: ")]


async def reached(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(10):
        while not holds():  # noqa: ASYNC110 - what is waited for happens in threads
            await asyncio.sleep(0.01)


def test_a_slow_client_is_dropped_and_costs_the_others_nothing(tmp_path: Path) -> None:
    async def listen(ledger: Ledger, player: Player) -> None:
        hub = Channels(ledger)
        hub.most_waiting = 30
        slow, quick = Sink(), Sink()
        streams = [
            asyncio.ensure_future(EventStream(hub, player.encounter, None)({}, each.receive, each.send))
            for each in (slow, quick)
        ]
        await reached(lambda: bool(slow.ids and quick.ids))
        slow.flows.clear()
        while quick.ids[-1] < 80:
            await asyncio.to_thread(player.plays, random.Random(1), 1)
            version = ledger.fight(player.encounter).version
            await reached(lambda: quick.ids[-1] == version)  # noqa: B023
        assert not streams[0].done()
        slow.flows.set()
        await asyncio.wait_for(streams[0], 1)
        assert slow.sent[-1]["more_body"] is False
        assert len(slow.ids) < 40
        again = Sink()
        streams.append(
            asyncio.ensure_future(EventStream(hub, player.encounter, slow.ids[-1])({}, again.receive, again.send))
        )
        await reached(lambda: again.ids[-1:] == quick.ids[-1:])
        assert slow.ids + again.ids == quick.ids
        hub.end()
        await asyncio.gather(*streams)

    with Ledger(tmp_path) as ledger:
        player = Player(ledger, ledger.open(opening(combatants=LASTING)).encounter)
        player.comes_to_blows()
        asyncio.run(listen(ledger, player))


def test_a_client_that_leaves_is_let_go_at_once(tmp_path: Path) -> None:
    async def listen(ledger: Ledger, encounter: str) -> None:
        hub = Channels(ledger)
        client = Sink()
        stream = asyncio.ensure_future(EventStream(hub, encounter, None)({}, client.receive, client.send))
        await reached(lambda: bool(client.ids))
        assert ledger.tailer.follows
        client.gone.set()
        await asyncio.wait_for(stream, 1)
        assert not ledger.tailer.follows

    with Ledger(tmp_path) as ledger:
        asyncio.run(listen(ledger, ledger.open(opening()).encounter))


def test_nothing_stays_of_an_encounter_that_was_listened_to_for_long(tmp_path: Path) -> None:
    async def listen(ledger: Ledger, encounter: str) -> None:
        hub = Channels(ledger)
        channel, listener = await hub.join(encounter)
        gone = ref(channel)
        with sparing_the_old():
            gc.collect()
            hub.leave(channel, listener)
            del channel, listener
            await reached(lambda: not ledger.tailer.follows)
            await reached(lambda: gone() is None)

    with Ledger(tmp_path) as ledger:
        asyncio.run(listen(ledger, ledger.open(opening()).encounter))


def test_more_than_may_wait_ends_a_listener() -> None:
    async def listen() -> None:
        listener = Listener(2)
        listener.put([Event(1, b""), Event(2, b"")])
        assert await listener.take(1) == [Event(1, b""), Event(2, b"")]
        assert await listener.take(0.01) == []
        listener.put([Event(3, b"")] * 3)
        assert listener.over
        assert await listener.take(1) is None

    asyncio.run(listen())


def test_the_server_ends_at_once_with_streams_open(here: Serving) -> None:
    clients = [here.listener() for _ in range(20)]
    until(lambda: all(client.knows(here.version) for client in clients))
    assert here.stop() < AT_ONCE
    for client in clients:
        client.stop()


def test_the_server_ends_at_once_though_a_client_reads_nothing(
    here: Serving, capfd: pytest.CaptureFixture[str]
) -> None:
    stuck = socket.socket()
    stuck.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    host, port = here.address.removeprefix("http://").split(":")
    stuck.connect((host, int(port)))
    stuck.sendall(
        f"GET /api/encounters/{here.encounter}/stream HTTP/1.1\r\nHost: x\r\n"
        f"Authorization: Bearer {here.keys['eve']}\r\n\r\n".encode()
    )
    client = here.listener()
    until(lambda: client.knows(here.version))
    big = [Event(n, b": " + b"x" * 60_000 + b"\n\n") for n in range(1000, 1200)]
    (channel,) = here.channels._channels.values()
    channel._loop.call_soon_threadsafe(channel._spread, big, 1199, {})
    until(lambda: client.pings >= len(big))
    sleep(0.2)
    assert here.stop() < AT_ONCE
    assert capfd.readouterr().err == ""
    stuck.close()
    client.stop()


def test_a_store_that_is_gone_is_told_before_a_stream_begins(here: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(_: str) -> Any:
        raise NoStore("The store is gone.")

    monkeypatch.setattr(here.ledger, "fight", gone)
    connection, answer = connect(here.address, here.encounter, here.keys["eve"])
    assert (answer.status, answer.headers["content-type"]) == (503, "application/problem+json")
    connection.close()
    monkeypatch.undo()
    assert read(here, 1)[0].kind == "view"


def test_a_line_that_cannot_be_told_ends_the_streams_instead_of_leaving_them_silent(
    here: Serving, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    client = here.listener()
    until(lambda: client.knows(here.version))

    def broken(_: bytes) -> Any:
        raise ValueError("not a line")

    monkeypatch.setattr(channels, "decode", broken)
    here.player.does(TO_BLOWS[0])
    until(lambda: client.streams > 1)
    monkeypatch.undo()
    until(lambda: client.knows(here.version))
    client.stop()
    assert "fell over" in caplog.text


def test_streams_of_an_encounter_that_is_archived_end_and_whoever_comes_again_is_told(here: Serving) -> None:
    client = here.listener()
    until(lambda: client.knows(here.version))
    raw = here.ledger.export(here.encounter)
    archives.put_away(here.ledger, here.encounter, archives.checked(raw), 1)
    until(lambda: client.wrong is not None)
    assert client.streams == 1
    assert "/problems/archived" in str(client.wrong)
    archives.bring_back(here.ledger, raw)
    again = here.listener()
    until(lambda: again.knows(here.version))
    here.player.does(TO_BLOWS[0])
    until(lambda: again.knows(here.version))
    again.stop()


def test_the_system_ends_connections_of_clients_that_are_gone() -> None:
    listening = serving.listen("127.0.0.1", 0)
    with socket.create_connection(listening.getsockname()), listening.accept()[0] as accepted:
        assert accepted.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == 60_000
    listening.close()


# A restart, and several processes


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest) -> str | None:
    """Give the URL of a fresh database, or none, for a file."""
    return str(request.getfixturevalue("postgres")) if request.param == "postgres" else None


@contextmanager
def processes(folder: Path, url: str | None, many: int) -> Iterator[list[Served]]:
    running = [served(folder, url) for _ in range(many)]
    try:
        yield running
    finally:
        for each in running:
            each.process.kill()
            each.process.communicate()


class Playing:
    """Sends random legal commands to one encounter, through any of several servers."""

    def __init__(self, ledger: Ledger, seed: int, **changes: Any) -> None:
        opened = ledger.open(opening(combatants=LASTING, **changes))
        self.ledger = ledger
        self.encounter, self.keys = opened.encounter, opened.keys
        self.chance = random.Random(seed)
        self.http = Http(timeout=30)
        self.accepted = 0
        self.sent = 0
        for body in TO_BLOWS:
            Player(ledger, self.encounter, start=self.sent).does(body)
            self.sent += 1

    def play(self, commands: int, *addresses: str) -> None:
        for _ in range(commands):
            seat, body = self.chance.choice(legal(self.ledger, self.encounter))
            self.sent += 1
            address = f"{self.chance.choice(addresses)}/api/encounters/{self.encounter}/commands"
            headers = {"Authorization": f"Bearer {self.keys[seat]}"}
            answer = self.http.post(address, headers=headers, json={"action": body, "cmd": f"p{self.sent}"})
            assert answer.status_code in (200, 409), answer.text
            self.accepted += answer.status_code == 200

    def all_heard(self, clients: list[Client]) -> None:
        """Wait until all clients know the newest line, and compare what they heard with what is stored."""
        self.http.close()
        fight = self.ledger.fight(self.encounter)
        until(lambda: all(client.knows(fight.version) for client in clients))
        stored = [orjson.loads(line.raw) for line in fight.lines]
        for client in clients:
            client.stop()
            assert client.lines == stored[(client.first or 0) + 1 :]
            assert client.view == clients[0].view
        assert clients[0].view["version"] == fight.version


@pytest.mark.slow
def test_all_streams_of_two_processes_hear_all_commands_of_both(tmp_path: Path, url: str | None) -> None:
    with Ledger(tmp_path, database=url) as ledger, processes(tmp_path, url, 2) as running:
        addresses = [each.address for each in running]
        tables = [Playing(ledger, seed) for seed in range(2)]
        heard = {
            table.encounter: [
                Client(table.encounter, table.keys[seat], address)
                for address in addresses
                for seat in ("ana", "bo", "eve", "eve")
            ]
            for table in tables
        }
        for clients in heard.values():
            until(lambda: all(client.knows(0) for client in clients))  # noqa: B023
        writers = [Thread(target=table.play, args=(25, *addresses)) for table in tables for _ in range(2)]
        for each in writers:
            each.start()
        for each in writers:
            each.join()
        for table in tables:
            assert table.accepted > 25
            table.all_heard(heard[table.encounter])
            assert all(client.streams == 1 for client in heard[table.encounter])


@pytest.mark.slow
def test_kill_9_of_a_process_loses_no_client_a_line(tmp_path: Path, url: str | None) -> None:
    with Ledger(tmp_path, database=url) as ledger, processes(tmp_path, url, 2) as running:
        one, other = (each.address for each in running)
        table = Playing(ledger, 5)
        clients = [
            *(Client(table.encounter, table.keys["eve"], one, other) for _ in range(4)),
            *(Client(table.encounter, table.keys["ana"], other, one) for _ in range(4)),
        ]
        until(lambda: all(client.knows(0) for client in clients))
        table.play(20, one, other)
        going_on = Thread(target=table.play, args=(25, other))
        going_on.start()
        running[0].process.kill()
        going_on.join()
        table.all_heard(clients)
        assert [client.streams for client in clients] == [2] * 4 + [1] * 4


@pytest.mark.slow
def test_a_restart_loses_no_client_a_line_and_the_process_ends_at_once(tmp_path: Path, url: str | None) -> None:
    with Ledger(tmp_path, database=url) as ledger, processes(tmp_path, url, 2) as running:
        one, other = (each.address for each in running)
        table = Playing(ledger, 6)
        clients = [Client(table.encounter, table.keys["eve"], one, other) for _ in range(6)]
        until(lambda: all(client.knows(0) for client in clients))
        table.play(10, one, other)
        began = monotonic()
        running[0].process.send_signal(signal.SIGTERM)
        assert running[0].process.wait(5) == 0
        assert monotonic() - began < AT_ONCE
        assert running[0].process.communicate()[1] == ""
        table.play(10, other)
        table.all_heard(clients)


@pytest.mark.slow
def test_streams_go_on_once_a_killed_postgresql_is_back(tmp_path: Path) -> None:
    try:
        with (
            own_cluster(durable=True) as cluster,
            database(cluster.url) as url,
            Ledger(tmp_path, database=url) as ledger,
        ):
            running = Serving(ledger)
            clients = [running.listener() for _ in range(3)]
            until(lambda: all(client.knows(running.version) for client in clients))
            running.player.does(TO_BLOWS[0])
            cluster.kill()
            with pytest.raises(LedgerRefused):
                running.player.does(TO_BLOWS[1], cmd="again")
            cluster.start()
            until(lambda: _accepts(running.player, TO_BLOWS[1]))
            until(lambda: all(client.knows(running.version) for client in clients))
            stored = [orjson.loads(line.raw) for line in ledger.lines(running.encounter)]
            for client in clients:
                client.stop()
                assert client.lines == stored[(client.first or 0) + 1 :]
            running.stop()
    except NoPostgres as missing:
        pytest.skip(str(missing))


def _accepts(player: Player, body: dict[str, Any]) -> bool:
    try:
        player.does(body, cmd="again")
    except LedgerRefused:
        return False
    return True


def test_commands_to_one_encounter_through_two_ledgers_are_heard_in_one_order(here: Serving, tmp_path: Path) -> None:
    client = here.listener()
    until(lambda: client.knows(here.version))
    here.player.comes_to_blows()
    with Ledger(tmp_path) as elsewhere:
        players = [here.player, Player(elsewhere, here.encounter, start=500)]

        def shoots(player: Player) -> None:
            for _ in range(10):
                try:
                    player.does(SHOT)
                except (Refused, LedgerRefused):
                    sleep(0.001)

        threads = [Thread(target=shoots, args=(player,)) for player in players]
        for each in threads:
            each.start()
        for each in threads:
            each.join()
    until(lambda: client.knows(here.version))
    client.stop()
    assert client.lines == [orjson.loads(line.raw) for line in here.ledger.lines(here.encounter, client.first or 0)]
