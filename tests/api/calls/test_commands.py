"""Commands over HTTP: what happens, what is refused and how, and what a second call of the same gets."""

from __future__ import annotations

import json
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from api.app import create_app
from api.shapes.problems import LEDGER, TITLES, not_committed
from ledger.application import Ledger
from ledger.refusals import DamagedFile, LedgerRefused
from tests.api.conftest import SAMPLE, Sit, Table, combat, contact

KEYS_OF_A_PROBLEM = {"type", "title", "status", "detail"}


def test_a_command_answers_with_the_lines_it_caused_and_the_new_version(table: Table) -> None:
    answer = table.do("ana", {"do": "begin_move", "who": "Ana", "allowance": 3})
    assert answer.status_code == 200
    happened = answer.json()
    assert [line["type"] for line in happened["lines"]] == ["CommandAccepted", "DeclarationMade", "ResourceChanged"]
    assert [line["n"] for line in happened["lines"]] == [5, 6, 7]
    assert happened["version"] == 7
    assert answer.headers["etag"] == '"7"'


def test_the_lines_of_an_answer_are_the_stored_bytes(table: Table) -> None:
    answer = table.do("ana", {"do": "begin_move", "who": "Ana", "allowance": 3})
    stored = table.get("bo", f"/lines?after={table.version}").content.splitlines()
    assert b'"lines":[' + b",".join(stored) + b"]" in answer.content


def test_a_roll_shows_its_entropy_its_faces_and_what_they_meant(table: Table) -> None:
    combat(table)
    happened = table.done("ana", "disengage", who="Ana")
    types = [line["type"] for line in happened["lines"]]
    assert types[:3] == ["CommandAccepted", "EntropyRevealed", "DeclarationMade"]
    assert types.count("DiceRolled") == 2
    assert {line["source"] for line in happened["lines"] if line["type"] == "DiceRolled"} == {"ledger"}


def test_what_the_rules_refuse_names_code_rule_and_what_is_pending(table: Table) -> None:
    contact(table)
    answer = table.do("bo", {"do": "engage", "who": "Bo"})
    assert answer.status_code == 409
    assert answer.headers["content-type"] == "application/problem+json"
    problem = answer.json()
    assert problem["type"] == "/problems/not-your-decision"
    assert problem["title"] == "Not your decision"
    assert problem["status"] == 409
    assert problem["code"] == "not_your_decision"
    assert problem["rule"] == "PUR-6"
    assert problem["detail"].startswith("Bo cannot engage")
    assert problem["pending"] == {"kind": "engage", "owner": "Ana", "who": "Ana", "options": ["engage", "decline"]}


def test_a_refused_command_writes_nothing(table: Table) -> None:
    before = table.get("ana", "/lines").content
    assert table.do("ana", {"do": "attack", "who": "Ana", "target": "Bo"}).status_code == 409
    assert table.get("ana", "/lines").content == before


# The same call again


def test_the_same_cmd_again_gets_the_same_answer_and_nothing_happens_twice(table: Table) -> None:
    body = {"action": {"do": "begin_move", "who": "Ana", "allowance": 3}, "cmd": "once"}
    first = table.post("ana", "/commands", body)
    table.done("ana", "move", who="Ana", to="T1")
    lines = table.get("ana", "/lines").content
    again = table.post("ana", "/commands", body)
    assert (again.status_code, again.content, again.headers["etag"]) == (200, first.content, first.headers["etag"])
    assert table.get("ana", "/lines").content == lines


def test_the_same_cmd_with_another_body_is_refused(table: Table) -> None:
    table.do("ana", {"do": "begin_move", "who": "Ana", "allowance": 3}, cmd="once")
    answer = table.do("ana", {"do": "begin_move", "who": "Ana", "allowance": 2}, cmd="once")
    assert answer.status_code == 422
    assert answer.json()["type"] == "/problems/used-before"


def test_two_seats_may_use_the_same_cmd(table: Table) -> None:
    contact(table)
    assert table.do("ana", {"do": "decline", "who": "Ana"}, cmd="same").status_code == 200
    assert table.do("bo", {"do": "engage", "who": "Bo"}, cmd="same").status_code == 200


def test_a_refused_cmd_may_be_used_again(table: Table) -> None:
    assert table.do("ana", {"do": "move", "who": "Ana", "to": "T1"}, cmd="again").status_code == 409
    assert table.do("ana", {"do": "begin_move", "who": "Ana", "allowance": 1}, cmd="again").status_code == 200


