"""Ready means able to write; and a program does not go on writing to a file that nobody will find."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread
from time import sleep

import pytest

from ledger.application import Ledger
from ledger.refusals import DamagedFile, NoStore
from ledger.soundness import broken_pages, checked, every
from ledger.store import write_ahead
from ledger.store.kinds import FILE
from ledger.store.write_ahead import WriteAheadLog
from tests.ledger.fights import BACK, LASTING, SHOT, TO_BLOWS, Player, opened
from tests.ledger.store.spoiling import (
    FRAME,
    Spoil,
    begun_anew,
    deleted,
    deleted_index,
    deleted_log,
    emptied,
    emptied_log,
    halved_log,
    log_of,
    log_of_before,
    log_written_over,
    replaced,
    replaced_index,
    replaced_log,
    shortened_log,
)


@pytest.fixture
def player(tmp_path: Path) -> Iterator[Player]:
    with Ledger(tmp_path) as ledger:
        yield opened(ledger)


def test_a_failed_write_is_remembered_until_something_can_be_written(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    player.ledger.must_answer()
    with monkeypatch.context() as full:
        # Statements fail as on a full disk; those that only read do not.
        def refuse(*_: object, **__: object) -> None:
            raise NoStore("The store cannot be used (database or disk is full): send the same again once it can.")

        full.setattr(player.ledger.store, "insert_events", refuse)
        full.setattr(player.ledger.store, "_do", refuse)
        with pytest.raises(NoStore):
            player.does(TO_BLOWS[0])
        for _ in range(2):
            with pytest.raises(NoStore, match="disk is full"):
                player.ledger.must_answer()
    player.ledger.must_answer()
    player.does(TO_BLOWS[0])


def test_a_store_that_may_only_be_read_is_not_ready_after_the_first_command(player: Player) -> None:
    def may_only_be_read(so: str) -> None:
        with player.ledger.store.datastore.get_connection(commit=True) as connection:
            connection.cursor().execute(f"PRAGMA query_only={so}")

    may_only_be_read("ON")
    with pytest.raises(NoStore):
        player.does(TO_BLOWS[0])
    with pytest.raises(NoStore, match="readonly"):
        player.ledger.must_answer()
    may_only_be_read("OFF")
    player.ledger.must_answer()


def test_a_store_that_may_only_be_read_is_not_ready_before_the_first_command_either(tmp_path: Path) -> None:
    with Ledger(tmp_path) as ledger:
        opened(ledger)
    with Ledger(tmp_path) as again:
        with again.store.datastore.get_connection(commit=True) as connection:
            connection.cursor().execute("PRAGMA query_only=ON")
        with pytest.raises(NoStore, match="readonly"):
            again.must_answer()


@pytest.mark.parametrize(
    "gone",
    [deleted, deleted_log, deleted_index, replaced, replaced_log, replaced_index, emptied, emptied_log, shortened_log]
    + [log_written_over(at) for at in (0, 0.1, 0.37, 0.5, 0.82, 1)],
    ids=lambda gone: gone.__name__,
)
def test_a_file_that_vanished_is_noticed_at_the_next_command(player: Player, tmp_path: Path, gone: Spoil) -> None:
    player.does(TO_BLOWS[0])
    # The clock of files goes in steps of some milliseconds.
    sleep(0.02)
    gone(tmp_path / FILE)
    with pytest.raises(NoStore, match="store cannot be used"):
        player.does(TO_BLOWS[1])
    with pytest.raises(NoStore, match="store cannot be used"):
        player.ledger.must_answer()


def beats(player: Player) -> None:
    player.ledger.store.beat(player.encounter, "ana", 1, 1)


def keeps_a_picture(player: Player) -> None:
    player.ledger.store.keep_picture(player.encounter, b"a board")


@pytest.mark.parametrize("writes", [beats, keeps_a_picture], ids=lambda writes: writes.__name__)
@pytest.mark.parametrize(
    "spoil",
    [shortened_log, halved_log, log_written_over(0.37), log_written_over(0.82)],
    ids=lambda spoil: spoil.__name__,
)
def test_a_log_that_was_spoilt_is_not_taken_for_whole_after_something_else_than_a_command_was_written(
    player: Player, tmp_path: Path, spoil: Spoil, writes: Callable[[Player], None]
) -> None:
    player.does(TO_BLOWS[0])
    # The clock of files goes in steps of some milliseconds.
    sleep(0.02)
    spoil(tmp_path / FILE)
    with pytest.raises(NoStore, match="store cannot be used"):
        writes(player)
    with pytest.raises(NoStore, match="store cannot be used"):
        player.does(TO_BLOWS[1])


@pytest.mark.parametrize("at", [0.37, 0.82])
def test_a_log_is_looked_at_before_the_first_command_too(tmp_path: Path, at: float) -> None:
    with Ledger(tmp_path) as ledger:
        encounter = opened(ledger).encounter
        with Ledger(tmp_path) as another:
            sleep(0.02)
            log_written_over(at)(tmp_path / FILE)
            with pytest.raises(NoStore, match="-wal was written over"):
                Player(another, encounter).does(TO_BLOWS[0])


@pytest.mark.parametrize("at", [0.01, 0.37, 0.5])
def test_what_was_written_over_is_noticed_though_another_process_wrote_since(tmp_path: Path, at: float) -> None:
    with Ledger(tmp_path) as here, Ledger(tmp_path) as there:
        player = opened(here)
        player.does(TO_BLOWS[0])
        # Whoever wrote nothing since does not know how it was.
        there.store.beat(player.encounter, "ana", 1, 1)
        log_written_over(at)(tmp_path / FILE)
        for each in (Player(there, player.encounter, 100), player):
            with pytest.raises(NoStore, match="-wal was written over"):
                each.does(TO_BLOWS[1])


@pytest.fixture
def looked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Give a list in which each frame comes that is looked at, by its number; seven may be at a time."""
    frames, really = list[int](), os.pread

    def pread(file: int, size: int, at: int) -> bytes:
        if size >= FRAME:
            frames.extend(range(at // FRAME, (at + size) // FRAME))
        return really(file, size, at)

    monkeypatch.setattr(os, "pread", pread)
    monkeypatch.setattr(write_ahead, "_MOST_FRAMES", 7)
    return frames


def test_so_many_frames_are_looked_at_before_a_commit_that_follows_another_process(
    tmp_path: Path, looked: list[int]
) -> None:
    with Ledger(tmp_path) as here, Ledger(tmp_path) as there:
        player = opened(here)
        for body in TO_BLOWS:
            # Whatever is written takes note of seven at most.
            player.does(body)
            here.store.beat(player.encounter, "ana", 1, 1)
        frames = log_of(tmp_path / FILE).stat().st_size // FRAME
        assert frames > 14
        met, sizes = set[int](), list[int]()
        for number in range(frames):
            there.store.beat(player.encounter, "bo", 1, number)
            looked.clear()
            here.store.beat(player.encounter, "ana", 1, number)
            old = [each for each in looked if each < frames]
            sizes.append(len(old))
            met |= {*old}
        assert 1 <= max(sizes) <= 7
        assert met == {*range(frames)}


def test_all_frames_are_looked_at_where_somebody_wrote_who_committed_nothing(
    player: Player, tmp_path: Path, looked: list[int]
) -> None:
    player.comes_to_blows()
    frames = log_of(tmp_path / FILE).stat().st_size // FRAME
    os.utime(log_of(tmp_path / FILE), ns=(1, 1))
    looked.clear()
    player.does(SHOT)
    assert {*range(frames)} <= {*looked}
    looked.clear()
    player.does(BACK)
    assert not any(each < frames for each in looked)


def test_behind_a_log_that_began_anew_the_older_one_may_lie(player: Player, tmp_path: Path) -> None:
    player.comes_to_blows()
    begun_anew(tmp_path / FILE)
    player.does(SHOT)
    log = log_of(tmp_path / FILE)
    long = log.stat().st_size
    with log.open("r+b") as there:
        # The frames of before, here others than those, which SQLite passes by as well.
        there.seek(long - 2 * FRAME)
        there.write(bytes(2 * FRAME))
    player.does(BACK)
    assert log.stat().st_size == long
    lines = player.ledger.lines(player.encounter)
    killed = tmp_path / "killed"
    killed.mkdir()
    for each in (FILE, f"{FILE}-wal", "secret.key"):
        shutil.copy(tmp_path / each, killed / each)
    with Ledger(killed) as again:
        assert again.lines(player.encounter) == lines


@pytest.mark.parametrize("part", [0.5, 1])
def test_a_log_of_before_is_noticed(tmp_path: Path, part: float) -> None:
    with Ledger(tmp_path) as ledger:
        player = opened(ledger, combatants=LASTING)
        player.comes_to_blows()
        before = begun_anew(tmp_path / FILE)
        while log_of(tmp_path / FILE).stat().st_size <= len(before):
            player.does(SHOT)
            player.does(BACK)
        sleep(0.02)
        log_of_before(tmp_path / FILE, before, part)
        with pytest.raises(NoStore, match="-wal was written over"):
            player.does(SHOT)


@pytest.mark.parametrize(
    "spoil",
    [replaced, emptied_log, halved_log, log_written_over(0.37), log_written_over(1)],
    ids=lambda spoil: spoil.__name__,
)
def test_nothing_is_copied_out_of_a_log_that_is_spoilt(tmp_path: Path, spoil: Spoil) -> None:
    """Else what SQLite could still read of it were lost with the rest: it comes back with the next start."""
    with Ledger(tmp_path) as ledger:
        opened(ledger).comes_to_blows()
        sleep(0.02)
        spoil(tmp_path / FILE)
        left = [(tmp_path / each).read_bytes() for each in (FILE, f"{FILE}-wal")]
    assert [(tmp_path / each).read_bytes() for each in (FILE, f"{FILE}-wal")] == left
    with Ledger(tmp_path) as again:
        assert broken_pages(again) == []
        assert [*checked(again, every(again))] == [None] * len(every(again))


def test_what_is_written_is_copied_out_of_a_log_that_is_whole(tmp_path: Path) -> None:
    with Ledger(tmp_path) as ledger:
        opened(ledger).comes_to_blows()
    assert not log_of(tmp_path / FILE).exists()


def test_a_log_that_cannot_be_looked_at_is_told_and_what_was_committed_before_stands(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object, **__: object) -> None:
        raise OSError(errno.EIO, "Input/output error")

    with monkeypatch.context() as failing:
        failing.setattr(WriteAheadLog, "written", fails)
        player.does(TO_BLOWS[0])
    with monkeypatch.context() as failing:
        failing.setattr(WriteAheadLog, "trouble", fails)
        with pytest.raises(NoStore, match=r"Input/output error\): send the same again once it can"):
            player.does(TO_BLOWS[1])
    player.does(TO_BLOWS[1])
    player.ledger.must_answer()


def test_files_are_let_go_of_only_when_note_was_taken_of_what_was_committed(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    order: list[str] = []
    written, close = WriteAheadLog.written, WriteAheadLog.close
    closing = Thread(target=player.ledger.store.datastore.opened.close)

    def slowly_written(log: WriteAheadLog) -> None:
        closing.start()
        closing.join(0.3)
        written(log)
        order.append("written")

    def closed(log: WriteAheadLog) -> None:
        order.append("closed")
        close(log)

    monkeypatch.setattr(WriteAheadLog, "written", slowly_written)
    monkeypatch.setattr(WriteAheadLog, "close", closed)
    beats(player)
    closing.join()
    assert order == ["written", "closed"]


def test_a_file_that_was_replaced_before_the_first_command_is_noticed_too(tmp_path: Path) -> None:
    with Ledger(tmp_path) as ledger:
        encounter = opened(ledger).encounter
    with Ledger(tmp_path) as again:
        replaced(tmp_path / FILE)
        with pytest.raises(NoStore, match="is not the one that was opened"):
            Player(again, encounter).does(TO_BLOWS[0])


def test_a_page_that_is_damaged_is_kept_in_mind_whatever_can_be_written_elsewhere(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    def damaged(*_: object, **__: object) -> None:
        raise DamagedFile("database disk image is malformed")

    with monkeypatch.context() as spoilt:
        spoilt.setattr(player.ledger.store, "insert_events", damaged)
        with pytest.raises(DamagedFile):
            player.does(TO_BLOWS[0])
    player.ledger.store.try_to_write()
    with pytest.raises(DamagedFile):
        player.ledger.must_answer()


def test_whoever_runs_on_after_the_key_was_changed_opens_nothing_and_is_not_ready(
    player: Player, tmp_path: Path
) -> None:
    player.ledger.must_answer()
    (tmp_path / "secret.key").rename(tmp_path / "lost")
    with Ledger(tmp_path, key="new") as renewed:
        renewed.must_answer()
        opened(renewed)
    with pytest.raises(NoStore, match="key of this installation was changed"):
        opened(player.ledger)
    with pytest.raises(NoStore, match="start it again"):
        player.ledger.must_answer()
