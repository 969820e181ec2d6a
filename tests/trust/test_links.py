"""Links of the wrong line, chain, roll or device; links that do not come; who may go on without them."""

from __future__ import annotations

from typing import Any

from starlette.testclient import TestClient

from ledger.line.tree import leaf
from ledger.proof.verifying import verify
from ledger.table.rolling import PATIENCE, PENANCE
from tests.api.devices import Player
from tests.clocks import Still
from tests.ledger.fights import BACK, LASTING, SHOT, TO_BLOWS
from tests.trust.tables import Players, at_blows, no, seated, shot

REFUSED = (409, "no-such-link")


def given(player: Player, accepted: dict[str, Any], **changes: Any) -> Any:
    """Return the answer to a link, with some of what is sent changed."""
    party = player.device.state.party
    line = leaf(player.raw(accepted["n"]))
    body = player.device.linking(accepted["roll"], accepted["contributors"][party], line)
    return player.call("POST", "/links", {**body, **changes})


def grades(players: Players) -> list[str]:
    verified = verify(players["ana"].call("GET", "/export").content)
    assert verified.broken is None, verified.sentence
    return [roll.grade for roll in verified.rolls]


def test_9_a_link_signed_for_a_line_that_only_its_seat_was_shown_decides_no_other(client: TestClient) -> None:
    players = at_blows(client)
    accepted = shot(players, "bo")
    harvested = players["bo"].device.linking(1, 1, b"\1" * 32)
    sentence = f"bo did not sign this link for roll 1 as line {accepted['n']} declares it."
    assert no(players["bo"].call("POST", "/links", harvested)) == (*REFUSED, sentence)


def test_3_a_link_is_the_one_of_its_chain_that_the_line_names(client: TestClient) -> None:
    players = at_blows(client)
    accepted = shot(players, "bo")
    chain, other = players["bo"].device._chain, players["eve"].device._chain
    wrong = (*REFUSED, "This is not link 1 of the chain of bo.")
    for link in (chain.link(0), chain.link(2), other.link(1), bytes(32)):
        assert no(given(players["bo"], accepted, link=link.hex())) == wrong
    assert given(players["bo"], accepted).status_code == 200


def test_3_a_link_is_given_for_the_open_roll_and_by_its_own_device(client: TestClient) -> None:
    players = at_blows(client)
    accepted = shot(players, "bo")
    waits = (*REFUSED, "No link of bo is waited for to decide roll 2.")
    assert no(given(players["bo"], accepted, roll=2)) == waits
    foreign = (409, "not-joined", "bo has no device ana here: join with it first.")
    assert no(given(players["bo"], accepted, party="ana")) == foreign
    unasked = players["eve"].device.linking(1, 1, leaf(players["eve"].raw(accepted["n"])))
    assert no(players["eve"].call("POST", "/links", unasked)) == (
        *REFUSED,
        "No link of eve is waited for to decide roll 1.",
    )


def test_3_the_same_link_again_changes_nothing_and_another_is_too_late(client: TestClient) -> None:
    players = at_blows(client)
    accepted = shot(players, "bo")
    assert given(players["bo"], accepted).json()["waiting"]["parties"] == ["ana"]
    assert given(players["bo"], accepted).json()["waiting"]["parties"] == ["ana"]
    assert given(players["ana"], accepted).json()["waiting"] is None
    version = players["ana"].seen()[0]
    assert given(players["bo"], accepted).status_code == 200
    used = players["bo"].device._chain.link(2).hex()
    late = (*REFUSED, "No link of bo is waited for to decide roll 1.")
    assert no(given(players["bo"], accepted, link=used)) == late
    assert players["ana"].seen()[0] == version
    assert grades(players) == ["witnessed"]


def test_3_no_chain_begins_while_a_roll_is_open(client: TestClient) -> None:
    players = at_blows(client)
    shot(players, "bo")
    bo = players["bo"]
    open_roll = (409, "not-joined", "Roll 1 is open: chains do not change meanwhile.")
    assert no(bo.call("POST", "/chains", bo.device.renewing(bo.seen(), 2))) == open_roll
    assert no(bo.call("POST", "/keys", bo.device.changing(bo.seen(), 2))) == open_roll


def test_6_nothing_else_is_commanded_while_a_roll_is_open(client: TestClient) -> None:
    players = at_blows(client)
    shot(players, "bo")
    answer = no(players["bo"].does(BACK))
    assert answer[:2] == (409, "dice-awaited")
    assert answer[2].startswith("Roll 1 is not decided yet: the links of ")


def test_8_a_link_that_does_not_come_is_left_out_after_ten_seconds_and_that_shows(
    client: TestClient, clock: Still
) -> None:
    players = at_blows(client, combatants=LASTING)
    accepted = shot(players, "bo", "eve")
    for seat in ("ana", "eve"):
        assert given(players[seat], accepted).status_code == 200
    clock.at += PATIENCE - 1
    assert players["ana"].beat().json()["waiting"]["parties"] == ["bo"]
    clock.at += 1
    assert players["ana"].beat().json()["waiting"] is None
    assert given(players["bo"], accepted).status_code == 409
    assert grades(players) == ["server+roller"], "nobody but the roller is left in it"


