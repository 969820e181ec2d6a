"""Following a PostgreSQL: told by NOTIFY, which is only a hint, and looking twice a second beside it.

Positions are given before their transactions commit, so lines may appear below one that was seen already. The gaps are
remembered and asked for with whatever is new; a gap is given up once every transaction that could fill it is over,
which its transaction id proves. So a line is heard as soon as it is committed, however long another takes.
"""

from __future__ import annotations

import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from secrets import token_hex
from selectors import EVENT_READ, DefaultSelector, SelectorKey
from threading import Event, Lock, Thread
from time import monotonic
from typing import Any, LiteralString, cast

import psycopg
from psycopg.rows import tuple_row

from ledger.refusals import LedgerRefused, NoStore
from ledger.store.following import MOST, Holding, Source, Tailed
from ledger.store.postgres import Patient, Recorder

CHANNEL = "encounter_lines"
_POLL = 0.5
_OWN = 0.1
"""Seconds until it looks after this process itself said that there is more: whoever must know at once wakes it."""
_SOON = 0.02
_BETWEEN = 0.004
"""Seconds between two announcements, at least: a NOTIFY makes all others wait for it, if for a short time."""

_LAST = "SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM stored_events_notification_id_seq"
_FRESH = "SELECT pg_current_xact_id()::text::bigint"
_OLDEST = "SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint"
_ROWS = "SELECT originator_id, originator_version, notification_id, state FROM stored_events WHERE "
_NEW = _ROWS + "notification_id > %s ORDER BY notification_id LIMIT %s"
_LATE = _ROWS + "notification_id = ANY(%s) UNION ALL (" + _NEW + ") ORDER BY 3"


