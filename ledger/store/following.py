"""How one thread follows a store: what is new since it last looked, and when it is worth looking again.

An SQLite file is looked at right after a commit of this process, and when the file tells that another one wrote.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from threading import Event
from typing import NamedTuple, Protocol

from ledger.refusals import NoStore
from ledger.store import sqlite

MOST = 2000
"""Whoever is further behind than so many lines looks into the encounters instead."""
_POLL = 0.01
"""Seconds between two looks at a file that another process may have written; one look costs some microseconds."""


_HELD = 0.03
"""Seconds that it waits at most for what this process wrote to be told: what another wrote waits with it."""
Holding = Callable[[], bool]


class Tailed(NamedTuple):
    """A stored line as it was met: ``position`` counts the lines of all encounters."""

    encounter: str
    n: int
    position: int
    raw: bytes


class Source(Protocol):
    """A store as one thread follows it. All but ``wake`` are called by that thread; NoStore means to begin again."""

    def begin(self) -> None:
        """Begin, or begin again, at the end of what is there."""
        ...

    def read(self) -> Sequence[Tailed] | None:
        """Return the lines since the last look, of each write all; None if some may have been missed."""
        ...

    def wait(self) -> None:
        """Return when there may be more."""
        ...

    @property
    def looks(self) -> bool:
        """Return whether ``wait`` returns by itself, soon after there is more."""
        ...

    def wake(self) -> None:
        """Let ``wait`` return; any thread may ask for that."""
        ...

    def close(self) -> None:
        """Let go of what ``begin`` took; it may be called again, and before."""
        ...


class Followed(Protocol):
    """A store that can be followed, and the way to tell other processes that something was committed."""

    def source(self, held: Holding) -> Source:
        """Return a fresh source; while it is ``held`` what this process wrote is about to be told another way."""
        ...

    def announce(self) -> None:
        """Tell other processes that there is more; returns at once."""
        ...

    def close(self) -> None:
        """Announce nothing any more."""
        ...


class File:
    """An SQLite file, or a store in memory: whoever opens the file sees when it changes."""

    def __init__(self, recorder: sqlite.Recorder) -> None:
        self._recorder = recorder

    def source(self, held: Holding) -> Source:
        """Return a fresh source."""
        return _Looking(self._recorder, held)

    def announce(self) -> None:
        """Tell nobody: the file tells by itself."""

    def close(self) -> None:
        """Do nothing."""


class _Looking:
    """Lines by their row ids: one transaction writes at a time, so all that is new stands above the last one seen."""

    def __init__(self, recorder: sqlite.Recorder, held: Holding) -> None:
        self._recorder = recorder
        self._held = held
        self._watching: sqlite3.Connection | None = None
        self._changes = 0
        self._position = 0
        self._woken = Event()

    def begin(self) -> None:
        pool = self._recorder.datastore.pool
        if not pool.is_sqlite_memory_mode:
            try:
                self._watching = sqlite3.connect(pool.db_name, uri=True, isolation_level=None)
            except sqlite3.Error as error:
                raise NoStore(f"The store cannot be read ({error}).") from error
        self._changes = self._count()
        self._position = self._recorder.max_notification_id() or 0

    def read(self) -> Sequence[Tailed] | None:
        self._woken.clear()
        self._changes = self._count()
        rows = self._recorder.select_notifications(self._position, MOST + 1, inclusive_of_start=False)
        if len(rows) > MOST:
            self._position = self._recorder.max_notification_id() or 0
            return None
        if rows:
            self._position = rows[-1].id
        return [Tailed(str(row.originator_id), row.originator_version, row.id, row.state) for row in rows]

    def wait(self) -> None:
        late = 0.0
        while not self._woken.wait(None if self._watching is None else _POLL):
            if self._count() != self._changes:
                late += _POLL
                if not self._held() or late > _HELD:
                    return

    @property
    def looks(self) -> bool:
        return self._watching is not None

    def wake(self) -> None:
        self._woken.set()

    def close(self) -> None:
        if self._watching is not None:
            self._watching.close()
            self._watching = None

    def _count(self) -> int:
        """Return a number that changes when another connection commits."""
        if self._watching is None:
            return 0
        try:
            found: int = self._watching.execute("PRAGMA data_version").fetchone()[0]
        except sqlite3.Error as error:
            raise NoStore(f"The store cannot be read ({error}).") from error
        return found
