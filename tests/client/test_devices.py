"""Devices that come late, come as further ones, take the place of lost ones, and begin another chain."""

from __future__ import annotations

from contextlib import suppress
from itertools import cycle, islice
from threading import Thread
from time import sleep, time
from typing import Any

import pytest

from client import joining, presence
from client.calling import Problem
from client.client import Client
from client.duties import RENEW_AT
from client.history import Alarm
from client.joining import Arrival, MustWait, NotVouched, join, read
from ledger.proof.verifying import verify
from ledger.table import rolling
from tests.client.tables import House, Table, until
from tests.ledger.fights import ARCHERS, BACK, LASTING, SHOT
from tests.verifier.making import TRIO


@pytest.fixture
def table(here: House) -> Table:
    table = here.open(ARCHERS)
    table.join("ana", "bo")
    return table


def invited(table: Table, seat: str) -> str:
    """Return another invitation for a seat; the host gives it."""
    return _invitation(table, "ana", {"seat": seat, "cmd": seat})


def for_the_lost(table: Table, seat: str) -> str:
    """Return an invitation for whoever lost the device of a seat; the host gives it."""
    return _invitation(table, "ana", {"seat": seat, "lost": seat, "cmd": "lost"})


def for_another(table: Table, seat: str) -> str:
    """Return an invitation for another device of a seat; the seat gives it."""
    client = table.at[seat]
    assert client.device is not None
    return _invitation(table, seat, client.device.inviting(client.history.seen, client.sending.following))


def _invitation(table: Table, by: str, body: dict[str, Any]) -> str:
    answer = table.at[by].calls.post(f"/api/encounters/{table.encounter}/invitations", body)
    invitation: str = answer["invitation"]
    return invitation


def grades(table: Table) -> list[str]:
    verified = verify(table.house.ledger.export(table.encounter))
    assert verified.broken is None
    return [roll.grade for roll in verified.rolls]


def test_a_latecomer_salts_from_the_next_roll_on(table: Table) -> None:
    table.come_to_blows()
    table.at["ana"].do(SHOT)
    table.at["dee"] = table.house.seat(join(invited(table, "dee"), table.house.state / "dee"))
    table.beat()
    assert shot(table, "bo") == {"ana": 2, "bo": 2, "dee": 1}
    assert grades(table) == ["witnessed", "witnessed"]


@pytest.mark.long
def test_a_further_device_is_vouched_for_by_one_that_is_there(table: Table) -> None:
    arrival = Arrival(for_another(table, "bo"), table.house.state / "bo-phone")
    with pytest.raises(NotVouched, match="bo has a device already"):
        arrival.join()
    assert arrival.request is not None
    request = read(arrival.request)
    with pytest.raises(ValueError, match="no request of a device that you could vouch for"):
        table.at["ana"].vouch(request)
    table.at["bo-2"] = table.house.seat(arrival.join(table.at["bo"].vouch(request)))
    table.come_to_blows()
    done = table.at["ana"].do(SHOT)
    assert len(done.lines[0]["contributors"]) == 2
    assert grades(table) == ["witnessed"]


def test_a_lost_device_is_replaced_when_two_others_vouch(here: House) -> None:
    table = here.open(TRIO)
    table.join("ana", "bo", "cy")
    table.come_to_blows()
    table.at["ana"].do(SHOT)
    stolen = table.at["bo"]
    arrival = Arrival(for_the_lost(table, "bo"), table.house.state / "bo-new", lost="bo")
    assert arrival.request is not None
    request = read(arrival.request)
    one = table.at["ana"].vouch(request)
    with pytest.raises(Problem, match="Too few vouch for the new key"):
        arrival.join(one)
    table.at["bo"] = table.house.seat(arrival.join({**one, **table.at["cy"].vouch(request)}))
    until(lambda: stolen.over)
    assert str(stolen.alarm).startswith("Another key stands for bo at this table: another device took your place.")
    table.beat()
    assert table.at["bo"].device is not None
    assert table.at["bo"].device.following == 1
    done = table.at["bo"].do(BACK)
    assert done.lines[0]["contributors"]["bo"] == 1
    assert grades(table) == ["witnessed", "witnessed"]


def test_a_device_that_is_there_says_no_to_a_key_in_its_place(table: Table) -> None:
    table.come_to_blows()
    arrival = Arrival(for_the_lost(table, "bo"), table.house.state / "bo-new", lost="bo")
    assert arrival.request is not None
    # Whoever calls with the token of the seat is not needed for it.
    table.at["bo"].calls.token = ""
    with pytest.raises(MustWait, match="Another key of bo is asked for"):
        arrival.join(table.at["ana"].vouch(read(arrival.request)))
    arrival.close()
    until(lambda: "SeatKeyVetoed" in [line["type"] for line in table.lines()])
    assert table.at["bo"].alarm is None
    fresh = Arrival(for_the_lost(table, "bo"), table.house.state / "bo-newer", lost="bo")
    line = next(line["n"] for line in table.lines() if line["type"] == "SeatKeyVetoed")
    with pytest.raises(NotVouched, match=f"A device of bo said no to another key of bo in line {line}: it may not be"):
        fresh.join()
    fresh.close()


