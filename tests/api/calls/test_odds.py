"""Odds over HTTP: of a command before it is given, and beside what is on offer."""

from __future__ import annotations

from typing import Any

import pytest

import projections.odds
from projections.odds import offered
from tests.api.conftest import SAMPLE, Sit, Table, combat

ATTACK = {"do": "attack", "who": "Ana", "target": "Bo"}


def question(action: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"action": action, "cmd": "perhaps", **more}


def assault(sit: Sit) -> Table:
    """Return a table of etiquette at which Ana has the attacking role against Bo."""
    table = sit("etiquette")
    table.done("ana", "begin_move", who="Ana", allowance=3)
    for tile in ("T1", "T2", "T3"):
        table.done("ana", "move", who="Ana", to=tile)
    table.done("ana", "engage", who="Ana")
    table.done("bo", "decline", who="Bo")
    return table


def test_the_odds_of_a_command_are_told_and_nothing_is_written(sit: Sit) -> None:
    table = assault(sit)
    before = table.lines()
    answer = table.post("ana", "/odds", question(ATTACK))
    assert answer.status_code == 200
    told = answer.json()
    assert told["hit"] == {"exact": "715/1296", "decimal": "0.551698"}
    assert told["losses"][1] == {
        "who": "Bo",
        "pool": "health",
        "mean": {"exact": "505/648", "decimal": "0.779321"},
        "spread": [
            {"points": 0, "chance": {"exact": "581/1296", "decimal": "0.448302"}},
            {"points": 1, "chance": {"exact": "35/108", "decimal": "0.324074"}},
            {"points": 2, "chance": {"exact": "295/1296", "decimal": "0.227623"}},
        ],
    }
    assert told["assumes"] == ["Nobody plays an item in the attack.", "A defender who may choose rolls two dice."]
    assert table.lines() == before
    assert table.do("ana", ATTACK, cmd="perhaps").status_code == 200, "the same body can be given as a command after it"


def test_what_is_refused_as_a_command_is_refused_in_the_same_words(table: Table) -> None:
    combat(table)
    wrong: list[tuple[str | None, dict[str, Any]]] = [
        ("ana", {**ATTACK, "target": "Ana"}),
        ("bo", {**ATTACK, "who": "Bo", "target": "Ana"}),
        ("bo", ATTACK),
        ("eve", ATTACK),
        ("ana", {"do": "attack", "who": "Ana"}),
        ("ana", {"do": "defend_with", "who": "Ana", "dice": 2}),
        (None, ATTACK),
    ]
    answers = [(table.post(seat, "/odds", question(body)), table.do(seat, body)) for seat, body in wrong]
    assert [asked.status_code for asked, _ in answers] == [409, 409, 403, 403, 422, 409, 401]
    assert [asked.json() for asked, _ in answers] == [given.json() for _, given in answers]


def test_a_command_that_every_system_has_has_odds_or_is_refused_in_the_same_words(sit: Sit) -> None:
    table = sit(clock=60)
    combat(table)
    claim, give_up = {"do": "claim_time", "by": "bo"}, {"do": "hand_over", "who": "Ana", "to": "bo"}
    fix = {"do": "override", "by": "table", "who": "Bo", "what": "health", "value": 1, "reason": "He slipped."}
    for seat, body in (("bo", claim), ("bo", fix), ("ana", {**give_up, "to": "eve"})):
        asked, given = table.post(seat, "/odds", question(body)), table.do(seat, body)
        assert asked.status_code in (403, 409)
        assert asked.json() == given.json()
    for body in (give_up, {"do": "concede", "by": "ana"}, {"do": "seal", "by": "ana", "text": "Left."}):
        asked = table.post("ana", "/odds", question(body))
        assert (asked.status_code, asked.json()["hit"]) == (200, None)


def test_odds_asked_of_an_older_state_are_overtaken(table: Table) -> None:
    combat(table)
    answer = table.post("ana", "/odds", question(ATTACK), headers={"If-Match": '"3"'})
    assert answer.status_code == 412


def test_odds_take_no_faces(table: Table) -> None:
    combat(table)
    answer = table.post("ana", "/odds", question(ATTACK, faces=[6]))
    assert answer.status_code == 422
    assert answer.json()["detail"] == "Odds are over every face the dice can show: none can be given."


def test_a_preview_takes_no_faces_and_no_older_state(table: Table) -> None:
    combat(table)
    answer = table.post("ana", "/preview", question(ATTACK, faces=[6]))
    assert answer.json()["detail"] == "A preview is over every face the dice can show: none can be given."
    assert table.post("ana", "/preview", question(ATTACK), headers={"If-Match": '"3"'}).status_code == 412


