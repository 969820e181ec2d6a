"""What was changed or lost on the disk: that encounter is neither shown nor gone on with, the others are."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from cli.soundness import tell
from ledger import archives
from ledger.application import Ledger
from ledger.calls.timer import Timer
from ledger.proof.verifying import verify
from ledger.refusals import Damaged, NoChain, NoStore
from ledger.soundness import checked, has_keys
from ledger.store import snapshots
from ledger.store.columns import COLUMNS
from ledger.store.postgres import MIGRATIONS
from ledger.store.sqlite import Recorder
from tests.ledger.fights import BACK, SHOT, Player, opened

Again = Callable[[], Ledger]
Spoil = Callable[[Ledger, str], int]
"""Damages an encounter in the store, and returns the first line that is not as it was written."""


@pytest.fixture(params=["sqlite", "postgres"])
def again(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Again]:
    """Give how to open one store anew: in a file, and in a database."""
    url = request.getfixturevalue("postgres") if request.param == "postgres" else None
    with ExitStack() as open_ones:
        yield lambda: open_ones.enter_context(Ledger(tmp_path, database=url))


def changes(ledger: Ledger, statement: str, *given: Any) -> None:
    """Change what is stored behind the ledger's back."""
    ledger.store._do(statement, *given)  # type: ignore[attr-defined]  # as somebody with the file in hand would


def raw(ledger: Ledger, encounter: str, n: int) -> bytes:
    return ledger.store.read_lines(encounter, n - 1, n)[0].raw


def spoils(ledger: Ledger, encounter: str, n: int, state: bytes) -> None:
    changes(
        ledger, "UPDATE stored_events SET state=? WHERE originator_id=? AND originator_version=?", state, encounter, n
    )


def removes(ledger: Ledger, encounter: str, condition: str) -> None:
    changes(ledger, f"DELETE FROM stored_events WHERE originator_id=? AND {condition}", encounter)  # noqa: S608  # no part comes from outside


def last(ledger: Ledger, encounter: str) -> int:
    return ledger.store.last_version(encounter)


def rolled(ledger: Ledger, encounter: str) -> int:
    """Return the line of the first dice."""
    return next(line.n for line in ledger.lines(encounter) if line.type == "DiceRolled")


def a_face(ledger: Ledger, encounter: str) -> int:
    n = rolled(ledger, encounter)
    line = raw(ledger, encounter, n)
    at = line.index(b'"faces":[') + len(b'"faces":[')
    spoils(ledger, encounter, n, line[:at] + (b"1" if line[at : at + 1] != b"1" else b"2") + line[at + 1 :])
    return n + 1


def a_row_in_the_midst(ledger: Ledger, encounter: str) -> int:
    removes(ledger, encounter, "originator_version = 5")
    return 5


def the_first_row(ledger: Ledger, encounter: str) -> int:
    removes(ledger, encounter, "originator_version = 0")
    return 0


def the_last_row(ledger: Ledger, encounter: str) -> int:
    n = last(ledger, encounter)
    removes(ledger, encounter, f"originator_version = {n}")
    return n


def the_last_three_rows(ledger: Ledger, encounter: str) -> int:
    n = last(ledger, encounter)
    removes(ledger, encounter, f"originator_version > {n - 3}")
    return n - 2


def every_row(ledger: Ledger, encounter: str) -> int:
    removes(ledger, encounter, "originator_version >= 0")
    return 0


def the_last_line(ledger: Ledger, encounter: str) -> int:
    n = last(ledger, encounter)
    spoils(ledger, encounter, n, raw(ledger, encounter, n).replace(b'"at":1', b'"at":2'))
    return n


def half_a_line(ledger: Ledger, encounter: str) -> int:
    spoils(ledger, encounter, 6, raw(ledger, encounter, 6)[:-20])
    return 7


def half_of_the_last_line(ledger: Ledger, encounter: str) -> int:
    n = last(ledger, encounter)
    spoils(ledger, encounter, n, raw(ledger, encounter, n)[:-20])
    return n