def test_8_who_withheld_a_link_is_not_waited_for_again_for_ten_rolls(client: TestClient, clock: Still) -> None:
    players = at_blows(client, combatants=LASTING)
    accepted = shot(players, "bo")
    given(players["ana"], accepted)
    clock.at += PATIENCE
    players["ana"].beat()
    asked = []
    for number in range(PENANCE + 1):
        players["bo"].beat()
        roller, body = ("bo", BACK) if number % 2 == 0 else ("ana", SHOT)
        accepted = players[roller].does(body).json()["lines"][0]
        asked.append("bo" in accepted["contributors"])
        for seat in accepted["contributors"]:
            assert given(players[seat], accepted).status_code == 200
    # Whoever rolls gives its own link all the same.
    assert asked == [number % 2 == 0 for number in range(PENANCE)] + [True]


def test_8_a_roll_without_the_rollers_own_link_is_not_decided_and_may_be_taken_back_without_the_roller(
    client: TestClient, clock: Still
) -> None:
    players = at_blows(client)
    before = players["ana"].seen()[0] - 1
    accepted = shot(players, "bo")
    assert given(players["bo"], accepted).status_code == 200
    clock.at += 3_600_000
    assert players["bo"].beat().json()["waiting"]["parties"] == ["ana"]
    bo = players["bo"]
    asked = {"to_version": before, "reason": "She does not finish it."}
    head = bo.device.call({"do": "rewind", **asked}, bo.seen(), 2)
    assert bo.call("POST", "/rewind", {**asked, **head}).status_code == 200
    again = shot(players, "bo")
    assert (again["roll"], again["contributors"]) == (2, {"ana": 2, "bo": 2})
    for seat in ("ana", "bo"):
        assert given(players[seat], again).status_code == 200
    verified = verify(bo.call("GET", "/export").content)
    assert verified.broken is None
    assert [(roll.grade, roll.voided) for roll in verified.rolls] == [("open", True), ("witnessed", False)]


def agrees(player: Player, roll: int = 1) -> Any:
    following = player.beat().json()["following"]
    head = player.device.call({"do": "go_on", "roll": roll}, player.seen(), following)
    return player.call("POST", "/missing", {"roll": roll, **head})


def test_8_where_consent_is_asked_for_no_time_decides_a_roll(client: TestClient, clock: Still) -> None:
    players = at_blows(client, missing="consent")
    accepted = shot(players, "bo", "eve")
    for seat in ("ana", "eve"):
        given(players[seat], accepted)
    clock.at += 3_600_000
    assert players["ana"].beat().json()["waiting"]["parties"] == ["bo"]
    assert no(agrees(players["eve"])) == (403, "not-yours", "eve is no player of this encounter.")
    # Eve only watches: she gave her link, and is not asked.
    assert agrees(players["ana"]).status_code == 202
    assert players["ana"].beat().json()["waiting"] is None
    assert grades(players) == ["server+roller"], "nobody but the roller is left in it"


def test_8_a_custodial_roller_does_not_leave_all_others_out_without_a_word(client: TestClient, clock: Still) -> None:
    custodial = at_blows_without_ana(client)
    clock.at += 3_600_000
    assert custodial["bo"].beat().json()["waiting"]["parties"] == ["bo"]
    assert custodial["ana"].call("POST", "/missing", {"roll": 1, "cmd": "go"}).status_code == 202
    assert grades(custodial) == ["server only"]


def at_blows_without_ana(client: TestClient) -> Players:
    """Return a table at which Ana, who has no device, has shot, and Bo's link is waited for."""
    players = seated(client, "bo", missing="consent")
    players["bo"].beat()
    for number, body in enumerate([*TO_BLOWS, SHOT]):
        answer = players["ana"].call("POST", "/commands", {"action": body, "cmd": f"c{number}"})
        assert answer.status_code in (200, 202), answer.text
    return players


def back(player: Player, to_version: int, following: int) -> Any:
    asked = {"to_version": to_version, "reason": "I like it better so."}
    head = player.device.call({"do": "rewind", **asked}, player.seen(), following)
    return player.call("POST", "/rewind", {**asked, **head})


def test_10_who_withholds_a_link_does_not_take_back_the_roll_of_another_by_waiting(
    client: TestClient, clock: Still
) -> None:
    players = at_blows(client)
    before = players["ana"].seen()[0] - 1
    accepted = shot(players, "bo")
    assert given(players["ana"], accepted).status_code == 200
    clock.at += PATIENCE
    assert back(players["bo"], before, 2).status_code == 412, "the roll was decided before the wish was heard"
    answer = back(players["bo"], before, 2)
    assert [line["type"] for line in answer.json()["lines"]] == ["RewindAsked"]
    assert grades(players) == ["server+roller"]


def test_10_nor_where_consent_is_asked_for(client: TestClient, clock: Still) -> None:
    players = at_blows(client, missing="consent")
    before = players["ana"].seen()[0] - 1
    accepted = shot(players, "bo")
    assert given(players["ana"], accepted).status_code == 200
    clock.at += PATIENCE
    answer = back(players["bo"], before, 2)
    assert [line["type"] for line in answer.json()["lines"]] == ["RewindAsked"]
    assert players["ana"].beat().json()["waiting"]["parties"] == ["bo"]
