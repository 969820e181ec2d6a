"""What SQLite takes though the ledger never writes it, in the tables beside the lines: it counts for nothing."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from hashlib import sha256
from itertools import product
from pathlib import Path

import pytest

from ledger.application import Ledger
from ledger.copying import copy_all
from ledger.dice.secrets import SecretsRefused, share_key
from ledger.proof import notes
from ledger.proof.verifying import verify
from ledger.refusals import Damaged
from ledger.soundness import checked
from ledger.store import snapshots
from ledger.store.kinds import FILE
from tests.clocks import Clock
from tests.ledger.fights import ARCHERS, LASTING, SHOT, TO_BLOWS, opened
from tests.ledger.store.test_pictures import PICTURE, pictured
from tests.verifier.playing import Playing

VALUES = ["9000000000000000000", "'many'", "x'ff'"]


def change(folder: Path, statement: str) -> None:
    """Change what is stored, as somebody with the file in hand would."""
    with closing(sqlite3.connect(folder / FILE)) as store:
        assert store.execute(statement).rowcount > 0
        store.commit()


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    with Ledger(tmp_path / "here") as ledger:
        yield ledger


@pytest.mark.long(but=("ff",))
@pytest.mark.parametrize(
    ("table", "column", "value"),
    [
        (table, column, value)
        for table, columns in {
            "cosignatures": ("size", "party", "line"),
            "links": ("roll", "party", "link", "sig"),
            "presence": ("at", "party", "next"),
        }.items()
        for column, value in product(columns, VALUES)
    ],
)
def test_what_devices_sent_and_is_of_another_kind_is_passed_by(
    ledger: Ledger, tmp_path: Path, table: str, column: str, value: str
) -> None:
    playing = Playing(ledger, Clock(), ARCHERS, combatants=LASTING, entropy="all")
    playing.seated("ana", "bo")
    for body in TO_BLOWS:
        playing.does(body)
    size = playing.fight.version + 1
    playing.parties["bo"].cosigns()
    playing.declares(SHOT, "ana")
    opened_roll = playing.fight.table.open_roll
    assert opened_roll is not None
    playing.parties["bo"].salts(opened_roll)
    change(tmp_path / "here", f"UPDATE {table} SET {column} = {value} WHERE party = 'bo'")  # noqa: S608  # no part comes from outside

    assert notes.parsed(ledger.receipts.note(playing.id, size)).size == size
    ledger.due.heard([playing.fight])
    ledger.due.present(playing.id)
    if table != "links":
        playing.parties["ana"].salts(opened_roll)
        assert playing.fight.table.open_roll is None
    assert verify(ledger.export(playing.id)).broken is None
    share_key(tmp_path / "here", tmp_path / "there")
    with Ledger(tmp_path / "there") as there:
        assert list(copy_all(ledger, there)) == [(playing.id, True)]


@pytest.mark.parametrize("value", VALUES)
def test_a_checkpoint_that_came_with_a_file_and_is_none_any_more_is_left_out(
    ledger: Ledger, tmp_path: Path, value: str
) -> None:
    with Ledger() as elsewhere:
        player = opened(elsewhere)
        player.comes_to_blows()
        encounter = ledger.import_(elsewhere.export(player.encounter))
    whole = verify(ledger.export(encounter))
    assert len(whole.anchored) == 1
    change(tmp_path / "here", f"UPDATE notes SET note = {value}")  # noqa: S608  # no part comes from outside
    found = verify(ledger.export(encounter))
    assert (found.broken, found.lines, found.anchored) == (None, whole.lines, ())


@pytest.mark.parametrize("value", VALUES)
def test_a_picture_that_is_not_the_one_that_the_board_names_is_as_if_it_was_never_brought(
    ledger: Ledger, tmp_path: Path, value: str
) -> None:
    encounter = pictured(ledger)
    ledger.pictures.keep(encounter, "gm", PICTURE)
    change(tmp_path / "here", f"UPDATE pictures SET picture = {value} WHERE encounter <> ''")  # noqa: S608  # no part comes from outside
    assert ledger.pictures.of(encounter) is None
    ledger.pictures.keep(encounter, "gm", PICTURE)
    assert ledger.pictures.of(encounter) == PICTURE
    assert sha256(PICTURE).hexdigest() in ledger.export(encounter).decode()


@pytest.mark.parametrize("value", VALUES)
def test_a_mark_of_the_key_that_is_none_is_as_the_mark_of_another_key(tmp_path: Path, value: str) -> None:
    with Ledger(tmp_path) as ledger:
        opened(ledger)
    change(tmp_path, f"UPDATE key_marks SET mark = {value}")  # noqa: S608  # no part comes from outside
    with pytest.raises(SecretsRefused, match="locked with another key than this one"):
        Ledger(tmp_path)
    with Ledger(tmp_path, key="any") as ledger:
        assert not ledger.has_the_key


@pytest.mark.parametrize("value", VALUES)
@pytest.mark.parametrize("column", ["originator_id", "originator_version", "topic", "state"])
def test_a_snapshot_of_another_kind_counts_for_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, column: str, value: str
) -> None:
    monkeypatch.setattr(snapshots, "EVERY", 5)
    with Ledger(tmp_path) as ledger:
        player = opened(ledger)
        player.comes_to_blows()
        assert ledger.fights.photographer.wait()
        whole = ledger.fight(player.encounter)
    change(tmp_path, f"UPDATE stored_snapshots SET {column} = {value}")  # noqa: S608  # no part comes from outside
    with Ledger(tmp_path) as ledger:
        player.ledger = ledger
        assert ledger.fight(player.encounter) == whole
        player.does(SHOT)
        assert verify(ledger.export(player.encounter)).ok
    with Ledger(tmp_path) as ledger:
        assert ledger.fight(player.encounter).version > whole.version


@pytest.mark.parametrize(("to", "what"), [("'many'", None), ("-5", None), ("9000", None), ("1", "line 1")])
def test_words_beside_no_line_count_for_nothing_and_those_beside_one_that_promises_none_are_damage(
    ledger: Ledger, tmp_path: Path, to: str, what: str | None
) -> None:
    player = opened(ledger)
    player.does({"do": "say", "who": "Ana", "text": "Truce?"})
    change(tmp_path / "here", f"UPDATE payloads SET n = {to} WHERE n = (SELECT MAX(n) FROM payloads)")  # noqa: S608
    (damage,) = checked(ledger, [player.encounter])
    if what is None:
        assert damage is None
        assert verify(ledger.export(player.encounter)).broken is None
        return
    with pytest.raises(Damaged, match=what):
        ledger.export(player.encounter)
    assert damage is not None
    assert what in damage.reason


def test_a_seat_of_another_kind_counts_for_nothing_and_an_archive_is_shown_as_it_is(
    ledger: Ledger, tmp_path: Path
) -> None:
    player = opened(ledger)
    kept = [token for _, token in ledger.store.seats_of(player.encounter)]
    change(tmp_path / "here", "UPDATE seats SET seat = x'ff'")
    assert ledger.store.seats_with(kept) == []
    assert ledger.store.seats_of(player.encounter) == ()
    assert [ledger.store.seat_of(player.encounter, token) for token in kept] == [None] * len(kept)
    columns = "INSERT INTO archives (encounter, version, at, digest, summary, restored) VALUES"
    change(tmp_path / "here", f"{columns} (x'ff', 1, 1, x'00', x'7b7d', 0)")
    assert [each.encounter for each in ledger.store.archives()] == ["b'\\xff'"]


def test_a_fight_from_a_file_is_only_read_though_the_row_that_says_so_is_lost(ledger: Ledger, tmp_path: Path) -> None:
    player = opened(ledger)
    player.comes_to_blows()
    raw = ledger.export(player.encounter)
    share_key(tmp_path / "here", tmp_path / "there")
    with Ledger(tmp_path / "there") as there:
        there.records.reader(there.import_(raw))
    change(tmp_path / "there", "DELETE FROM imports")
    with Ledger(tmp_path / "there") as there:
        assert there.store.was_imported(player.encounter)
        assert there.fight(player.encounter).imported


def test_a_copy_of_a_picture_of_another_kind_is_as_if_nobody_had_brought_it(ledger: Ledger, tmp_path: Path) -> None:
    ledger.store.keep_mask("ab" * 16, "one", b"a picture", ["one"])
    assert ledger.store.mask_of("ab" * 16, "one") == b"a picture"
    change(tmp_path / "here", "UPDATE masks SET picture = 'many'")
    assert ledger.store.mask_of("ab" * 16, "one") is None
