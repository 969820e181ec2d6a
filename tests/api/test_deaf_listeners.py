"""Streams whose clients read nothing cost a command no work and the process no thread. Figures: tests.load.deaf."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest
from starlette.types import Scope

from api.calls.stream import EventStream
from api.channels import Channels
from api.listeners import Event
from ledger.application import Ledger
from tests.api.streaming import Sink, reached
from tests.counting import calls
from tests.ledger.fights import LASTING, SHOT, Player, opened

MANY = 400
SCOPE: Scope = {"type": "http", "method": "GET"}


async def work(ledger: Ledger, listeners: int) -> tuple[int, int, int]:
    """Return the calls that a command made with so many deaf listeners, the threads they took, and what waits."""
    player: Player = await asyncio.to_thread(partial(opened, ledger, combatants=LASTING))
    await asyncio.to_thread(player.comes_to_blows)
    await asyncio.to_thread(player.does, SHOT)
    channels, sinks = Channels(ledger), [Sink() for _ in range(listeners)]
    before = threading.active_count()
    streams = []
    for sink in sinks:
        sink.flows.clear()
        streams.append(
            asyncio.ensure_future(EventStream(channels, player.encounter, None)(SCOPE, sink.receive, sink.send))
        )
    await reached(lambda: sum(len(each.listeners) for each in channels._channels.values()) == listeners)
    threads = threading.active_count() - before
    counted = await asyncio.to_thread(calls, partial(player.does, {"do": "attack", "who": "Bo", "target": "Ana"}))
    version = ledger.fight(player.encounter).version
    await reached(lambda: all(each.version == version for each in channels._channels.values()))
    waiting = max(
        (len(each._waiting) for channel in channels._channels.values() for each in channel.listeners), default=0
    )
    for sink in sinks:
        sink.gone.set()
        sink.flows.set()
    channels.end()
    await asyncio.gather(*streams)
    return counted, threads, waiting


def test_400_deaf_listeners_slow_no_command_down(tmp_path: Path) -> None:
    with Ledger(tmp_path) as ledger:
        asyncio.run(work(ledger, 1))
        alone, _, _ = asyncio.run(work(ledger, 0))
        crowded, threads, waiting = asyncio.run(work(ledger, MANY))
    # The tailer, and the pool of the event loop that loads the channel once.
    assert threads <= 3
    assert 0 < waiting < 20
    assert crowded <= 1.2 * alone


def test_listeners_are_sent_to_a_few_at_a_time_and_all_in_their_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between them the process is there for those who play; what comes meanwhile waits for the same turn."""
    later: list[Callable[[], None]] = []

    async def woken() -> list[int]:
        ledger = await asyncio.to_thread(Ledger, tmp_path)
        player = await asyncio.to_thread(partial(opened, ledger, combatants=LASTING))
        channels = Channels(ledger)
        places = [await channels.join(player.encounter) for _ in range(40)]
        channel = places[0][0]
        monkeypatch.setattr(channel, "_loop", SimpleNamespace(call_later=lambda _, work: later.append(work)))
        counted = []
        for version in (0, 1):
            channel._spread([Event(version, b"")], version, {})
        while True:
            counted.append(sum(listener._more.is_set() for _, listener in places))
            if not later:
                break
            later.pop()()
            assert len(later) <= 1
        assert all(len(listener._waiting) == 2 for _, listener in places)
        for each, listener in places:
            channels.leave(each, listener)
        await asyncio.to_thread(ledger.close)
        return counted

    assert asyncio.run(woken()) == [8, 16, 24, 32, 40, 40]


def test_of_what_is_waited_for_a_deaf_listener_is_kept_the_newest_alone(tmp_path: Path) -> None:
    async def told(ledger: Ledger) -> tuple[int, list[bytes]]:
        player: Player = await asyncio.to_thread(partial(opened, ledger, combatants=LASTING))
        channels, sink = Channels(ledger), Sink()
        stream = asyncio.ensure_future(EventStream(channels, player.encounter, None)(SCOPE, sink.receive, sink.send))
        await reached(lambda: any(b"event: pending" in message.get("body", b"") for message in sink.sent))
        channel = next(iter(channels._channels.values()))
        sink.flows.clear()
        began, listener = len(sink.sent), next(iter(channel.listeners))
        for number in range(5 * MANY):
            channel._show({**channel.awaited, "pending": b"event: pending\ndata: %d\n\n" % number})
        waiting = len(listener._waiting)
        sink.flows.set()
        await reached(lambda: b"data: %d\n" % (5 * MANY - 1) in b"".join(each["body"] for each in sink.sent[began:]))
        channels.end()
        await stream
        return waiting, [each["body"] for each in sink.sent[began:] if each.get("body")]

    with Ledger(tmp_path) as ledger:
        waiting, bodies = asyncio.run(told(ledger))
    assert waiting == 0
    assert len(bodies) <= 2
