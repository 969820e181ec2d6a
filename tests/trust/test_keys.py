"""Keys that are none, signatures that some libraries take, seats taken by others than those they were given to."""

from __future__ import annotations

from base64 import b64decode, b64encode
from typing import Any

from starlette.testclient import TestClient

from ledger.application import Ledger
from ledger.dice.curve import FIELD, LOW_ORDER, ORDER, Point, add, is_neutral, point_of, times
from ledger.proof.verifying import verify
from ledger.table import signing
from tests.api.devices import Player
from tests.ledger.fights import ARCHERS, BACK, LASTING, SHOT, TO_BLOWS, alone
from tests.trust.tables import Players, no, opened, seated

BEGIN = TO_BLOWS[0]
PARTY: dict[str, Any] = {
    "system": "vanguard",
    "seats": [{"id": "gm", "role": "referee"}, {"id": "ana"}, {"id": "bo"}],
    "characters": [{"id": "Tor", "controller": "ana", "vigor": 8, "quick": 6, "smart": 4, "wise": 4, "health": 5}],
    "groups": [{"id": "Gobbos", "count": 1, "defense": 3, "melee": 2}],
}
NO_KEY = (409, "not-joined", "This is no key to sign with: it is not a point of prime order.")
FORGED = (401, "not-signed", "No key of ana signed this: the signature is of something else, or of another key.")


def encoded(point: Point) -> bytes:
    """Return how a point is written."""
    x, y, z, _ = point
    x, y = (each * pow(z, -1, FIELD) % FIELD for each in (x, y))
    return (y | (x & 1) << 255).to_bytes(32, "little")


def of_mixed_order(public: bytes) -> bytes:
    """Return a key that some libraries take for the one it is made from: a point of order 8 was added."""
    point = point_of(public)
    assert point is not None
    eighth = next(
        found for each in sorted(LOW_ORDER) if (found := point_of(each)) is not None and not is_neutral(times(4, found))
    )
    return encoded(add(point, eighth))


def joined_with(player: Player, key: str) -> Any:
    return player.call("POST", "/seats", {**player.device.joining(player.seen(), 1), "key": key})


def test_35_no_point_of_low_order_takes_a_seat(client: TestClient) -> None:
    ana = opened(client)["ana"]
    for key in sorted(LOW_ORDER):
        assert no(joined_with(ana, b64encode(key).decode())) == NO_KEY
    assert ana.join().status_code == 200


def test_35_no_key_of_mixed_order_and_none_that_is_no_point_takes_a_seat(client: TestClient) -> None:
    ana = opened(client)["ana"]
    mixed = of_mixed_order(b64decode(ana.device.public))
    no_point = next(raw for y in range(2, 99) if point_of(raw := y.to_bytes(32, "little")) is None)
    for key in (mixed, no_point, (FIELD + 3).to_bytes(32, "little"), b"\xff" * 32):
        assert no(joined_with(ana, b64encode(key).decode())) == NO_KEY


def test_35_a_key_has_one_spelling(client: TestClient) -> None:
    ana = opened(client)["ana"]
    key = ana.device.public
    other = key[:-2] + chr(ord(key[-2]) + 1) + "="
    assert b64decode(other) == b64decode(key)
    sentence = "The key is not written in canonical base64: the same bytes have another spelling."
    assert no(joined_with(ana, other)) == (409, "not-joined", sentence)
    assert joined_with(ana, key.rstrip("=")).status_code in (409, 422)


def signature(table: Players, change: Any) -> tuple[int, str, str]:
    ana = table["ana"]
    body = ana.device.declaring(BEGIN, ana.seen(), 2)
    return no(ana.call("POST", "/commands", {**body, "sig": change(b64decode(body["sig"]))}))


def test_35_a_signature_that_some_libraries_take_is_not_taken(client: TestClient) -> None:
    table = seated(client)

    def larger(sig: bytes) -> bytes:
        return sig[:32] + (int.from_bytes(sig[32:], "little") + ORDER).to_bytes(32, "little")

    assert signature(table, lambda sig: b64encode(larger(sig)).decode()) == FORGED
    for low in sorted(LOW_ORDER):
        assert signature(table, lambda sig, low=low: b64encode(low + sig[32:]).decode()) == FORGED
    assert signature(table, lambda _: b64encode(bytes(64)).decode()) == FORGED


