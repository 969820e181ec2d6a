"""Killed at every step of a salted roll, on both stores, while another process goes on: nothing is rolled again."""

from __future__ import annotations

from pathlib import Path

import pytest

from ledger.application import Ledger
from ledger.dice.faces import KeyStream, draw_all, roll_key, roll_message
from ledger.line.entries import CommandAccepted, EntropyRevealed
from ledger.line.tree import leaf
from ledger.proof.verifying import verify
from tests.clocks import Clock
from tests.ledger.fights import ARCHERS, BACK, LASTING, SHOT, TO_BLOWS
from tests.trust.crashing import MOMENTS, Known, killed
from tests.verifier.playing import Playing

NOTHING_YET = MOMENTS[0]
REACHED = (
    ((), 0),
    *(3 * [(("CommandAccepted",), 0)]),
    (("CommandAccepted",), 1),
    *(2 * [(("CommandAccepted",), 2)]),
    *(2 * [(("CommandAccepted", "EntropyRevealed"), 2)]),
)
"""What the store holds of the roll after each moment: its lines, and how many links."""


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest) -> str | None:
    """Give the URL of a fresh database, or None for a file."""
    url: str | None = request.getfixturevalue("postgres") if request.param == "postgres" else None
    return url


def at_blows(ledger: Ledger) -> Playing:
    playing = Playing(ledger, Clock(), ARCHERS, combatants=LASTING, entropy="all")
    playing.seated("ana", "bo")
    for body in TO_BLOWS:
        playing.does(body)
    return playing


@pytest.mark.long(but=("links",))
@pytest.mark.slow
@pytest.mark.parametrize("moment", MOMENTS)
def test_6_a_roll_cut_off_is_finished_with_the_same_inputs_by_whoever_lives(
    tmp_path: Path, database: str | None, moment: str
) -> None:
    with Ledger(tmp_path, database=database) as survivor:
        playing = at_blows(survivor)
        before = survivor.receipts.note(playing.id)
        receipts = killed(tmp_path, database, playing.id, moment)
        assert len(receipts) == (moment not in MOMENTS[:3])
        assert reached(survivor, playing.id, int(before.split("\n")[1])) == REACHED[MOMENTS.index(moment)]
        if moment == NOTHING_YET:
            playing.does(SHOT)
        finish(playing)
        is_one_history(survivor, playing, [before, *receipts])
        with Ledger(tmp_path, database=database) as restarted:
            is_one_history(restarted, playing, [before, *receipts, survivor.receipts.note(playing.id)])
            Known(restarted, playing.id, "restarted").does(BACK)
            assert verify(survivor.export(playing.id)).broken is None


def reached(ledger: Ledger, encounter: str, size: int) -> tuple[tuple[str, ...], int]:
    """Return the lines of the ledger after so many, and how many links came for the first roll."""
    types = (line.type for line in ledger.lines(encounter, size - 1))
    kept = tuple(each for each in types if each in ("CommandAccepted", "EntropyRevealed"))
    return kept, len(ledger.store.links(encounter, 1))


def finish(playing: Playing) -> None:
    """Let the devices give, again if need be, the links that the open roll waits for."""
    playing.salted()
    assert playing.fight.table.open_roll is None


def is_one_history(ledger: Ledger, playing: Playing, receipts: list[str]) -> None:
    """Hold the fight to every receipt, and its one roll to what was fixed when it was declared."""
    exported = ledger.export(playing.id)
    verified = verify(exported, receipts)
    assert verified.broken is None, verified.sentence
    assert [(roll.grade, roll.voided) for roll in verified.rolls] == [("witnessed", False)]
    for receipt in receipts:
        assert ledger.receipts.note(playing.id, int(receipt.split("\n")[1])) == receipt
    lines = ledger.lines(playing.id)
    (accepted,) = [line for line in lines if isinstance(line.entry, CommandAccepted) and line.entry.roll is not None]
    (revealed,) = [line.entry for line in lines if isinstance(line.entry, EntropyRevealed)]
    chains = {party: playing.parties[party].chain for party in ("ana", "bo")}
    salts = [(party, 1, chain.link(1)) for party, chain in chains.items()]
    server = ledger._chains.of(playing.id, 0).link(1)
    assert revealed.server == server.hex()
    words = KeyStream(roll_key(server, roll_message(playing.id, 1, leaf(accepted.raw), salts)))
    rolled = [faces for roll in verified.rolls for faces in roll.faces]
    assert rolled == [draw_all(words, [6] * len(faces)) for faces in rolled]
