"""The lobby over HTTP: whoever shows keys sees what they belong to, the operator sees all, and nobody more."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient
from httpx2 import Response

from api.app import create_app
from cli.operating import FILE_VARIABLE, VARIABLE, operator_key
from ledger.application import Ledger
from ledger.dice.secrets import SecretsRefused, new_token, token_hash
from projections.tables.lobby import Lobby
from projections.tables.runner import Runner
from tests.api.conftest import OPERATOR, SAMPLE, Sit, Table, combat, listed

KEYS = (new_token(), "letmein", "A" * 43)
"""Keys that are nobody's."""


@pytest.fixture
def client(ledger: Ledger) -> Iterator[TestClient]:
    """Give the application of an installation that has an operator."""
    app = create_app(ledger, operator=token_hash(OPERATOR))
    with TestClient(app) as client:
        yield client
    app.state.runner.close()


def look(client: TestClient, *keys: str, **asked: Any) -> Response:
    headers = {"Authorization": f"Bearer {keys[0]}"} if keys else {}
    if keys[1:]:
        headers["Encounter-Keys"] = ", ".join(keys[1:])
    return client.get("/api/lobby", params=asked, headers=headers)


def seen(answer: Response) -> set[str]:
    assert answer.status_code == 200, answer.text
    return {each["encounter"] for each in answer.json()["encounters"]}


def test_a_key_shows_its_encounter_and_no_other(client: TestClient, sit: Sit) -> None:
    table, _ = sit(), sit("etiquette")
    answer = look(client, table.keys["ana"])
    assert seen(answer) == {table.id}
    (entry,) = answer.json()["encounters"]
    assert (entry["system"], entry["rules"], entry["version"]) == ("pursuit", "pursuit/2", table.version)
    assert (entry["outcome"], entry["imported"], entry["stuck"], entry["yours"]) == (None, False, False, ["ana"])
    assert {seat["seat"] for seat in entry["seats"]} == set(table.keys)


def test_several_keys_show_several_encounters(client: TestClient, sit: Sit) -> None:
    tables = [sit(), sit("etiquette"), sit()]
    keys = [table.keys["ana"] for table in tables[:2]]
    assert seen(look(client, *keys)) == {table.id for table in tables[:2]}
    only_more = client.get("/api/lobby", headers={"Encounter-Keys": ",".join(keys)})
    assert seen(only_more) == {table.id for table in tables[:2]}
    assert seen(look(client, keys[0], new_token())) == {tables[0].id}, "a key that is nobody's adds nothing"


def test_the_operator_sees_all(client: TestClient, sit: Sit) -> None:
    tables = [sit(), sit("etiquette")]
    answer = look(client, OPERATOR)
    assert seen(answer) == {table.id for table in tables}
    assert all(each["yours"] == [] for each in answer.json()["encounters"])


def test_without_an_operator_the_key_of_one_opens_nothing(ledger: Ledger) -> None:
    with TestClient(create_app(ledger)) as client:
        Table(client, SAMPLE["pursuit"])
        assert look(client, OPERATOR).status_code == 404


def test_the_operators_key_opens_no_encounter(client: TestClient, table: Table) -> None:
    answer = client.get(f"/api/encounters/{table.id}", headers={"Authorization": f"Bearer {OPERATOR}"})
    assert answer.status_code == 404


def test_a_key_of_nobody_is_answered_like_an_encounter_that_is_not_there(client: TestClient, table: Table) -> None:
    answer = look(client, new_token())
    assert (answer.status_code, answer.json()["type"]) == (404, "/problems/not-found")
    assert table.id not in answer.text


@pytest.mark.parametrize("key", ["short", "x" * 44, "'; DROP TABLE seats; --" + "x" * 20])
def test_what_is_no_key_is_asked_for_one(client: TestClient, table: Table, key: str) -> None:
    assert look(client).status_code == 401
    assert look(client, key).status_code == 401
    answer = look(client, table.keys["ana"], key.replace(",", "").replace(" ", ""))
    assert answer.status_code == 401
    assert answer.headers["WWW-Authenticate"] == "Bearer"


def test_more_keys_than_are_read_are_refused(client: TestClient, table: Table) -> None:
    many = [table.keys["ana"], *(new_token() for _ in range(101))]
    assert look(client, *many).status_code == 422


def test_the_lobby_knows_at_once_what_was_just_done(client: TestClient, table: Table) -> None:
    combat(table)
    (entry,) = look(client, table.keys["ana"]).json()["encounters"]
    assert entry["version"] == len(table.lines()) - 1
    assert entry["waits"] == {"kind": "turn", "owners": ["Ana"], "who": "Ana"}
    assert {seat["seat"] for seat in entry["seats"] if seat["decides"]} == {"ana"}


