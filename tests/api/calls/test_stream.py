"""The live stream: every line once and in order, with what it changes, however often one comes again."""

from __future__ import annotations

import random
from collections.abc import Callable
from time import monotonic
from typing import Any

import jsonpatch
import orjson
import pytest

from tests.api.conftest import Table
from tests.api.listening import Told, connect, events, until
from tests.api.streaming import PING, Serving, read
from tests.ledger.fights import ARCHERS, TO_BLOWS, Player, opening


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


@pytest.mark.long
def test_many_listen_and_the_store_is_asked_for_none_of_them(here: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    clients = [here.listener(seat) for seat in ("ana", "bo", "eve") for _ in range(7)]
    until(lambda: all(client.knows(here.version) for client in clients))
    asked = dict.fromkeys(("select_notifications", "read_lines"), 0)
    for name in ("seat_of", "encounters"):
        monkeypatch.setattr(here.ledger.store, name, lambda *_: pytest.fail("asked for a client"))
    for name in asked:
        monkeypatch.setattr(here.ledger.store, name, _counted(asked, name, getattr(here.ledger.store, name)))
    here.player.comes_to_blows()
    until(lambda: all(client.knows(here.version) for client in clients))
    # Lines are read once for all, if whoever looks out for devices hears of them before they lie in memory.
    assert all(times <= 2 * len(TO_BLOWS) + 5 < len(clients) * len(TO_BLOWS) for times in asked.values())
    monkeypatch.undo()
    for client in clients:
        client.stop()
        assert client.view == here.get("eve", "").json()


def _counted(asked: dict[str, int], name: str, ask: Callable[..., Any]) -> Callable[..., Any]:
    def counted(*given: Any, **more: Any) -> Any:
        asked[name] += 1
        return ask(*given, **more)

    return counted


def test_the_store_is_followed_only_while_somebody_listens(here: Serving) -> None:
    assert not here.ledger.tailer.follows
    clients = [here.listener() for _ in range(2)]
    until(lambda: all(client.knows(here.version) for client in clients))
    for client in clients:
        assert here.ledger.tailer.follows
        client.stop()
    until(lambda: not here.ledger.tailer.follows)