# Conditions


@pytest.mark.parametrize("way", ["If-Match", "seen"])
def test_a_command_that_was_overtaken_is_told_the_current_version(table: Table, way: str) -> None:
    seen = table.get("ana", "/offers").json()["seen"]
    table.done("ana", "begin_move", who="Ana", allowance=3)
    before = table.get("ana", "/lines").content
    headers = {"If-Match": f'"{table.version}"'} if way == "If-Match" else {}
    more = {"seen": seen} if way == "seen" else {}
    answer = table.do("ana", {"do": "move", "who": "Ana", "to": "T1"}, headers, **more)
    assert answer.status_code == 412
    assert answer.json()["version"] == 7
    assert answer.json()["type"] == "/problems/overtaken"
    assert answer.headers["etag"] == '"7"'
    assert table.get("ana", "/lines").content == before


@pytest.mark.parametrize("match", ['"7"', 'W/"7"', "*"])
def test_a_condition_that_holds_changes_nothing(table: Table, match: str) -> None:
    table.done("ana", "begin_move", who="Ana", allowance=3)
    assert table.do("ana", {"do": "move", "who": "Ana", "to": "T1"}, {"If-Match": match}).status_code == 200


def test_of_two_conditions_both_must_hold(table: Table) -> None:
    seen = table.get("ana", "/offers").json()["seen"]
    after = table.done("ana", "begin_move", who="Ana", allowance=3)["seen"]
    step = {"do": "move", "who": "Ana", "to": "T1"}
    assert table.do("ana", step, {"If-Match": '"7"'}, seen=seen).status_code == 412
    assert table.do("ana", step, {"If-Match": '"4"'}, seen=after).status_code == 412
    assert table.do("ana", step, {"If-Match": '"7"'}, seen=after).status_code == 200


def test_a_declaration_on_another_history_is_told_so(table: Table) -> None:
    size, head = table.get("ana", "/offers").json()["seen"]
    answer = table.do("ana", {"do": "begin_move", "who": "Ana", "allowance": 1}, seen=[size, head[::-1]])
    assert (answer.status_code, "another history" in answer.json()["detail"]) == (412, True)


@pytest.mark.parametrize("match", ["7", '"seven"', "", '"-1"', '"7", "8"', '"' + "9" * 30 + '"'])
def test_a_condition_that_is_no_version_is_named(table: Table, match: str) -> None:
    answer = table.do("ana", {"do": "begin_move", "who": "Ana", "allowance": 1}, {"If-Match": match})
    assert answer.status_code == 422
    assert [field["at"].lower() for field in answer.json()["fields"]] == ["if-match"]


def test_a_version_that_is_not_there_yet_was_not_seen(table: Table) -> None:
    assert table.do("ana", {"do": "begin_move", "who": "Ana", "allowance": 1}, seen=[99, "0" * 64]).status_code == 412


def test_words_overtake_nobody(sit: Sit) -> None:
    table = sit("etiquette")
    table.done("ana", "begin_move", who="AnaBot", allowance=3)
    table.done("ana", "move", who="AnaBot", to="T2")
    seen = table.done("ana", "move", who="AnaBot", to="T3")["seen"]
    table.done("bo", "say", who="Bo", text="Peace?")
    assert table.do("ana", {"do": "engage", "who": "AnaBot"}, seen=seen).status_code == 200


# What a declaration says of itself


def test_a_declaration_may_name_its_encounter_seat_and_number(table: Table) -> None:
    move = {"do": "begin_move", "who": "Ana", "allowance": 1}
    answer = table.do("ana", move, encounter=table.id, seat="ana", seq=1, cmd="1")
    assert answer.status_code == 200
    again = table.do("ana", move, encounter=table.id, seat="ana", seq=1, cmd="1")
    assert again.content == answer.content


def test_a_declaration_meant_for_elsewhere_is_not_taken(table: Table) -> None:
    move = {"do": "begin_move", "who": "Ana", "allowance": 1}
    assert table.do("ana", move, encounter="another").status_code == 422
    assert table.do("ana", move, seat="bo").status_code == 403
    answer = table.do("ana", move, seq=2)
    assert (answer.status_code, answer.json()["type"]) == (409, "/problems/out-of-sequence")
    assert table.get("ana", "").json()["version"] == table.version


# What is no command


