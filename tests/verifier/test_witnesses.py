"""A roll is witnessed by seats that are named, and a seat's promise is its own device's."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ledger.application import Ledger
from ledger.proof.verifying import Misused as MisusedHere
from ledger.proof.verifying import verify as verify_here
from projections.audit import audit
from tests.clocks import steady_time
from tests.ledger.fights import ARCHERS, LASTING, SHOT, TO_BLOWS
from tests.ledger.forging import chained, rows_of
from tests.verifier.page import InBrowser, InNode, asked
from tests.verifier.playing import Party, Playing
from verifier.verify_fight import Misused, main, sentences, verify

Page = InBrowser | InNode
SEATS = [*ARCHERS["seats"][:2], {"id": "cy"}, {"id": "dora"}, {"id": "eve", "role": "spectator"}]


@pytest.fixture
def playing() -> Iterator[Playing]:
    """Two archers at blows, of whom nobody has a device yet, and two more players and a spectator beside them."""
    with steady_time() as clock, Ledger(chain_length=16) as ledger:
        table = Playing(ledger, clock, {**ARCHERS, "seats": SEATS}, entropy="all", combatants=LASTING)
        for body in TO_BLOWS:
            table.does(body)
        yield table


def rests_on(page: Page, raw: bytes, *operators: str) -> list[tuple[str, str]]:
    """Return the grade and the promise of every roll, which all three verifiers tell alike."""
    here = [(roll.grade, roll.promise) for roll in verify_here(raw, operators=operators).rolls]
    file = verify(raw, operators=operators)
    assert [(roll["grade"], roll["promise"]) for roll in file["rolls"]] == here
    (shown,) = page.call("checkAll", [asked(raw, operators=operators)])
    assert shown["rolls"] == file["rolls"]
    assert shown["seats"] == file["seats"]
    return here


def shot(playing: Playing) -> bytes:
    """Return the file after a shot of Ana's."""
    playing.does(SHOT)
    return playing.ledger.export(playing.id)


def sits(playing: Playing, seat: str, kind: str | None = None, *vouching: Party) -> Party:
    """Seat a device, which says what it is."""
    name = seat if seat not in playing.parties else f"{seat}-2"
    party = Party(playing, seat, name, kind=kind)
    party.joins(*vouching)
    return party


def test_one_two_and_more_seats_are_named(playing: Playing, opened: Page) -> None:
    playing.seated("ana", "bo")
    raw = shot(playing)
    alone = "witnessed by bo: it holds unless bo is in it with the operator"
    assert rests_on(opened, raw) == [("witnessed", alone)]
    assert f"1 of 1 roll: {alone}." in audit(raw).sentences
    assert any(alone in each for each in sentences(verify(raw)))


def test_two_and_more_seats_are_named_together(playing: Playing, opened: Page) -> None:
    playing.seated("ana", "bo", "cy")
    both = "witnessed by bo and cy: it holds unless both are in it with the operator"
    assert rests_on(opened, shot(playing)) == [("witnessed", both)]


def test_many_seats_are_named(playing: Playing, opened: Page) -> None:
    playing.seated("bo", "cy", "dora")
    every = "witnessed by bo, cy and dora: it holds unless all of them are in it with the operator"
    assert rests_on(opened, shot(playing)) == [("witnessed", every)]


def test_the_seats_of_the_operator_witness_nothing(playing: Playing, opened: Page) -> None:
    playing.seated("ana", "bo", "cy")
    raw = shot(playing)
    left = "witnessed by cy: it holds unless cy is in it with the operator"
    assert rests_on(opened, raw, "bo") == [("witnessed", left)]
    assert rests_on(opened, raw, "bo", "cy") == [("server+roller", "server+roller")]
    assert rests_on(opened, raw, "ana", "bo") == [("witnessed", left)]


def test_bots_witness_nothing(playing: Playing, opened: Page) -> None:
    sits(playing, "ana")
    sits(playing, "bo", "bot")
    raw = shot(playing)
    assert rests_on(opened, raw) == [("server+roller", "server+roller")]
    assert b'"kind":"bot"' in raw
    assert verify(raw)["seats"]["bo"]["bot"]
    assert any(each.startswith("bo (player, a bot, 1 device)") for each in sentences(verify(raw)))


