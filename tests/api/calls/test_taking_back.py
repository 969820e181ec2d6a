"""Taking back over HTTP: alone where nothing was shown, with the others' consent else; refused in one shape."""

from __future__ import annotations

import pytest

from tests.api.conftest import Sit, Table, combat


def back(table: Table, seat: str, to: int, cmd: str = "back") -> tuple[int, dict[str, object]]:
    answer = table.post(seat, "/rewind", {"to_version": to, "reason": "a slip", "cmd": cmd})
    return answer.status_code, answer.json()


def types(answer: dict[str, object]) -> list[str]:
    lines = answer["lines"]
    assert isinstance(lines, list)
    return [line["type"] for line in lines]


def test_a_seat_takes_its_own_steps_back_alone(table: Table) -> None:
    moved = table.done("ana", "begin_move", who="Ana", allowance=3)["version"]
    table.done("ana", "move", who="Ana", to="T1")
    status, answer = back(table, "ana", moved)
    assert (status, types(answer)) == (200, ["RewindAsked", "HistoryRewound"])
    assert table.get("ana", "").json()["combatants"][0]["at"] == "T0"
    assert table.get("ana", "/chronicle").json()[-2]["undone_by"] is None


def test_past_a_roll_everybody_else_must_agree(table: Table) -> None:
    combat(table)
    before = table.get("ana", "").json()["version"]
    table.done("ana", "disengage", who="Ana")
    status, answer = back(table, "ana", before)
    assert (status, types(answer)) == (200, ["RewindAsked"])
    asked = table.get("bo", "/offers").json()["request"]
    assert (asked["by"], asked["to_version"], asked["reason"]) == ("ana", before, "a slip")

    own = table.post("ana", "/consents", {"agree": True, "cmd": "yes"})
    assert (own.status_code, own.json()["type"]) == (409, "/problems/no-rewind")
    assert table.post("eve", "/consents", {"agree": True, "cmd": "yes"}).status_code == 403

    agreed = table.post("bo", "/consents", {"agree": True, "cmd": "yes"})
    assert types(agreed.json()) == ["RewindAnswered", "HistoryRewound"]
    again = table.post("bo", "/consents", {"agree": True, "cmd": "yes"})
    assert again.content == agreed.content
    rewound = agreed.json()["lines"][-1]
    assert (rewound["to_version"], rewound["voids"]) == (before, [1])


def test_whoever_does_not_agree_ends_the_request(table: Table) -> None:
    combat(table)
    before = table.get("ana", "").json()["version"]
    table.done("ana", "disengage", who="Ana")
    back(table, "ana", before)
    refused = table.post("bo", "/consents", {"agree": False, "cmd": "no"})
    assert types(refused.json()) == ["RewindAnswered", "RewindLapsed"]
    late = table.post("bo", "/consents", {"agree": True, "cmd": "yes"})
    assert (late.status_code, late.json()["type"]) == (409, "/problems/no-rewind")


def test_beforehand_it_is_told_who_must_agree_and_which_rolls_count_no_more(table: Table) -> None:
    combat(table)
    before = table.get("ana", "").json()["version"]
    table.done("ana", "disengage", who="Ana")
    told = table.get("ana", f"/rewind?to_version={before}")
    assert (told.status_code, told.json()) == (200, {"voids": [1], "others": ["bo"]})
    assert table.get("ana", "/rewind?to_version=99").json()["type"] == "/problems/no-rewind"
    assert table.get("eve", f"/rewind?to_version={before}").status_code == 403
    assert table.get("ana", "/offers").json()["request"] is None


def test_whoever_asked_withdraws_it_by_not_agreeing(table: Table) -> None:
    combat(table)
    before = table.get("ana", "").json()["version"]
    table.done("ana", "disengage", who="Ana")
    back(table, "ana", before)
    answer = table.post("ana", "/consents", {"agree": False, "cmd": "no"}).json()
    assert [(line["type"], line.get("reason")) for line in answer["lines"]] == [
        ("RewindAnswered", None),
        ("RewindLapsed", "withdrawn"),
    ]
    assert table.get("bo", "/offers").json()["request"] is None


@pytest.mark.parametrize("to", [0, 6, 99])
def test_a_moment_that_is_none_is_refused_in_a_sentence(table: Table, to: int) -> None:
    table.done("ana", "begin_move", who="Ana", allowance=3)
    status, problem = back(table, "ana", to)
    assert (status, problem["type"]) == (409, "/problems/no-rewind")
    assert isinstance(problem["detail"], str)
    assert problem["detail"].endswith(".")