def test_35_a_signature_has_one_spelling(client: TestClient) -> None:
    table = seated(client)

    def respelt(sig: bytes) -> str:
        text = b64encode(sig).decode()
        return text[:-3] + chr(ord(text[-3]) + 1) + "=="

    sentence = "The signature is not written in canonical base64: the same bytes have another spelling."
    assert signature(table, respelt) == (401, "not-signed", sentence)


def test_21_a_key_is_at_the_table_once(client: TestClient) -> None:
    players = opened(client)
    assert players["ana"].join().status_code == 200
    players["bo"].device._signer = players["ana"].device._signer
    players["bo"].device.state.key = players["ana"].device.state.key
    sentence = "A device with this key is at the table already."
    assert no(players["bo"].join()) == (409, "not-joined", sentence)


def test_21_a_device_joins_by_its_own_signature_under_its_own_name(client: TestClient) -> None:
    players = opened(client)
    ana, bo = players["ana"], players["bo"]
    body = ana.device.joining(ana.seen(), 1)
    stolen = {**body, "key": bo.device.public}
    sentence = "The new device of ana did not sign that it joins with these keys."
    assert no(ana.call("POST", "/seats", stolen)) == (401, "not-signed", sentence)
    assert no(ana.call("POST", "/seats", {**body, "anchor": "11" * 32})) == (401, "not-signed", sentence)
    named = "The next device of ana is called ana, not bo."
    assert no(ana.call("POST", "/seats", {**body, "party": "bo"})) == (409, "not-joined", named)


def test_21_a_further_device_needs_one_that_the_seat_has(client: TestClient) -> None:
    table = seated(client)
    ana = table["ana"]
    phone = Player(client, ana.encounter, "ana", ana.key)
    phone.device.state.party = "ana-2"
    body = phone.device.joining(ana.seen(), 2)
    sentence = "A further device of ana is vouched for by one that it has: its signature is missing."
    assert no(phone.call("POST", "/seats", body)) == (401, "not-signed", sentence)
    by_bo = {"bo": table["bo"].device.vouching({"action": "anything"})}
    assert no(phone.call("POST", "/seats", {**body, "vouched": by_bo})) == (401, "not-signed", sentence)


def test_21_a_key_that_was_changed_signs_nothing_any_more(client: TestClient) -> None:
    table = seated(client)
    ana = table["ana"]
    old = ana.device.declaring(BEGIN, ana.seen(), 3)
    changed = ana.call("POST", "/keys", ana.device.changing(ana.seen(), 2))
    assert changed.status_code == 200, changed.text
    seen = ana.seen()
    assert no(ana.call("POST", "/commands", {**old, "seen": seen})) == FORGED
    assert no(ana.call("POST", "/commands", ana.device.declaring(BEGIN, seen, 3))) == FORGED


def test_21_nobody_changes_a_key_alone_without_the_old_one(client: TestClient) -> None:
    table = seated(client)
    ana = table["ana"]
    body = {name: value for name, value in ana.device.changing(ana.seen(), 2).items() if name != "vouched"}
    sentence = (
        "Nobody vouches for the new key: the old one of ana signs it, or bo does, and then it waits for a veto of the"
        " old one."
    )
    assert no(ana.call("POST", "/keys", body)) == (401, "not-signed", sentence)


def test_21_where_the_referee_has_no_device_another_seat_vouches_and_the_key_waits(
    client: TestClient,
) -> None:
    opening = client.post("/api/encounters", json=PARTY).json()
    table = {seat: Player(client, opening["encounter"], seat, key) for seat, key in opening["keys"].items()}
    ana, bo = table["ana"], table["bo"]
    for player in (ana, bo):
        assert player.join().status_code == 200
    body = {name: value for name, value in ana.device.changing(ana.seen(), 2).items() if name != "vouched"}
    action = {"do": "change_key", **{name: body[name] for name in ("party", "key", "anchor", "length")}}
    head = {"cmd": body["cmd"], "seen": body["seen"], "seq": body["seq"]}
    signed = signing.decl(action, encounter=ana.encounter, seat="ana", **head)
    asked = ana.call("POST", "/keys", {**body, "vouched": {"bo": bo.device.vouching(signed)}})
    assert [line["type"] for line in asked.json()["lines"]] == ["SeatKeyAsked"]
    assert verify(ana.call("GET", "/export").content).broken is None


