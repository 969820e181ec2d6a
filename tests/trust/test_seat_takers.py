"""Over HTTP: nobody takes a seat with one other person's word, and no key of a seat is worth more than it says."""

from __future__ import annotations

import json
from secrets import token_bytes
from typing import Any

import pytest
from starlette.testclient import TestClient

from client.device import request
from ledger.dice.chain import Chain
from ledger.dice.keys import Signer
from ledger.line.entries import SeatKeyAsked
from ledger.proof.verifying import verify
from tests.api.devices import Player
from tests.clocks import Still
from tests.ledger.fights import LASTING, TO_BLOWS
from tests.trust.tables import Players, no, opened, seated
from tests.verifier.making import TRIO

DAY = 86_400_000


def invited(host: Player, seat: str, **more: Any) -> Any:
    return host.call("POST", "/invitations", {"seat": seat, "cmd": "anew", **more})


def stranger(host: Player, seat: str = "bo") -> Player:
    """Return somebody whom the host let in in place of a lost device, with a key of their own."""
    answer = invited(host, seat, lost=seat)
    assert answer.status_code == 200, answer.text
    return Player(host.client, host.encounter, seat, answer.json()["key"])


def asks(fresh: Player, *vouching: Player) -> Any:
    """Let a device ask to take the place of a lost one."""
    seating = fresh.call("GET", "/seats").json()
    body = fresh.device.replacing(seating["seen"], seating["following"])
    signed = request("change_key", fresh.device.state, body)
    vouched = {each.device.state.party: each.device.vouching(signed) for each in vouching}
    return fresh.call("POST", "/keys", {**body, **({"vouched": vouched} if vouched else {})})


def kinds(answer: Any) -> list[str]:
    assert answer.status_code == 200, answer.text
    return [line["type"] for line in answer.json()["lines"]]


@pytest.fixture
def duel(client: TestClient, clock: Still) -> Players:  # noqa: ARG001 - before anything is written
    return seated(client, "ana", "bo", combatants=LASTING, entropy="server")


@pytest.fixture
def trio(client: TestClient) -> Players:
    return seated(client, **TRIO, entropy="server")


def test_21_the_host_invites_nobody_to_a_seat_that_has_a_device(duel: Players) -> None:
    sentence = "bo is taken: only bo invites another device of its own, and signs it."
    assert no(invited(duel["ana"], "bo")) == (403, "not-yours", sentence)


def test_21_a_seat_invites_another_device_of_its_own_with_its_signature(duel: Players) -> None:
    bo = duel["bo"]
    unsigned = "bo plays with a key of its own: what it declares must be signed with it."
    assert no(invited(bo, "bo")) == (401, "not-signed", unsigned)
    answer = bo.call("POST", "/invitations", bo.device.inviting(bo.seen(), 2))
    assert answer.status_code == 200, answer.text
    phone = Player(bo.client, bo.encounter, "bo", answer.json()["key"])
    assert phone.call("GET", "/offers").status_code == 403
    signed_by_ana = {**duel["ana"].device.inviting(bo.seen(), 2), "seat": "bo"}
    assert no(bo.call("POST", "/invitations", signed_by_ana))[:2] == (401, "not-signed")


def test_21_the_host_does_not_take_a_seat_that_plays_without_a_device(client: TestClient) -> None:
    table = opened(client)
    assert table["ana"].call("POST", "/commands", {"action": TO_BLOWS[0], "cmd": "c"}).status_code == 200
    gives = {"do": "hand_over", "who": "Bo", "to": "ana"}
    assert table["bo"].call("POST", "/commands", {"action": gives, "cmd": "c"}).status_code == 200
    assert no(invited(table["ana"], "bo"))[:2] == (403, "not-yours")
    assert invited(table["bo"], "bo").status_code == 200


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/disputes", {"of": 1, "reason": "No."}),
        ("/rewind", {"to_version": 4, "reason": "No."}),
    ],
)
def test_21_whoever_called_without_a_device_has_played_whatever_the_call(
    path: str, body: dict[str, Any], client: TestClient
) -> None:
    table = opened(client)
    assert invited(table["ana"], "bo").status_code == 200
    for n, action in enumerate(TO_BLOWS):
        assert table["ana"].call("POST", "/commands", {"action": action, "cmd": f"c{n}"}).status_code == 200
    answer = table["bo"].call("POST", path, {**body, "cmd": "c"})
    assert answer.status_code == 200, answer.text
    assert no(invited(table["ana"], "bo"))[:2] == (403, "not-yours")