def no_text_at_all(ledger: Ledger, encounter: str) -> int:
    spoils(ledger, encounter, 6, b"\xff\x00")
    return 6


def nothing_in_the_last_row(ledger: Ledger, encounter: str) -> int:
    n = last(ledger, encounter)
    spoils(ledger, encounter, n, b"")
    return n


def two_rows_swapped(ledger: Ledger, encounter: str) -> int:
    five, six = raw(ledger, encounter, 5), raw(ledger, encounter, 6)
    spoils(ledger, encounter, 5, six)
    spoils(ledger, encounter, 6, five)
    return 5


def other_than(ledger: Ledger, encounter: str) -> str:
    return next(each for each in ledger.store.ids() if each != encounter)


def a_row_of_another_encounter(ledger: Ledger, encounter: str) -> int:
    spoils(ledger, encounter, 6, raw(ledger, other_than(ledger, encounter), 6))
    return 6


def the_first_row_of_another_encounter(ledger: Ledger, encounter: str) -> int:
    spoils(ledger, encounter, 0, raw(ledger, other_than(ledger, encounter), 0))
    return 1


def the_last_row_of_another_encounter(ledger: Ledger, encounter: str) -> int:
    other = other_than(ledger, encounter)
    n = min(last(ledger, encounter), last(ledger, other))
    removes(ledger, encounter, f"originator_version > {n}")
    spoils(ledger, encounter, n, raw(ledger, other, n))
    return n


def every_row_of_another_encounter(ledger: Ledger, encounter: str) -> int:
    other = other_than(ledger, encounter)
    removes(ledger, encounter, "originator_version >= 0")
    every = "SELECT originator_version, topic, state FROM stored_events WHERE originator_id=?"
    for row in ledger.store._all(every, other):  # type: ignore[attr-defined]  # as somebody with the file in hand would
        changes(
            ledger,
            "INSERT INTO stored_events (originator_id, originator_version, topic, state) VALUES (?,?,?,?)",
            encounter,
            *row,
        )
    newest = "UPDATE heads SET (n, head) = (SELECT n, head FROM heads WHERE encounter=?) WHERE encounter=?"
    changes(ledger, newest, other, encounter)
    changes(ledger, "DELETE FROM payloads WHERE encounter=?", encounter)
    changes(ledger, "INSERT INTO imports (encounter) VALUES (?)", encounter)
    return 0


def what_is_kept_of_the_newest_line_of_another_encounter(ledger: Ledger, encounter: str) -> int:
    other = "UPDATE heads SET head=(SELECT head FROM heads WHERE encounter=?) WHERE encounter=?"
    changes(ledger, other, other_than(ledger, encounter), encounter)
    return last(ledger, encounter)


def the_words_of_another_encounter(ledger: Ledger, encounter: str) -> int:
    n = next(line.n for line in ledger.lines(encounter) if line.type == "CommandAccepted" and b'"say"' in line.raw)
    theirs = "UPDATE payloads SET salt=(SELECT MAX(salt) FROM payloads WHERE encounter=?) WHERE encounter=? AND n=?"
    changes(ledger, theirs, other_than(ledger, encounter), encounter, n)
    return n


def another_name(ledger: Ledger, encounter: str) -> int:
    other = "UPDATE stored_events SET topic='EncounterEnded' WHERE originator_id=? AND originator_version=?"
    changes(ledger, other, encounter, last(ledger, encounter))
    return last(ledger, encounter)


def the_words(ledger: Ledger, encounter: str) -> int:
    n = next(line.n for line in ledger.lines(encounter) if line.type == "CommandAccepted" and b'"say"' in line.raw)
    changes(ledger, "UPDATE payloads SET payload=? WHERE encounter=? AND n=?", b'{"text":"I yield."}', encounter, n)
    return n