@pytest.mark.parametrize(
    ("body", "places"),
    [
        ({}, ["action", "cmd"]),
        ({"action": {"do": "begin_move"}, "cmd": "1"}, ["action.who"]),
        ({"action": {"do": "begin_move", "who": "Ana", "allowance": "2"}, "cmd": "1"}, ["action.allowance"]),
        ({"action": {"do": "begin_move", "who": "Ana", "allowance": True}, "cmd": "1"}, ["action.allowance"]),
        ({"action": {"do": "begin_move", "who": "Ana", "allowance": 2.0}, "cmd": "1"}, ["action.allowance"]),
        ({"action": {"do": "begin_move", "who": "Ana", "allowance": 100}, "cmd": "1"}, ["action.allowance"]),
        ({"action": {"do": "flee", "who": "Ana", "path": []}, "cmd": "1"}, ["action.path"]),
        ({"action": {"do": "flee", "who": "Ana", "path": ["T1"] * 200}, "cmd": "1"}, ["action.path"]),
        ({"action": {"do": "say", "who": "Ana", "text": "x" * 2001}, "cmd": "1"}, ["action.text"]),
        ({"action": {"do": "attack", "who": "A" * 33, "target": "Bo"}, "cmd": "1"}, ["action.who"]),
        ({"action": {"do": "fly", "who": "Ana"}, "cmd": "1"}, ["action"]),
        ({"action": {"do": "stay", "who": "Ana"}, "cmd": "a b"}, ["cmd"]),
        ({"action": {"do": "stay", "who": "Ana"}, "cmd": "1", "total": 20}, ["total"]),
    ],
)
def test_what_is_no_command_is_told_field_by_field(table: Table, body: dict[str, object], places: list[str]) -> None:
    answer = table.post("ana", "/commands", body)
    assert answer.status_code == 422
    problem = answer.json()
    assert problem.keys() == KEYS_OF_A_PROBLEM | {"fields"}
    assert problem["type"] == "/problems/not-a-command"
    assert [field["at"] for field in problem["fields"]] == places


def test_a_finished_roll_cannot_be_handed_in(table: Table) -> None:
    combat(table)
    answer = table.do("ana", {"do": "disengage", "who": "Ana"}, faces=[6, 1])
    assert (answer.status_code, answer.json()["type"]) == (422, "/problems/not-a-command")


# Whatever may not be sent at all


def test_a_body_of_another_type_is_not_read(table: Table) -> None:
    address = f"/api/encounters/{table.id}/commands"
    for kind in ("text/plain", "application/x-www-form-urlencoded", ""):
        headers = {**table.headers("ana"), "Content-Type": kind}
        answer = table.client.post(address, content=b"{}", headers=headers)
        assert (answer.status_code, answer.json()["type"]) == (415, "/problems/unsupported-type")


def test_a_body_beyond_the_limit_is_not_read(table: Table) -> None:
    address = f"/api/encounters/{table.id}/commands"
    headers = {**table.headers("ana"), "Content-Type": "application/json"}
    answer = table.client.post(address, content=b" " * (1024 * 1024 + 1), headers=headers)
    assert (answer.status_code, answer.json()["type"]) == (413, "/problems/too-large")


def test_a_call_that_an_address_does_not_have_names_those_it_has(table: Table) -> None:
    answer = table.client.put("/api/encounters", json={})
    assert (answer.status_code, answer.json()["type"]) == (405, "/problems/not-allowed")
    assert {method.strip() for method in answer.headers["allow"].split(",")} == {"GET", "POST"}


