"""What is read is sent as short as the caller takes it, and not again where nothing changed."""

from __future__ import annotations

import gzip
from typing import Any

import pytest
from fastapi.testclient import TestClient
from httpx2 import Response

from api import sparing
from tests.api.conftest import SAMPLE, Table, combat

READ = ("", "/offers", "/chronicle", "/chronicle?format=text", "/board", "/initiative", "/lines", "/reasons")


def raw(table: Table, seat: str, path: str, **headers: str) -> Response:
    """Return an answer with the headers of a seat and these, none of the client's own."""
    asked = {"accept-encoding": "identity", **table.headers(seat), **headers}
    return table.client.get(f"/api/encounters/{table.id}{path}", headers=asked)


@pytest.mark.parametrize("path", READ)
def test_what_did_not_change_is_not_sent_again(table: Table, path: str) -> None:
    combat(table)
    first = raw(table, "ana", path)
    tag = first.headers["etag"]
    again = raw(table, "ana", path, **{"if-none-match": f'"7", W/{tag}'})
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
    assert "content-length" not in again.headers
    table.done("ana", "disengage", who="Ana")
    assert raw(table, "ana", path, **{"if-none-match": tag}).status_code == 200


def test_a_tag_of_another_seat_or_of_another_question_is_none(table: Table) -> None:
    combat(table)
    tag = raw(table, "ana", "/offers").headers["etag"]
    assert raw(table, "bo", "/offers", **{"if-none-match": tag}).status_code == 200
    assert raw(table, "ana", "/offers?asides=false", **{"if-none-match": tag}).status_code == 200


def test_the_tag_of_what_was_read_is_the_version_that_a_command_has_seen(table: Table) -> None:
    tag = raw(table, "ana", "/offers").headers["etag"]
    body = {"action": {"do": "begin_move", "who": "Ana", "allowance": 2}, "cmd": "one"}
    assert table.post("ana", "/commands", body, headers={"if-match": tag}).status_code == 200
    again = {"action": {"do": "move", "who": "Ana", "to": "T1"}, "cmd": "two"}
    assert table.post("ana", "/commands", again, headers={"if-match": tag}).status_code == 412


@pytest.mark.parametrize("most", [10, sparing.AT_ONCE])
def test_what_is_read_is_pressed_for_whoever_takes_it(table: Table, monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    monkeypatch.setattr(sparing, "AT_ONCE", most)
    combat(table)
    plain = raw(table, "ana", "/chronicle")
    asked = table.headers("ana") | {"accept-encoding": "br, gzip;q=0.5"}
    with table.client.stream("GET", f"/api/encounters/{table.id}/chronicle", headers=asked) as answer:
        pressed = b"".join(answer.iter_raw())
    assert answer.headers["content-encoding"] == "gzip"
    assert int(answer.headers["content-length"]) == len(pressed) < len(plain.content) / 3
    assert gzip.decompress(pressed) == plain.content
    assert "content-encoding" not in plain.headers
    assert plain.headers["vary"] == "Accept-Encoding"


@pytest.mark.parametrize("taken", ["identity", "gzip;q=0", "gzip; q=0.0", "br"])
def test_whoever_takes_no_gzip_gets_none(table: Table, taken: str) -> None:
    assert "content-encoding" not in raw(table, "ana", "", **{"accept-encoding": taken}).headers


def test_no_answer_that_holds_a_key_is_pressed(client: TestClient) -> None:
    opened = client.post("/api/encounters", json=SAMPLE["pursuit"], headers={"accept-encoding": "gzip"})
    assert opened.json()["keys"]
    assert "content-encoding" not in opened.headers


def test_no_call_that_is_read_answers_with_a_key(client: TestClient) -> None:
    document: dict[str, Any] = client.get("/openapi.json").json()
    for path, calls in document["paths"].items():  # the `keys` of a view are requests for lost ones
        told = str(calls.get("get", {}).get("responses", {}).get("200", {}))
        names = {each.partition("'")[0] for each in told.split("#/components/schemas/")[1:]}
        held = {field for name in names for field in document["components"]["schemas"][name].get("properties", {})}
        assert not held & {"key", "invitation", "invitations"}, path


def test_the_asides_can_be_left_out_of_the_offers(table: Table) -> None:
    combat(table)
    every = table.get("ana", "/offers").json()
    few = table.get("ana", "/offers?asides=false").json()
    assert few["offers"] == [offer for offer in every["offers"] if not offer["aside"]] != []
    assert few["pending"] == every["pending"]
    odds = table.get("ana", "/offers?asides=false&odds=true").json()["odds"]
    assert odds == table.get("ana", "/offers?odds=true").json()["odds"] != []


def test_a_stream_begins_at_once(table: Table) -> None:
    assert (
        "content-length"
        not in table.client.head(f"/api/encounters/{table.id}/stream", headers=table.headers("ana")).headers
    )