def test_a_seat_with_a_device_of_a_bot_is_a_bots_whichever_answers(playing: Playing, opened: Page) -> None:
    bo = sits(playing, "bo")
    sits(playing, "bo", "bot", bo)
    assert rests_on(opened, shot(playing)) == [("server only", "server only")]


def test_a_bot_that_changes_its_key_stays_one(playing: Playing, opened: Page) -> None:
    bo = sits(playing, "bo", "bot")
    bo.changes_key(bo)
    assert rests_on(opened, shot(playing)) == [("server only", "server only")]


def test_spectators_witness_nothing(playing: Playing, opened: Page) -> None:
    playing.seated("ana", "eve")
    assert rests_on(opened, shot(playing)) == [("server+roller", "server+roller")]


def test_what_nobody_but_a_bot_witnesses_is_no_better_for_a_link_that_is_missing(
    playing: Playing, opened: Page
) -> None:
    sits(playing, "ana")
    sits(playing, "bo", "bot")
    sits(playing, "cy")
    playing.declares(SHOT, "ana")
    playing.parties["cy"].silent = True
    playing.salted()
    playing.clock.at += 11_000
    playing.ledger.due.reveal_if_due(playing.id)
    raw = playing.ledger.export(playing.id)
    assert rests_on(opened, raw) == [("server+roller", "server+roller")]
    assert [roll.missing for roll in verify_here(raw).rolls] == [("cy",)]


def test_several_devices_of_a_seat_are_one_seat(playing: Playing, opened: Page) -> None:
    ana = sits(playing, "ana")
    sits(playing, "ana", None, ana)
    raw = shot(playing)
    assert rests_on(opened, raw) == [("server+roller", "server+roller")]


def test_each_seat_reads_in_how_many_rolls_its_own_device_took_part(playing: Playing) -> None:
    playing.seated("ana", "cy")
    shot(playing)
    playing.seated("bo")
    playing.does({**SHOT, "who": "Bo", "target": "Ana"}, seat="bo")
    raw = playing.ledger.export(playing.id)
    told = {seat: (each.links, each.of) for seat, each in verify_here(raw).seats.items()}
    assert told == {"ana": (2, 2), "bo": (1, 2), "cy": (2, 2), "dora": (0, 2), "eve": (0, 2)}
    assert "bo: your device took part in 1 of 2 rolls." in audit(raw).sentences
    (line,) = [each for each in sentences(verify(raw)) if each.startswith("bo ")]
    assert "your device took part in 1 of 2 rolls, 1 of them not sure for you" in line


def test_a_bot_is_one_because_it_signed_that_it_is(playing: Playing, opened: Page) -> None:
    sits(playing, "bo", "bot")
    rows = rows_of(shot(playing))
    n = next(row["n"] for row in rows if row.get("kind") == "bot")
    for change in ({"kind": "oracle"}, {"kind": None}):
        changed: list[dict[str, Any]] = [
            {
                name: value
                for name, value in ({**row, **change} if row.get("n") == n else row).items()
                if value is not None
            }
            for row in rows
        ]
        raw = chained(changed)
        (shown,) = opened.call("checkAll", [asked(raw)])
        broken = verify_here(raw).broken
        assert broken is not None
        assert (verify(raw)["line"], shown["line"], broken[0]) == (n, n, n)


def test_a_seat_that_is_not_there_cannot_be_the_operators(playing: Playing, opened: Page, tmp_path: Path) -> None:
    playing.seated("ana", "bo")
    raw = shot(playing)
    sentence = "There is no seat 'bob' in this fight that could be the operator's."
    with pytest.raises(MisusedHere, match="There is no seat 'bob'"):
        verify_here(raw, operators=["bob"])
    with pytest.raises(Misused, match="There is no seat 'bob'"):
        verify(raw, operators=["bob"])
    assert opened.call("checkAll", [asked(raw, operators=["bob"])]) == [{"misused": sentence}]
    file = tmp_path / "fight.ndjson"
    file.write_bytes(raw)
    assert main([str(file), "--operator", "bob"]) == 2
    assert main([str(file), "--operator", "bo", "--operator", "cy"]) == 0