def test_where_nothing_is_taken_back_nothing_is(sit: Sit) -> None:
    table = sit(rewind="none")
    table.done("ana", "begin_move", who="Ana", allowance=3)
    assert back(table, "ana", 4)[0] == 409


@pytest.mark.parametrize(
    ("path", "body", "places"),
    [
        ("/rewind", {"to_version": "4", "reason": "a slip", "cmd": "1"}, ["to_version"]),
        ("/rewind", {"to_version": -1, "reason": "", "cmd": "1"}, ["to_version", "reason"]),
        ("/rewind", {"to_version": 4, "cmd": "1"}, ["reason"]),
        ("/consents", {"agree": "yes", "cmd": "1"}, ["agree"]),
        ("/consents", {"agree": 1, "cmd": "1", "seat": "ana"}, ["agree", "seat"]),
        ("/dice", {"by": "Ana", "dice": "1d6", "faces": [0, 7.5, True], "cmd": "1"}, ["faces.0", "faces.1", "faces.2"]),
        ("/dice", {"by": "Ana", "dice": "1d6", "faces": [], "cmd": "1"}, ["faces"]),
    ],
)
def test_what_is_no_such_call_is_told_field_by_field(
    table: Table, path: str, body: dict[str, object], places: list[str]
) -> None:
    answer = table.post("ana", path, body)
    assert answer.status_code == 422
    assert [field["at"] for field in answer.json()["fields"]] == places


def test_for_a_seat_that_nobody_took_the_host_answers_with_the_key_of_the_opening(table: Table) -> None:
    """An end asks such a seat as a taking back does, and neither waits for ever for somebody to sit there."""
    before = table.version
    table.done("ana", "end_encounter", by="ana")
    assert table.get("ana", "").json()["outcome"] is None
    table.done("bo", "end_encounter", by="bo")
    assert table.get("ana", "").json()["outcome"] == "ended"
    assert types(back(table, "ana", before)[1]) == ["RewindAsked"]
    assert types(table.post("bo", "/consents", {"agree": True, "cmd": "for-bo"}).json())[-1] == "HistoryRewound"
    assert "SeatJoined" not in table.types(), "nobody sits anywhere"
    assert table.get("ana", "").json()["outcome"] is None


def test_an_end_is_asked_refused_asked_again_and_agreed_over_http(table: Table) -> None:
    table.done("ana", "end_encounter", by="ana")
    offered = [offer["do"] for offer in table.get("bo", "/offers").json()["offers"] if offer.get("by") == "bo"]
    assert {"end_encounter", "refuse_end"} <= set(offered)
    assert table.do("bo", {"do": "refuse_end", "by": "ana"}).status_code == 403
    table.done("bo", "refuse_end", by="bo")
    assert table.get("eve", "/chronicle").json()[-1]["text"].startswith("Seat bo wanted the fight to go on")
    assert table.do("bo", {"do": "refuse_end", "by": "bo"}).json()["code"] == "no_trigger"
    table.done("ana", "end_encounter", by="ana")
    assert table.get("ana", "").json()["outcome"] is None
    table.done("bo", "end_encounter", by="bo")
    ended = table.get("eve", "").json()
    assert (ended["outcome"], ended["winner"]) == ("ended", None)


def test_where_one_may_go_back_to_is_listed_and_what_was_taken_back_is_no_advice(table: Table) -> None:
    first = table.done("ana", "begin_move", who="Ana", allowance=3)["version"]
    second = table.done("ana", "move", who="Ana", to="T1")["version"]
    assert table.get("ana", "/offers").json()["rewinds"][0] == first
    assert back(table, "ana", first)[0] == 200
    listed = table.get("ana", "/offers").json()["rewinds"]
    assert second not in listed
    assert first not in listed, "the fight stands there already"
    assert back(table, "ana", listed[0], "further")[0] == 200
    _, refused = back(table, "ana", second - 1, "between")
    assert (refused["type"], str(second) in str(refused["detail"])) == ("/problems/no-rewind", False)


def test_what_was_taken_back_is_brought_back_by_a_rewind_to_it(table: Table) -> None:
    first = table.done("ana", "begin_move", who="Ana", allowance=3)["version"]
    second = table.done("ana", "move", who="Ana", to="T1")["version"]
    back(table, "ana", first)
    status, answer = back(table, "ana", second, "redo")
    assert (status, types(answer)) == (200, ["RewindAsked", "HistoryRewound"])
    assert table.get("ana", "").json()["combatants"][0]["at"] == "T1"


def test_whoever_only_watches_is_told_of_nothing_to_go_back_to(table: Table) -> None:
    table.done("ana", "begin_move", who="Ana", allowance=3)
    assert table.get("eve", "/offers").json()["rewinds"] == []
