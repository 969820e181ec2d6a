"""What the command line does with old fights: into files and out of the store, and back again."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from cli.progress import progress
from cli.reporting import as_json
from cli.stopping import WRONG, contents, stop
from ledger import archives
from ledger.application import Ledger
from ledger.refusals import LedgerRefused
from ledger.table.answers import Summary
from projections.tables.parts import NewerTables
from projections.tables.runner import Runner
from projections.wording import counted, inert


class Unkept(Exception):
    """A file cannot be written, or does not hold what was written to it; the message is a sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Filed:
    """An encounter that was archived, or put back: its file, and the size and SHA-256 of the lines in it."""

    encounter: str
    file: str
    bytes: int
    sha256: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Left:
    """An encounter, or a file, with which nothing was done, and why."""

    what: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """What a call came to."""

    done: tuple[Filed, ...]
    left: tuple[Left, ...]


def chosen(ledger: Ledger, wanted: Sequence[str], ended_before: str | None) -> list[str]:
    """Return the encounters that a call means; ends with a sentence where it means none, or both."""
    if bool(wanted) == (ended_before is not None):
        stop("Say either which encounters to archive, or --ended-before with a date.")
    if ended_before is None:
        return [*dict.fromkeys(wanted)]
    moment = _moment(ended_before)
    return [each.encounter for each in ledger.encounters() if _is_old(ledger, each, moment)]


def archive(ledger: Ledger, encounters: Sequence[str], folder: Path, json: bool) -> bool:
    """Archive encounters to files in a folder, tell what came of it, and return whether all were archived."""
    _must_be_a_folder(folder)
    with suppress(LedgerRefused, NewerTables), closing(Runner(ledger)) as runner, progress("Counting"):
        # What was not counted before its lines are gone is counted only once they are back.
        runner.catch_up()
    done: list[Filed] = []
    left: list[Left] = []
    with progress("Archiving", len(encounters)) as step:
        for number, encounter in enumerate(encounters, 1):
            try:
                done.append(_archive(ledger, encounter, folder))
            except (LedgerRefused, Unkept) as refused:
                left.append(Left(what=encounter, reason=str(refused)))
            step(number)
    return _tell(Done(done=tuple(done), left=tuple(left)), f"Archived {{}} to {folder}", json)


def restore(ledger: Ledger, files: Sequence[Path], json: bool) -> bool:
    """Put archived encounters back from their files, tell what came of it, and return whether all were put back."""
    done: list[Filed] = []
    left: list[Left] = []
    with progress("Restoring", len(files)) as step:
        for number, file in enumerate(files, 1):
            raw = contents(file)
            try:
                encounter = archives.bring_back(ledger, raw)
                done.append(_filed(encounter, file, raw))
            except LedgerRefused as refused:
                left.append(Left(what=str(file), reason=refused.message))
            step(number)
    return _tell(Done(done=tuple(done), left=tuple(left)), "Restored {}", json)


def _archive(ledger: Ledger, encounter: str, folder: Path) -> Filed:
    """Write the file, read it back, verify it, and only then remove the lines."""
    raw = archives.to_archive(ledger, encounter)
    file = folder / f"{encounter}.ndjson"
    kept = archives.checked(_kept(file, raw))
    archives.put_away(ledger, encounter, kept, time.time_ns() // 1_000_000)
    return _filed(encounter, file, raw)


def _filed(encounter: str, file: Path, raw: bytes) -> Filed:
    return Filed(encounter=encounter, file=str(file), bytes=len(raw), sha256=archives.checked(raw).digest.hex())


def _kept(file: Path, raw: bytes) -> bytes:
    """Write a file so that it is on the disk under its name, and return what it holds. Raises Unkept."""
    aside = file.with_suffix(".part")
    try:
        if not file.exists():
            aside.write_bytes(raw)
            _flush(aside)
            aside.replace(file)
        elif file.read_bytes() != raw:
            raise Unkept(f"There is another file {file}: nothing was archived.")
        # Also one that was there: whoever wrote it may have been killed before it was on the disk.
        _flush(file)
        _flush(file.parent)
        return file.read_bytes()
    except OSError as error:
        raise Unkept(f"The file {file} cannot be written: {error.strerror}.") from None
    finally:
        with suppress(OSError):
            aside.unlink(missing_ok=True)


def _flush(path: Path) -> None:
    """Return once a file, or the names in a folder, are on the disk; Windows flushes no folder."""
    if os.name != "posix" and path.is_dir():
        return
    descriptor = os.open(path, os.O_RDONLY if os.name == "posix" else os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _must_be_a_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = "there is a file of that name" if isinstance(error, FileExistsError) else error.strerror
        stop(f"The folder {folder} cannot be made ({reason}): name another with --to.")
    if not os.access(folder, os.W_OK | os.X_OK):
        stop(f"The folder {folder} cannot be written to: name another with --to.")


def _moment(text: str) -> int:
    """Return the milliseconds of a date, at its beginning in UTC, or of a moment."""
    try:
        read = datetime.fromisoformat(text)
    except ValueError:
        stop(f"{text!r} is no date: write it as 2026-03-31.")
    return round((read if read.tzinfo else read.replace(tzinfo=UTC)).timestamp() * 1000)


def _is_old(ledger: Ledger, summary: Summary, moment: int) -> bool:
    if summary.archived or summary.changed >= moment:
        return False
    return summary.outcome is not None or ledger.fight(summary.encounter).table.closed


def _tell(done: Done, sentence: str, json: bool) -> bool:
    if json:
        as_json(done)
        return not done.left
    for each in done.done:
        print(inert(f"{each.encounter}  {each.bytes} bytes  sha256 {each.sha256}  {each.file}"))
    print(inert(f"{sentence.format(counted(len(done.done), 'encounter'))}."))
    for one in done.left:
        print(inert(f"Left as it is: {one.what}: {one.reason}"))
    return not done.left


STATUS = {True: 0, False: WRONG}