def what_is_sealed(ledger: Ledger, encounter: str) -> int:
    n = next(line.n for line in ledger.lines(encounter) if line.type == "Sealed")
    changes(ledger, "DELETE FROM payloads WHERE encounter=? AND n=?", encounter, n)
    return n


SPOILS: list[Spoil] = [
    what_is_sealed,
    a_face,
    a_row_in_the_midst,
    the_first_row,
    the_last_row,
    the_last_three_rows,
    every_row,
    the_last_line,
    half_a_line,
    half_of_the_last_line,
    no_text_at_all,
    nothing_in_the_last_row,
    two_rows_swapped,
    another_name,
    the_words,
    a_row_of_another_encounter,
    the_first_row_of_another_encounter,
    the_last_row_of_another_encounter,
    every_row_of_another_encounter,
    what_is_kept_of_the_newest_line_of_another_encounter,
    the_words_of_another_encounter,
]


def played(ledger: Ledger) -> Player:
    player = opened(ledger)
    player.comes_to_blows()
    player.does({"do": "seal", "by": "ana", "text": "The bridge gives way."}, seat="ana")
    player.does({"do": "say", "who": "Ana", "text": "Hold!"})
    player.does(SHOT)
    return player


@pytest.mark.long(
    but=(
        "sqlite-a_face",
        "sqlite-a_row_in_the_midst",
        "sqlite-the_first_row",
        "sqlite-every_row",
        "sqlite-the_last_line",
        "sqlite-no_text_at_all",
        "sqlite-two_rows_swapped",
    )
)
@pytest.mark.parametrize("spoil", SPOILS, ids=lambda spoil: spoil.__name__)
def test_what_is_damaged_is_neither_shown_nor_gone_on_with(
    again: Again, spoil: Spoil, caplog: pytest.LogCaptureFixture
) -> None:
    first = again()
    player, other = played(first), played(first)
    wrong = spoil(first, player.encounter)
    stored = first.store.read_lines(player.encounter)

    ledger = again()
    player.ledger = ledger
    for _ in range(2):
        with pytest.raises(Damaged, match=f"What is stored of {player.encounter} is damaged") as damaged:
            ledger.fight(player.encounter)
        assert damaged.value.n == wrong
        with pytest.raises(Damaged):
            ledger.answering.answer(player.encounter, "ana", "c99", b"", lambda *_: pytest.fail("It was gone on with."))
        with pytest.raises(Damaged):
            ledger.export(player.encounter)
    assert ledger.store.read_lines(player.encounter) == stored
    told = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert [player.encounter in record.getMessage() for record in told] == [True]
    assert list(ledger.fights.damaged) == [player.encounter]

    other.ledger = ledger
    other.does({"do": "say", "who": "Ana", "text": "We go on."})
    assert verify(ledger.export(other.encounter)).ok
    found = list(checked(ledger, ledger.store.ids()))
    assert [(each.encounter, each.line) for each in found if each is not None] == [(player.encounter, wrong)]


def test_rows_that_changed_places_with_all_that_is_kept_beside_them_open_neither(again: Again) -> None:
    first = again()
    one, other = played(first).encounter, played(first).encounter
    for table, column in (("stored_events", "originator_id"), ("heads", "encounter"), ("payloads", "encounter")):
        for before, after in ((one, "between"), (other, one), ("between", other)):
            changes(first, f"UPDATE {table} SET {column}=? WHERE {column}=?", after, before)  # noqa: S608  # no part comes from outside
    ledger = again()
    for encounter in (one, other):
        with pytest.raises(Damaged, match="line 0 opens another encounter"):
            ledger.fight(encounter)


def test_what_is_whole_again_is_read_again(again: Again) -> None:
    first = again()
    player = played(first)
    line = raw(first, player.encounter, 6)
    spoils(first, player.encounter, 6, line[:-9])
    ledger = again()
    with pytest.raises(Damaged):
        ledger.fight(player.encounter)
    spoils(first, player.encounter, 6, line)
    assert ledger.fight(player.encounter) == first.fight(player.encounter)
    assert ledger.fights.damaged == {}


