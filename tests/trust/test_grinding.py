"""Looking for better dice before they fall: what an operator can do alone, and what one honest link takes away.

The operator here plays Ana, who has no device, runs the server, knows its chain, and chooses the time of every line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from unittest.mock import patch

import pytest

from ledger.application import Ledger
from ledger.dice.faces import KeyStream, draw_all, roll_key, roll_message
from ledger.line.actions import command_of
from ledger.line.entries import CommandAccepted, EntropyRevealed
from ledger.line.tree import leaf
from ledger.proof.verifying import verify
from ledger.table.answers import Declaration
from ledger.table.rolling import contributors
from ledger.table.writing import Writing
from tests.clocks import steady_time
from tests.ledger.fights import ARCHERS, BACK, LASTING, SHOT, TO_BLOWS
from tests.verifier.playing import Playing
from verifier.verify_fight import verify as verify_alone

SHOTS = 12


@pytest.fixture
def playing() -> Iterator[Playing]:
    with steady_time() as clock, Ledger() as ledger:
        table = Playing(ledger, clock, ARCHERS, combatants=LASTING, entropy="all")
        for body in TO_BLOWS:
            table.does(body)
        yield table


def key_of(playing: Playing, declared: bytes) -> bytes:
    """Return the key of the next roll as far as the server knows it: without anybody's link."""
    table = playing.fight.table
    roll = table.rolls + 1
    link = playing.ledger._chains.of(playing.id, table.chain_base).link(roll - table.chain_base)
    return roll_key(link, roll_message(playing.id, roll, declared, []))


def likes(playing: Playing, cmd: str) -> int:
    """Return a time at which the next shot would hit, if nobody but the server had a part in it."""
    fight = playing.fight
    decl = {
        "action": SHOT,
        "cmd": cmd,
        "encounter": playing.id,
        "seat": "ana",
        "seq": fight.table.seq.get("ana", 0) + 1,
    }
    roll = fight.table.rolls + 1
    accepted = CommandAccepted(decl=decl, roll=roll)
    if named := contributors(fight.table, roll, None, playing.ledger.due.present(playing.id)):
        accepted = replace(accepted, contributors=named)
    for at in range(fight.clock, fight.clock + 5_000):
        line = Writing(fight, at).write(accepted)
        if draw_all(KeyStream(key_of(playing, leaf(line.raw))), [6]) == (6,):
            return at
    raise AssertionError("no time would do")


def shoots_when_it_likes(playing: Playing) -> int:
    """Let Ana shoot at the time that the operator likes, and return what her die to hit shows."""
    cmd = playing.cmd()
    for party in playing.parties.values():
        party.beats()
    at = likes(playing, cmd)
    sent = Declaration(action=command_of(SHOT, "pursuit"), cmd=cmd, raw=SHOT)
    with patch("ledger.line.clock.now", lambda: at):
        playing.ledger.record(playing.id, "ana", sent)
    playing.salted()
    faces = verify(playing.ledger.export(playing.id)).rolls[-1].faces
    return faces[0][0]


def test_1_who_runs_the_server_can_arrange_rolls_of_the_server_alone_and_their_grade_says_so(
    playing: Playing,
) -> None:
    shown = []
    for _ in range(3):
        shown.append(shoots_when_it_likes(playing))
        playing.does(BACK)
    assert shown == [6, 6, 6]
    file = playing.ledger.export(playing.id)
    assert verify(file).broken is None
    assert {roll.grade for roll in verify(file).rolls} == {"server only"}
    report = verify_alone(file)
    assert report["bound"] == len(report["rolls"]) == 6


def test_4_one_honest_link_and_all_others_together_arrange_nothing(playing: Playing) -> None:
    playing.seated("bo")
    shown = []
    for _ in range(SHOTS):
        shown.append(shoots_when_it_likes(playing))
        playing.does(BACK)
    # By chance all of them once in two thousand million tables.
    assert shown != [6] * SHOTS
    report = verify_alone(playing.ledger.export(playing.id))
    assert [roll["grade"] for roll in report["rolls"][::2]] == ["witnessed"] * SHOTS
    assert report["bound"] == SHOTS


def test_3_who_rolls_has_a_chain_that_was_fixed_before_anybody_else_showed_a_link(playing: Playing) -> None:
    ana, _ = playing.seated("ana", "bo")
    ana.renews()
    anchored = playing.fight.version
    playing.declares(SHOT, "ana")
    opened = playing.fight.table.open_roll
    assert opened is not None
    assert opened.line > anchored
    assert opened.contributors["ana"] == 1
    shown = [line for line in playing.fight.lines if isinstance(line.entry, EntropyRevealed)]
    assert shown == []


Guess = Callable[[Playing, bytes], bytes]


@pytest.mark.parametrize(
    "guess",
    [
        lambda playing, _: bytes.fromhex(playing.fight.table.anchor or ""),
        lambda playing, _: shown_last(playing),
        lambda _, declared: declared,
        lambda playing, _: bytes.fromhex(playing.id) * 2,
        lambda *_: bytes(32),
    ],
    ids=["the anchor", "the last link", "the declaration", "the encounter", "nothing"],
)
def test_5_what_everybody_may_read_foretells_no_roll(playing: Playing, guess: Guess) -> None:
    hits = 0
    for number in range(60):
        body = (SHOT, BACK)[number % 2]
        table = playing.fight.table
        known = guess(playing, playing.fight.head)
        playing.does(body)
        accepted = next(line for line in reversed([*playing.fight.lines]) if line.type == "CommandAccepted")
        key = roll_key(known, roll_message(playing.id, table.rolls + 1, leaf(accepted.raw), []))
        rolled = next(line for line in playing.fight.lines[accepted.n :] if line.type == "DiceRolled")
        hits += rolled.entry.faces == draw_all(KeyStream(key), [6])  # type: ignore[union-attr]
    # By chance about ten; thirty or more once in a thousand million runs.
    assert hits < 30


def shown_last(playing: Playing) -> bytes:
    """Return the link that the server showed last, or the anchor."""
    shown = [line.entry.server for line in playing.fight.lines if isinstance(line.entry, EntropyRevealed)]
    return bytes.fromhex(shown[-1] if shown else playing.fight.table.anchor or "")