def test_21_a_seat_called_server_takes_no_device(client: TestClient) -> None:
    seats = [{"id": "server"}, {"id": "bo"}]
    combatants = [{**each, "controller": seat["id"]} for each, seat in zip(LASTING, seats, strict=True)]
    players = opened(client, seats=seats, combatants=combatants)
    sentence = "server takes no device: the server's own chain has that name."
    assert no(players["server"].join()) == (409, "not-joined", sentence)
    assert players["bo"].join().status_code == 200


# Who else has a key of a seat


def another_key(players: Players, seat: str, **more: Any) -> Player:
    """Return whoever uses a second invitation to a seat, which the host kept for itself."""
    host = players["ana"]
    answer = host.call("POST", "/invitations", {"seat": seat, "cmd": "again", **more})
    assert answer.status_code == 200, answer.text
    return Player(host.client, host.encounter, seat, answer.json()["key"])


def test_21_an_invitation_to_a_seat_with_a_device_opens_nothing(client: TestClient) -> None:
    spy = another_key(seated(client), "bo", lost="bo")
    sentence = "This key only invites: take the seat of bo with a device that others vouch for."
    for path in ("", "/offers", "/lines", "/export", "/chronicle", "/audit", "/checkpoint"):
        assert no(spy.call("GET", path)) == (403, "not-yours", sentence)
    assert no(spy.call("POST", "/commands", {"action": BACK, "cmd": "c"})) == (403, "not-yours", sentence)
    assert spy.call("GET", "/seats").json()["next"] == "bo-2"


def test_21_a_key_kept_from_before_a_device_came_opens_nothing_afterwards(client: TestClient) -> None:
    players = opened(client)
    spy = another_key(players, "bo")
    assert spy.call("GET", "/offers").status_code == 200
    for player in players.values():
        assert player.join().status_code == 200
    assert spy.call("GET", "/offers").status_code == 404
    assert players["bo"].call("GET", "/offers").status_code == 200


def test_21_only_the_host_invites(client: TestClient) -> None:
    table = seated(client)
    for seat in ("bo", "eve"):
        sentence = f"{seat} invites nobody: only ana does, who opened the encounter."
        answer = table[seat].call("POST", "/invitations", {"seat": "zoe", "cmd": "zoe"})
        assert no(answer) == (403, "not-yours", sentence)


def test_21_no_newcomer_takes_the_name_of_a_seat_that_came_late(client: TestClient) -> None:
    opening = client.post("/api/encounters", json=PARTY).json()
    gm = Player(client, opening["encounter"], "gm", opening["keys"]["gm"])
    assert gm.call("POST", "/invitations", {"seat": "dee", "cmd": "dee"}).status_code == 200
    sheet = {"id": "dee", "count": 1, "defense": 2, "melee": 1}
    action = {"do": "add_combatant", "by": "gm", "sheet": sheet}
    answer = gm.call("POST", "/commands", {"action": action, "cmd": "add"})
    sentence = "Nobody can be called dee: that is a seat at this table."
    assert no(answer) == (409, "invalid-value", sentence)
    named = {**action, "sheet": {**sheet, "id": "Rats"}}
    assert gm.call("POST", "/commands", {"action": named, "cmd": "add"}).status_code == 200


def test_10_who_may_take_everything_back_alone_asks_whoever_joined_later(client: TestClient) -> None:
    players = opened(client, **{**alone(ARCHERS), "rewind": "free"})
    ana = players["ana"]
    assert ana.call("POST", "/invitations", {"seat": "bo", "cmd": "late"}).status_code == 200
    for number, body in enumerate([*TO_BLOWS, SHOT]):
        assert ana.call("POST", "/commands", {"action": body, "cmd": f"c{number}"}).status_code == 200
    back = ana.call("POST", "/rewind", {"to_version": 4, "reason": "Again.", "cmd": "back"}).json()
    assert [line["type"] for line in back["lines"]] == ["RewindAsked"]
    assert verify(ana.call("GET", "/export").content).broken is None


def test_2_nobody_plays_along_where_dice_are_loaded(client: TestClient, ledger: Ledger) -> None:
    players = opened(client, **{**alone(ARCHERS), "dice": "loaded"})
    ana = players["ana"]
    sentence = "Nobody joins where dice are loaded, except to watch: they are for examples with one seat."
    assert no(ana.call("POST", "/invitations", {"seat": "bo", "cmd": "late"})) == (409, "not-joined", sentence)
    watching = ana.call("POST", "/invitations", {"seat": "eve", "role": "spectator", "cmd": "watch"})
    assert watching.status_code == 200
    assert ledger.fight(ana.encounter).table.players == ("ana",)
