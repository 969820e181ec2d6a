"""An older copy of the store put in place of a newer one: who notices, and what becomes of links that were shown."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import orjson
import pytest

from ledger.application import Ledger
from ledger.dice.chain import follows
from ledger.dice.faces import KeyStream, draw_all, roll_key, roll_message
from ledger.dice.secrets import KEY_FILE
from ledger.line.entries import ChainRenewed, EntropyRevealed
from ledger.line.tree import leaf
from ledger.proof.verifying import verify
from ledger.refusals import NoSuchEncounter, ReadOnly, Waiting
from ledger.store.kinds import FILE
from tests.api.calling import run
from tests.clocks import Clock
from tests.ledger.fights import ARCHERS, BACK, LASTING, SHOT, SWORDS, TO_BLOWS, Player, alone, opened
from tests.verifier.playing import Playing
from verifier.verify_fight import verify as verify_alone

Lost = tuple[Path, str, bytes, str]


@pytest.fixture
def lost(tmp_path: Path) -> Lost:
    """A folder with an older copy, the fight, the link that a lost roll had shown, and a checkpoint kept of it."""
    here, there = tmp_path / "here", tmp_path / "there"
    there.mkdir()
    with Ledger(here) as ledger:
        player = opened(ledger, combatants=LASTING)
        player.comes_to_blows()
        player.does(SHOT)
        with closing(sqlite3.connect(here / FILE)) as store:
            store.execute("VACUUM INTO ?", (str(there / FILE),))
        shutil.copy(here / KEY_FILE, there / KEY_FILE)
        player.does(BACK)
        return there, player.encounter, link_of(ledger, player.encounter, 2), ledger.receipts.note(player.encounter)


def link_of(ledger: Ledger, encounter: str, roll: int) -> bytes:
    """Return the link that the server showed for a roll."""
    found = [line.entry for line in ledger.lines(encounter) if isinstance(line.entry, EntropyRevealed)]
    return bytes.fromhex(next(entry.server for entry in found if entry.roll == roll))


def foretold(ledger: Ledger, encounter: str, link: bytes) -> list[tuple[int, ...]]:
    """Return the faces of the newest roll as somebody works them out who knew a link before."""
    accepted = [line for line in ledger.lines(encounter) if line.type == "CommandAccepted"][-1]
    roll = ledger.fight(encounter).table.rolls
    words = KeyStream(roll_key(link, roll_message(encounter, roll, leaf(accepted.raw), [])))
    return [draw_all(words, [6] * len(faces)) for faces in rolled(ledger, encounter)]


def rolled(ledger: Ledger, encounter: str) -> list[tuple[int, ...]]:
    return [*verify(ledger.export(encounter)).rolls[-1].faces]


def test_19_whoever_kept_a_checkpoint_of_what_is_lost_can_prove_it(lost: Lost) -> None:
    there, encounter, _, kept = lost
    with Ledger(there) as ledger:
        size, theirs = ledger.fight(encounter).version + 1, int(kept.split("\n")[1])
        file = ledger.export(encounter)
        assert verify(file).broken is None
        why = f"The checkpoint is of {theirs} lines, and here are {size}: the end was cut off."
        assert verify(file, [kept]).broken == (size, why)
        player = Player(ledger, encounter, start=100)
        for body in (BACK, SHOT):
            player.does(body)
        file = ledger.export(encounter)
        anew = verify_alone(file, [ledger.receipts.note(encounter, theirs), kept])
        assert anew["why"].endswith("The log signed both: with the other checkpoint of that size, this one proves it.")


def test_5_the_next_roll_would_come_from_the_link_that_the_lost_one_had_shown(lost: Lost) -> None:
    there, encounter, shown, _ = lost
    with Ledger(there) as ledger:
        Player(ledger, encounter, start=100).does(BACK)
        assert link_of(ledger, encounter, 2) == shown
        assert rolled(ledger, encounter) == foretold(ledger, encounter, shown)


def test_5_after_renewing_it_comes_from_a_link_that_nobody_has_seen(lost: Lost) -> None:
    there, encounter, shown, _ = lost
    told = run("renew-chains", "--data", there)
    assert (told.exit_code, told.stdout) == (0, "Renewed the chains of 1 encounter.\n")
    with Ledger(there) as ledger:
        renewed = ledger.lines(encounter)[-1].entry
        assert isinstance(renewed, ChainRenewed)
        player = Player(ledger, encounter, start=100)
        player.does(BACK)
        link = link_of(ledger, encounter, 2)
        assert link != shown
        assert follows(bytes.fromhex(renewed.anchor), link)
        player.does(SHOT)
        file = ledger.export(encounter)
    assert verify(file).broken is None
    assert verify_alone(file)["verdict"] == "OK BUT"


@pytest.mark.parametrize("store", ["sqlite", "postgres"])
def test_5_a_chain_is_renewed_again_and_while_another_process_serves(
    tmp_path: Path, store: str, request: pytest.FixtureRequest
) -> None:
    database = request.getfixturevalue("postgres") if store == "postgres" else None
    with Ledger(tmp_path, database=database) as serving, Ledger(tmp_path, database=database) as other:
        player = opened(serving, combatants=LASTING)
        other.renewals.renew(player.encounter)
        other.renewals.renew(player.encounter)
        player.comes_to_blows()
        for body in (SHOT, BACK):
            player.does(body)
            other.renewals.renew(player.encounter)
            serving.renewals.renew(player.encounter)
            other.renewals.renew(player.encounter)
        player.does(SHOT)
        file = other.export(player.encounter)
    assert verify(file).broken is None
    assert verify_alone(file)["verdict"] == "OK BUT"
    assert [roll.roll for roll in verify(file).rolls] == [1, 2, 3]


def test_5_a_chain_is_not_renewed_while_a_roll_is_open_nor_where_nobody_rolls(tmp_path: Path) -> None:
    with Ledger(tmp_path) as ledger:
        playing = Playing(ledger, Clock(), ARCHERS, combatants=LASTING, entropy="all")
        playing.seated("ana", "bo")
        for body in TO_BLOWS:
            playing.does(body)
        playing.declares(SHOT, "ana")
        with pytest.raises(Waiting, match="Roll 1 is open"):
            ledger.renewals.renew(playing.id)
        told = run("renew-chains", "--data", tmp_path, "--json")
        reason = "Roll 1 is open: its chain goes on until it is decided or taken back."
        assert orjson.loads(told.stdout) == {"renewed": [], "left": [{"encounter": playing.id, "reason": reason}]}
        assert told.exit_code == 1
        playing.salted()
        ledger.renewals.renew(playing.id)
        playing.does(BACK)
        assert [roll.grade for roll in verify(ledger.export(playing.id)).rolls] == ["witnessed", "witnessed"]
        loaded = opened(ledger, alone(SWORDS), dice="loaded").encounter
        with pytest.raises(ReadOnly, match="they come from no chain"):
            ledger.renewals.renew(loaded)
        with pytest.raises(NoSuchEncounter):
            ledger.renewals.renew("f" * 32)
