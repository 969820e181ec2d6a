"""Disputes over HTTP: contesting with evidence, settling, typed dice that were seen, time that ran out, and the end."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.conftest import Body, Sit, Table, combat
from tests.clocks import Still


def engaged(table: Table) -> int:
    """Return the line in which Ana engages Bo."""
    combat(table)
    return next(int(line["n"]) for line in reversed(table.lines()) if line["type"] == "CommandAccepted")


def contest(table: Table, of: int, seat: str = "bo", cmd: str = "no") -> Body:
    answer = table.post(seat, "/disputes", {"of": of, "reason": "It missed.", "cmd": cmd})
    assert answer.status_code == 200, answer.text
    line: Body = answer.json()["lines"][0]
    return line


def settle(table: Table, seat: str, dispute: int, result: str, **more: Any) -> Body:
    body = {"result": result, "reason": "We looked it up.", "cmd": "so", **more}
    found: Body = table.post(seat, f"/disputes/{dispute}/answers", body).json()
    return found


def offered(table: Table, seat: str) -> set[str]:
    return {offer["do"] for offer in table.get(seat, "/offers").json()["offers"]}


def test_a_dispute_comes_with_all_that_bears_on_the_line(table: Table) -> None:
    combat(table)
    line = table.done("ana", "disengage", who="Ana")["lines"][0]["n"]
    dispute = contest(table, line)["n"]
    assert [each["of"] for each in table.get("ana", "/disputes").json()] == [line]
    full = table.get("ana", f"/disputes/{dispute}").json()
    evidence = full["evidence"]
    lines = table.lines()
    assert evidence["declared"] == lines[line]["decl"]
    assert evidence["seat"] == "ana"
    assert evidence["entropy"]["server"] == next(each["server"] for each in lines if each["type"] == "EntropyRevealed")
    rolled = [each["faces"] for each in lines if each["type"] == "DiceRolled"]
    assert [each["faces"] for each in evidence["dice"]] == rolled
    assert evidence["why"]["sentences"]
    assert evidence["rules"]
    assert evidence["lines"] == [each["n"] for each in lines if line in (each["n"], each.get("cause"))]
    assert table.get("ana", "/disputes/1").status_code == 404


def test_the_view_says_which_disputes_are_open_and_when_they_were(table: Table) -> None:
    line = engaged(table)
    before = table.get("ana", "").json()
    dispute = contest(table, line)["n"]
    assert before["disputes"] == []
    now = table.get("eve", "").json()
    assert now["disputes"] == [{"line": dispute, "of": line, "by": "bo", "reason": "It missed."}]
    for seat in ("ana", "bo"):
        settle(table, seat, dispute, "stands")
    assert table.get("eve", "").json()["disputes"] == []
    assert table.get("eve", f"?at={dispute}").json()["disputes"] == now["disputes"]


def test_without_a_referee_all_agree_on_what_is_corrected(table: Table) -> None:
    dispute = contest(table, engaged(table))["n"]
    bo = next(each for each in table.get("bo", "").json()["combatants"] if each["id"] == "Bo")
    health = bo["pools"]["health"]
    fix = {"do": "override", "by": "table", "who": "Bo", "what": "health", "value": health["now"] - 1}
    fix |= {"reason": "He slipped.", "dispute": dispute}
    early = table.do("bo", fix)
    assert (early.status_code, early.json()["type"]) == (409, "/problems/no-dispute")
    for seat in ("ana", "bo"):
        assert "override" not in offered(table, "bo")
        settle(table, seat, dispute, "corrected", action=fix)
    assert "override" in offered(table, "bo")
    answer = table.do("bo", fix)
    assert answer.status_code == 200, answer.text
    assert "override" not in offered(table, "bo")
    told = table.get("ana", "/chronicle?format=text").text
    assert f"would have the dispute of line {dispute} end as corrected by health {health['now'] - 1}" in told
    assert f"Ruling by table on the health of Bo: {health['now']} to {health['now'] - 1}, for “He slipped.”" in told
    assert f"The dispute of line {dispute} was settled by seats ana and bo: a value was corrected" in told
    why = table.get("bo", "/why?value=Bo.health").json()["sentences"]
    assert any("for “He slipped.”" in each for each in why)
    audit = table.get("ana", "/audit").json()
    assert audit["ok"]
    assert audit["counts"]["overrides"] == 1
    assert "1 ruling (1 against the rules)" in audit["sentences"][-1]


@pytest.mark.parametrize("action", [{"do": "override"}, {"do": "x" * 20_000}, {"do": "concede", "by": "ana"}])
def test_what_is_no_override_corrects_nothing(table: Table, action: Body) -> None:
    dispute = contest(table, engaged(table))["n"]
    assert settle(table, "ana", dispute, "corrected", action=action)["type"] == "/problems/no-dispute"


def test_a_fight_says_when_it_ends_what_is_still_disputed_and_so_does_its_ledger(table: Table) -> None:
    line = engaged(table)
    dispute = contest(table, line)["n"]
    assert table.post("ana", "/close", {"cmd": "end"}).json()["type"] == "/problems/not-closed"
    table.done("bo", "concede", by="bo")
    assert table.post("bo", "/close", {"cmd": "end"}).status_code == 403
    closed = table.post("ana", "/close", {"cmd": "end"}).json()["lines"][0]
    assert closed["disputes"] == [dispute]
    told = table.get("ana", "/chronicle?format=text").text
    assert "bo conceded: Bo left the fight (conceded)" in told
    assert f"The dispute of line {dispute} was not settled." in told
    assert f"The ledger was closed by seat ana; the dispute of line {dispute} was not settled." in told
    late = table.post("bo", "/disputes", {"of": line, "reason": "And yet.", "cmd": "late"})
    assert (late.status_code, late.json()["type"]) == (409, "/problems/read-only")


def test_typed_dice_are_attested_by_another_seat(sit: Sit) -> None:
    table = sit(dice="table", attest="opponent")
    combat(table)
    table.done("ana", "disengage", who="Ana")
    line = table.post("ana", "/dice", {"by": "Ana", "dice": "1d6", "faces": [6], "cmd": "d"}).json()["lines"][0]
    typed = line["n"]
    own = table.post("ana", "/attestations", {"of": typed, "verdict": "saw", "cmd": "s"})
    assert own.status_code == 403
    seen = table.post("bo", "/attestations", {"of": typed, "verdict": "saw", "cmd": "s"})
    assert seen.json()["lines"][0]["type"] == "TableDiceAttested"
    contested = contest(table, typed)["n"]
    evidence = table.get("bo", f"/disputes/{contested}").json()["evidence"]
    assert [(each["faces"], each["said"]) for each in evidence["typed"]] == [([6], {"bo": "saw"})]
    assert f"Seat bo saw the dice of line {line['cause']}." in table.get("bo", "/chronicle?format=text").text


def test_offers_tell_until_when_and_the_claim_only_once_it_is_late(sit: Sit, clock: Still) -> None:
    table = sit(clock=60)
    combat(table)
    offers = table.get("bo", "/offers").json()
    assert offers["deadline"] == table.lines()[-1]["at"] + 60_000
    assert offers["left"] == 60_000
    assert "claim_time" not in {offer["do"] for offer in offers["offers"]}
    early = table.do("bo", {"do": "claim_time", "by": "bo"})
    assert (early.status_code, early.json()["type"]) == (409, "/problems/in-time")
    clock.passes(60_000)
    assert "claim_time" in {offer["do"] for offer in table.get("bo", "/offers").json()["offers"]}
    table.done("bo", "claim_time", by="bo")
    assert "Ana’s time ran out" in table.get("bo", "/chronicle?format=text").text


def test_one_hands_over_what_one_controls_and_no_more(table: Table) -> None:
    assert table.do("bo", {"do": "hand_over", "who": "Ana", "to": "bo"}).status_code == 403
    for nobody in ("eve", "dee"):
        refused = table.do("ana", {"do": "hand_over", "who": "Ana", "to": nobody})
        assert (refused.status_code, refused.json()["type"]) == (403, "/problems/not-yours")
    table.done("ana", "hand_over", who="Ana", to="bo")
    assert table.get("bo", "").json()["combatants"][0]["controller"] == "bo"
    table.done("bo", "begin_move", who="Ana", allowance=1)
    assert "Ana went from seat ana to seat bo" in table.get("bo", "/chronicle?format=text").text
