"""Files that were edited, cut off, written anew and signed anew: what both verifiers say, and what they cannot say.

The operator here holds the key of the log, chains every line anew, and signs a fresh checkpoint of what it made.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson
import pytest

from ledger.application import Ledger
from ledger.proof import exporting, notes
from ledger.proof.verifying import verify
from ledger.refusals import Damaged, NotSigned
from ledger.store.kinds import FILE
from ledger.table import signing
from tests.clocks import steady_time
from tests.ledger.fights import ARCHERS, BACK, LASTING, SHOT, SWORDS, TO_BLOWS
from tests.trust.histories import filed, lines_of, signed, told_otherwise
from tests.verifier.playing import Playing
from verifier.verify_fight import verify as verify_alone

Line = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fought:
    """A fight that is over: its ledger, its file, its lines, a checkpoint kept on the way, the last, one cosigned."""

    ledger: Ledger
    file: bytes
    lines: list[bytes]
    early: str
    last: str
    cosigned: str

    def n(self, kind: str, nth: int = 0) -> int:
        """Return the number of the nth line of a type."""
        return [n for n, line in enumerate(self.lines) if orjson.loads(line)["type"] == kind][nth]

    def otherwise(self, n: int, change: Callable[[Line], Any]) -> bytes:
        """Return the file that the operator makes of it by changing one line."""
        return filed(self.ledger, told_otherwise(self.lines, n, change))


@pytest.fixture(scope="module")
def fought() -> Iterator[Fought]:
    """Three rolls that two seats salted, one of them taken back with consent, until Bo concedes."""
    with steady_time() as clock, Ledger() as ledger:
        playing = Playing(ledger, clock, ARCHERS, combatants=LASTING, entropy="all")
        playing.seated("ana", "bo")
        for body in (*TO_BLOWS, SHOT, BACK):
            playing.does(body)
        early, to_version = ledger.receipts.note(playing.id), playing.fight.ends[-2]
        wish = {"do": "rewind", "to_version": to_version, "reason": "Too late."}
        ledger.ask_rewind(playing.id, "bo", to_version, "Too late.", **playing.signed("bo", wish))
        consent = playing.signed("ana", {"do": "answer_rewind", "agree": True})
        ledger.answer_rewind(playing.id, "ana", True, **consent)
        playing.does(BACK)
        playing.does({"do": "concede", "by": "bo"}, seat="bo")
        last = ledger.receipts.note(playing.id)
        file = ledger.export(playing.id)
        cosigned = playing.parties["ana"].cosigns()
        yield Fought(ledger=ledger, file=file, lines=lines_of(file), early=early, last=last, cosigned=cosigned)


def broken(file: bytes, *kept: str) -> tuple[int, str]:
    """Return which line is broken and why; the verifier that stands alone must name the same line."""
    here, alone = verify(file, kept), verify_alone(file, kept)
    assert here.broken is not None
    assert (alone["verdict"], alone["line"]) == ("BROKEN", here.broken[0])
    return here.broken


def whole(file: bytes, *kept: str) -> dict[str, Any]:
    """Return what the verifier that stands alone reports of a file that both find whole."""
    report = verify_alone(file, kept)
    assert verify(file, kept).broken is None
    assert report["verdict"] != "BROKEN", report
    return report


def test_the_honest_file_holds_and_tells_what_it_rests_on(fought: Fought) -> None:
    report = whole(fought.file, fought.early, fought.last, fought.cosigned)
    assert [(roll["roll"], roll["grade"], roll["voided"]) for roll in report["rolls"]] == [
        (1, "witnessed", False),
        (2, "witnessed", True),
        (3, "witnessed", False),
    ]
    assert report["bound"] == 1


# 1, 3, 7: what decides a roll


def test_1_faces_follow_from_the_links_and_from_nothing_else(fought: Fought) -> None:
    n = fought.n("DiceRolled")
    file = fought.otherwise(n, lambda line: line.update(faces=[line["faces"][0] % 6 + 1]))
    assert broken(file) == (n, "The faces do not follow from the revealed entropy.")


def test_1_the_server_shows_the_link_that_its_chain_has_for_the_roll(fought: Fought) -> None:
    n = fought.n("EntropyRevealed")
    file = fought.otherwise(n, lambda line: line.update(server="00" * 32))
    assert broken(file) == (n, "The server's link is not the next one of its chain.")


def test_1_another_time_of_a_declaration_is_another_line_and_no_link_is_signed_for_it(fought: Fought) -> None:
    n = fought.n("EntropyRevealed") - 1
    file = fought.otherwise(n, lambda line: line.update(at=line["at"] + 1))
    assert broken(file) == (n + 1, f"ana did not sign this link for roll 1 as line {n} declares it.")


def test_1_the_server_begins_no_chain_between_a_declaration_and_its_faces(fought: Fought) -> None:
    n = fought.n("EntropyRevealed")
    renewed = {
        "anchor": "11" * 32,
        "at": orjson.loads(fought.lines[n])["at"],
        "party": "server",
        "type": "ChainRenewed",
    }
    lines = [*fought.lines[:n], orjson.dumps({**renewed, "n": n, "prev": ""}, option=orjson.OPT_SORT_KEYS)]
    file = filed(fought.ledger, told_otherwise(lines, n, lambda _: None))
    assert broken(file) == (n, "There is no such chain to renew, or not now.")


def without(party: str, later: int = 0) -> Callable[[Line], None]:
    def change(line: Line) -> None:
        del line["contributions"][party]
        line.update(missing=[party], at=line["at"] + later)

    return change


def test_3_the_rollers_own_link_is_never_left_out(fought: Fought) -> None:
    n = fought.n("EntropyRevealed")
    for later in (0, 10_000_000):
        assert broken(fought.otherwise(n, without("ana", later))) == (n, "The link of ana may not be left out.")
    unlisted = fought.otherwise(n - 1, lambda line: line["contributors"].pop("ana"))
    assert broken(unlisted) == (n - 1, "Roll 1 leaves out ana, whose command it is.")


def test_7_a_link_is_not_dropped_before_ten_seconds_and_not_without_being_named(fought: Fought) -> None:
    n = fought.n("EntropyRevealed")
    assert broken(fought.otherwise(n, without("bo"))) == (n, "The link of bo may not be left out.")
    unnamed = "Its links, and those it misses, are not those that the command named."
    assert broken(fought.otherwise(n, lambda line: line["contributions"].pop("bo"))) == (n, unnamed)
    assert broken(fought.otherwise(n - 1, lambda line: line["contributors"].pop("bo"))) == (n, unnamed)


def test_7_a_link_that_was_asked_for_is_spent(fought: Fought) -> None:
    n = fought.n("EntropyRevealed", 1)
    file = fought.otherwise(n - 1, lambda line: line["contributors"].update(ana=1))
    assert broken(file) == (n - 1, "Roll 2 names link 1 of ana, which is used or none of its chain.")


# 10, 12, 13, 20: who said what


def test_10_nothing_that_was_rolled_is_taken_back_without_the_consent_that_was_signed(fought: Fought) -> None:
    n = fought.n("HistoryRewound")
    for change in (lambda line: line.pop("consents"), lambda line: line.update(consents=[{"line": 41, "seat": "bo"}])):
        assert broken(fought.otherwise(n, change)) == (n, "Its consents are not those that were given.")
    void = fought.otherwise(n, lambda line: line.pop("voids"))
    assert broken(void) == (n, "It must void the rolls [2], no more and no less.")

    def unsigned(line: Line) -> None:
        for name in ("sig", "seq", "seen"):
            del line[name]

    sentence = "ana plays with a key of its own: what it declares must be signed with it."
    assert broken(fought.otherwise(n - 1, unsigned)) == (n - 1, sentence)


def test_10_a_consent_cannot_be_put_under_another_wish(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server of Bo, who has no key, shows Ana one wish, and writes her consent to it under another."""
    with steady_time() as clock, Ledger() as ledger:
        playing = Playing(ledger, clock, ARCHERS, combatants=LASTING)
        playing.seated("ana")
        for body in (*TO_BLOWS, SHOT):
            playing.does(body)
        before_both = playing.signed("ana", {"do": "answer_rewind", "agree": True})
        ledger.ask_rewind(playing.id, "bo", playing.fight.ends[0], "To the very beginning.", "wish")
        asked = playing.fight.version
        sentence = f"ana signed this before line {asked} was there, which it is about."
        with pytest.raises(NotSigned, match=sentence):
            ledger.answer_rewind(playing.id, "ana", True, **before_both)
        with monkeypatch.context() as cheating:
            cheating.setattr(signing, "_about", lambda *_: None)
            ledger.answer_rewind(playing.id, "ana", True, **before_both)
        assert playing.fight.lines[-1].type == "HistoryRewound"
        assert broken(ledger.export(playing.id)) == (asked + 1, sentence)


