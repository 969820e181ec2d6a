"""Who may: a seat reads its encounter and commands its own combatants; everybody else gets one and the same no."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient

from tests.api.conftest import Sit, Table, combat, contact, listed

READS = ["", "/offers", "/board", "/initiative", "/chronicle", "/lines", "/why?line=0", "/audit", "/export"]
WRITES: dict[str, dict[str, object]] = {
    "/disputes": {"of": 3, "reason": "It missed.", "cmd": "1"},
    "/disputes/5/answers": {"result": "stands", "reason": "It hit.", "cmd": "1"},
    "/attestations": {"of": 3, "verdict": "saw", "cmd": "1"},
    "/close": {"cmd": "1"},
    "/commands": {"action": {"do": "begin_move", "who": "Ana", "allowance": 1}, "cmd": "1"},
    "/rewind": {"to_version": 4, "reason": "a slip", "cmd": "1"},
    "/consents": {"agree": True, "cmd": "1"},
    "/dice": {"by": "Ana", "dice": "1d6", "faces": [1], "cmd": "1"},
}


@pytest.mark.parametrize("path", READS)
@pytest.mark.parametrize("seat", ["ana", "bo", "eve"])
def test_every_seat_reads_everything_alike(table: Table, seat: str, path: str) -> None:
    answer = table.get(seat, path)
    assert answer.status_code == 200
    if path != "/offers":
        assert answer.content == table.get("ana", path).content


@pytest.mark.parametrize("path", READS)
def test_nobody_reads_without_a_key(table: Table, path: str) -> None:
    answer = table.get(None, path)
    assert (answer.status_code, answer.json()["type"]) == (401, "/problems/no-key")
    assert answer.headers["www-authenticate"] == "Bearer"


@pytest.mark.parametrize("path", WRITES)
def test_nobody_writes_without_a_key(table: Table, path: str) -> None:
    assert table.post(None, path, WRITES[path]).status_code == 401
    assert table.get("ana", "").json()["version"] == table.version


@pytest.mark.parametrize("path", WRITES)
def test_a_spectator_writes_nothing(table: Table, path: str) -> None:
    answer = table.post("eve", path, WRITES[path])
    assert (answer.status_code, answer.json()["type"]) == (403, "/problems/not-yours")
    assert table.get("ana", "").json()["version"] == table.version


@pytest.mark.parametrize("header", ["", "Basic YTpi", "Bearer", "Bearer ", "bearer", "Token abc", "Bearer short"])
def test_what_is_no_key_is_told_so(table: Table, header: str) -> None:
    answer = table.client.get(f"/api/encounters/{table.id}", headers={"Authorization": header})
    assert answer.status_code == 401


@pytest.mark.parametrize("path", [*READS, *WRITES])
def test_a_key_of_another_table_and_an_encounter_that_is_not_there_get_the_same_answer(sit: Sit, path: str) -> None:
    mine, theirs = sit(), sit()
    answers = []
    for encounter in (theirs.id, "0" * 32, "nonsense"):
        address, headers = f"/api/encounters/{encounter}{path}", mine.headers("ana")
        if path in WRITES:
            answers.append(mine.client.post(address, json=WRITES[path], headers=headers))
        else:
            answers.append(mine.client.get(address, headers=headers))
    assert {answer.status_code for answer in answers} == {404}
    assert len({answer.content for answer in answers}) == 1
    assert len({tuple(sorted(answer.headers.items())) for answer in answers}) == 1


@pytest.mark.parametrize("encounter", ["%00", "%ff", "..%2f..", "a" * 5000, "'--", "%F0%9F%90%89"])
def test_an_encounter_of_any_name_is_simply_not_there(table: Table, encounter: str) -> None:
    answer = table.client.get(f"/api/encounters/{encounter}", headers=table.headers("ana"))
    assert answer.status_code == 404


def test_a_seat_commands_only_its_own_combatants(table: Table) -> None:
    move = {"do": "begin_move", "who": "Bo", "allowance": 1}
    answer = table.do("ana", move)
    assert (answer.status_code, answer.json()["type"]) == (403, "/problems/not-yours")
    assert "Bo" in answer.json()["detail"]
    assert table.do("bo", move).status_code == 200


def test_nobody_answers_for_somebody_else(table: Table) -> None:
    contact(table)
    assert table.do("bo", {"do": "engage", "who": "Ana"}).status_code == 403
    assert table.do("ana", {"do": "engage", "who": "Ana"}).status_code == 200


def test_in_etiquette_the_owner_plays_for_all_its_units_and_no_others(sit: Sit) -> None:
    table = sit("etiquette")
    table.done("ana", "begin_move", who="AnaBot", allowance=3)
    table.done("ana", "move", who="AnaBot", to="T2")
    table.done("ana", "move", who="AnaBot", to="T3")
    assert table.do("bo", {"do": "say", "who": "Ana", "text": "I give up."}).status_code == 403
    assert table.do("bo", {"do": "say", "who": "Bo", "text": "Give up!"}).status_code == 200
    assert table.do("bo", {"do": "engage", "who": "AnaBot"}).status_code == 403
    assert table.do("ana", {"do": "engage", "who": "AnaBot"}).status_code == 200


def test_the_name_of_a_seat_in_the_body_gives_no_rights(table: Table) -> None:
    combat(table)
    answer = table.do("bo", {"do": "attack", "who": "Ana", "target": "Bo"}, seat="ana")
    assert answer.status_code == 403


def test_keys_are_shown_once_and_differ(sit: Sit) -> None:
    one, other = sit(), sit()
    keys = [*one.keys.values(), *other.keys.values()]
    assert len(set(keys)) == 6
    assert all(len(key) >= 43 for key in keys)
    for key in keys:
        assert key.encode() not in one.get("ana", "/export").content + one.get("ana", "").content


def test_the_list_shows_no_more_than_it_must(client: TestClient, sit: Sit) -> None:
    table = sit()
    assert listed(client) == [
        {
            "id": table.id,
            "system": "pursuit",
            "version": table.version,
            "outcome": None,
            "archived": False,
            "damaged": False,
        }
    ]