def test_21_a_latecomer_who_did_nothing_yet_is_invited_again(client: TestClient) -> None:
    table = opened(client)
    assert [invited(table["ana"], "dee").status_code for _ in range(2)] == [200, 200]


def test_21_a_hostile_host_takes_over_no_seat_alone(duel: Players, clock: Still) -> None:
    ana, bo = duel["ana"], duel["bo"]
    fake = stranger(ana)
    assert kinds(asks(fake, ana)) == ["SeatKeyAsked"]
    concede = {"do": "concede", "by": "bo"}
    # It neither reads nor plays.
    assert fake.call("GET", "/offers").status_code == 403
    body = fake.device.declaring(concede, bo.seen(), 3)
    assert no(fake.call("POST", "/commands", body))[:2] == (403, "not-yours")
    # The old key goes on, and says no without showing any key of the encounter.
    assert bo.does({"do": "hand_over", "who": "Bo", "to": "ana"}).status_code == 200
    line = ana.call("GET", "/seats").json()["asked"][0]["line"]
    path = f"/api/encounters/{bo.encounter}/vetoes"
    vetoed = bo.client.post(path, json=bo.device.vetoing(line, bo.seen()))
    assert kinds(vetoed) == ["SeatKeyVetoed"]
    clock.at += 2 * DAY
    assert no(asks(fake))[:2] == (401, "not-signed")
    assert bo.does({"do": "concede", "by": "bo"}).status_code in (200, 409)
    exported = ana.call("GET", "/export").content
    assert verify(exported).broken is None
    assert verify(exported).replaced == ()


def test_21_a_veto_of_a_stranger_tells_nothing(duel: Players) -> None:
    fake = stranger(duel["ana"])
    asks(fake, duel["ana"])
    client, encounter = fake.client, fake.encounter
    line = duel["ana"].call("GET", "/seats").json()["asked"][0]["line"]
    forged = fake.device.vetoing(line, duel["bo"].seen())
    told = [
        no(client.post(f"/api/encounters/{there}/vetoes", json={**forged, **more}))
        for there, more in ((encounter, {}), ("0" * 32, {}), (encounter, {"seat": "zoe"}), (encounter, {"of": 1}))
    ]
    sentence = "There is no such encounter, or no seat of it signed this."
    assert told == [(404, "not-found", sentence)] * 4


def test_21_the_old_keys_tokens_die_when_the_new_key_takes_effect_and_not_before(duel: Players, clock: Still) -> None:
    ana, bo = duel["ana"], duel["bo"]
    fresh = stranger(ana)
    assert kinds(asks(fresh, ana)) == ["SeatKeyAsked"]
    assert bo.call("GET", "/offers").status_code == 200
    clock.at += DAY - 1
    answer = no(asks(fresh))
    assert answer[:2] == (409, "not-joined")
    assert bo.call("GET", "/offers").status_code == 200
    clock.at += 1
    assert kinds(asks(fresh)) == ["SeatKeyChanged"]
    assert bo.call("GET", "/offers").status_code == 404
    assert fresh.call("GET", "/offers").status_code == 200
    replaced = ana.call("GET", "").json()["keys"]["replaced"]
    assert [(each["party"], each["waited"]) for each in replaced] == [("bo", True)]


def test_21_the_tokens_of_a_seats_other_device_live_on(trio: Players) -> None:
    ana, bo, cy = trio["ana"], trio["bo"], trio["cy"]
    answer = bo.call("POST", "/invitations", bo.device.inviting(bo.seen(), 2))
    phone = Player(bo.client, bo.encounter, "bo", answer.json()["key"])
    phone.device.state.party = "bo-2"
    phone.device._chain = Chain(token_bytes(32), bo.encounter, "bo-2", 64)
    seating = phone.call("GET", "/seats").json()
    body = phone.device.joining(seating["seen"], seating["following"])
    signed = request("join", phone.device.state, body)
    joined = phone.call("POST", "/seats", {**body, "vouched": {"bo": bo.device.vouching(signed)}})
    assert joined.status_code == 200, joined.text
    phone.key = joined.json()["key"]
    assert kinds(asks(stranger(ana), ana, cy)) == ["SeatKeyChanged"]
    assert bo.call("GET", "/offers").status_code == 404
    assert phone.call("GET", "/offers").status_code == 200


