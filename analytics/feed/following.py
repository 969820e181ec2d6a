"""The lines of a store in the order of their commits, from a position on: those there are, and those to come."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from threading import Event

from eventsourcing.persistence import Notification

from ledger.application import Ledger
from ledger.calls.rows import is_as_written
from ledger.line.attachments import MARK
from ledger.refusals import Busy, NoStore
from ledger.store.tailing import ALL

MOST = 500
"""So many lines at most are given at once."""
LONGEST_WAIT = 2.0
"""Seconds after which it looks again by itself, should nobody wake it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """A line as it is stored, which is what everybody may see of it: ``position`` counts the lines of all fights."""

    encounter: str
    n: int
    position: int
    raw: bytes


def _written(row: Notification) -> Written:
    return Written(encounter=str(row.originator_id), n=row.originator_version, position=row.id, raw=bytes(row.state))


def lines(ledger: Ledger, position: int, *, follow: bool) -> Iterator[list[Written]]:
    """Yield the lines after a position, so many at most at once; with ``follow`` also those to come, without end.

    Whoever follows outlives a store that cannot be read for a while; NoStore, Busy for whoever does not.
    """
    woken = Event()
    leave = ledger.tailer.subscribe(ALL, lambda _: woken.set()) if follow else lambda: None
    try:
        while True:
            woken.clear()
            while found := _after(ledger, position, follow=follow):
                position = found[-1].id
                if told := [_written(row) for row in found if row.topic != MARK and is_as_written(row)]:
                    yield told
            if not follow:
                return
            woken.wait(LONGEST_WAIT)
    finally:
        leave()


def _after(ledger: Ledger, position: int, *, follow: bool) -> Sequence[Notification]:
    """Return the next rows; none where the store cannot be read just now, of which the tailer warns whoever follows."""
    try:
        return ledger.rows.after(position, MOST)
    except (NoStore, Busy):
        if not follow:
            raise
        return ()
