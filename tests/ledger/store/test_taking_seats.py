"""Keys of seats in the store: what one process writes of them holds in every other, whichever store it is."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from unittest.mock import patch

import pytest

from ledger.application import Ledger
from ledger.dice.secrets import token_hash
from ledger.line.entries import SeatJoined, SeatKeyChanged
from ledger.refusals import LedgerRefused, NotJoined, NotSeated, NotSigned, NotYours
from ledger.table import seating, signing
from tests.clocks import Clock, steady_time
from tests.ledger.fights import opened
from tests.verifier.making import TRIO
from tests.verifier.playing import Party, Playing

DAY = 86_400_000


def opens(ledger: Ledger, encounter: str, token: str) -> bool:
    with suppress(NotSeated, NotYours):
        return ledger.seat(encounter, token) == "bo"
    return False


def joins(playing: Playing, party: Party, token: str, *vouching: Party) -> str:
    """Let a device take its seat with a token, and return the one that it calls with."""
    head = party.head({"do": "join", **party.fields})
    made = party.declaration({"do": "join", **party.fields}, head["cmd"])
    vouched = {each.party: each.signs(made) for each in vouching} or None
    entry = SeatJoined(seat=party.seat, role="player", **party.fields, **head, vouched=vouched)
    _, fresh = playing.ledger.devices.join(playing.id, entry, token)
    playing.parties[party.party] = party
    assert fresh is not None
    return fresh


def replaced_by(party: Party, *vouching: Party) -> SeatKeyChanged:
    """Return the call with which a device takes the place of another, under its name."""
    head = party.head({"do": "change_key", **party.fields})
    made = party.declaration({"do": "change_key", **party.fields}, head["cmd"])
    vouched = {each.party: each.signs(made) for each in vouching} or None
    return SeatKeyChanged(seat=party.seat, **party.fields, **head, vouched=vouched)


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest) -> str | None:
    """Return the URL of a database, or none for a file."""
    url: str | None = request.getfixturevalue("postgres") if request.param == "postgres" else None
    return url


@pytest.fixture
def clock() -> Iterator[Clock]:
    with steady_time() as clock:
        yield clock


def test_21_in_every_process_the_tokens_of_a_lost_device_die_with_its_key(
    tmp_path: Path, database: str | None, clock: Clock
) -> None:
    with Ledger(tmp_path, database=database) as one, Ledger(tmp_path, database=database) as other:
        playing = Playing(one, clock, TRIO, entropy="server", key_wait=3600)
        keys = one.store.seats_of(playing.id)
        assert len(keys) == 3
        ana, cy = playing.seated("ana", "cy")
        _, invited = one.devices.invite(playing.id, "ana", SeatJoined(seat="bo", role="player", cmd="bo"))
        assert opens(other, playing.id, invited)
        bo = Party(playing, "bo", "bo")
        token = joins(playing, bo, invited)
        # With the first device every key from before is good for nothing.
        assert [opens(other, playing.id, each) for each in (invited, token)] == [False, True]
        assert [seat for seat, _ in one.store.seats_of(playing.id)].count("bo") == 0
        with pytest.raises(NotYours, match="bo is taken"):
            other.devices.invite(playing.id, "ana", SeatJoined(seat="bo", role="player", cmd="bo"))
        _, lost = other.devices.invite(playing.id, "ana", SeatJoined(seat="bo", role="player", cmd="gone"), "bo")
        assert not opens(one, playing.id, lost)
        fresh = Party(playing, "bo", "bo", key=" fresh")
        playing.ledger = other
        one.fight(playing.id)
        call = replaced_by(fresh, ana, cy)
        other.devices.change_key(playing.id, call, lost)
        assert [opens(each, playing.id, token) for each in (one, other)] == [False, False]
        assert [opens(each, playing.id, lost) for each in (one, other)] == [True, True]
        # The same call again, with another token, gives nothing.
        _, another = one.devices.invite(playing.id, "ana", SeatJoined(seat="bo", role="player", cmd="again"), "bo")
        one.devices.change_key(playing.id, call, another)
        assert not opens(one, playing.id, another)
        assert opens(one, playing.id, lost)


def test_21_a_veto_in_one_process_holds_in_the_other(tmp_path: Path, database: str | None, clock: Clock) -> None:
    with Ledger(tmp_path, database=database) as one, Ledger(tmp_path, database=database) as other:
        playing = Playing(one, clock, {**TRIO, "seats": TRIO["seats"]}, entropy="server", key_wait=3600)
        ana, bo = playing.seated("ana", "bo")
        fresh = Party(playing, "bo", "bo", key=" fresh")
        asked = one.devices.change_key(playing.id, replaced_by(fresh, ana)).lines[0]
        assert asked.type == "SeatKeyAsked"
        playing.ledger = other
        bo.vetoes(asked.n)
        clock.at += DAY
        with pytest.raises(NotSigned):
            one.devices.change_key(playing.id, replaced_by(fresh))


def test_21_an_invitation_that_comes_too_late_for_a_seat_is_forgotten(
    tmp_path: Path, database: str | None, clock: Clock
) -> None:
    """Somebody takes the seat between the moment at which it was looked at and that at which the token is kept."""
    with Ledger(tmp_path, database=database) as one:
        playing = Playing(one, clock, TRIO, entropy="server")
        playing.seated("ana")
        add = one.store.add_seat

        def taken(*row: str) -> None:
            playing.seated("bo")
            add(*row)

        with (
            patch.object(one.recorder, "add_seat", taken),
            pytest.raises(NotJoined, match="Somebody took the seat of bo"),
        ):
            one.devices.invite(playing.id, "ana", SeatJoined(seat="bo", role="player", cmd="bo"))
        kept = [seat for seat, _ in one.store.seats_of(playing.id)]
        assert "bo" not in kept


def test_21_an_invitation_is_spent_by_the_device_that_used_it(
    tmp_path: Path, database: str | None, clock: Clock
) -> None:
    with Ledger(tmp_path, database=database) as one:
        playing = Playing(one, clock, TRIO, entropy="server")
        playing.seated("ana")
        _, invited = one.devices.invite(playing.id, "ana", SeatJoined(seat="bo", role="player", cmd="bo"))
        token = joins(playing, Party(playing, "bo", "bo"), invited)
        phone = Party(playing, "bo", "bo-2")
        second = joins(playing, phone, invited, playing.parties["bo"])
        # The spent one made no key of the second device.
        assert [opens(one, playing.id, each) for each in (token, invited, second)] == [True, False, False]
        assert one.store.seat_of(playing.id, token_hash(token)) == "bo/bo"


def test_21_a_seat_signs_its_own_invitation_as_its_next_call(
    tmp_path: Path, database: str | None, clock: Clock
) -> None:
    with Ledger(tmp_path, database=database) as one:
        playing = Playing(one, clock, TRIO, entropy="server")
        _, bo = playing.seated("ana", "bo")
        head = bo.head({"do": "invite", "seat": "bo"})
        entry = SeatJoined(seat="bo", role="player", **head)
        assert signing.invitation(entry, playing.id)["seq"] == 2
        _, token = one.devices.invite(playing.id, "bo", entry)
        assert one.store.seat_of(playing.id, token_hash(token)) == "?bo"
        with pytest.raises(LedgerRefused):
            one.devices.invite(playing.id, "bo", SeatJoined(seat="bo", role="player", **{**head, "seq": 3}))


def test_so_many_seats_come_late_and_not_one_more(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seating, "MOST_LATE", 1)
    player = opened(ledger)
    ledger.devices.invite(player.encounter, "ana", SeatJoined(seat="dee", role="player", cmd="dee"))
    with pytest.raises(NotJoined, match="seats come late to a table"):
        ledger.devices.invite(player.encounter, "ana", SeatJoined(seat="eli", role="spectator", cmd="eli"))