@pytest.mark.parametrize("spoil", [the_last_row, the_last_line, the_last_three_rows], ids=lambda spoil: spoil.__name__)
def test_a_fight_in_memory_is_not_gone_on_with_over_what_lies_there_no_more(tmp_path: Path, spoil: Spoil) -> None:
    with Ledger(tmp_path) as ledger:
        player, other = played(ledger), played(ledger)
        spoil(ledger, player.encounter)
        stored = ledger.store.read_lines(player.encounter)
        with pytest.raises(Damaged):
            player.does({"do": "say", "who": "Ana", "text": "Nothing happened."})
        assert ledger.store.read_lines(player.encounter) == stored
        other.does({"do": "say", "who": "Ana", "text": "We go on."})


READERS: dict[str, Callable[[Ledger, str], object]] = {
    "a line": lambda ledger, encounter: ledger.fight(encounter).lines[2],
    "every line": lambda ledger, encounter: list(ledger.fight(encounter).lines),
    "a version": lambda ledger, encounter: ledger.fight(encounter).log.state(4),
    "its leaves": lambda ledger, encounter: ledger.fight(encounter).log.leaves(4),
    "its file": lambda ledger, encounter: ledger.export(encounter),
    "pages of it": lambda ledger, encounter: list(ledger.records.pages(ledger.fight(encounter), -1, 9)),
    "what came after": lambda ledger, encounter: ledger.records.after(encounter, 1),
}


@pytest.mark.long(but=("sqlite", "postgres-a line"))
@pytest.mark.parametrize("reader", READERS.values(), ids=READERS)
def test_lines_before_a_snapshot_are_held_against_it_when_they_are_read_and_then_nothing_is_shown(
    again: Again, monkeypatch: pytest.MonkeyPatch, reader: Callable[[Ledger, str], object]
) -> None:
    monkeypatch.setattr(snapshots, "EVERY", 10)
    first = again()
    player = played(first)
    first.fight(player.encounter)
    assert first.fights.photographer.wait()
    line = raw(first, player.encounter, 3)
    spoils(first, player.encounter, 3, line.replace(b'"at":1', b'"at":2'))
    ledger = again()
    # Else it might be found before anybody reads.
    monkeypatch.setattr(ledger.fights.looking_back, "soon", lambda _: None)
    held = ledger.fight(player.encounter)
    with pytest.raises(Damaged, match="line 4 does not follow from line 3"):
        reader(ledger, player.encounter)
    assert list(ledger.fights.damaged) == [player.encounter]
    # Whoever had it in hand meanwhile does not bring it back.
    ledger.fights.memory.keep(held)
    with pytest.raises(Damaged, match="line 4 does not follow from line 3"):
        ledger.fight(player.encounter)
    spoils(first, player.encounter, 3, line)
    assert ledger.fight(player.encounter) == first.fight(player.encounter)
    assert ledger.fights.memory.get(player.encounter) is not None
    assert ledger.fights.damaged == {}


def _newest_snapshot(ledger: Ledger) -> int:
    """Return the version that a fight is gone on with from; -1 where none is kept."""
    kept = ledger.store._all("SELECT MAX(originator_version) FROM stored_snapshots")  # type: ignore[attr-defined]  # what lies below the protocol
    return -1 if kept[0][0] is None else int(kept[0][0])


@pytest.mark.parametrize("spoil", [a_face, a_row_in_the_midst, the_first_row])
def test_lines_before_a_snapshot_are_looked_at_though_nobody_reads_them(
    again: Again, monkeypatch: pytest.MonkeyPatch, spoil: Spoil
) -> None:
    monkeypatch.setattr(snapshots, "EVERY", 10)
    first = again()
    player = opened(first)
    player.comes_to_blows()
    player.does(SHOT)
    shot = first.fight(player.encounter).version
    while (first.fights.photographer.wait(), _newest_snapshot(first))[1] < shot:
        player.does({"do": "say", "who": "Ana", "text": "Another word."})
    n = spoil(first, player.encounter)
    second = again()
    assert second.fight(player.encounter).log.first > n, "it is gone on with from a snapshot"
    assert second.fights.looking_back.wait()
    assert [f"line {n} " in why for why in second.fights.damaged.values()] == [True], "it names the first line"
    with pytest.raises(Damaged, match=f"line {n} "):
        Player(second, player.encounter, start=100).does(BACK)
    assert last(second, player.encounter) == last(first, player.encounter), "nothing was written"


