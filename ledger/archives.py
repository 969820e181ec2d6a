"""Archived encounters: their lines lie in a file, and the store keeps a row that says so.

In the place of the line that would come next stands a mark without content, so that nobody who still has the encounter
in memory can write on: the primary key tells them, as it tells whoever was too slow.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import orjson
from eventsourcing.persistence import IntegrityError, StoredEvent

from ledger.application import Ledger
from ledger.line.attachments import Archive, Beside
from ledger.proof import exporting
from ledger.refusals import Conflict, NoSuchEncounter, NotOver
from ledger.table.fight import Fight


@dataclass(frozen=True, slots=True, kw_only=True)
class Contents:
    """What a file keeps: the hash it is known again by, its lines, and the lines whose words are in it."""

    digest: bytes
    lines: int
    words: tuple[int, ...]


def to_archive(ledger: Ledger, encounter: str) -> bytes:
    """Return the file of an encounter that may be archived: one that is over, closed, or was imported.

    Raises:
        NotOver: It goes on.
        NoSuchEncounter, Archived: It is not here, or not any more.
    """
    fight = ledger.fight(encounter)
    if fight.encounter.outcome is None and not fight.table.closed and not fight.imported:
        raise NotOver(f"{encounter} goes on: only what is over, closed or imported is archived.")
    return ledger.export(encounter)


def checked(raw: bytes) -> Contents:
    """Return what a file keeps; Broken if it does not verify."""
    _, lines, words = exporting.read(raw)
    return Contents(digest=exporting.digest(raw), lines=len(lines), words=tuple(each.n for each in words))


def put_away(ledger: Ledger, encounter: str, kept: Contents, at: int) -> None:
    """Remove the lines of an encounter from the store, and keep a row: ``kept`` is the file that it lies in now.

    Raises:
        Conflict: The encounter went on since the file was written; nothing was removed.
    """
    fight = ledger.fight(encounter)
    if fight.version + 1 != kept.lines or exporting.digest(ledger.export(encounter)) != kept.digest:
        raise Conflict(f"{encounter} went on while it was written to the file: nothing was removed, try again.")
    row = Archive(
        encounter=encounter,
        version=fight.version,
        at=at,
        digest=kept.digest,
        summary=orjson.dumps(_in_short(fight)),
    )
    try:
        ledger.store.put_away(row, kept.words)
    except IntegrityError:
        raise Conflict(f"{encounter} went on while it was archived: nothing was removed, try again.") from None
    finally:
        ledger.forget(encounter)
    ledger.tailer.committed()


def bring_back(ledger: Ledger, raw: bytes) -> str:
    """Put the lines of an archived encounter back from its file, and return its id.

    Raises:
        Broken: The file does not verify.
        NoSuchEncounter: It was not archived here.
        Conflict: The file is another one than was archived, or somebody else has just put it back.
    """
    encounter, lines, words = exporting.read(raw)
    row = ledger.store.archive_of(encounter)
    if row is None:
        there = ledger.store.last_version(encounter) >= 0
        what = "is here, and not archived" if there else "was not archived here: take it in with `encounter import`"
        raise NoSuchEncounter(f"{encounter} {what}.")
    exporting.must_be_archived(row, raw)
    events = [StoredEvent(encounter, line.n, line.type, line.raw) for line in lines]
    try:
        ledger.store.put_back(row, events, Beside(encounter=encounter, words=words))
    except IntegrityError:
        raise Conflict(f"Somebody else has put {encounter} back at the same time.") from None
    finally:
        ledger.forget(encounter)
    ledger.tailer.committed()
    return encounter


def _in_short(fight: Fight) -> dict[str, Any]:
    """Return what the lists of encounters still say of it."""
    encounter, first, last = fight.encounter, fight.lines[0], fight.lines[-1]
    return {
        "system": encounter.system,
        "rules": encounter.version,
        "seats": list(fight.table.seats.items()),
        "opened": first.at,
        "changed": last.at,
        "round": encounter.round,
        "outcome": encounter.outcome,
        "winner": encounter.winner,
        "title": fight.table.title,
        "closed": fight.table.closed,
        "imported": fight.imported,
    }