def test_a_store_that_cannot_be_used_is_a_problem_of_its_own(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_room(*_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr("ledger.store.sqlite._insert_beside", no_room)
    answer = table.do("ana", {"do": "begin_move", "who": "Ana", "allowance": 1})
    assert (answer.status_code, answer.json()["type"]) == (503, "/problems/no-store")
    assert answer.json()["detail"] == (
        "The store cannot be used (database or disk is full): send the same again once it can."
    )


# Offers


def test_offers_are_those_of_the_seat_that_asks(table: Table) -> None:
    contact(table)
    asked, other, watching = (table.get(seat, "/offers").json() for seat in ("ana", "bo", "eve"))
    assert {offer["do"] for offer in asked["offers"] if not offer["aside"]} == {"engage", "decline"}
    assert [offer for offer in other["offers"] if not offer["aside"]] == watching["offers"] == []
    assert asked["pending"] == other["pending"]
    assert asked["pending"]["owner"] == "Ana"


def test_an_offer_says_what_its_fields_mean_and_what_an_open_value_takes(table: Table) -> None:
    combat(table)
    told = {offer["do"]: offer for offer in table.get("ana", "/offers").json()["offers"]}
    assert [told["attack"][name] for name in ("label", "group")] == ["Attack", "attack"]
    assert told["attack"]["means"] == {"who": "combatant", "target": "combatant"}
    means = {"to": "seat", "whose": "combatant", "name": "choice", "text": "text", "title": "text", "facts": "value"}
    assert told["seal"]["means"] == means
    assert told["seal"]["open"]["facts"]["schema"]["anyOf"][0]["maxProperties"] == 32
    assert told["seal"]["open"]["text"]["schema"] == {}


def test_the_example_of_every_offer_is_accepted(sit: Sit) -> None:
    for number in range(3):
        table = sit()
        combat(table)
        offer = table.get("ana", "/offers").json()["offers"][number]
        chosen = {name: choices[0] for name, choices in offer["closed"].items()}
        example = {name: field["example"] for name, field in offer["open"].items()}
        table.done("ana", offer["do"], who=offer["who"], **chosen, **example)


# Table dice


def test_table_dice_are_awaited_typed_in_and_stand(sit: Sit) -> None:
    table = sit(dice="table")
    combat(table)
    body = {"action": {"do": "disengage", "who": "Ana"}, "cmd": "away"}
    asked = table.post("ana", "/commands", body)
    assert asked.status_code == 202
    assert [line["type"] for line in asked.json()["lines"]] == ["CommandAccepted"]
    assert asked.json()["waiting"] == {"by": "Ana", "for": "disengage", "dice": "1d6"}

    assert table.do("ana", {"do": "attack", "who": "Ana", "target": "Bo"}).json()["type"] == "/problems/dice-awaited"
    wrong = table.post("bo", "/dice", {"by": "Bo", "dice": "1d6", "faces": [1], "cmd": "b1"})
    assert (wrong.status_code, wrong.json()["type"]) == (409, "/problems/no-dice-awaited")
    assert table.post("bo", "/dice", {"by": "Ana", "dice": "1d6", "faces": [1], "cmd": "b1"}).status_code == 403
    assert table.post("eve", "/dice", {"by": "Ana", "dice": "1d6", "faces": [1], "cmd": "e1"}).status_code == 403

    typed = table.post("ana", "/dice", {"by": "Ana", "dice": "1d6", "faces": [5], "cmd": "a1"})
    assert (typed.status_code, typed.json()["waiting"]["by"]) == (202, "Bo")
    last = table.post("bo", "/dice", {"by": "Bo", "dice": "1d6", "faces": [2], "cmd": "b1"})
    assert last.status_code == 200
    rolls = [line for line in last.json()["lines"] if line["type"] == "DiceRolled"]
    assert [(roll["by"], roll["faces"], roll["source"]) for roll in rolls] == [
        ("Ana", [5], "table"),
        ("Bo", [2], "table"),
    ]

    again = table.post("ana", "/commands", body)
    assert again.status_code == 200
    assert "OutcomeResolved" in [line["type"] for line in again.json()["lines"]]


def test_loaded_dice_show_what_they_are_told_to_the_one_seat_that_plays(sit: Sit) -> None:
    table = sit(
        dice="loaded",
        seats=[{"id": "ana"}],
        combatants=[
            {"id": "Ana", "at": "T0", "health": 5, "equipped": "blade"},
            {"id": "Bo", "at": "T2", "health": 4, "equipped": "blade"},
        ],
    )
    combat(table)
    happened = table.do("ana", {"do": "disengage", "who": "Ana"}, faces=[6, 1]).json()
    rolls = [line for line in happened["lines"] if line["type"] == "DiceRolled"]
    assert [(roll["faces"], roll["source"]) for roll in rolls] == [([6], "loaded"), ([1], "loaded")]


def test_loaded_dice_are_refused_where_two_play(table: Table) -> None:
    answer = table.client.post("/api/encounters", json={**SAMPLE["pursuit"], "dice": "loaded"})
    assert (answer.status_code, answer.json()["code"]) == (409, "unsupported_setting")


def test_while_dice_are_awaited_nothing_is_on_offer_but_the_dice(sit: Sit) -> None:
    table = sit(dice="table")
    combat(table)
    table.done("ana", "disengage", who="Ana")
    for seat in ("ana", "bo"):
        asked = table.get(seat, "/offers").json()
        assert asked["offers"] == []
        assert (asked["waiting"]["by"], asked["waiting"]["dice"]) == ("Ana", "1d6")


# Many at once


def test_a_command_sent_many_times_at_once_happens_once(table: Table) -> None:
    body = {"action": {"do": "begin_move", "who": "Ana", "allowance": 3}, "cmd": "once"}
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: table.post("ana", "/commands", body), range(16)))
    assert {(answer.status_code, answer.content) for answer in answers} == {(200, answers[0].content)}
    assert table.types().count("CommandAccepted") == 1