def test_12_a_command_written_twice_is_found_out(fought: Fought) -> None:
    n = fought.n("CommandAccepted", 1)
    again = {**orjson.loads(fought.lines[n]), "n": len(fought.lines)}
    at = orjson.loads(fought.lines[-1])["at"]
    lines = [*fought.lines, orjson.dumps({**again, "at": at}, option=orjson.OPT_SORT_KEYS)]
    file = filed(fought.ledger, told_otherwise(lines, len(fought.lines), lambda _: None))
    sentence = "It is not the command of ana that comes next: one was left out or moved."
    assert broken(file) == (len(fought.lines), sentence)


def test_12_a_declaration_for_another_encounter_is_found_out(fought: Fought) -> None:
    n = fought.n("CommandAccepted")
    file = fought.otherwise(n, lambda line: line["decl"].update(encounter="f" * 32))
    assert broken(file) == (n, "The command was declared for another encounter.")


def test_13_a_count_that_was_changed_is_found_out(fought: Fought) -> None:
    n = fought.n("CommandAccepted", 1)
    file = fought.otherwise(n, lambda line: line["decl"].update(seq=line["decl"]["seq"] + 1))
    assert broken(file) == (n, "It is not the command of ana that comes next: one was left out or moved.")


def test_20_a_declaration_cannot_be_put_into_a_seats_mouth_nor_denied(fought: Fought) -> None:
    n = fought.n("CommandAccepted")
    forged = "No key of ana signed this: the signature is of something else, or of another key."
    assert broken(fought.otherwise(n, lambda line: line["decl"]["action"].update(allowance=2))) == (n, forged)
    another = orjson.loads(fought.lines[fought.n("CommandAccepted", 1)])["sig"]
    assert broken(fought.otherwise(n, lambda line: line.update(sig=another))) == (n, forged)
    unsigned = "ana plays with a key of its own: what it declares must be signed with it."
    assert broken(fought.otherwise(n, lambda line: line.pop("sig"))) == (n, unsigned)


