"""What may become of the files of a store that is in use: deleted, replaced, cut short, written over."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from time import monotonic, sleep

from ledger.store.kinds import FILE

Spoil = Callable[[Path], None]
"""Spoils something of the store whose file is given."""
HEAD, FRAME = 32, 24 + 4096
"""Bytes of the head of a log, and of each frame of it."""


def log_of(file: Path) -> Path:
    """Return the log beside a file."""
    return file.with_name(f"{FILE}-wal")


def deleted(file: Path) -> None:
    for each in file.parent.glob(f"{FILE}*"):
        each.unlink()


def deleted_log(file: Path) -> None:
    log_of(file).unlink()


def deleted_index(file: Path) -> None:
    file.with_name(f"{FILE}-shm").unlink()


def replaced(file: Path) -> None:
    copy = file.with_name("copy")
    shutil.copy(file, copy)
    copy.replace(file)


def replaced_log(file: Path) -> None:
    replaced(log_of(file))


def replaced_index(file: Path) -> None:
    replaced(file.with_name(f"{FILE}-shm"))


def emptied(file: Path) -> None:
    os.truncate(file, 0)


def emptied_log(file: Path) -> None:
    os.truncate(log_of(file), 0)


def shortened_log(file: Path) -> None:
    os.truncate(log_of(file), log_of(file).stat().st_size - 1)


def halved_log(file: Path) -> None:
    os.truncate(log_of(file), log_of(file).stat().st_size // 2)


def log_written_over(at: float) -> Spoil:
    def spoil(file: Path) -> None:
        log = log_of(file)
        with log.open("r+b") as there:
            there.seek(int(at * (log.stat().st_size - 8)))
            there.write(b"\xff" * 8)

    spoil.__name__ = f"log_written_over_at_{at}"
    return spoil


def begun_anew(file: Path) -> bytes:
    """Let the log begin anew with whatever is committed next; return what lies in it until then."""
    until = monotonic() + 20
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        while True:
            before = log_of(file).read_bytes()
            busy, frames, copied = other.execute("PRAGMA wal_checkpoint(RESTART)").fetchone()
            if not busy and frames == copied and log_of(file).read_bytes() == before:
                return before
            assert monotonic() < until, "somebody reads all the time"
            sleep(0.05)


def log_of_before(file: Path, before: bytes, part: float) -> None:
    """Write what lay there before over the last part of the log, at the places where it lay."""
    log = log_of(file)
    frames = (log.stat().st_size - HEAD) // FRAME
    at = 0 if part == 1 else HEAD + FRAME * int((1 - part) * frames)
    assert len(before) > at + FRAME, "the log of before is too short"
    with log.open("r+b") as there:
        there.seek(at)
        there.write(before[at : log.stat().st_size])