def test_of_two_who_answer_the_same_version_one_is_told_why_not(table: Table) -> None:
    def begin(who: str) -> int:
        action = {"do": "begin_move", "who": who, "allowance": 3}
        return table.do(who.lower(), action, {"If-Match": f'"{table.version}"'}).status_code

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(begin, ["Ana", "Bo"])) == [200, 412]


def test_blows_given_at_once_are_counted_one_after_another(sit: Sit) -> None:
    opening = deepcopy(SAMPLE["pursuit"])
    opening["settings"] = {"pass_turn": "allow"}
    opening["combatants"][1]["health"] = 100
    table = sit(**opening)
    combat(table)
    turns = [("ana", {"do": "attack", "who": "Ana", "target": "Bo"}), ("bo", {"do": "end_turn", "who": "Bo"})]
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda turn: table.do(*turn), turns * 20))
    damage = [line for line in table.lines() if line["type"] == "DamageApplied"]
    assert damage
    assert [(line["before"], line["after"]) for line in damage] == [
        (100 - 2 * n, 98 - 2 * n) for n in range(len(damage))
    ]


def test_every_refusal_of_the_ledger_is_a_problem_with_a_name() -> None:
    assert set(LEDGER) == set(LedgerRefused.__subclasses__())
    assert set(LEDGER.values()) <= set(TITLES)
    unavailable = {name for name, (status, _) in TITLES.items() if status == 503}
    assert unavailable == {"no-store", "busy", "not-built", "ending"}
    assert {name for name, (status, _) in TITLES.items() if status >= 500} == {"fault", *unavailable}


def test_a_kind_of_a_refusal_is_told_as_that_is() -> None:
    answer = not_committed(DamagedFile("the log ends too early"))
    assert (answer.status_code, json.loads(bytes(answer.body))["type"]) == (503, "/problems/no-store")


def test_where_the_key_of_the_dice_is_lost_a_roll_is_refused_and_nothing_is_written(tmp_path: Path) -> None:
    with Ledger(tmp_path) as ledger, TestClient(create_app(ledger)) as client:
        table = Table(client, SAMPLE["pursuit"])
        combat(table)
    (tmp_path / "secret.key").unlink()
    with Ledger(tmp_path, key="new") as ledger, TestClient(create_app(ledger)) as client:
        table.client = client
        before = table.get("ana", "/lines").content
        answer = table.do("ana", {"do": "disengage", "who": "Ana"})
        assert (answer.status_code, answer.json()["type"]) == (409, "/problems/no-entropy")
        assert table.get("ana", "/lines").content == before
        table.done("ana", "attack", who="Ana", target="Bo")


def test_a_seat_can_ask_why_a_target_or_a_place_cannot_be_chosen(table: Table) -> None:
    table.done("ana", "begin_move", who="Ana", allowance=3)
    told = table.get("ana", "/reasons?do=move&who=Ana").json()
    assert {each["field"] for each in told} == {"to"}
    assert all(each["sentence"].startswith(f"Ana cannot move to {each['value']}") for each in told)
    assert (
        table.get("bo", "/reasons?do=move&who=Ana").json() == table.get("eve", "/reasons?do=move&who=Ana").json() == []
    )
    every = table.get("ana", "/reasons").json()
    assert table.get("ana", "/reasons?do=attack").json() == [each for each in every if each["do"] == "attack"]
    assert table.get("ana", "/reasons?who=Bo").json() == [] != every


def test_a_seat_can_ask_why_something_is_not_on_offer(table: Table) -> None:
    answer = table.get("ana", "/reasons")
    assert answer.status_code == 200
    told = {(each["do"], each["who"]): each for each in answer.json()}
    assert told["attack", "Ana"]["code"] == "wrong_phase"
    assert told["attack", "Ana"]["sentence"].startswith("Ana cannot attack")
    assert table.types()[-1] == "CombatantJoined"
