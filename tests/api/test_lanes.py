"""What takes long is done beside those who play, in short queues, and the same odds are not counted twice."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from threading import Event, current_thread
from typing import Any

import pytest
from fastapi.testclient import TestClient

from api.calls import commands, records
from api.calls import odds as asked_odds
from api.lanes import Lane, Remembered
from ledger.refusals import Busy
from tests.api.conftest import Sit, Table, combat

THREADS: dict[str, tuple[Any, str, str, Callable[[Table], Any]]] = {
    "audit": (records, "audit", "reports", lambda table: table.get("ana", "/audit")),
    "offers with odds": (commands, "odds_of", "odds", lambda table: table.get("ana", "/offers?odds=true")),
    "odds": (
        asked_odds,
        "odds",
        "odds",
        lambda table: table.post(
            "ana", "/odds", {"action": {"do": "attack", "who": "Ana", "target": "Bo"}, "cmd": "q"}
        ),
    ),
    "imports": (
        records,
        "take_in",
        "imports",
        lambda table: table.client.post(
            "/api/imports", content=b"{}\n", headers={"Content-Type": "application/x-ndjson"}
        ),
    ),
}


@pytest.mark.parametrize("what", THREADS)
def test_it_is_done_by_threads_of_its_own(what: str, sit: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    module, name, threads, call = THREADS[what]
    table = sit()
    combat(table)
    done_by: list[str] = []
    work: Callable[..., Any] = getattr(module, name)

    def noted(*given: Any, **more: Any) -> Any:
        done_by.append(current_thread().name)
        return work(*given, **more)

    monkeypatch.setattr(module, name, noted)
    answer = call(table)
    assert answer.status_code in (200, 422), answer.text
    assert [each.rpartition("_")[0] for each in done_by] == [threads]


def test_an_export_is_made_by_those_threads_too(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    ledger = table.client.app.state.ledger  # type: ignore[attr-defined]
    done_by: list[str] = []
    export = ledger.export

    def noted(*given: Any) -> bytes:
        done_by.append(current_thread().name)
        return bytes(export(*given))

    monkeypatch.setattr(ledger, "export", noted)
    assert table.get("ana", "/export").status_code == 200
    assert done_by[0].startswith("reports")


def test_whoever_comes_when_enough_wait_is_told_to_come_again() -> None:
    go = Event()

    async def crowd() -> list[Any]:
        lane = Lane("crowd", threads=1, most=3)
        waiting = [asyncio.ensure_future(lane.do(lambda: go.wait(20))) for _ in range(3)]
        await asyncio.sleep(0)
        with pytest.raises(Busy, match="try again"):
            await lane.do(lambda: True)
        go.set()
        found = await asyncio.gather(*waiting)
        return [*found, await lane.do(lambda: "again")]

    assert asyncio.run(crowd()) == [True, True, True, "again"]


def test_play_goes_on_while_every_lane_is_full(client: TestClient, table: Table) -> None:
    lanes = client.app.state.lanes  # type: ignore[attr-defined]
    go = Event()
    held = [lane._pool.submit(go.wait, 20) for lane in (lanes.imports, lanes.reports, lanes.odds) for _ in range(50)]
    try:
        table.done("ana", "begin_move", who="Ana", allowance=3)
        assert table.get("bo", "/offers").status_code == 200
    finally:
        go.set()
    assert all(each.result(20) for each in held)


def test_the_odds_of_a_version_are_counted_once(sit: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    counted: list[int] = []
    odds_of: Callable[..., Any] = getattr(commands, "odds_of")  # noqa: B009 - it is imported there

    def noted(encounter: Any, offers: Any) -> Any:
        counted.append(1)
        return odds_of(encounter, offers)

    monkeypatch.setattr(commands, "odds_of", noted)
    table = sit()
    combat(table)
    first, again = (table.get("ana", "/offers?odds=true").json() for _ in range(2))
    assert first == again
    assert (len(counted), bool(first["odds"])) == (1, True)
    table.get("bo", "/offers?odds=true")
    table.done("ana", "attack", who="Ana", target="Bo")
    table.get("ana", "/offers?odds=true")
    assert len(counted) == 3


def test_what_was_used_longest_ago_is_forgotten_first() -> None:
    known = Remembered(most=2)
    made: list[str] = []

    def make(key: str) -> str:
        made.append(key)
        return key

    for key in ("a", "b", "a", "c", "a", "b"):
        assert known.of(key, partial(make, key)) == key
    assert made == ["a", "b", "c", "b"]
