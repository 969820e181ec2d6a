"""What a seat reads: the view at any version, board, order, chronicle, raw lines, and why."""

from __future__ import annotations

import pytest

from ledger.version import VERSION
from tests.api.conftest import Sit, Table, combat, contact


def test_the_view_is_tagged_with_its_version_and_shown_at_any_other(table: Table) -> None:
    combat(table)
    newest = table.get("bo", "")
    assert newest.headers["etag"].startswith(f'"{newest.json()["version"]}-')
    for version in range(newest.json()["version"] + 1):
        answer = table.get("bo", f"?at={version}")
        assert answer.headers["etag"].startswith(f'"{version}-')
        assert answer.json()["version"] == version
    assert table.get("bo", f"?at={table.version}").json()["combatants"][0]["at"] == "T0"
    assert newest.json()["combatants"][0]["at"] == "T2"


def test_head_is_answered_like_get(table: Table) -> None:
    address = f"/api/encounters/{table.id}"
    asked = table.client.head(address, headers=table.headers("ana"))
    assert (asked.status_code, asked.headers["etag"]) == (200, table.get("ana", "").headers["etag"])
    assert table.client.head(address).status_code == 401


@pytest.mark.parametrize("path", ["", "/board", "/initiative", "/chronicle", "/why?value=turn&"])
def test_a_version_that_is_not_there_yet_is_told_so(table: Table, path: str) -> None:
    answer = table.get("ana", f"{path}{'' if '?' in path else '?'}at=99")
    assert (answer.status_code, answer.json()["type"]) == (404, "/problems/no-such-version")
    assert answer.json()["detail"] == "There is no version 99: the newest is 4."


@pytest.mark.parametrize("at", ["-1", "x", "1.5", "", "9" * 40, "0x1", "%00", "١"])
def test_what_is_no_version_is_named(table: Table, at: str) -> None:
    answer = table.get("ana", f"?at={at}")
    assert (answer.status_code, answer.json()["type"]) == (422, "/problems/not-a-command")
    assert [field["at"] for field in answer.json()["fields"]] == ["at"]


def test_the_board_shows_who_meets_whom(table: Table) -> None:
    contact(table)
    tiles = {tile["id"]: tile for tile in table.get("eve", "/board").json()["tiles"]}
    assert [one["who"] for one in tiles["T2"]["standing"]] == ["Ana", "Bo"]
    assert tiles["T2"]["contact"] == {"between": ["Ana", "Bo"], "state": "open"}
    assert tiles["T1"]["neighbours"] == ["T0", "T2"]


def test_the_order_shows_the_turn_and_what_is_pending(table: Table) -> None:
    combat(table)
    stands = table.get("eve", "/initiative").json()
    assert stands["pending"] == {
        "kind": "turn",
        "owner": "Ana",
        "who": "Ana",
        "versus": None,
        "subject": None,
        "options": [],
    }
    assert [(fight["order"], fight["turn"]) for fight in stands["combats"]] == [(["Ana", "Bo"], "Ana")]


def test_the_words_say_what_is_called_how_and_no_card_that_is_face_down(sit: Sit) -> None:
    table = sit(hands="private")
    mine, others = (set(table.get(seat, "/words").json()["things"]) for seat in ("ana", "eve"))
    told = table.get("ana", "/words").json()
    assert told["commands"]["attack"] == {
        "label": "Attack",
        "group": "attack",
        "hint": "Attack somebody in the same combat.",
    }
    assert told["settings"]["pass_turn"] == {"label": "Pass turn", "hint": "whether a combat turn may be passed"}
    assert mine > others
    assert "?" not in mine | others


def test_the_chronicle_comes_in_parts_and_only_as_much_as_is_asked_for(table: Table) -> None:
    combat(table)
    table.done("ana", "disengage", who="Ana")
    told = table.get("eve", "/chronicle").json()
    assert all(
        "".join(part["text"] for each in one["clauses"] for part in each["parts"]) == one["text"] for one in told
    )
    parts = [part for one in told for each in one["clauses"] for part in each["parts"]]
    assert {"text", "who", "place", "number", "why", "at", "dice", "rule"} == {key for part in parts for key in part}
    number = next(part for part in parts if "number" in part)
    assert table.get("eve", f"/why?value={number['why']}&at={number['at']}").status_code == 200
    assert table.get("eve", "/chronicle?limit=2").json() == told[-2:]
    assert table.get("eve", f"/chronicle?after={told[1]['n']}&limit=2").json() == told[2:4]
    assert table.get("eve", f"/chronicle?before={told[2]['n']}").json() == told[:2]
    assert table.get("eve", "/chronicle?who=Cy").json() == [one for one in told if "Cy" in one["text"]]
    assert table.get("eve", "/chronicle?find=DISENGAGE&format=text").text.count("\n") == 1
    assert table.get("eve", "/chronicle?limit=0").status_code == 422