def test_a_snapshot_with_another_digit_in_it_counts_for_nothing(again: Again, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(snapshots, "EVERY", 10)
    first = again()
    player = played(first)
    whole = first.fight(player.encounter)
    assert first.fights.photographer.wait()
    kept = bytes(first.store._all("SELECT state FROM stored_snapshots")[0][0])  # type: ignore[attr-defined]  # what lies below the protocol
    assert b'"health"' in kept or b"30" in kept
    changes(first, "UPDATE stored_snapshots SET state=?", kept.replace(b"30", b"31"))
    assert kept.replace(b"30", b"31") != kept
    assert again().fight(player.encounter) == whole


def test_what_an_older_program_wrote_without_keeping_its_newest_line_is_read_and_gone_on_with(again: Again) -> None:
    first = again()
    player = played(first)
    whole = first.fight(player.encounter)
    changes(first, "DELETE FROM heads")
    if isinstance(first.store, Recorder):
        changes(first, "PRAGMA user_version = 0")
    else:
        changes(first, "DELETE FROM migrations WHERE step=?", len(MIGRATIONS))
    player.ledger = ledger = again()
    assert ledger.store.newest(player.encounter) == (whole.version, whole.head)
    player.does({"do": "say", "who": "Ana", "text": "We go on."})
    newest = ledger.store.newest(player.encounter)
    assert newest == (ledger.fight(player.encounter).version, ledger.fight(player.encounter).head)


def test_where_nothing_is_kept_of_a_newest_line_any_more_that_encounter_alone_is_shut(again: Again) -> None:
    first = again()
    player, other = played(first), played(first)
    changes(first, "DELETE FROM heads WHERE encounter=?", player.encounter)
    ledger = again()
    found = [*checked(ledger, [player.encounter, other.encounter])]
    assert [each and each.reason for each in found] == ["what is kept of its newest line is gone", None]
    with pytest.raises(Damaged, match="what is kept of its newest line is gone"):
        ledger.fight(player.encounter)


def test_an_encounter_that_no_key_opens_any_more_is_told_of(again: Again, capsys: pytest.CaptureFixture[str]) -> None:
    first = again()
    player, other = played(first), played(first)
    changes(first, "DELETE FROM seats WHERE encounter=?", player.encounter)
    ledger = again()
    assert [has_keys(ledger, each.encounter) for each in (player, other)] == [False, True]
    assert not tell(ledger, [], json=False)
    assert f"No key opens {player.encounter}: nothing is kept of those of its seats." in capsys.readouterr().out


def test_what_is_kept_of_a_newest_line_and_is_no_number_shuts_that_encounter_alone(tmp_path: Path) -> None:
    with Ledger(tmp_path) as first:
        player, other = played(first), played(first)
        changes(first, "UPDATE heads SET n='seven' WHERE encounter=?", player.encounter)
    with Ledger(tmp_path) as ledger:
        found = list(checked(ledger, [player.encounter, other.encounter], noting=True))
        assert [each is None for each in found] == [False, True]
        with pytest.raises(Damaged, match="no number and no hash"):
            ledger.fight(player.encounter)
        assert list(ledger.fights.damaged) == [player.encounter]


@pytest.mark.long(but=("stored_events", "heads", "links"))
@pytest.mark.parametrize("table", COLUMNS)
def test_a_store_whose_table_has_other_columns_is_not_opened(again: Again, table: str) -> None:
    column = max(COLUMNS[table])
    changes(again(), f"ALTER TABLE {table} RENAME COLUMN {column} TO another_one")
    with pytest.raises(NoStore, match=f"its table {table} has no {column}, so this program did not make it"):
        again()


def test_every_column_of_a_fresh_store_is_looked_for(tmp_path: Path) -> None:
    with Ledger(tmp_path) as ledger:
        made = "SELECT m.name, i.name FROM sqlite_master m JOIN pragma_table_info(m.name) i WHERE m.type = 'table'"
        found = {(table, column) for table, column in ledger.store._all(made)}  # type: ignore[attr-defined]  # what lies below the protocol
    looked_for = {(table, column) for table, columns in COLUMNS.items() for column in columns}
    assert {each for each in found if not each[0].startswith("sqlite_")} == {*looked_for, ("stored_events", "rowid")}


def test_a_row_of_another_kind_keeps_nothing_from_being_done_that_is_due(tmp_path: Path) -> None:
    with Ledger(tmp_path) as first:
        player = played(first)
        accepted = "UPDATE stored_events SET state='many' WHERE originator_id=? AND topic='CommandAccepted'"
        changes(first, accepted, player.encounter)
    with Ledger(tmp_path) as ledger:
        Timer(ledger).step()


@pytest.mark.parametrize(
    "change",
    [
        "DELETE FROM chains WHERE encounter=?",
        "UPDATE chains SET length=length-1 WHERE encounter=?",
        "UPDATE chains SET length=0 WHERE encounter=?",
        "UPDATE chains SET length='many' WHERE encounter=?",
        "UPDATE chains SET locked=x'00' WHERE encounter=?",
    ],
)
def test_where_the_secret_of_the_dice_is_not_as_it_was_a_roll_is_refused_and_a_new_chain_helps(
    tmp_path: Path, change: str
) -> None:
    with Ledger(tmp_path) as first:
        player = opened(first)
        player.comes_to_blows()
        changes(first, change, player.encounter)
    with Ledger(tmp_path) as ledger:
        player.ledger = ledger
        stored = ledger.store.read_lines(player.encounter)
        with pytest.raises(NoChain, match=f"Nothing can be rolled in {player.encounter}"):
            player.does(SHOT)
        assert ledger.store.read_lines(player.encounter) == stored
        player.does({"do": "say", "who": "Ana", "text": "Words need no dice."})
        ledger.renewals.renew(player.encounter)
        player.does(SHOT)
        assert verify(ledger.export(player.encounter)).ok


def test_an_archived_encounter_whose_row_cannot_be_read_spoils_no_list(tmp_path: Path) -> None:
    with Ledger(tmp_path) as ledger:
        player, other = opened(ledger), opened(ledger)
        player.ends()
        archives.put_away(ledger, player.encounter, archives.checked(archives.to_archive(ledger, player.encounter)), 1)
        for summary in (b"\xff", b"{}", b"[]", b'{"system":1,"rules":1,"seats":3}'):
            changes(ledger, "UPDATE archives SET summary=? WHERE encounter=?", summary, player.encounter)
            found = {each.encounter: each for each in ledger.encounters()}
            assert (found[player.encounter].archived, found[player.encounter].damaged) == (True, True)
            assert not found[other.encounter].damaged


def test_an_archived_encounter_has_no_newest_line_and_a_restored_one_has(tmp_path: Path) -> None:
    with Ledger(tmp_path) as ledger:
        player = opened(ledger)
        player.ends()
        file = archives.to_archive(ledger, player.encounter)
        archives.put_away(ledger, player.encounter, archives.checked(file), 1)
        assert ledger.store.newest(player.encounter) is None
        assert list(checked(ledger, ledger.store.ids())) == [None]
        archives.bring_back(ledger, file)
        assert ledger.store.newest(player.encounter) == (
            ledger.fight(player.encounter).version,
            ledger.fight(player.encounter).head,
        )