def test_filters_and_pages_go_with_the_call(client: TestClient, sit: Sit) -> None:
    tables = [sit(), sit("etiquette"), sit()]
    combat(tables[0])
    keys = [table.keys["ana"] for table in tables]
    assert seen(look(client, *keys, system="etiquette")) == {tables[1].id}
    assert seen(look(client, *keys, mine=True)) == {tables[0].id}
    assert seen(look(client, *keys, deciding="bo")) == set()
    assert seen(look(client, *keys, state="over")) == set()
    first = look(client, *keys, limit=2)
    second = look(client, *keys, limit=2, cursor=first.json()["next"])
    assert len(seen(first)) == 2
    assert seen(first) | seen(second) == {table.id for table in tables}
    assert second.json()["next"] is None


@pytest.mark.parametrize(
    "asked", [{"limit": 0}, {"limit": 101}, {"state": "lost"}, {"cursor": "x"}, {"deciding": "a b"}, {"system": "'"}]
)
def test_what_cannot_be_asked_is_refused(client: TestClient, table: Table, asked: dict[str, Any]) -> None:
    answer = look(client, table.keys["ana"], **asked)
    assert (answer.status_code, answer.json()["type"]) == (422, "/problems/not-a-command")


def test_while_there_are_no_tables_the_lobby_says_so_and_all_else_goes_on(
    client: TestClient, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any) -> None:
        raise RuntimeError("a bug")

    monkeypatch.setattr(Runner, "_step", broken)
    answer = look(client, table.keys["ana"])
    assert (answer.status_code, answer.json()["type"]) == (503, "/problems/not-built")
    assert table.do("ana", {"do": "begin_move", "who": "Ana", "allowance": 3}).status_code == 200


def test_an_encounter_that_cannot_be_followed_is_shown_as_stuck(
    client: TestClient, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    look(client, table.keys["ana"])

    def stumbles(*_: Any) -> None:
        raise ValueError("no such line")

    monkeypatch.setattr(Lobby, "part", stumbles)
    combat(table)
    (entry,) = look(client, table.keys["ana"]).json()["encounters"]
    assert (entry["stuck"], entry["version"]) == (True, table.version)


def test_the_operator_lists_every_encounter_and_nobody_else_does(client: TestClient, table: Table) -> None:
    told = {
        "id": table.id,
        "system": "pursuit",
        "version": table.version,
        "outcome": None,
        "archived": False,
        "damaged": False,
    }
    assert listed(client) == [told]
    answers = {key: client.get("/api/encounters", headers={"Authorization": f"Bearer {key}"}) for key in KEYS}
    mine = client.get("/api/encounters", headers=table.headers("ana"))
    for answer in (*answers.values(), mine, client.get("/api/encounters")):
        assert answer.status_code in (401, 404)
        assert table.id not in answer.text
    assert mine.json() == answers[KEYS[0]].json()
    assert (mine.status_code, client.get("/api/encounters").status_code) == (404, 401)


def test_without_an_operators_key_nobody_lists_all_encounters(ledger: Ledger) -> None:
    with TestClient(create_app(ledger)) as client:
        table = Table(client, SAMPLE["pursuit"])
        for key in (OPERATOR, table.keys["ana"]):
            assert client.get("/api/encounters", headers={"Authorization": f"Bearer {key}"}).status_code == 404
        assert client.get("/api/encounters").status_code == 401


def test_the_operators_key_comes_from_the_environment_or_a_file(tmp_path: Any) -> None:
    file = tmp_path / "operator"
    file.write_text(OPERATOR + "\n")
    assert operator_key({}) is None
    assert operator_key({VARIABLE: OPERATOR}) == token_hash(OPERATOR)
    assert operator_key({FILE_VARIABLE: str(file)}) == token_hash(OPERATOR)


@pytest.mark.parametrize("environment", [{VARIABLE: "letmein"}, {VARIABLE: ""}, {FILE_VARIABLE: "/nowhere/at/all"}])
def test_an_operators_key_that_is_none_ends_the_start(environment: dict[str, str]) -> None:
    with pytest.raises(SecretsRefused) as refused:
        operator_key(environment)
    assert "letmein" not in str(refused.value)


def test_the_lobby_tells_the_title_and_the_newest_one(client: TestClient) -> None:
    table = Table(client, {**SAMPLE["pursuit"], "title": "The bridge"})
    (entry,) = look(client, table.keys["bo"]).json()["encounters"]
    assert entry["title"] == "The bridge"
    answer = table.post("ana", "/names", {"name": "橋のたもと", "cmd": "n1"})
    assert answer.status_code == 200, answer.text
    assert table.get("bo", "").json()["title"] == "橋のたもと"
    (entry,) = look(client, table.keys["bo"]).json()["encounters"]
    assert entry["title"] == "橋のたもと"
    assert table.post("bo", "/names", {"name": "Mine", "cmd": "n2"}).status_code == 403
    assert table.post("ana", "/names", {"name": "\u200b", "cmd": "n3"}).json()["type"] == "/problems/not-named"
    assert table.post("ana", "/names", {"name": "\u202e", "cmd": "n4"}).status_code == 422