def test_a_preview_says_what_is_known_before_the_dice_and_writes_nothing(sit: Sit) -> None:
    table = assault(sit)
    before = table.lines()
    told = table.post("ana", "/preview", question(ATTACK)).json()
    assert told["text"].startswith("Ana attacked Bo")
    assert (told["rolls"], told["final"], told["costs"], told["uses"]) == (False, False, [], [])
    away = table.post("ana", "/preview", question({"do": "disengage", "who": "Ana"})).json()
    assert (away["rolls"], away["final"]) == (True, True)
    assert away["text"].startswith("Ana tried to disengage")
    assert table.lines() == before


def test_a_preview_of_a_step_tells_what_it_costs_and_that_it_can_be_taken_back(table: Table) -> None:
    table.done("ana", "begin_move", who="Ana", allowance=3)
    told = table.post("ana", "/preview", question({"do": "move", "who": "Ana", "to": "T1"})).json()
    assert (told["rolls"], told["final"]) == (False, False)
    assert told["costs"] == [{"who": "Ana", "what": "movement", "before": 3, "after": 2}]
    assert told["text"].startswith("Ana walked from T0 to T1")
    taken = table.post("bo", "/preview", question({"do": "move", "who": "Ana", "to": "T1"}))
    assert taken.json() == table.do("bo", {"do": "move", "who": "Ana", "to": "T1"}).json()


@pytest.mark.parametrize(("rewind", "final"), [("until-roll", True), ("none", True)])
def test_an_offer_says_whether_it_rolls_and_can_be_taken_back_alone(sit: Sit, rewind: str, final: bool) -> None:
    table = sit(rewind=rewind)
    combat(table)
    told = {offer["do"]: offer for offer in table.get("ana", "/offers").json()["offers"]}
    assert (told["disengage"]["rolls"], told["disengage"]["final"]) == (True, final)
    assert (told["attack"]["rolls"], told["attack"]["final"]) == (False, rewind == "none")
    assert told["seal"]["rolls"] is told["seal"]["final"] is None


def test_odds_that_are_too_much_to_count_are_said_to_be(sit: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(projections.odds, "WORK", 300)
    monkeypatch.setattr(offered, "WORK_EACH", 300)
    weapons = [{"id": "bow", "damage": "10d20"}]
    combatants = [{**fighter, "equipped": "bow"} for fighter in SAMPLE["pursuit"]["combatants"]]
    table = sit(weapons=weapons, combatants=combatants)
    combat(table)
    answer = table.post("ana", "/odds", question(ATTACK))
    assert (answer.status_code, answer.json()["type"]) == (422, "/problems/no-odds")
    assert answer.json()["detail"].endswith("its dice fall in too many ways.")
    offers = table.get("ana", "/offers?odds=true").json()
    assert [each["command"]["do"] for each in offers["odds"]] == ["use_item"]
    assert offers["left_out"] == 1


def test_offers_show_no_odds_unless_they_are_asked_for(sit: Sit) -> None:
    table = assault(sit)
    plain = table.get("ana", "/offers").json()
    assert not {"odds", "left_out"} & set(plain)
    with_odds = table.get("ana", "/offers?odds=1").json()
    assert {**with_odds, **plain} == with_odds
    asked = table.post("ana", "/odds", question(ATTACK)).json()
    assert with_odds["odds"] == [{"command": ATTACK, "odds": asked}]
    assert with_odds["left_out"] == 0


def test_only_what_a_seat_may_do_has_odds(sit: Sit) -> None:
    table = assault(sit)
    assert table.get("bo", "/offers?odds=true").json()["odds"] == []


def test_a_card_that_strikes_has_odds_and_a_way_out_has_none(table: Table) -> None:
    combat(table)
    odds = table.get("ana", "/offers?odds=true").json()["odds"]
    assert [each["command"] for each in odds] == [
        ATTACK,
        {"do": "use_item", "who": "Ana", "item": "bomb", "target": "Bo"},
    ]
    assert all(each["odds"]["hit"]["exact"] == "1/1" for each in odds)


def test_no_more_commands_are_counted_than_a_call_has_time_for(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    combat(table)
    monkeypatch.setattr(offered, "MOST", 1)
    told = table.get("ana", "/offers?odds=true").json()
    assert [each["command"]["do"] for each in told["odds"]] == ["attack"]
    assert told["left_out"] == 1
