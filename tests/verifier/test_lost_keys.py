"""Nobody takes a seat with one other person's word: who vouches for a key in place of a lost one, wait and veto."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from ledger.application import Ledger
from ledger.line.entries import SeatJoined, SeatKeyAsked, SeatKeyChanged, SeatKeyVetoed
from ledger.proof.verifying import verify as verify_here
from ledger.refusals import NotJoined, NotSeated, NotSigned
from ledger.table import lost_keys, signing
from ledger.table.standing import KeyReplaced
from tests.clocks import Clock, steady_time
from tests.ledger.fights import ARCHERS, BACK, SHOT, TO_BLOWS
from tests.secrecy import OPENINGS as WITH_REFEREE
from tests.verifier.making import FILES, TRIO, at_blows
from tests.verifier.page import InBrowser, InNode, asked
from tests.verifier.playing import Party, Playing
from verifier.verify_fight import sentences, verify

HOUR = 3_600_000
DAY = 24 * HOUR


@pytest.fixture
def here() -> Iterator[tuple[Ledger, Clock]]:
    with Ledger() as ledger, steady_time() as clock:
        yield ledger, clock


@pytest.fixture
def duel(here: tuple[Ledger, Clock]) -> Playing:
    return at_blows(*here)


@pytest.fixture
def trio(here: tuple[Ledger, Clock]) -> Playing:
    playing = Playing(*here, TRIO, entropy="all")
    playing.seated("ana", "bo", "cy")
    for body in TO_BLOWS:
        playing.does(body)
    return playing


def last(playing: Playing) -> str:
    return playing.fight.lines[-1].type


def report(playing: Playing) -> dict[str, Any]:
    """Return what the file says of a fight, which the ledger says as well."""
    raw = playing.ledger.export(playing.id)
    found = verify(raw)
    assert verify_here(raw).broken is None, verify_here(raw).sentence
    assert found["verdict"] == "OK BUT", found
    told = [(each.line, each.party, each.waited) for each in verify_here(raw).replaced]
    assert [(each["line"], each["party"], each["waited"]) for each in found["replaced"]] == told
    return found


def comes_again(fresh: Party) -> Party:
    """Let a device that had asked come again with its key."""
    playing = fresh.table
    head = fresh.head({"do": "change_key", **fresh.fields})
    playing.ledger.devices.change_key(playing.id, SeatKeyChanged(seat=fresh.seat, **fresh.fields, **head))
    playing.parties[fresh.party] = fresh
    return fresh


# At a table of three and more


def test_21_two_seats_that_play_replace_a_lost_key_at_once_and_it_is_told_for_ever(trio: Playing) -> None:
    trio.parties["bo"].changes_key(trio.parties["ana"], trio.parties["cy"])
    line = trio.fight.version
    assert last(trio) == "SeatKeyChanged"
    assert trio.fight.table.replaced == (KeyReplaced(line=line, party="bo", waited=False),)
    trio.does(SHOT)
    found = report(trio)
    assert "replaced" in found["but"]
    assert f"Replaced: in line {line} the key of bo, on the word of others" in [*sentences(found)]


@pytest.mark.parametrize("by", [(), ("ana",), ("cy",), ("bo-2",), ("ana", "bo-2")])
def test_21_one_seat_is_too_few_whoever_it_is(trio: Playing, by: tuple[str, ...]) -> None:
    Party(trio, "bo", "bo-2").joins(trio.parties["bo"])
    with pytest.raises(NotSigned, match=r"Too few vouch for the new key: .* or two of ana, cy do"):
        trio.parties["bo"].changes_key(*(trio.parties[party] for party in by))


def test_21_a_key_that_the_old_one_signs_for_is_not_flagged(trio: Playing) -> None:
    trio.parties["bo"].changes_key(trio.parties["bo"])
    assert trio.fight.table.replaced == ()
    assert report(trio)["replaced"] == []


def test_21_two_devices_of_one_seat_are_one_word(trio: Playing) -> None:
    phone = Party(trio, "ana", "ana-2")
    phone.joins(trio.parties["ana"])
    with pytest.raises(NotSigned):
        trio.parties["bo"].changes_key(trio.parties["ana"], phone)


def test_21_no_spectator_vouches(here: tuple[Ledger, Clock]) -> None:
    playing = Playing(*here, ARCHERS, entropy="server")
    ana, bo, eve = playing.seated("ana", "bo", "eve")
    bo.changes_key(ana, eve)
    assert last(playing) == "SeatKeyAsked"
    with pytest.raises(NotSigned):
        ana.changes_key(eve)


def test_21_no_latecomer_that_the_host_let_in_is_a_second_word(duel: Playing) -> None:
    duel.ledger.devices.invite(duel.id, "ana", SeatJoined(seat="dora", role="player", cmd="late"))
    (dora,) = duel.seated("dora")
    duel.parties["bo"].changes_key(duel.parties["ana"], dora)
    assert last(duel) == "SeatKeyAsked"


def test_21_no_seat_that_got_a_device_once_play_had_begun_is_a_second_word(here: tuple[Ledger, Clock]) -> None:
    playing = Playing(*here, TRIO, entropy="all")
    ana, bo = playing.seated("ana", "bo")
    for body in TO_BLOWS:
        playing.does(body)
    # Whoever opened the encounter has the keys of all seats that nobody took.
    (cy,) = playing.seated("cy")
    bo.changes_key(ana, cy)
    assert last(playing) == "SeatKeyAsked"


def test_21_a_referee_and_one_player_are_enough_and_one_of_them_is_not(here: tuple[Ledger, Clock]) -> None:
    seats = [{"id": "gm", "role": "referee"}, {"id": "ana"}, {"id": "bo"}, {"id": "eve", "role": "spectator"}]
    playing = Playing(*here, {**WITH_REFEREE["verdigris"], "seats": seats}, entropy="server")
    gm, ana, bo, eve = playing.seated("gm", "ana", "bo", "eve")
    for too_few in ([gm], [ana], [gm, eve]):
        with pytest.raises(NotSigned, match="or two of ana, the referee do"):
            bo.changes_key(*too_few)
    bo.changes_key(gm, ana)
    assert last(playing) == "SeatKeyChanged"
    # The referee's own is replaced by two players.
    gm.changes_key(ana, playing.parties["bo"])
    assert [each.party for each in playing.fight.table.replaced] == ["bo", "gm"]
    assert [each["party"] for each in report(playing)["replaced"]] == ["bo", "gm"]


def test_21_with_a_referee_and_one_player_either_vouches_for_the_other_and_the_key_waits(
    here: tuple[Ledger, Clock],
) -> None:
    playing = Playing(*here, WITH_REFEREE["verdigris"], entropy="server")
    gm, ana = playing.seated("gm", "ana")
    ana.changes_key(gm)
    assert last(playing) == "SeatKeyAsked"
    ana.vetoes(playing.fight.version)
    gm.changes_key(ana)
    assert last(playing) == "SeatKeyAsked"
    assert report(playing)["replaced"] == []


def test_21_no_bot_is_a_second_word(trio: Playing) -> None:
    table = trio.fight.table
    assert lost_keys.others(table, "bo") == {"ana", "cy"}
    assert lost_keys.others(replace(table, bots=("cy",)), "bo") == {"ana"}


# In a duel


def test_21_in_a_duel_a_lost_key_waits_for_a_day_and_then_takes_effect(duel: Playing) -> None:
    fresh = duel.parties["bo"].changes_key(duel.parties["ana"])
    entry = duel.fight.lines[-1].entry
    assert isinstance(entry, SeatKeyAsked)
    assert entry.until == duel.fight.lines[-1].at + DAY
    # Until then the old key goes on as if nothing were.
    duel.does(SHOT)
    duel.does(BACK)
    duel.clock.at = entry.until - 1000
    with pytest.raises(NotJoined, match="The old key of bo may veto the new one"):
        comes_again(fresh)
    duel.clock.at = entry.until
    comes_again(fresh)
    assert duel.fight.table.replaced == (KeyReplaced(line=duel.fight.version, party="bo", waited=True),)
    assert duel.fight.table.asked == {}
    duel.does(SHOT)
    found = report(duel)
    assert "replaced" in found["but"]
    assert any("after its old key had not vetoed it in time" in each for each in sentences(found))


def test_21_a_veto_ends_it_and_needs_no_count(duel: Playing) -> None:
    fresh = duel.parties["bo"].changes_key(duel.parties["ana"])
    line, before = duel.fight.version, duel.fight.table.seq["bo"]
    duel.parties["bo"].vetoes(line)
    assert last(duel) == "SeatKeyVetoed"
    assert duel.fight.table.seq["bo"] == before
    duel.clock.at += 2 * DAY
    with pytest.raises(NotSigned):
        comes_again(fresh)
    assert report(duel)["replaced"] == []
    other = Party(duel, "bo", "bo")
    with pytest.raises(NotJoined, match=f"No key of bo that was asked for in line {line} waits"):
        duel.ledger.devices.veto_key(duel.id, _veto_again(other, line))


def _veto_again(party: Party, of: int) -> Any:
    made = signing.decl(
        {"do": "veto_key", "of": of}, encounter=party.table.id, seat=party.seat, cmd="other", seen=None, seq=None
    )
    return SeatKeyVetoed(seat=party.seat, of=of, cmd="other", sig=party.signs(made))


def test_21_only_a_device_of_the_seat_vetoes(duel: Playing) -> None:
    fresh = duel.parties["bo"].changes_key(duel.parties["ana"])
    line = duel.fight.version
    for stranger in (fresh, duel.parties["ana"]):
        forged = Party(duel, "bo", "bo")
        forged.signer = stranger.signer
        with pytest.raises(NotSeated):
            duel.ledger.devices.veto_key(duel.id, _veto_again(forged, line))
    assert duel.fight.table.asked["bo"].line == line


def test_21_one_key_of_a_seat_is_asked_for_at_a_time(duel: Playing) -> None:
    duel.parties["bo"].changes_key(duel.parties["ana"])
    with pytest.raises(NotSigned):
        duel.parties["bo"].changes_key(duel.parties["ana"], name=" another")


def test_21_the_wait_is_the_one_that_was_agreed_when_it_began(here: tuple[Ledger, Clock]) -> None:
    playing = at_blows(*here, key_wait=3600)
    fresh = playing.parties["bo"].changes_key(playing.parties["ana"])
    playing.clock.at += HOUR
    comes_again(fresh)
    assert last(playing) == "SeatKeyChanged"
    assert report(playing)["replaced"][0]["waited"]


def test_21_a_key_that_waits_is_overtaken_when_the_old_one_signs_for_another(duel: Playing) -> None:
    fresh = duel.parties["bo"].changes_key(duel.parties["ana"])
    duel.parties["bo"].changes_key(duel.parties["bo"], name=" own")
    duel.clock.at += 2 * DAY
    with pytest.raises(NotSigned):
        comes_again(fresh)


# What a server could write


def forged(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    """Let the ledger take whatever it is told of keys."""
    for name in names:
        monkeypatch.setattr(f"ledger.table.lost_keys.{name}", lambda *_, **__: None)


@pytest.mark.parametrize("how", ["alone", "early", "vetoed"])
def test_21_a_server_that_replaces_a_key_all_the_same_is_found_out(
    duel: Playing, monkeypatch: pytest.MonkeyPatch, opened: InBrowser | InNode, how: str
) -> None:
    with monkeypatch.context() as rigged:
        forged(rigged, "must_be_vouched")
        if how == "alone":
            rigged.setattr("ledger.table.lost_keys.waits", lambda *_: False)
            duel.parties["bo"].changes_key(duel.parties["ana"])
        else:
            fresh = duel.parties["bo"].changes_key(duel.parties["ana"])
            if how == "vetoed":
                duel.parties["bo"].vetoes(duel.fight.version)
                duel.clock.at += 2 * DAY
            comes_again(fresh)
    raw, line = duel.ledger.export(duel.id), duel.fight.version
    broken = verify_here(raw).broken
    assert broken is not None
    assert broken[0] == line
    (said,) = opened.call("checkAll", [asked(raw)])
    for found in (verify(raw), said):
        assert (found["verdict"], found["line"]) == ("BROKEN", line)


@pytest.mark.parametrize("how", ["shorter", "nobody", "two others", "twice"])
def test_21_a_server_that_asks_for_a_key_otherwise_is_found_out(
    trio: Playing, duel: Playing, monkeypatch: pytest.MonkeyPatch, opened: InBrowser | InNode, how: str
) -> None:
    playing = trio if how == "two others" else duel
    bo, ana = playing.parties["bo"], playing.parties["ana"]
    if how == "twice":
        bo.changes_key(ana)
    with monkeypatch.context() as rigged:
        forged(rigged, "must_ask")
        rigged.setattr("ledger.table.lost_keys.waits", lambda *_: True)
        if how == "shorter":
            rigged.setattr("ledger.table.lost_keys.wait_of", lambda _: 1000)
        if how == "twice":
            # The one that waits is not looked at.
            Party(playing, "bo", "bo-2").joins(bo)
            bo = playing.parties["bo-2"]
        bo.changes_key(*([] if how == "nobody" else [ana]), name=" forged")
    raw, line = playing.ledger.export(playing.id), playing.fight.version
    assert last(playing) == "SeatKeyAsked"
    broken = verify_here(raw).broken
    assert broken is not None
    assert broken[0] == line
    (said,) = opened.call("checkAll", [asked(raw)])
    for found in (verify(raw), said):
        assert (found["verdict"], found["line"]) == ("BROKEN", line)


def test_21_a_veto_that_the_seat_did_not_sign_is_found_out(
    duel: Playing, monkeypatch: pytest.MonkeyPatch, opened: InBrowser | InNode
) -> None:
    duel.parties["bo"].changes_key(duel.parties["ana"])
    stranger = Party(duel, "bo", "bo", key=" stranger")
    with monkeypatch.context() as rigged:
        forged(rigged, "must_be_a_veto")
        stranger.vetoes(duel.fight.version)
    raw, line = duel.ledger.export(duel.id), duel.fight.version
    broken = verify_here(raw).broken
    assert broken is not None
    assert broken[0] == line
    (said,) = opened.call("checkAll", [asked(raw)])
    for found in (verify(raw), said):
        assert (found["verdict"], found["line"]) == ("BROKEN", line)


def test_21_the_page_flags_a_replaced_key_as_the_file_does(trio: Playing, opened: InBrowser | InNode) -> None:
    trio.parties["bo"].changes_key(trio.parties["ana"], trio.parties["cy"])
    (said,) = opened.call("checkAll", [asked(trio.ledger.export(trio.id))])
    found = report(trio)
    assert (said["verdict"], said["but"], said["replaced"]) == ("OK BUT", found["but"], found["replaced"])


def test_21_a_file_from_before_the_wait_is_judged_as_it_was_and_flagged() -> None:
    found = verify((FILES / "devices.ndjson").read_bytes())
    assert found["verdict"] == "OK BUT"
    assert [each["party"] for each in found["replaced"]] == ["cy"]
