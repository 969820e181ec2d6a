"""Calls that go to a thread and back once: the same answers as the usual calls give, whatever is sent."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import anyio.to_thread
import pytest
from fastapi.testclient import TestClient
from httpx2 import Response

from api.calls import straight
from domain.ruleset import RULESETS
from ledger.dice.secrets import new_token
from tests.api.conftest import Sit, Table
from tests.api.devices import Player
from tests.ledger.fights import ARCHERS, SHOT, TO_BLOWS

USUAL = {"Content-Type": "application/json; charset=utf-8"}
"""What is not looked at twice, and so is left to the usual call."""


@pytest.fixture
def done(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the paths of calls that go straight, as they come."""
    came: list[str] = []
    answer = straight.Straight._done

    def noted(self: Any, request: Any, sent: bytes) -> Any:
        came.append(request.url.path.rpartition("/")[2])
        return answer(self, request, sent)

    monkeypatch.setattr(straight.Straight, "_done", noted)
    return came


@pytest.fixture
def hops(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[object]]:
    """Return what grows with each way to a thread."""
    taken: list[object] = []
    run = anyio.to_thread.run_sync

    async def noted(work: Callable[..., Any], *args: Any, **how: Any) -> Any:
        taken.append(work)
        return await run(work, *args, **how)

    with monkeypatch.context() as patched:
        patched.setattr(anyio.to_thread, "run_sync", noted)
        yield taken


@pytest.fixture
def players(client: TestClient) -> dict[str, Player]:
    opened = client.post("/api/encounters", json=ARCHERS).json()
    players = {seat: Player(client, opened["encounter"], seat, key) for seat, key in opened["keys"].items()}
    for player in players.values():
        assert player.join().status_code == 200
    return players


def test_a_roll_that_devices_salt_goes_to_a_thread_once_a_call(
    players: dict[str, Player], done: list[str], hops: list[object]
) -> None:
    for body in TO_BLOWS:
        assert players["ana"].does(body).status_code == 200
    for player in players.values():
        assert player.beat().status_code == 200
    done.clear()
    hops.clear()
    ana = players["ana"]
    sent = ana.device.declaring(SHOT, ana.seen(), ana.beat().json()["following"])
    accepted = ana.call("POST", "/commands", sent).json()["lines"][0]
    raw = _raw(ana, accepted["n"], hops)
    for player in players.values():
        assert player.links(accepted, raw).status_code == 200
    assert done == ["offers", "presence", "commands", *["links"] * len(players)]
    assert len(hops) == len(done)


def _raw(player: Player, n: int, hops: list[object]) -> bytes:
    """Return a line, without counting how it was read."""
    before = len(hops)
    raw = player.raw(n)
    del hops[before:]
    return raw


def both(table: Table, path: str, content: bytes, headers: dict[str, str]) -> list[tuple[int, Any, dict[str, str]]]:
    """Return the answers to a call that goes straight and to the usual one: status, body, headers."""
    kinds = ({"Content-Type": "application/json"}, USUAL)
    return [
        _told(table.client.post(f"/api/encounters/{table.id}{path}", content=content, headers={**headers, **kind}))
        for kind in kinds
    ]


def _told(answer: Response) -> tuple[int, Any, dict[str, str]]:
    return answer.status_code, answer.json(), {name: value for name, value in answer.headers.items() if name != "date"}


@pytest.mark.parametrize("path", ["/commands", "/dice", "/links", "/presence"])
@pytest.mark.parametrize("content", [b"", b"{", b"[1]", b'{"cmd":"a","cmd":"b"}', b'{"roll":0}', b"{}"])
def test_what_cannot_be_read_is_refused_in_the_same_words(sit: Sit, done: list[str], path: str, content: bytes) -> None:
    table = sit()
    one, other = both(table, path, content, table.headers("ana"))
    assert one == other
    assert one[0] == 422
    assert done == [path[1:]]


def calls_counted(table: Table, path: str) -> float:
    """Return how many calls of an address were counted, whatever came of them."""
    address = f"/api/encounters/{{encounter}}{path}"
    found = re.findall(
        rf'^encounter_calls_total\{{[^}}]*path="{re.escape(address)}"[^}}]*\}} (\S+)',
        table.client.get("/metrics").text,
        re.MULTILINE,
    )
    return sum(map(float, found))


@pytest.mark.parametrize("path", ["/commands", "/dice", "/links", "/presence"])
def test_both_ways_are_counted_under_the_address_of_the_call(sit: Sit, done: list[str], path: str) -> None:
    table = sit()
    before = calls_counted(table, path)
    both(table, path, b"{}", table.headers("ana"))
    assert done == [path[1:]]
    assert calls_counted(table, path) == before + 2


def test_offers_are_counted_under_their_address(sit: Sit, done: list[str]) -> None:
    table = sit()
    before = calls_counted(table, "/offers")
    table.get("ana", "/offers")
    assert done == ["offers"]
    assert calls_counted(table, "/offers") == before + 1


@pytest.mark.parametrize("path", ["/commands", "/links"])
def test_a_key_of_nobody_is_told_so_before_what_it_sent(sit: Sit, done: list[str], path: str) -> None:
    one, other = both(sit(), path, b"{", {"Authorization": f"Bearer {new_token()}"})
    assert one == other
    assert one[0] == 404
    assert done == [path[1:]]


@pytest.mark.parametrize(
    "unusual",
    [
        {"Authorization": "Bearer short"},
        {"Authorization": ""},
        {"If-Match": "new"},
        {"Content-Length": "20000"},
        {"Content-Type": "text/plain"},
    ],
    ids=str,
)
def test_what_is_unusual_in_a_head_is_left_to_the_usual_call(
    sit: Sit, done: list[str], unusual: dict[str, str]
) -> None:
    table = sit()
    content = b"{" + b" " * 19998 + b"}" if "Content-Length" in unusual else b"{}"
    headers = {**table.headers("ana"), "Content-Type": "application/json", **unusual}
    answer = table.client.post(f"/api/encounters/{table.id}/dice", content=content, headers=headers)
    assert answer.status_code in (401, 415, 422)
    assert done == []


@pytest.mark.parametrize("system", RULESETS)
def test_offers_are_the_same_bytes_by_both_ways(sit: Sit, done: list[str], system: str) -> None:
    table = sit(system)
    for seat in table.keys:
        for plain, usual in (("", "?odds=false"), ("?asides=false", "?asides=false&odds=false")):
            straightaway, known = table.get(seat, f"/offers{plain}"), table.get(seat, f"/offers{usual}")
            assert straightaway.content == known.content
            assert _told(straightaway) == _told(known)
    assert set(done) == {"offers"}
    assert len(done) == 2 * len(table.keys)


def test_a_parameter_that_offers_do_not_have_is_named(table: Table, done: list[str]) -> None:
    answer = table.get("ana", "/offers?asides=false&often=1")
    assert (answer.status_code, answer.json()["fields"][0]["at"]) == (422, "often")
    assert done == []