class Database:
    """A PostgreSQL that several processes write to and follow."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        self._name = token_hex(8)
        self._due = Event()
        self._closed = Event()
        self._starting = Lock()
        self._thread: Thread | None = None

    def source(self, held: Holding) -> Source:
        """Return a fresh source, with a connection of its own once it begins."""
        del held  # it looks seldom, but when it is told to
        return _Listening(cast(dict[str, Any], self._recorder.datastore.pool.kwargs), self._name)

    def announce(self) -> None:
        """Let other processes be told soon, in a transaction of its own."""
        self._due.set()
        if self._thread is None:
            self._start()

    def close(self) -> None:
        """Announce nothing any more."""
        with self._starting:
            self._closed.set()
        self._due.set()
        if self._thread is not None:
            self._thread.join(1)

    def _start(self) -> None:
        with self._starting:
            if self._thread is None and not self._closed.is_set():
                thread = Thread(target=self._announce, name="announcing", daemon=True)
                thread.start()
                self._thread = thread

    def _announce(self) -> None:
        while True:
            self._due.wait()
            if self._closed.is_set():
                return
            self._due.clear()
            # Nobody depends on being told: those who follow look by themselves as well.
            with suppress(LedgerRefused, psycopg.Error), self._recorder.datastore.get_connection() as connection:
                connection.execute(f"NOTIFY {CHANNEL}, '{self._name}'".encode())
            self._closed.wait(_BETWEEN)


class _Listening:
    """One connection that listens and reads; ``own`` is what this process announces under."""

    def __init__(self, settings: dict[str, Any], own: str = "") -> None:
        name = f"{settings.get('application_name', 'encounter-ledger')} following"
        self._settings = {**settings, "application_name": name, "row_factory": tuple_row, "autocommit": True}
        self._own = own
        self._connection: psycopg.Connection[Any] | None = None
        self._wires: tuple[DefaultSelector, socket.socket, socket.socket] | None = None
        self._told = False
        self._said = False
        self._last = 0
        self._gaps: set[int] = set()
        self._mark: tuple[int, int] | None = None
        self._unknown = True

    def begin(self) -> None:
        with _store_errors():
            self._connection = Patient.connect(**self._settings)
            self._connection.add_notify_handler(self._hear)
            self._connection.execute(f"LISTEN {CHANNEL}".encode())
            selector = DefaultSelector()
            bell, button = socket.socketpair()
            for end in bell, button:
                end.setblocking(False)
            self._wires = selector, bell, button
            for heard in bell, self._connection:
                selector.register(heard.fileno(), EVENT_READ)
            self._stand_at_the_end()

    def read(self) -> Sequence[Tailed] | None:
        self._told = self._said = False
        with _store_errors():
            settled = self._mark is not None and self._one(_OLDEST) >= self._mark[1]
            rows = self._rows()
            if sum(row.position > self._last for row in rows) > MOST:
                self._stand_at_the_end()
                return None
            self._note([row.position for row in rows])
            missed = settled and self._settle()
            if self._gaps and self._mark is None:
                self._mark = (self._last, self._one(_FRESH))
        return None if missed else rows

    def wait(self) -> None:
        assert self._wires is not None  # noqa: S101  # begin comes first
        selector, bell, _ = self._wires
        if self._told:
            return
        until = monotonic() + (_SOON if self._unknown else _OWN if self._said else _POLL)
        with _store_errors():
            while (heard := selector.select(max(0.0, until - monotonic()))) and self._is_own(heard, bell):
                until = min(until, monotonic() + _OWN)
        with suppress(BlockingIOError):
            bell.recv(4096)

    def _is_own(self, heard: Sequence[tuple[SelectorKey, int]], bell: socket.socket) -> bool:
        """Take what came over the connection, and return whether that is only what this process said itself."""
        assert self._connection is not None  # noqa: S101  # begin comes first
        if any(key.fd == bell.fileno() for key, _ in heard):
            return False
        wire = self._connection.pgconn
        wire.consume_input()
        for said in iter(wire.notifies, None):
            self._take(said.extra.decode())
        return self._said and not self._told

    @property
    def looks(self) -> bool:
        return True

    def wake(self) -> None:
        # A full buffer wakes as well as one more byte; of a closed source nobody waits.
        if (wires := self._wires) is not None:
            with suppress(OSError):
                wires[2].send(b"!")

    def close(self) -> None:
        if (wires := self._wires) is not None:
            self._wires = None
            for each in wires:
                each.close()
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _hear(self, notify: psycopg.Notify) -> None:
        self._take(notify.payload)

    def _take(self, said_by: str) -> None:
        if said_by == self._own:
            self._said = True
        else:
            self._told = True

    def _stand_at_the_end(self) -> None:
        """Go on from the newest line; transactions under way may still commit below it, unknown to us."""
        self._last = self._one(_LAST)
        self._gaps = set()
        self._mark = (self._last, self._one(_FRESH))
        self._unknown = True

    def _note(self, positions: Sequence[int]) -> None:
        """Take what was read out of the gaps, and what was skipped into them."""
        self._gaps.difference_update(positions)
        above = [position for position in positions if position > self._last]
        if above:
            self._gaps.update(set(range(self._last + 1, above[-1])).difference(above))
            self._last = above[-1]

    def _settle(self) -> bool:
        """Give up the gaps below the mark, now that nothing can fill them; return whether some line was unknown."""
        assert self._mark is not None  # noqa: S101  # only asked about a mark
        bound, self._mark = self._mark[0], None
        self._gaps = {gap for gap in self._gaps if gap > bound}
        missed, self._unknown = self._unknown, False
        return missed

    def _rows(self) -> list[Tailed]:
        late = [sorted(self._gaps)] if self._gaps else []
        found = self._ask(_LATE if late else _NEW, *late, self._last, MOST + 1)
        return [Tailed(encounter, n, position, bytes(state)) for encounter, n, position, state in found]

    def _one(self, statement: LiteralString) -> int:
        return int(self._ask(statement)[0][0])

    def _ask(self, statement: LiteralString, *parameters: object) -> list[tuple[Any, ...]]:
        assert self._connection is not None  # noqa: S101  # begin comes first
        return self._connection.execute(statement, parameters).fetchall()


@contextmanager
def _store_errors() -> Iterator[None]:
    try:
        yield
    except (psycopg.Error, OSError, ValueError) as error:
        raise NoStore(f"The store cannot be followed ({error}).") from error
