"""Readers who missed the same are helped by one piece of work, which ends with the last of them and gives way."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from threading import Event as Flag

import httpx2
import pytest

from api import catching_up, channels, precedence, serving
from api.app import create_app
from api.calls.stream import EventStream
from api.catching_up import CatchUp, CatchUps
from api.channels import Channels
from api.listeners import Event
from api.precedence import Precedence
from ledger.application import Ledger
from ledger.refusals import Busy
from ledger.table.fight import Fight
from projections.streams.live import Live, from_version
from tests.api.streaming import Serving, Sink, reached
from tests.ledger.fights import BACK, LASTING, SHOT, Player, opened


def counting(most: int) -> Iterator[list[Event]]:
    """Yield parts of one event each."""
    return ([Event(n, b"%d" % n)] for n in range(most))


async def numbers(catch_up: CatchUp) -> list[int]:
    return [event.n async for part in catch_up.taken() for event in part]


def test_all_who_go_on_from_the_same_line_take_the_same_parts() -> None:
    made: list[Iterator[list[Event]]] = []

    def make() -> Iterator[list[Event]]:
        made.append(counting(5))
        return made[-1]

    async def take() -> list[list[int]]:
        every = CatchUps()
        with every.joined("here", 0, make) as one, every.joined("here", 0, make) as two:
            assert one is two
            assert every.takers == 2
            first = await asyncio.gather(numbers(one), numbers(two))
            with every.joined("here", 0, make) as late:
                return [*first, await numbers(late)]

    assert asyncio.run(take()) == [[0, 1, 2, 3, 4]] * 3
    assert len(made) == 1


def test_many_who_take_at_their_own_pace_get_every_part() -> None:
    async def slowly(catch_up: CatchUp, pace: int) -> int:
        taken = 0
        async for _ in catch_up.taken():
            taken += 1
            for _ in range(pace):
                await asyncio.sleep(0)
        return taken

    async def take() -> list[int]:
        every = CatchUps()
        with every.joined("here", 0, lambda: counting(catching_up.KEPT)) as one:
            return await asyncio.gather(*(slowly(one, pace) for pace in range(30)))

    assert asyncio.run(take()) == [catching_up.KEPT] * 30


def test_who_goes_on_from_another_line_is_helped_apart() -> None:
    async def take() -> list[int]:
        every = CatchUps()
        with every.joined("here", 0, lambda: counting(2)) as one, every.joined("there", 0, lambda: counting(3)) as two:
            assert one is not two
            return [*await numbers(one), *await numbers(two)]

    assert asyncio.run(take()) == [0, 1, 0, 1, 2]


def test_nothing_is_made_for_those_who_left_before_it_was_begun() -> None:
    begun, held = [], Flag()

    def waiting() -> Iterator[list[Event]]:
        held.wait(10)
        yield [Event(0, b"")]

    def noted() -> Iterator[list[Event]]:
        begun.append(1)
        yield [Event(0, b"")]

    async def leave() -> None:
        every = CatchUps()
        with every.joined("one", 0, waiting) as one, every.joined("two", 0, waiting) as two:
            busy = [asyncio.ensure_future(numbers(each)) for each in (one, two)]
            await asyncio.sleep(0)
            with every.joined("three", 0, noted) as three:
                task = asyncio.ensure_future(numbers(three))
                await asyncio.sleep(0)
                task.cancel()
            assert every.takers == 2
            held.set()
            await asyncio.gather(*busy)
        every.end()

    asyncio.run(leave())
    assert begun == []


def test_of_a_catch_up_that_somebody_left_another_goes_on() -> None:
    async def take() -> list[int]:
        every = CatchUps()
        with every.joined("here", 0, lambda: counting(4)) as one:
            leaving = asyncio.ensure_future(numbers(one))
            await asyncio.sleep(0)
            leaving.cancel()
            return await numbers(one)

    assert asyncio.run(take()) == [0, 1, 2, 3]


def test_whoever_is_slower_than_others_by_more_than_is_kept_comes_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catching_up, "KEPT", 3)

    async def take() -> tuple[list[int], list[int]]:
        every = CatchUps()
        with (
            every.joined("here", 0, lambda: counting(10)) as one,
            every.joined("here", 0, lambda: counting(10)) as same,
        ):
            slow = same.taken()
            got = [event.n for event in await anext(slow)]
            whole = await numbers(one)
            got += [event.n async for part in slow for event in part]
            # Nobody begins in the middle of what is left of it.
            with every.joined("here", 0, lambda: counting(10)) as new:
                assert new is not one
        return whole, got

    whole, got = asyncio.run(take())
    assert whole == list(range(10))
    assert got == [0]


def test_more_than_can_be_helped_are_told_to_come_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catching_up, "MOST", 2)

    async def come() -> None:
        every = CatchUps()
        with every.joined(1, 0, lambda: counting(1)), every.joined(2, 0, lambda: counting(1)):
            with every.joined(1, 0, lambda: counting(1)):
                pass
            with pytest.raises(Busy, match="catch up"), every.joined(3, 0, lambda: counting(1)):
                pass
        with every.joined(3, 0, lambda: counting(1)) as room:
            assert await numbers(room) == [0]

    asyncio.run(come())


def test_one_fight_leaves_room_for_others_and_what_is_made_takes_none() -> None:
    async def come() -> None:
        every = CatchUps()
        with (
            every.joined("here", 0, lambda: counting(1)) as one,
            every.joined("here", 1, lambda: counting(1)),
            every.joined("there", 0, lambda: counting(1)),
        ):
            with pytest.raises(Busy, match="catch up"), every.joined("here", 2, lambda: counting(1)):
                pass
            assert await numbers(one) == [0]
            with every.joined("here", 2, lambda: counting(1)) as next_one:
                assert await numbers(next_one) == [0]
        assert every.takers == 0

    asyncio.run(come())


def test_nothing_is_begun_once_all_has_ended() -> None:
    async def come() -> list[int]:
        every = CatchUps()
        every.end()
        with every.joined("here", 0, lambda: counting(3)) as late:
            return await numbers(late)

    assert asyncio.run(come()) == []


def test_what_fails_ends_it_for_those_who_take_it_and_is_begun_anew_for_others() -> None:
    def failing() -> Iterator[list[Event]]:
        yield [Event(0, b"")]
        raise Busy("not now")

    async def take() -> list[int]:
        every = CatchUps()
        with every.joined("here", 0, failing) as one:
            with pytest.raises(Busy, match="not now"):
                await numbers(one)
            with every.joined("here", 0, lambda: counting(2)) as new:
                return await numbers(new)

    assert asyncio.run(take()) == [0, 1]


def test_work_that_can_wait_gives_way_to_a_call_that_writes_but_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    waited = list[float]()
    monkeypatch.setattr(precedence, "sleep", waited.append)
    monkeypatch.setattr(precedence, "monotonic", lambda: sum(waited))
    calls = Precedence()
    calls.give_way()
    assert waited == []
    calls.under_way = 1
    calls.give_way()
    assert precedence.LONGEST <= sum(waited) < precedence.LONGEST + 0.01


def test_each_part_of_a_long_fight_gives_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gave = list[int]()
    monkeypatch.setattr(Precedence, "give_way", lambda self: gave.append(self.under_way))

    async def read(ledger: Ledger) -> None:
        player: Player = await asyncio.to_thread(partial(long, ledger))
        hub: Channels = create_app(ledger).state.channels
        sink = Sink()
        stream = asyncio.ensure_future(EventStream(hub, player.encounter, 0)({}, sink.receive, sink.send))
        version = ledger.fight(player.encounter).version
        await reached(lambda: sink.ids[-1:] == [version])
        hub.end()
        await stream
        assert len(gave) > version // (2 * channels._AT_ONCE)

    with Ledger(tmp_path) as ledger:
        asyncio.run(read(ledger))


@pytest.fixture
def interval(monkeypatch: pytest.MonkeyPatch) -> Iterator[float]:
    """Give the interval as it is made, as if no other server ran in this process."""
    monkeypatch.setattr(serving, "_before", [])
    found = sys.getswitchinterval()
    sys.setswitchinterval(0.005)
    yield sys.getswitchinterval()
    sys.setswitchinterval(found)


def test_threads_that_work_let_the_event_loop_go_on_soon_while_it_serves(tmp_path: Path, interval: float) -> None:
    with Ledger(tmp_path) as ledger:
        here = Serving(ledger)
        try:
            assert here.get("eve", "").status_code == 200
            assert sys.getswitchinterval() <= 0.001
        finally:
            here.stop()
        assert sys.getswitchinterval() == interval


def test_the_interval_is_set_back_once_the_last_server_ends_in_whatever_order(interval: float) -> None:
    one, other = serving.switching_soon(), serving.switching_soon()
    one.__enter__()
    other.__enter__()
    one.__exit__(None, None, None)
    assert sys.getswitchinterval() <= 0.001, "the other one serves"
    other.__exit__(None, None, None)
    assert sys.getswitchinterval() == interval


def test_a_client_that_takes_nothing_of_what_it_missed_is_let_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("api.calls.stream.PATIENCE", 0.05)

    async def read(ledger: Ledger) -> int:
        player: Player = await asyncio.to_thread(partial(long, ledger))
        hub, sink = Channels(ledger), Sink()
        stream = asyncio.ensure_future(EventStream(hub, player.encounter, 0)({}, sink.receive, sink.send))
        await reached(lambda: bool(sink.sent))
        sink.flows.clear()
        await reached(lambda: hub.catching_up == 0)
        sink.flows.set()
        await stream
        return hub.catching_up

    monkeypatch.setattr(channels, "_AT_ONCE", 1)
    monkeypatch.setattr(channels, "_RECENT", 5)
    with Ledger(tmp_path) as ledger:
        assert asyncio.run(read(ledger)) == 0


def test_a_stream_that_begins_while_the_server_ends_is_over(tmp_path: Path) -> None:
    async def read(ledger: Ledger) -> list[int]:
        player: Player = await asyncio.to_thread(partial(long, ledger))
        hub, sink = Channels(ledger), Sink()
        hub.end()
        await EventStream(hub, player.encounter, 0)({}, sink.receive, sink.send)
        return sink.ids

    with Ledger(tmp_path) as ledger:
        assert asyncio.run(read(ledger)) == []


def long(ledger: Ledger, commands: int = 60) -> Player:
    """Return a fight of some length, played."""
    player = opened(ledger, combatants=LASTING)
    player.comes_to_blows()
    for number in range(commands):
        player.does((SHOT, BACK)[number % 2])
    return player


def test_fifty_readers_of_an_old_line_cost_one_telling_and_get_all_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[int] = []

    def counted(fight: Fight, version: int) -> Live:
        told.append(version)
        return from_version(fight, version)

    monkeypatch.setattr(channels, "from_version", counted)

    async def read(ledger: Ledger) -> list[list[int]]:
        player: Player = await asyncio.to_thread(partial(long, ledger))
        hub, sinks = Channels(ledger), [Sink() for _ in range(50)]
        streams = [
            asyncio.ensure_future(EventStream(hub, player.encounter, 0)({}, each.receive, each.send)) for each in sinks
        ]
        version = ledger.fight(player.encounter).version
        await reached(lambda: all(each.ids[-1:] == [version] for each in sinks) and hub.catching_up == 0)
        # They go on as every listener does.
        await asyncio.to_thread(player.does, SHOT)
        newest = ledger.fight(player.encounter).version
        await reached(lambda: all(each.ids[-1:] == [newest] for each in sinks))
        hub.end()
        await asyncio.gather(*streams)
        return [each.ids for each in sinks]

    with Ledger(tmp_path) as ledger:
        every = asyncio.run(read(ledger))
    assert told == [0]
    assert all(ids == list(range(1, ids[-1] + 1)) for ids in every)


def test_what_was_written_while_others_caught_up_is_told_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second reader joins a catch-up that ends before the line with which its own part of the stream begins."""
    monkeypatch.setattr(channels, "_RECENT", 5)

    async def read(ledger: Ledger) -> tuple[list[int], int]:
        player: Player = await asyncio.to_thread(partial(long, ledger))
        hub, first, second = Channels(ledger), Sink(), Sink()
        first.flows.clear()
        streams = [asyncio.ensure_future(EventStream(hub, player.encounter, 0)({}, first.receive, first.send))]
        await reached(lambda: hub.catching_up == 1)
        for number in range(10):
            await asyncio.to_thread(player.does, (SHOT, BACK)[number % 2])
        version = ledger.fight(player.encounter).version
        await reached(lambda: all(each.version == version for each in hub._channels.values()))
        streams.append(asyncio.ensure_future(EventStream(hub, player.encounter, 0)({}, second.receive, second.send)))
        await reached(lambda: second.ids[-1:] == [version])
        first.flows.set()
        hub.end()
        await asyncio.gather(*streams)
        return second.ids, version

    with Ledger(tmp_path) as ledger:
        ids, version = asyncio.run(read(ledger))
    assert ids == list(range(1, version + 1))


def test_a_stream_that_must_wait_for_help_is_told_when_to_come_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catching_up, "MOST", 0)
    monkeypatch.setattr(channels, "_RECENT", 5)
    with Ledger(tmp_path) as ledger:
        here = Serving(ledger)
        try:
            here.player.comes_to_blows()
            address = f"{here.address}/api/encounters/{here.encounter}/stream"
            headers = {"Authorization": f"Bearer {here.keys['ana']}", "Last-Event-ID": "0"}
            answer = httpx2.get(address, headers=headers)
            assert (answer.status_code, answer.json()["type"]) == (503, "/problems/busy")
            assert answer.headers["retry-after"] == "1"
        finally:
            here.stop()
