"""The lines of all encounters as they are stored, for whoever keeps tables of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from eventsourcing.persistence import Notification, StoredEvent

from ledger.line.attachments import Archive
from ledger.store.protocol import Store


def is_as_written(row: Notification) -> bool:
    """Return whether all in a row is of the kind that the ledger writes: SQLite takes whatever is put there."""
    kinds: tuple[tuple[object, type], ...] = (
        (row.originator_id, str),
        (row.originator_version, int),
        (row.topic, str),
        (row.state, bytes),
    )
    return all(isinstance(value, kind) for value, kind in kinds)


class Rows:
    """Rows of a store, in the order of their commits and by encounter; nothing is written here."""

    def __init__(self, store: Store) -> None:
        self._store = store

    @property
    def datastore(self) -> Any:
        """Return what lends connections, in the library's way."""
        return self._store.datastore

    def newest(self) -> int:
        """Return the position of the newest line that may be read; 0 if there is none."""
        return self._store.max_notification_id() or 0

    def after(
        self, position: int, limit: int, upto: int | None = None, topics: Sequence[str] = ()
    ) -> Sequence[Notification]:
        """Return the next lines after a position, so many at most, of these topics."""
        return self._store.select_notifications(position, limit, upto, topics, inclusive_of_start=False)

    def at(self, position: int) -> Notification | None:
        """Return the line at a position; None where there is none any more."""
        return next(iter(self._store.select_notifications(position, 1, position)), None)

    def of(self, encounter: str, *, gt: int | None = None, lte: int | None = None) -> Sequence[StoredEvent]:
        """Return the lines of an encounter after a version, up to another."""
        return self._store.select_events(encounter, gt=gt, lte=lte)

    def words_of(self, encounter: str) -> list[tuple[int, bytes, bytes]]:
        """Return what is kept beside the lines of an encounter: (line, salt, payload)."""
        return self._store.read_words(encounter)

    def imported_of(self, encounters: Sequence[str]) -> set[str]:
        """Return those of some encounters that came from files."""
        return self._store.imported_of(encounters)

    def archive_of(self, encounter: str, *, or_was: bool = False) -> Archive | None:
        """Return what is kept of an archived encounter; None if it is not archived, or never was with ``or_was``."""
        return self._store.archive_of(encounter, or_was=or_was)
