"""Files out and in, and the audit: the same bytes are the same fight, a broken file is refused with its line."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from fastapi.testclient import TestClient
from httpx2 import Response
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from api.app import create_app
from ledger.application import Ledger
from ledger.dice.secrets import token_hash
from projections.audit import audit
from tests.api.conftest import OPERATOR, Sit, Table, combat, listed
from tests.forging import mended
from tests.secrecy import OPENINGS

NDJSON = {"Content-Type": "application/x-ndjson"}


@pytest.fixture
def exported(sit: Sit) -> bytes:
    """Return a fight with a roll and with words in it."""
    table = sit("etiquette")
    table.done("ana", "begin_move", who="AnaBot", allowance=3)
    table.done("ana", "move", who="AnaBot", to="T2")
    table.done("ana", "move", who="AnaBot", to="T3")
    table.done("bo", "say", who="Bo", text="Peace?")
    table.done("ana", "engage", who="AnaBot")
    table.done("bo", "engage", who="Bo")
    table.done("ana", "disengage", who="AnaBot")
    return table.get("ana", "/export").content


@pytest.fixture
def elsewhere() -> Iterator[TestClient]:
    with Ledger() as ledger, TestClient(create_app(ledger, operator=token_hash(OPERATOR))) as client:
        yield client


def bring(client: TestClient, raw: bytes, headers: dict[str, str] = NDJSON) -> Response:
    return client.post("/api/imports", content=raw, headers=headers)


def test_an_exported_fight_comes_in_and_goes_out_byte_for_byte(exported: bytes, elsewhere: TestClient) -> None:
    taken = bring(elsewhere, exported)
    assert taken.status_code == 201
    reader = {"Authorization": f"Bearer {taken.json()['key']}"}
    address = f"/api/encounters/{taken.json()['encounter']}"
    assert elsewhere.get(f"{address}/export", headers=reader).content == exported
    assert "Peace?" in elsewhere.get(f"{address}/chronicle?format=text", headers=reader).text
    assert elsewhere.get(f"{address}/audit", headers=reader).json()["ok"] is True
    assert taken.headers["etag"] == f'"{taken.json()["version"]}"'


def test_the_same_file_again_changes_nothing_and_gives_another_key(exported: bytes, elsewhere: TestClient) -> None:
    first, again = bring(elsewhere, exported).json(), bring(elsewhere, exported).json()
    assert first["encounter"] == again["encounter"]
    assert first["version"] == again["version"]
    assert first["key"] != again["key"]
    assert len(listed(elsewhere)) == 1


def test_an_imported_fight_is_only_read(exported: bytes, elsewhere: TestClient) -> None:
    taken = bring(elsewhere, exported).json()
    reader = {"Authorization": f"Bearer {taken['key']}"}
    body = {"action": {"do": "begin_move", "who": "Ana", "allowance": 1}, "cmd": "1"}
    answer = elsewhere.post(f"/api/encounters/{taken['encounter']}/commands", json=body, headers=reader)
    assert (answer.status_code, answer.json()["type"]) == (409, "/problems/read-only")
    assert elsewhere.get(f"/api/encounters/{taken['encounter']}/offers", headers=reader).json()["offers"] == []


def test_without_its_key_an_imported_fight_is_not_there(exported: bytes, elsewhere: TestClient) -> None:
    address = f"/api/encounters/{bring(elsewhere, exported).json()['encounter']}"
    assert elsewhere.get(address).status_code == 401
    assert elsewhere.get(address, headers={"Authorization": "Bearer " + "A" * 43}).status_code == 404


def test_a_fight_that_is_played_here_gives_no_key_away(table: Table) -> None:
    raw = table.get("ana", "/export").content
    answer = bring(table.client, raw)
    assert (answer.status_code, answer.json()["type"]) == (409, "/problems/other-bytes")


def test_other_bytes_under_the_same_id_are_refused(table: Table, elsewhere: TestClient) -> None:
    earlier = table.get("ana", "/export").content
    combat(table)
    later = table.get("ana", "/export").content
    assert bring(elsewhere, earlier).status_code == 201
    answer = bring(elsewhere, later)
    assert (answer.status_code, answer.json()["type"]) == (409, "/problems/other-bytes")


@pytest.mark.parametrize("victim", ["DiceRolled", "EntropyRevealed", "CommandAccepted", "MessageRecorded"])
def test_a_changed_line_is_named(exported: bytes, elsewhere: TestClient, victim: str) -> None:
    lines = exported.split(b"\n")
    number = next(n for n, line in enumerate(lines) if f'"type":"{victim}"'.encode() in line)
    lines[number] = lines[number].replace(b'"n":%d' % number, b'"n":%d' % number).replace(b'"at":1', b'"at":2', 1)
    answer = bring(elsewhere, b"\n".join(lines))
    assert (answer.status_code, answer.json()["type"]) == (422, "/problems/broken-file")
    # That a line was changed shows in the one that holds its hash, or in the line itself.
    assert answer.json()["line"] in (number, number + 1)
    assert answer.json()["detail"]
    assert listed(elsewhere) == []


def test_a_fight_that_the_rules_forbid_is_refused_with_line_and_reason(table: Table, elsewhere: TestClient) -> None:
    table.done("ana", "begin_move", who="Ana", allowance=2)
    number = table.types().index("ResourceChanged")
    rows = table.get("ana", "/export").content.splitlines()
    answer = bring(elsewhere, mended(rows, number, lambda value: value.update(after=3)))
    assert (answer.status_code, answer.json()["type"]) == (422, "/problems/broken-file")
    assert (answer.json()["line"], answer.json()["detail"]) == (
        number,
        f"Line {number} is broken: ResourceChanged differs in after.",
    )
    assert listed(elsewhere) == []
    other_rules = mended(mended(rows, number, lambda value: value.update(after=3)).splitlines(), 0, _under_other_rules)
    assert bring(elsewhere, other_rules).status_code == 201


def _under_other_rules(value: dict[str, Any]) -> None:
    value["version"] = "pursuit/0"


def test_lines_that_make_no_fight_are_refused_with_line_and_reason(table: Table, elsewhere: TestClient) -> None:
    rows = table.get("ana", "/export").content.splitlines()
    answer = bring(elsewhere, mended(rows, 1, lambda value: value.update(detail={"tiles": 5})))
    assert (answer.status_code, answer.json()["line"]) == (422, 1)
    assert "does not follow from the lines before it" in answer.json()["detail"]
    assert listed(elsewhere) == []


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\n",
        b"null\n",
        b"[]\n",
        b"{}\n",
        b'{"type":"EncounterOpened"}\n',
        b"\xff\xfe\n",
        b"PK\x03\x04",
        b'{"n":0}\n' * 50,
        b"[" * 100_000,
        b"<html></html>",
        b'{"a":' + b"9" * 5000 + b"}",
    ],
)
def test_what_is_no_fight_is_refused_with_line_and_reason(elsewhere: TestClient, raw: bytes) -> None:
    answer = bring(elsewhere, raw)
    assert (answer.status_code, answer.json()["type"]) == (422, "/problems/broken-file")
    assert answer.json()["line"] == 0


def test_a_file_that_was_cut_short_within_a_line_is_refused(exported: bytes, elsewhere: TestClient) -> None:
    assert bring(elsewhere, exported[: len(exported) // 2]).status_code == 422


def test_words_that_were_changed_are_found(exported: bytes, elsewhere: TestClient) -> None:
    assert b"Peace?" in exported
    answer = bring(elsewhere, exported.replace(b"Peace?", b"War!!!"))
    assert (answer.status_code, answer.json()["type"]) == (422, "/problems/broken-file")


def test_a_file_of_another_type_is_not_read(exported: bytes, elsewhere: TestClient) -> None:
    for kind in ("application/json", "text/plain", "application/x-www-form-urlencoded"):
        assert bring(elsewhere, exported, {"Content-Type": kind}).status_code == 415


@pytest.mark.slow
def test_a_file_beyond_the_limit_is_not_read(elsewhere: TestClient) -> None:
    answer = bring(elsewhere, b" " * (64 * 1024 * 1024 + 1))
    assert (answer.status_code, answer.json()["type"]) == (413, "/problems/too-large")


def test_an_export_is_a_file_that_the_verifier_names(exported: bytes, table: Table) -> None:
    answer = table.get("ana", "/export")
    assert answer.headers["content-type"] == "application/x-ndjson"
    assert answer.headers["content-disposition"] == f'attachment; filename="{table.id}.ndjson"'
    assert exported != answer.content


def changed(raw: bytes, kind: str, where: int, byte: int) -> bytes:
    """Return a file with one thing changed."""
    lines = raw.splitlines(keepends=True)
    number, place = where % len(lines), where % len(raw)
    match kind:
        case "byte":
            return raw[:place] + bytes([byte]) + raw[place + 1 :]
        case "cut":
            return raw[:place]
        case "gone":
            return b"".join(lines[:number] + lines[number + 1 :])
        case "twice":
            return b"".join(lines[: number + 1] + lines[number:])
        case "swapped":
            return b"".join([*lines[:number], *lines[number : number + 2][::-1], *lines[number + 2 :]])
        case _:
            return raw[:place] + bytes([byte]) * 3 + raw[place:]


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    kind=st.sampled_from(["byte", "cut", "gone", "twice", "swapped", "more"]),
    where=st.integers(0, 2**20),
    byte=st.integers(0, 255),
)
def test_no_change_of_a_file_goes_through_or_makes_anything_fall(
    exported: bytes, elsewhere: TestClient, kind: str, where: int, byte: int
) -> None:
    raw = changed(exported, kind, where, byte)
    found = audit(raw)
    if whole(raw, exported):
        return
    answer = bring(elsewhere, raw)
    assert (answer.status_code, answer.json()["type"]) == (422, "/problems/broken-file")
    assert found.verification.broken is not None
    assert found.verification.broken[0] == answer.json()["line"]


def whole(raw: bytes, exported: bytes) -> bool:
    """Return whether a file still is one: its first lines, or words of it left out, and nothing else."""
    return audit(raw).verification.broken is None and set(raw.splitlines()) <= set(exported.splitlines())


def test_a_roll_comes_with_its_grade_and_what_proves_it(table: Table) -> None:
    combat(table)
    line = table.done("ana", "disengage", who="Ana")["lines"][0]["n"]
    told = table.get("bo", "/rolls/1").json()
    assert (told["roll"], told["line"], told["grade"], told["seat"]) == (1, line, "server only", "ana")
    assert told["declared"]["action"]["do"] == "disengage"
    assert told["entropy"]["server"]
    assert table.get("bo", f"/rolls?line={told['lines'][-1]}").json() == [told]
    assert table.get("bo", "/rolls?line=0").json() == []
    assert table.get("bo", "/rolls/2").status_code == 404


def _as_wide(width: int, value: dict[str, Any]) -> None:
    value["detail"]["width"] = width


def test_a_board_that_no_opening_could_have_laid_is_refused_before_anything_is_made_of_it(
    sit: Sit, elsewhere: TestClient
) -> None:
    table = sit(**{**OPENINGS["storyteller"], "combatants": OPENINGS["storyteller"]["combatants"][:2]})
    number = table.types().index("BoardChanged")
    for width in (10**6, 0, -1, 201):
        raw = mended(table.get("gm", "/export").content.splitlines(), number, partial(_as_wide, width))
        answer = bring(elsewhere, raw)
        assert (answer.status_code, answer.json()["type"]) == (422, "/problems/broken-file")
        assert answer.json()["line"] == number
    assert listed(elsewhere) == []
