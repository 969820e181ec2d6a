"""Declarations forged, used again, moved, or made on what was not seen: tried on the running application."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.ledger.fights import TO_BLOWS
from tests.trust.tables import Players, no, seated

BEGIN, WALK, RUN, _ = TO_BLOWS
UNSIGNED = (
    401,
    "not-signed",
    "ana plays with a key of its own: what it declares must be signed with it.",
)
FORGED = (
    401,
    "not-signed",
    "No key of ana signed this: the signature is of something else, or of another key.",
)


@pytest.fixture
def table(client: TestClient) -> Players:
    return seated(client)


def sent(players: Players, body: dict[str, Any], seat: str = "ana") -> Any:
    return players[seat].call("POST", "/commands", body)


def test_20_a_changed_declaration_is_no_declaration_of_the_seat(table: Players) -> None:
    ana = table["ana"]
    declared = ana.device.declaring(BEGIN, ana.seen(), 2)
    assert no(sent(table, {**declared, "action": {**BEGIN, "allowance": 1}})) == FORGED
    assert no(sent(table, {**declared, "cmd": "another"})) == FORGED
    assert no(sent(table, {**declared, "seen": None})) == FORGED
    assert sent(table, declared).status_code == 200


def test_20_another_seats_key_declares_nothing_for_this_one(table: Players) -> None:
    ana, bo = table["ana"], table["bo"]
    assert no(sent(table, bo.device.declaring(BEGIN, ana.seen(), 2))) == FORGED
    signed = ana.device.declaring(BEGIN, ana.seen(), 2)
    assert no(sent(table, signed, "bo")) == (403, "not-yours", "bo does not act for Ana: only ana does.")
    sentence = "This command is declared by another seat; the key is that of bo."
    assert no(sent(table, {**signed, "seat": "ana"}, "bo")) == (403, "not-yours", sentence)


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/commands", {"action": BEGIN}),
        ("/rewind", {"to_version": 4, "reason": "Back."}),
        ("/consents", {"agree": True}),
        ("/dice", {"by": "Ana", "dice": "1d6", "faces": [6]}),
        ("/disputes", {"of": 5, "reason": "No."}),
        ("/attestations", {"of": 5, "verdict": "saw"}),
        ("/chains", {"party": "ana", "anchor": "0" * 64, "length": 5}),
        ("/close", {}),
    ],
)
def test_20_a_seat_with_a_key_makes_no_call_without_it(table: Players, path: str, body: dict[str, Any]) -> None:
    assert no(table["ana"].call("POST", path, {**body, "cmd": "unsigned"})) == UNSIGNED


def test_20_a_signature_is_of_one_call_and_of_no_other(table: Players) -> None:
    ana = table["ana"]
    head = ana.device.call({"do": "rewind", "to_version": 4, "reason": "Back."}, ana.seen(), 2)
    assert no(ana.call("POST", "/rewind", {"to_version": 3, "reason": "Back.", **head})) == FORGED
    assert no(ana.call("POST", "/consents", {"agree": True, **head})) == FORGED


def test_20_a_seat_without_a_key_has_signed_nothing(client: TestClient) -> None:
    table = seated(client, "ana")
    bo = table["bo"]
    claimed = bo.device.declaring({"do": "decline", "who": "Bo"}, bo.seen(), 1)
    sentence = "bo has no key here that could have signed this: join with one first."
    assert no(sent(table, claimed, "bo")) == (401, "not-signed", sentence)


def test_12_the_same_call_again_is_answered_and_not_done_again(table: Players) -> None:
    ana = table["ana"]
    declared = ana.device.declaring(BEGIN, ana.seen(), 2)
    first, version = sent(table, declared), ana.seen()[0]
    again = sent(table, declared)
    assert (again.status_code, again.content, ana.seen()[0]) == (200, first.content, ana.seen()[0])
    assert ana.seen()[0] == version
    used = (422, "used-before", f"ana used the cmd {declared['cmd']} before, for something else.")
    assert no(sent(table, {**declared, "action": WALK})) == used


def test_12_a_declaration_under_another_id_is_forged_or_out_of_its_place(table: Players) -> None:
    ana = table["ana"]
    declared = ana.device.declaring(BEGIN, ana.seen(), 2)
    assert sent(table, declared).status_code == 200
    late = (409, "out-of-sequence", "The next call of ana is number 3, and this is number 2.")
    assert no(sent(table, {**declared, "cmd": "again"})) == late
    assert no(sent(table, {**declared, "cmd": "again", "seq": 3, "seen": ana.seen()})) == FORGED


def test_12_a_declaration_is_worth_nothing_in_another_encounter(client: TestClient, table: Players) -> None:
    elsewhere = seated(client)
    ana, other = table["ana"], elsewhere["ana"]
    declared = ana.device.declaring(BEGIN, ana.seen(), 2)
    sentence = f"Line {ana.seen()[0] - 1} has another hash here: this was declared on another history."
    assert no(sent(elsewhere, declared)) == (412, "overtaken", sentence)
    assert no(sent(elsewhere, {**declared, "seen": other.seen()})) == FORGED
    meant = f"This command is meant for another encounter, not for {other.encounter}."
    assert no(sent(elsewhere, {**declared, "encounter": ana.encounter})) == (422, "not-a-command", meant)


def test_13_declarations_of_a_seat_keep_their_order(table: Players) -> None:
    ana = table["ana"]
    seen = ana.seen()
    first, second = ana.device.declaring(BEGIN, seen, 2), ana.device.declaring(WALK, seen, 3)
    assert no(sent(table, second)) == (
        409,
        "out-of-sequence",
        "The next call of ana is number 2, and this is number 3.",
    )
    assert sent(table, first).status_code == 200


def test_13_calls_beside_the_fight_are_counted_with_the_commands(table: Players) -> None:
    ana = table["ana"]
    head = ana.device.call({"do": "rewind", "to_version": 4, "reason": "Back."}, ana.seen(), 3)
    answer = ana.call("POST", "/rewind", {"to_version": 4, "reason": "Back.", **head})
    assert no(answer) == (409, "out-of-sequence", "The next call of ana is number 2, and this is number 3.")
    assert answer.json()["following"] == 2


def test_14_a_declaration_names_what_its_seat_had_seen_and_that_must_be_so(table: Players) -> None:
    ana = table["ana"]
    size, head = ana.seen()

    def seen(*wrong: Any) -> tuple[int, str, str]:
        return no(sent(table, ana.device.declaring(BEGIN, [*wrong], 2)))

    other = f"Line {size - 1} has another hash here: this was declared on another history."
    assert seen(size, "0" * 64) == (412, "overtaken", other)
    not_yet = f"Version {size} is not there yet: the last one is {size - 1}."
    assert seen(size + 1, head) == (412, "overtaken", not_yet)
    assert sent(table, ana.device.declaring(BEGIN, [size, head], 2)).status_code == 200


def test_14_a_declaration_that_answers_an_older_state_is_overtaken(table: Players) -> None:
    ana = table["ana"]
    size, head = ana.seen()
    assert ana.does(BEGIN).status_code == 200
    stale = no(sent(table, ana.device.declaring(WALK, [size, head], 3)))
    stands = ana.seen()[0] - 1
    sentence = f"The fight went on since version {size - 1}: it stands at version {stands}."
    assert stale == (412, "overtaken", sentence)


def test_14_calls_beside_the_fight_name_this_history_too(table: Players) -> None:
    ana = table["ana"]
    size, head = ana.seen()

    def back(seen: list[Any]) -> tuple[int, str, str]:
        head = ana.device.call({"do": "rewind", "to_version": 4, "reason": "Back."}, seen, 2)
        return no(ana.call("POST", "/rewind", {"to_version": 4, "reason": "Back.", **head}))

    other = f"Line {size - 1} has another hash here: this was signed on another history."
    assert back([size, "0" * 64]) == (412, "overtaken", other)
    there = f"What was seen is not there: this fight has {size} lines."
    assert back([size + 1, head]) == (412, "overtaken", there)