@pytest.mark.long
def test_a_lost_device_of_a_duel_is_replaced_after_a_day(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.at["bo"].close()
    link, folder = for_the_lost(table, "bo"), table.house.state / "bo-new"
    arrival = Arrival(link, folder, lost="bo")
    assert arrival.request is not None
    with pytest.raises(MustWait):
        arrival.join(table.at["ana"].vouch(read(arrival.request)))
    arrival.close()
    early = Arrival(link, folder, lost="bo")
    assert early.request is None
    with pytest.raises(MustWait):
        early.join()
    early.close()
    later = time() + 86_400
    monkeypatch.setattr(joining, "time", lambda: later)
    monkeypatch.setattr("ledger.line.clock.now", lambda: int(1000 * later))
    table.at["bo"] = table.house.seat(Arrival(link, folder, lost="bo").join())
    assert [line["type"] for line in table.lines()][-1] == "SeatKeyChanged"
    assert verify(table.house.ledger.export(table.encounter)).broken is None


def test_a_device_changes_its_key_and_goes_on(table: Table) -> None:
    table.come_to_blows()
    bo = table.at["bo"]
    assert bo.device is not None
    before = bo.device.public
    bo.change_key()
    assert bo.device.public != before
    table.beat()
    assert table.at["ana"].do(SHOT).lines[0]["contributors"] == {"ana": 1, "bo": 1}
    assert grades(table) == ["witnessed"]


@pytest.mark.long
def test_a_short_chain_is_renewed_by_itself(here: House) -> None:
    table = here.open({**ARCHERS, "combatants": LASTING})
    table.join("ana", "bo", length=RENEW_AT + 2)
    table.come_to_blows()
    exchange(table, 8)
    renewed = [line["party"] for line in table.lines() if line["type"] == "ChainRenewed"]
    assert {"ana", "bo"} <= set(renewed)
    assert set(grades(table)) == {"witnessed"}
    assert all(client.alarm is None for client in table.at.values())


def exchange(table: Table, shots: int) -> list[dict[str, Any]]:
    """Let Ana and Bo shoot at each other, and return who salted each shot."""
    return [shot(table, seat) for seat in islice(cycle(("ana", "bo")), shots)]


def shot(table: Table, seat: str) -> dict[str, Any]:
    """Let one of the archers shoot, and return who salted it."""
    table.catch_up()
    salts: dict[str, Any] = table.at[seat].do(SHOT if seat == "ana" else BACK).lines[0]["contributors"]
    return salts


def silent(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a device be there, and give no link."""
    assert client.duties is not None
    monkeypatch.setattr(client.duties.links, "_give", lambda _: None)


@pytest.mark.long
def test_a_device_that_gives_no_link_is_waited_for_then_left_out_and_not_asked_for_ten_rolls(
    here: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rolling, "PATIENCE", 200)
    monkeypatch.setattr(presence, "BEAT", 0.1)
    table = here.open({**ARCHERS, "combatants": LASTING})
    table.join("ana", "bo", "eve")
    table.come_to_blows()
    with monkeypatch.context() as quiet:
        silent(table.at["eve"], quiet)
        first = exchange(table, 1)
    assert first == [{"ana": 1, "bo": 1, "eve": 1}]
    assert [line["missing"] for line in table.lines() if line["type"] == "EntropyRevealed"] == [["eve"]]
    assert grades(table) == ["partial"]
    shot(table, "bo")
    assert all("eve" not in salts for salts in exchange(table, 9))
    assert "eve" in shot(table, "bo")
    assert grades(table) == ["partial", *11 * ["witnessed"]]
    assert table.at["eve"].alarm is None


def test_where_missing_links_need_consent_all_others_give_it(here: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table = here.open({**ARCHERS, "missing": "consent"})
    table.join("ana", "bo", "eve")
    table.come_to_blows()
    silent(table.at["eve"], monkeypatch)
    shooting = Thread(target=table.at["ana"].do, args=(SHOT,))
    shooting.start()
    until(lambda: table.at["bo"].given and table.at["ana"].given)
    table.at["bo"].call("go_on", roll=1)
    assert table.at["ana"].open_roll is not None
    table.at["ana"].call("go_on", roll=1)
    shooting.join(15)
    assert not shooting.is_alive()
    assert grades(table) == ["partial"]


def test_when_the_roller_vanishes_the_others_take_the_command_back(
    here: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rolling, "PATIENCE", 200)
    table = here.open(ARCHERS)
    table.join("ana", "bo")
    table.come_to_blows()
    ana, bo = table.at["ana"], table.at["bo"]
    before = ana.history.size - 1
    silent(ana, monkeypatch)
    with ana.knowing():
        body = ana.sending.declared(SHOT, "shot", None)
    ana.calls.post(ana.standing.at("/commands"), body)
    ana.close()
    until(lambda: bo.open_roll is not None and bo.given == 1)
    sleep(0.3)
    bo.call("rewind", to_version=before, reason="Ana is gone")
    assert bo.open_roll is None
    assert grades(table) == ["open"]


def test_a_roller_whose_link_was_taken_is_not_said_to_have_vanished(
    here: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rolling, "PATIENCE", 100)
    table = here.open(ARCHERS)
    table.join("ana", "bo")
    table.come_to_blows()
    ana, bo = table.at["ana"], table.at["bo"]
    before = ana.history.size - 1
    monkeypatch.setattr(here.ledger.store, "links", lambda *_: {})

    def shoot() -> None:
        with suppress(Alarm, Problem):
            ana.do(SHOT)

    shooting = Thread(target=shoot)
    shooting.start()
    until(lambda: ana.given)
    sleep(0.2)
    bo.call("rewind", to_version=before, reason="Ana is gone")
    until(lambda: ana.alarm)
    shooting.join(15)
    assert str(ana.alarm).startswith("Your roll 1 was taken back as if your link had not come")
