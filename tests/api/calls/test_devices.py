"""A table of seats with devices: joining, signed commands, rolls that everybody salts, receipts."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import pytest
from starlette.testclient import TestClient

from cli.verdicts import proof_of
from ledger.proof.proofs import prove
from ledger.proof.verifying import verify
from tests.api.devices import Player
from tests.ledger.fights import ARCHERS, SHOT, TO_BLOWS


@pytest.fixture
def players(client: TestClient) -> dict[str, Player]:
    opened = client.post("/api/encounters", json=ARCHERS).json()
    return {seat: Player(client, opened["encounter"], seat, key) for seat, key in opened["keys"].items()}


@pytest.fixture
def keyed(players: dict[str, Player]) -> dict[str, Player]:
    for player in players.values():
        assert player.join().status_code == 200
    return players


def come_to_blows(players: dict[str, Player]) -> None:
    for body in TO_BLOWS:
        answer = players["ana"].does(body)
        assert answer.status_code == 200, answer.text


def shot(players: dict[str, Player]) -> tuple[Any, Any]:
    """Return the answer to a shot, and its accepted line."""
    for player in players.values():
        player.beat()
    answer = players["ana"].does(SHOT)
    return answer, answer.json()["lines"][0]


def test_a_roll_waits_for_every_device_that_is_there_and_is_witnessed(keyed: dict[str, Player]) -> None:
    come_to_blows(keyed)
    answer, accepted = shot(keyed)
    assert answer.status_code == 202
    assert answer.json()["waiting"]["parties"] == ["ana", "bo", "eve"]
    assert accepted["contributors"] == {"ana": 1, "bo": 1, "eve": 1}
    raw = keyed["ana"].raw(accepted["n"])
    for seat in ("bo", "eve"):
        assert keyed[seat].links(accepted, raw).json()["waiting"]["roll"] == 1
    choices = keyed["ana"].call("GET", "/offers").json()
    assert (choices["offers"], choices["waiting"]["parties"]) == ([], ["ana"])
    decided = keyed["ana"].links(accepted, raw).json()
    assert decided["waiting"] is None
    assert decided["version"] > accepted["n"]
    assert keyed["bo"].call("GET", "/offers").json()["waiting"] is None
    verified = verify(keyed["ana"].call("GET", "/export").content)
    assert verified.broken is None
    assert [each.grade for each in verified.rolls] == ["witnessed"]
    assert [each.size for each in verified.anchored] == [verified.lines]


def test_a_seat_with_a_device_signs_what_it_declares(keyed: dict[str, Player]) -> None:
    answer = keyed["ana"].call("POST", "/commands", {"action": TO_BLOWS[0], "cmd": "unsigned"})
    assert (answer.status_code, answer.json()["type"]) == (401, "/problems/not-signed")
    forged = keyed["bo"].device.declaring(TO_BLOWS[0], keyed["ana"].seen(), 2)
    answer = keyed["ana"].call("POST", "/commands", forged)
    assert (answer.status_code, answer.json()["type"]) == (401, "/problems/not-signed")
    assert keyed["ana"].does(TO_BLOWS[0]).status_code == 200


def test_the_invitation_is_spent_with_joining(players: dict[str, Player]) -> None:
    ana = players["ana"]
    invitation = ana.key
    assert ana.join().status_code == 200
    ana.key, fresh = invitation, ana.key
    assert ana.call("GET", "/offers").status_code == 404
    ana.key = fresh
    assert ana.call("GET", "/offers").status_code == 200


def test_an_answer_that_is_lost_locks_nobody_out(players: dict[str, Player]) -> None:
    ana = players["ana"]
    chosen = "A" * 43
    body = {**ana.device.joining(ana.seen(), 1), "token_hash": sha256(chosen.encode()).hexdigest()}
    assert ana.call("POST", "/seats", body).json()["key"] is None
    assert ana.call("POST", "/seats", body).status_code == 404
    ana.key = chosen
    assert ana.call("POST", "/seats", body).status_code == 200
    assert ana.does(TO_BLOWS[0]).status_code == 200


def test_without_devices_nothing_waits(players: dict[str, Player]) -> None:
    for number, body in enumerate([*TO_BLOWS, SHOT]):
        answer = players["ana"].call("POST", "/commands", {"action": body, "cmd": f"c{number}"})
        assert answer.status_code == 200
    verified = verify(players["ana"].call("GET", "/export").content)
    assert [each.grade for each in verified.rolls] == ["server only"]


def test_a_device_that_is_not_there_is_not_waited_for(keyed: dict[str, Player]) -> None:
    come_to_blows(keyed)
    answer = keyed["ana"].does(SHOT)
    accepted = answer.json()["lines"][0]
    assert accepted["contributors"] == {"ana": 1}
    assert keyed["ana"].links(accepted, keyed["ana"].raw(accepted["n"])).json()["waiting"] is None
    assert [each.grade for each in verify(keyed["ana"].call("GET", "/export").content).rolls] == ["server+roller"]


def test_checkpoints_are_cosigned_and_lines_proved(keyed: dict[str, Player]) -> None:
    come_to_blows(keyed)
    note = keyed["ana"].call("GET", "/checkpoint").text
    for seat in ("ana", "bo"):
        answer = keyed[seat].call("POST", "/cosignatures", keyed[seat].device.cosigning(note, 1_790_000_600))
        assert answer.status_code == 200, answer.text
    verified = verify(keyed["bo"].call("GET", "/export").content)
    assert verified.broken is None
    assert verified.anchored[0].parties == ("ana", "bo")
    proof = keyed["bo"].call("GET", "/proofs?line=3").json()
    assert proof["size"] == verified.lines
    assert keyed["bo"].call("GET", "/proofs?old=2").status_code == 200
    assert keyed["bo"].call("GET", "/proofs").status_code == 422


def test_a_roll_is_proved_to_whoever_may_read_the_fight_by_the_file_that_an_exported_one_makes(
    keyed: dict[str, Player],
) -> None:
    come_to_blows(keyed)
    _, accepted = shot(keyed)
    assert keyed["eve"].call("GET", "/proofs?roll=1").status_code == 404
    raw = keyed["ana"].raw(accepted["n"])
    for seat in ("ana", "bo", "eve"):
        keyed[seat].links(accepted, raw)
    given = keyed["eve"].call("GET", "/proofs?roll=1")
    assert given.headers["content-type"] == "application/json"
    assert given.content == proof_of(keyed["eve"].call("GET", "/export").content, 1)
    assert prove(given.content).report["rolls"][0]["witnesses"] == ["bo"]
    assert "no roll 2" in keyed["eve"].call("GET", "/proofs?roll=2").text
    for wrong in ("?roll=0", "?roll=1&line=1", "?roll=1&size=3"):
        assert keyed["eve"].call("GET", f"/proofs{wrong}").status_code == 422
    stranger = Player(keyed["eve"].client, keyed["eve"].encounter, "eve", "A" * 43)
    assert stranger.call("GET", "/proofs?roll=1").status_code == 404
