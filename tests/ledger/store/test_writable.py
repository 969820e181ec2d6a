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
from ledger.refusals import NoStore
from ledger.store import write_ahead
from ledger.store.kinds import FILE
from ledger.store.write_ahead import WriteAheadLog
from tests.ledger.fights import TO_BLOWS, Player, opened


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


def deleted(file: Path) -> None:
    for each in file.parent.glob(f"{FILE}*"):
        each.unlink()


def deleted_log(file: Path) -> None:
    file.with_name(f"{FILE}-wal").unlink()


def deleted_index(file: Path) -> None:
    file.with_name(f"{FILE}-shm").unlink()


def replaced(file: Path) -> None:
    copy = file.with_name("copy")
    shutil.copy(file, copy)
    copy.replace(file)


def replaced_log(file: Path) -> None:
    replaced(file.with_name(f"{FILE}-wal"))


def replaced_index(file: Path) -> None:
    replaced(file.with_name(f"{FILE}-shm"))


def emptied(file: Path) -> None:
    os.truncate(file, 0)


def emptied_log(file: Path) -> None:
    os.truncate(file.with_name(f"{FILE}-wal"), 0)


def shortened_log(file: Path) -> None:
    log = file.with_name(f"{FILE}-wal")
    os.truncate(log, log.stat().st_size - 1)


def halved_log(file: Path) -> None:
    log = file.with_name(f"{FILE}-wal")
    os.truncate(log, log.stat().st_size // 2)


def log_written_over(at: float) -> Callable[[Path], None]:
    def spoil(file: Path) -> None:
        log = file.with_name(f"{FILE}-wal")
        with log.open("r+b") as there:
            there.seek(int(at * (log.stat().st_size - 8)))
            there.write(b"\xff" * 8)

    spoil.__name__ = f"log_written_over_at_{at}"
    return spoil


@pytest.mark.parametrize(
    "gone",
    [deleted, deleted_log, deleted_index, replaced, replaced_log, replaced_index, emptied, emptied_log, shortened_log]
    + [log_written_over(at) for at in (0, 0.1, 0.37, 0.5, 0.82, 1)],
    ids=lambda gone: gone.__name__,
)
def test_a_file_that_vanished_is_noticed_at_the_next_command(
    player: Player, tmp_path: Path, gone: Callable[[Path], None]
) -> None:
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
    player: Player, tmp_path: Path, spoil: Callable[[Path], None], writes: Callable[[Player], None]
) -> None:
    player.does(TO_BLOWS[0])
    # The clock of files goes in steps of some milliseconds.
    sleep(0.02)
    spoil(tmp_path / FILE)
    with pytest.raises(NoStore, match="store cannot be used"):
        writes(player)
    with pytest.raises(NoStore, match="store cannot be used"):
        player.does(TO_BLOWS[1])


def test_of_a_log_that_somebody_wrote_to_the_last_frames_are_looked_at_one_by_one(
    player: Player, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    player.does(TO_BLOWS[0])
    os.utime(tmp_path / f"{FILE}-wal", ns=(1, 1))
    sizes, really = list[int](), os.pread

    def pread(file: int, size: int, at: int) -> bytes:
        sizes.append(size)
        return really(file, size, at)

    monkeypatch.setattr(os, "pread", pread)
    monkeypatch.setattr(write_ahead, "_MOST_FRAMES", 2)
    player.does(TO_BLOWS[1])
    frame = max(sizes)
    assert (frame, sizes.count(frame)) == (4096 + 24, 2)


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
