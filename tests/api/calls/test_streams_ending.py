"""How streams end: clients that are slow or leave, a store that is gone, the end of the server."""

from __future__ import annotations

import asyncio
import gc
import random
import socket
from pathlib import Path
from time import sleep
from typing import Any
from weakref import ref

import pytest

from api import channels, serving
from api.calls.stream import EventStream
from api.channels import Channels
from api.collecting import sparing_the_old
from api.listeners import Event, Listener
from ledger import archives
from ledger.application import Ledger
from ledger.refusals import NoStore
from tests.api.listening import connect, until
from tests.api.streaming import AT_ONCE, Serving, Sink, reached, read
from tests.clocks import steady_time
from tests.ledger.fights import LASTING, TO_BLOWS, Player, opening
from tests.verifier.making import TRIO
from tests.verifier.playing import Playing


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
        assert await listener.take(0.01) == []
        listener.wake()
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
    # It is logged in the thread that told it, which may be later than the client.
    until(lambda: "fell over" in caplog.text)


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


def test_whoever_listens_with_a_key_that_died_hears_why_and_no_more(tmp_path: Path) -> None:
    async def listen(playing: Playing) -> None:
        hub = Channels(playing.ledger)
        old, others = Sink(), Sink()
        dead = asyncio.ensure_future(EventStream(hub, playing.id, None, None, lambda: False)({}, old.receive, old.send))
        alive = asyncio.ensure_future(EventStream(hub, playing.id, None)({}, others.receive, others.send))
        await reached(lambda: bool(old.ids and others.ids))
        await asyncio.to_thread(playing.parties["bo"].changes_key, playing.parties["ana"], playing.parties["cy"])
        changed = playing.fight.version
        assert playing.fight.lines[-1].type == "SeatKeyChanged"
        await asyncio.wait_for(dead, 5)
        assert old.ids[-1] == changed
        await asyncio.to_thread(playing.does, TO_BLOWS[0])
        await reached(lambda: others.ids[-1] > changed)
        assert old.ids[-1] == changed
        hub.end()
        await alive

    with Ledger(tmp_path) as ledger, steady_time() as clock:
        playing = Playing(ledger, clock, TRIO, entropy="server")
        playing.seated("ana", "bo", "cy")
        asyncio.run(listen(playing))