def test_21_what_the_old_key_invited_dies_with_it(trio: Players) -> None:
    ana, bo, cy = trio["ana"], trio["bo"], trio["cy"]
    answer = bo.call("POST", "/invitations", bo.device.inviting(bo.seen(), 2))
    phone = Player(bo.client, bo.encounter, "bo", answer.json()["key"])
    assert phone.call("GET", "/seats").status_code == 200
    assert kinds(asks(stranger(ana), ana, cy)) == ["SeatKeyChanged"]
    assert phone.call("GET", "/seats").status_code == 404


def test_21_a_line_that_all_can_read_turns_no_invitation_into_a_key(duel: Players) -> None:
    """What a device sent when it joined, or changed its key, sent again with another token."""
    ana, bo = duel["ana"], duel["bo"]
    changed = bo.device.changing(bo.seen(), 2)
    assert bo.call("POST", "/keys", changed).status_code == 200
    lines = [
        line for line in map(bytes.decode, ana.call("GET", "/lines").content.splitlines()) if '"party":"bo"' in line
    ]
    assert len(lines) == 2
    spy = stranger(ana)
    for path, line in zip(("/seats", "/keys"), lines, strict=True):
        said = json.loads(line)
        names = ("party", "key", "anchor", "length", "cmd", "seen", "seq", "sig", "vouched")
        again = {name: said[name] for name in names if name in said}
        answer = spy.call("POST", path, again)
        assert answer.status_code == 200, answer.text
        assert answer.json().get("key") is None
        assert spy.call("GET", "/offers").status_code == 403
        assert bo.call("GET", "/offers").status_code == 200


def test_21_two_others_replace_a_key_at_once_and_the_chronicle_says_so_to_the_end(trio: Players) -> None:
    fresh = stranger(trio["ana"])
    assert no(asks(fresh, trio["ana"]))[:2] == (401, "not-signed")
    assert kinds(asks(fresh, trio["ana"], trio["cy"])) == ["SeatKeyChanged"]
    line = trio["ana"].seen()[0] - 1
    for seat in ("cy", "ana"):
        player = trio[seat]
        player.does({"do": "concede", "by": seat})
    told = [entry["text"] for entry in trio["ana"].call("GET", "/chronicle").json()]
    flagged = f"Without the word of the old key another one was taken for bo (line {line})."
    assert any("vouched for by ana and cy" in each for each in told)
    assert told[-1].endswith(flagged), told[-1]


def test_21_everybody_is_told_that_a_key_is_asked_for(duel: Players, clock: Still) -> None:
    asks(stranger(duel["ana"]), duel["ana"])
    told = [entry["text"] for entry in duel["bo"].call("GET", "/chronicle").json()][-1]
    until = "2026-09-22 14:13 UTC"
    assert told == (
        "Seat bo asks for another key of its device bo, vouched for by ana:"
        f" it counts from {until} on unless a device of the seat says no."
    )
    view = duel["bo"].call("GET", "").json()["keys"]["asked"]
    assert [(each["seat"], each["party"], each["until"]) for each in view] == [("bo", "bo", clock.at + DAY)]
    assert SeatKeyAsked.__name__ in duel["bo"].call("GET", "/lines").text


def test_21_who_is_let_in_for_a_lost_device_brings_no_further_one(duel: Players) -> None:
    fake = stranger(duel["ana"])
    fake.device.state.party = "bo-2"
    fake.device._signer = Signer(token_bytes(32))
    seating = fake.call("GET", "/seats").json()
    body = fake.device.joining(seating["seen"], seating["following"])
    assert no(fake.call("POST", "/seats", body))[:2] == (401, "not-signed")
