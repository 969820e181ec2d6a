"""A what-if over HTTP: whose it is, what it shows of where it came from, and that nothing of it is counted."""

from __future__ import annotations

from typing import Any

from fastapi.testclient import TestClient

from tests.api.conftest import WATCHED, Sit, Table, combat
from tests.ledger.fights import ARCHERS, BACK, SHOT, TO_BLOWS, alone
from tests.secrecy import LURKER, OPENINGS


def forked(table: Table, seat: str | None, at: int | None = None) -> tuple[int, dict[str, Any]]:
    answer = table.post(seat, "/forks", {} if at is None else {"at": at})
    return answer.status_code, answer.json()


def test_the_answer_holds_a_key_for_each_seat_and_the_view_says_what_it_is(sit: Sit, client: TestClient) -> None:
    table = sit(**alone(ARCHERS))
    for body in TO_BLOWS:
        assert table.do("ana", body).status_code == 200
    version = table.get("ana", "").json()["version"]
    status, fork = forked(table, "ana", version)
    assert (status, fork["keys"].keys()) == (201, {"ana"})
    assert fork["invitations"]["ana"].endswith(f"/e/{fork['encounter']}#{fork['keys']['ana']}")
    key = {"Authorization": f"Bearer {fork['keys']['ana']}"}
    view = client.get(f"/api/encounters/{fork['encounter']}", headers=key).json()
    assert (view["title"], view["fork"]["encounter"], view["fork"]["n"]) == ("What if", table.id, version)
    assert table.get("ana", "").json()["fork"] is None
    shot = {"action": SHOT, "cmd": "shot"}
    assert client.post(f"/api/encounters/{fork['encounter']}/commands", json=shot, headers=key).status_code == 200
    tallies = client.get("/api/tallies", headers=key).json()
    assert (tallies["encounters"], tallies["combatants"]) == (0, [])


def test_nobody_but_the_referee_learns_from_it_while_the_fight_goes_on(sit: Sit) -> None:
    table = sit(**OPENINGS["storyteller"])
    for seat in ("ana", "eve"):
        status, problem = forked(table, seat)
        assert (status, problem["type"]) == (403, "/problems/not-yours")
        assert LURKER not in str(problem)
    assert forked(table, "gm")[0] == 201
    assert forked(table, None)[0] == 401


def test_a_line_that_nothing_branches_off_at_is_refused_with_the_one_before(table: Table) -> None:
    combat(table)
    status, problem = forked(table, "ana", 10**6)
    assert (status, problem["type"]) == (403, "/problems/not-yours")
    table.done("ana", "concede", by="ana")
    assert table.post("ana", "/close", {"cmd": "close"}).status_code == 200
    status, problem = forked(table, "bo", 10**6)
    assert (status, problem["type"]) == (409, "/problems/no-fork")
    assert "There is no line 1000000" in problem["detail"]
    first = table.get("bo", "/chronicle").json()
    start = next(each for each in first if each["kind"] == "command")["n"] - 1
    assert forked(table, "eve", start)[0] == 201


READ = (*WATCHED, "/why?line=3", "/export?format=html", "/rolls", "/rolls/1", "/proofs?roll=1", "/audit", "/offers")


def test_whatever_is_read_of_a_fight_is_read_of_a_fork(sit: Sit, client: TestClient) -> None:
    table = sit(**alone(ARCHERS))
    for body in [*TO_BLOWS, SHOT]:
        assert table.do("ana", body).status_code == 200
    fork = forked(table, "ana")[1]
    key, there = {"Authorization": f"Bearer {fork['keys']['ana']}"}, f"/api/encounters/{fork['encounter']}"
    client.post(f"{there}/commands", json={"action": BACK, "cmd": "back"}, headers=key)
    assert {path: client.get(f"{there}{path}", headers=key).status_code for path in READ} == dict.fromkeys(READ, 200)
    rolls = client.get(f"{there}/rolls", headers=key).json()
    assert {each["roll"] for each in rolls} == {1}
    assert [each["grade"] for each in rolls] == ["fork"] * (len(rolls) - 1) + ["server only"]
    assert client.get(f"{there}/rolls/1", headers=key).json()["grade"] == "server only"