def test_21_a_key_exchanged_at_the_table_is_found_out_where_its_seat_signs_next(fought: Fought) -> None:
    n = fought.n("SeatJoined")
    file = fought.otherwise(n, lambda line: line.update(key=orjson.loads(fought.lines[n + 1])["key"]))
    assert broken(file) == (n, "The new device of ana did not sign that it joins with these keys.")


# 16, 17, 19: two histories


def test_17_the_end_cut_off_holds_unless_somebody_kept_a_checkpoint(fought: Fought) -> None:
    short = filed(fought.ledger, fought.lines[:-6])
    assert whole(short, fought.early)["but"] == ["open", "uncosigned"]
    size = len(fought.lines)
    for kept in (fought.last, fought.cosigned):
        sentence = f"The checkpoint is of {size} lines, and here are {size - 6}: the end was cut off."
        assert broken(short, kept) == (size - 6, sentence)


def test_17_an_end_written_anew_holds_unless_somebody_kept_a_checkpoint(fought: Fought) -> None:
    size = len(fought.lines)
    anew = fought.otherwise(size - 1, lambda line: line.update(reason="The operator says so."))
    assert "uncosigned" in whole(anew, fought.early)["but"]
    for kept in (fought.last, fought.cosigned):
        assert broken(anew, kept) == (size, f"The checkpoint of {size} lines is one of another history.")


def test_17_what_came_before_a_seats_signature_is_not_written_anew_though_nobody_kept_anything(fought: Fought) -> None:
    n = fought.n("TurnStarted")
    sentence = "The seat had seen another history."
    following = fought.n("CommandAccepted", 4)
    assert broken(fought.otherwise(n, lambda line: line.update(at=line["at"] + 1))) == (following, sentence)