def test_the_chronicle_has_a_sentence_for_each_command_in_three_forms(table: Table) -> None:
    combat(table)
    told = table.get("eve", "/chronicle").json()
    assert [entry["kind"] for entry in told].count("command") == 4
    text = table.get("eve", "/chronicle?format=text")
    assert text.headers["content-type"] == "text/plain; charset=utf-8"
    assert all(entry["text"] in text.text for entry in told)
    markdown = table.get("eve", "/chronicle?format=markdown")
    assert markdown.headers["content-type"] == "text/markdown; charset=utf-8"
    assert markdown.text.count("\n- ") == len(told) - 1
    assert len(table.get("eve", "/chronicle?at=4").json()) == len(told) - 4
    assert table.get("eve", "/chronicle?format=pdf").status_code == 422


def test_raw_lines_go_on_from_any_version(table: Table) -> None:
    contact(table)
    every = table.get("eve", "/lines")
    assert every.headers["content-type"] == "application/x-ndjson"
    lines = every.content.splitlines(keepends=True)
    assert every.headers["etag"].startswith(f'"{len(lines) - 1}-')
    for after in (-1, 0, 5, len(lines) - 1, len(lines) + 5):
        assert table.get("eve", f"/lines?after={after}").content == b"".join(lines[after + 1 :])


def test_why_tells_the_lines_behind_a_value(table: Table) -> None:
    combat(table)
    hit = table.done("ana", "attack", who="Ana", target="Bo")
    damage = next(line for line in hit["lines"] if line["type"] == "DamageApplied")
    because = table.get("bo", "/why?value=Bo.health").json()
    assert because["value"] == damage["after"]
    assert because["chain"][-1]["n"] == damage["n"]
    assert because["sentences"]
    assert table.get("bo", f"/why?line={damage['n']}").json()["value"] == "DamageApplied"


@pytest.mark.parametrize("query", ["line=999", "value=Nobody.health", "value=Bo.luck", "value=%3Cb%3E", "value=."])
def test_why_knows_no_such_thing(table: Table, query: str) -> None:
    answer = table.get("ana", f"/why?{query}")
    assert (answer.status_code, answer.json()["type"]) == (404, "/problems/no-such-subject")


@pytest.mark.parametrize("query", ["", "line=1&value=Bo.health", "line=x", "value=" + "a" * 81, "line=-1"])
def test_why_wants_one_question(table: Table, query: str) -> None:
    assert table.get("ana", f"/why?{query}").status_code == 422


@pytest.mark.parametrize("words", ["<script>alert(1)</script>", "[[6d6]] rolled 36", "**bold** `n`", "~~x~~ [a](b)"])
def test_what_somebody_says_is_words_and_nothing_else(sit: Sit, words: str) -> None:
    table = sit("etiquette")
    table.done("ana", "begin_move", who="AnaBot", allowance=3)
    table.done("ana", "move", who="AnaBot", to="T2")
    table.done("ana", "move", who="AnaBot", to="T3")
    table.done("bo", "say", who="Bo", text=words)
    assert words in table.get("ana", "/chronicle?format=text").text
    assert words not in table.get("ana", "/chronicle?format=markdown").text
    assert "DiceRolled" not in table.types()
    for path in ("", "/chronicle", "/chronicle?format=text", "/chronicle?format=markdown", "/lines"):
        answer = table.get("ana", path)
        assert "html" not in answer.headers["content-type"]
        assert answer.headers["x-content-type-options"] == "nosniff"


def test_every_answer_carries_the_headers_that_keep_it_inert(table: Table) -> None:
    for answer in (table.get("ana", ""), table.get(None, ""), table.client.get("/docs"), table.client.get("/nowhere")):
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "script" not in answer.headers["content-security-policy"]
        assert answer.headers["content-security-policy"].startswith("default-src 'none'")
        assert answer.headers["cache-control"] == "no-store"


def test_every_answer_says_which_version_gives_it_and_no_line_does(table: Table) -> None:
    for answer in (table.get("ana", ""), table.get(None, ""), table.client.get("/docs"), table.client.get("/nowhere")):
        assert answer.headers.get_list("server") == [f"encounter-ledger/{VERSION}"]
    assert f"<meta name=generator content='Encounter Ledger {VERSION}'>" in table.client.get("/docs").text
    assert table.client.get("/openapi.json").json()["info"]["version"] == VERSION
    assert f"encounter-ledger/{VERSION}" not in table.get("ana", "/lines").text
