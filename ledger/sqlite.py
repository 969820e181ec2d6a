"""The SQLite file: the library's recorder with ids that are never given twice, and tables beside the events.

Everything that belongs to one command (lines, words, seeds, hashed tokens) is inserted in one transaction.
``synchronous=FULL``: when ``insert_events`` returns, the lines are on the disk.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from time import sleep
from typing import Any

import orjson
from eventsourcing.persistence import InterfaceError, OperationalError, StoredEvent
from eventsourcing.sqlite import (
    SQLiteApplicationRecorder,
    SQLiteConnection,
    SQLiteConnectionPool,
    SQLiteCursor,
    SQLiteDatastore,
    SQLiteFactory,
)

from ledger.beside import Beside
from ledger.canonical import canon_trusted
from ledger.refusals import Busy, NoStore

WRITER_WAITS = 30
_WAL_TRIES = 50

TABLES = (
    """CREATE TABLE IF NOT EXISTS stored_events (
        rowid INTEGER PRIMARY KEY AUTOINCREMENT,
        originator_id TEXT NOT NULL,
        originator_version INTEGER NOT NULL,
        topic TEXT NOT NULL,
        state BLOB NOT NULL,
        UNIQUE (originator_id, originator_version))""",
    """CREATE TABLE IF NOT EXISTS chains (
        encounter TEXT, base INTEGER, length INTEGER NOT NULL, locked BLOB NOT NULL,
        PRIMARY KEY (encounter, base)) WITHOUT ROWID""",
    """CREATE TABLE IF NOT EXISTS seats (
        encounter TEXT, token_hash TEXT, seat TEXT NOT NULL,
        PRIMARY KEY (encounter, token_hash)) WITHOUT ROWID""",
    """CREATE TABLE IF NOT EXISTS payloads (
        encounter TEXT, n INTEGER, salt BLOB NOT NULL, payload BLOB NOT NULL,
        PRIMARY KEY (encounter, n)) WITHOUT ROWID""",
    "CREATE INDEX IF NOT EXISTS openings ON stored_events (rowid) WHERE originator_version = 0",
    """CREATE INDEX IF NOT EXISTS turns ON stored_events (originator_id, originator_version)
        WHERE topic IN ('EncounterEnded', 'HistoryRewound')""",
    "CREATE TABLE IF NOT EXISTS imports (encounter TEXT PRIMARY KEY) WITHOUT ROWID",
)


class Pool(SQLiteConnectionPool):
    """Connections with the pragmas of a ledger and a statement cache."""

    def _create_connection(self) -> SQLiteConnection:
        try:
            connection = sqlite3.connect(
                self.db_name,
                uri=True,
                check_same_thread=False,
                isolation_level=None,
                timeout=self.lock_timeout or WRITER_WAITS,
            )
            if not self.is_sqlite_memory_mode:
                _write_ahead(connection)
            connection.execute("PRAGMA synchronous=FULL")
        except sqlite3.Error as error:
            raise InterfaceError(error) from error
        connection.row_factory = sqlite3.Row
        return SQLiteConnection(sqlite_conn=connection, max_age=self.max_age)


def _write_ahead(connection: sqlite3.Connection) -> None:
    # Two processes that open a new file together: the change of mode does not wait for the other's lock by itself.
    for tries in range(_WAL_TRIES):
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError:
            if tries == _WAL_TRIES - 1:
                raise
            sleep(0.02)


class Datastore(SQLiteDatastore):
    """The library's datastore over ``Pool``, with connections for reading that never queue behind a writer."""

    def __init__(self, db_name: str) -> None:
        super().__init__(db_name, originator_id_type="text")
        self.pool = Pool(db_name=db_name, lock_timeout=WRITER_WAITS, pool_timeout=2.0 * WRITER_WAITS)
        # In memory a reader would lock the writer's table: there, one pool keeps the two apart.
        apart = not self.pool.is_sqlite_memory_mode
        self.reading = Pool(db_name=db_name, lock_timeout=WRITER_WAITS) if apart else self.pool

    @contextmanager
    def get_connection(self, *, commit: bool) -> Iterator[SQLiteConnection]:
        """Lend a connection, to write if it shall commit."""
        pool = self.pool if commit else self.reading
        connection = pool.get_connection(is_writer=commit)
        try:
            yield connection
        finally:
            pool.put_connection(connection)

    @contextmanager
    def transaction(self, *, commit: bool) -> Iterator[SQLiteCursor]:
        """Lend a cursor within a transaction. Raises Busy while others lock the file, NoStore if it cannot be used."""
        try:
            with super().transaction(commit=commit) as cursor:
                yield cursor
        except (OperationalError, InterfaceError) as error:
            if "locked" in str(error) or isinstance(error, TimeoutError):
                raise Busy("Another process keeps the store locked: nothing was written, try again.") from error
            raise NoStore(f"The store cannot be used ({error}): send the same again once it can.") from error

    def close(self) -> None:
        """Close every connection."""
        super().close()
        self.reading.close()