def test_16_two_checkpoints_of_one_size_prove_the_fork_to_anybody(fought: Fought) -> None:
    size = len(fought.lines)
    anew = told_otherwise(fought.lines, size - 1, lambda line: line.update(reason="To others something else."))
    fork = signed(fought.ledger, anew)
    log = notes.read_vkey(orjson.loads(fought.lines[0])["log_key"])
    assert notes.proves_fork(fought.last, fork, [log])
    assert not notes.proves_fork(fought.last, fought.cosigned, [log])
    assert not notes.proves_fork(fought.last, fought.early, [log])
    why = verify_alone(fought.file, [fought.last, fork])["why"]
    assert why.endswith("The log signed both: with the other checkpoint of that size, this one proves it.")
    for file, theirs in ((fought.file, fork), (filed(fought.ledger, anew), fought.last)):
        assert broken(file, theirs) == (size, f"The checkpoint of {size} lines is one of another history.")


def test_16_no_other_key_than_the_logs_makes_a_checkpoint(fought: Fought) -> None:
    with Ledger() as stranger:
        forged = signed(stranger, fought.lines)
    assert broken(fought.file, forged)[0] == len(fought.lines)


def test_24_times_do_not_go_back(fought: Fought) -> None:
    n = fought.n("RewindAsked")
    before = orjson.loads(fought.lines[n - 1])["at"] - 1
    file = fought.otherwise(n, lambda line: line.update(at=before))
    assert broken(file) == (n, "Its time is no time, or before that of the line before.")


# 18: the database itself


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str, str]:
    """A store with a fight in which Bo has said something; the fight's id, and the checkpoint that Ana kept."""
    folder = tmp_path_factory.mktemp("stored")
    with steady_time() as clock, Ledger(folder) as ledger:
        playing = Playing(ledger, clock, SWORDS)
        playing.does({"do": "begin_move", "who": "A", "allowance": 1}, seat="ana")
        playing.does({"do": "move", "who": "A", "to": "T0"}, seat="ana")
        playing.does({"do": "say", "who": "Bo", "text": "That will hurt."}, seat="bo")
        return folder, playing.id, ledger.receipts.note(playing.id)


@pytest.fixture
def copied(stored: tuple[Path, str, str], tmp_path: Path) -> Path:
    shutil.copytree(stored[0], tmp_path / "store")
    return tmp_path / "store"


def row_of(folder: Path, kind: str) -> int:
    with closing(sqlite3.connect(folder / FILE)) as store:
        rows = store.execute("SELECT originator_version FROM stored_events WHERE topic=?", (kind,)).fetchall()
    return int(rows[0][0])


def edited(folder: Path, statement: str, *parameters: object) -> None:
    with closing(sqlite3.connect(folder / FILE)) as store:
        assert store.execute(statement, parameters).rowcount == 1
        store.commit()


def exported_anyway(folder: Path, encounter: str) -> bytes:
    """Return the file that an operator writes who has changed the store: the ledger itself writes none."""
    with Ledger(folder) as ledger:
        with pytest.raises(Damaged):
            ledger.export(encounter)
        rows = [row.raw for row in ledger.store.read_lines(encounter)]
        return exporting.written(rows, ledger.store.read_words(encounter), [])


def test_18_an_edited_row_breaks_the_chain_behind_it(stored: tuple[Path, str, str], copied: Path) -> None:
    _, encounter, kept = stored
    n = row_of(copied, "CombatantMoved")
    walked_on = "UPDATE stored_events SET state=CAST(replace(state, 'T0', 'T1') AS BLOB) WHERE originator_version=?"
    edited(copied, walked_on, n)
    file = exported_anyway(copied, encounter)
    why = "Its prev is not the hash of the line before: that one or this one was changed."
    assert broken(file) == broken(file, kept) == (n + 1, why)


def test_18_a_row_taken_out_is_missed(stored: tuple[Path, str, str], copied: Path) -> None:
    _, encounter, kept = stored
    n = row_of(copied, "CombatantMoved")
    edited(copied, "DELETE FROM stored_events WHERE originator_version=?", n)
    file = exported_anyway(copied, encounter)
    why = f"Here must stand line {n}; its number says otherwise: a line is missing or moved."
    assert broken(file) == broken(file, kept) == (n, why)


def test_18_edited_words_are_not_those_that_were_said(stored: tuple[Path, str, str], copied: Path) -> None:
    _, encounter, kept = stored
    n = row_of(copied, "MessageRecorded")
    edited(copied, "UPDATE payloads SET payload=CAST(replace(payload, 'hurt', 'help') AS BLOB) WHERE n=?", n)
    file = exported_anyway(copied, encounter)
    assert broken(file, kept) == (n, f"The words are not those that line {n} committed to.")