class Recorder(SQLiteApplicationRecorder):
    """The library's recorder, and what is kept beside the events."""

    def __init__(self, datastore: SQLiteDatastore, events_table_name: str = "stored_events") -> None:
        super().__init__(datastore, events_table_name)
        self.insert_events_statement = (
            "INSERT INTO stored_events (originator_id, originator_version, topic, state) VALUES (?,?,?,?)"
        )

    def construct_create_table_statements(self) -> list[str]:
        """Return the tables of a ledger."""
        return list(TABLES)

    def _insert_events(
        self, c: SQLiteCursor, stored_events: Sequence[StoredEvent], **kwargs: Any
    ) -> Sequence[int] | None:
        rows = [(each.originator_id, each.originator_version, each.topic, each.state) for each in stored_events]
        c.executemany(self.insert_events_statement, rows)
        c.execute("SELECT last_insert_rowid()")
        last = c.fetchone()[0]
        for beside in kwargs.get("beside", ()):
            _insert_beside(c, beside)
        # One writer at a time: the ids of one transaction follow each other.
        return range(last - len(rows) + 1, last + 1)

    def read_lines(self, encounter: str, after: int = -1) -> list[tuple[bytes, bytes | None]]:
        """Return the stored lines after a version, each with its payload if it has one."""
        with self.datastore.transaction(commit=False) as c:
            c.execute("SELECT n, payload FROM payloads WHERE encounter=? AND n>?", (encounter, after))
            payloads: dict[int, bytes] = dict(c.fetchall())
            c.execute(
                "SELECT state FROM stored_events WHERE originator_id=? AND originator_version>?"
                " ORDER BY originator_version",
                (encounter, after),
            )
            return [(row[0], payloads.get(n)) for n, row in enumerate(c.fetchall(), after + 1)]

    def read_words(self, encounter: str) -> list[tuple[int, bytes, bytes]]:
        """Return (n, salt, payload) of every line with words."""
        return self._all("SELECT n, salt, payload FROM payloads WHERE encounter=? ORDER BY n", encounter)

    def last_version(self, encounter: str) -> int:
        """Return the newest version; -1 if there is no such encounter."""
        found = self._all("SELECT MAX(originator_version) FROM stored_events WHERE originator_id=?", encounter)[0][0]
        return -1 if found is None else int(found)

    def seat_of(self, encounter: str, token_hash: str) -> str | None:
        """Return whose token it is; None if it is nobody's."""
        found = self._all("SELECT seat FROM seats WHERE encounter=? AND token_hash=?", encounter, token_hash)
        return str(found[0][0]) if found else None

    def add_seat(self, encounter: str, seat: str, token_hash: str) -> None:
        """Keep one more token, of a seat that is at the table or only reads."""
        with self.datastore.transaction(commit=True) as c:
            c.execute("INSERT INTO seats (encounter, seat, token_hash) VALUES (?,?,?)", (encounter, seat, token_hash))

    def locked_chain(self, encounter: str, base: int) -> tuple[int, bytes]:
        """Return the length and the locked seed of the chain that begins after roll ``base``."""
        length, locked = self._all("SELECT length, locked FROM chains WHERE encounter=? AND base=?", encounter, base)[0]
        return int(length), bytes(locked)

    def was_imported(self, encounter: str) -> bool:
        """Return whether the encounter came from a file."""
        return bool(self._all("SELECT 1 FROM imports WHERE encounter=?", encounter))

    def encounters(self) -> list[tuple[str, int, bytes, bytes, str | None, bool]]:
        """Return (encounter, newest version, first line, last line, outcome, imported), the newest encounter last."""
        rows = self._all(
            "SELECT a.originator_id, z.originator_version, a.state, z.state, i.encounter IS NOT NULL"
            " FROM stored_events a JOIN stored_events z ON z.originator_id = a.originator_id"
            " AND z.originator_version ="
            " (SELECT MAX(originator_version) FROM stored_events m WHERE m.originator_id = a.originator_id)"
            " LEFT JOIN imports i ON i.encounter = a.originator_id"
            " WHERE a.originator_version = 0 ORDER BY a.rowid"
        )
        return [(*row[:4], self._outcome(row[0]), bool(row[4])) for row in rows]

    def _outcome(self, encounter: str) -> str | None:
        """Return how the encounter ended, None if it goes on: nothing follows an end but a rewind."""
        turn = self._all(
            "SELECT state FROM stored_events WHERE originator_id=? AND topic IN ('EncounterEnded', 'HistoryRewound')"
            " ORDER BY originator_version DESC LIMIT 1",
            encounter,
        )
        if turn and "to_version" in (line := orjson.loads(turn[0][0])):
            turn = self._all(
                "SELECT state FROM stored_events"
                " WHERE originator_id=? AND originator_version=? AND topic='EncounterEnded'",
                encounter,
                line["to_version"],
            )
        return str(orjson.loads(turn[0][0])["outcome"]) if turn else None

    def _all(self, statement: str, *parameters: object) -> list[Any]:
        with self.datastore.transaction(commit=False) as c:
            c.execute(statement, parameters)
            found: list[Any] = c.fetchall()
            return found


def _insert_beside(c: SQLiteCursor, beside: Beside) -> None:
    encounter = beside.encounter
    if beside.words:
        c.executemany(
            "INSERT INTO payloads (encounter, n, salt, payload) VALUES (?,?,?,?)",
            [(encounter, each.n, each.salt, canon_trusted(each.payload)) for each in beside.words],
        )
    if beside.chain is not None:
        c.execute("INSERT INTO chains (encounter, base, length, locked) VALUES (?,?,?,?)", (encounter, *beside.chain))
    if beside.seats:
        c.executemany(
            "INSERT INTO seats (encounter, seat, token_hash) VALUES (?,?,?)",
            [(encounter, *each) for each in beside.seats],
        )
    if beside.imported:
        c.execute("INSERT INTO imports (encounter) VALUES (?)", (encounter,))


class Factory(SQLiteFactory):
    """The library's factory over ``Datastore`` and ``Recorder``."""

    application_recorder_class = Recorder

    def __init__(self, db_name: str) -> None:
        super().__init__({self.SQLITE_DBNAME: db_name, self.ORIGINATOR_ID_TYPE: "text"})
        self.datastore = Datastore(db_name)
