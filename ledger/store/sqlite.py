"""The SQLite file: the library's recorder with ids that are never given twice, and tables beside the events.

Everything that belongs to one command (lines, words, seeds, hashed tokens) is inserted in one transaction.
``synchronous=FULL``: when ``insert_events`` returns, the lines are on the disk.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from pathlib import Path
from threading import Event
from time import sleep
from typing import Any

from eventsourcing.persistence import (
    ConnectionPoolClosedError,
    DatabaseError,
    InterfaceError,
    OperationalError,
    StoredEvent,
)
from eventsourcing.sqlite import (
    SQLiteAggregateRecorder,
    SQLiteApplicationRecorder,
    SQLiteConnection,
    SQLiteConnectionPool,
    SQLiteCursor,
    SQLiteDatastore,
    SQLiteFactory,
)

from ledger.line.attachments import MARK, Beside
from ledger.line.canonical import canon_trusted
from ledger.line.tree import follows, leaf
from ledger.refusals import Busy, Damaged, DamagedFile, NoStore
from ledger.store.columns import must_have_every_column
from ledger.store.fetching import may_fetch
from ledger.store.open_file import OpenFile
from ledger.store.pictures import KeptPictures
from ledger.store.questions import Questions, bytes_of, heads_of
from ledger.store.signals import KeptSignals

WRITER_WAITS = 30
CLOSING_WAITS = 5.0
"""Seconds that closing waits for what is lent; whoever is longer closes it as they give it back."""
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
    "CREATE INDEX IF NOT EXISTS seats_by_token ON seats (token_hash)",
    """CREATE TABLE IF NOT EXISTS stored_snapshots (
        originator_id TEXT, originator_version INTEGER, topic TEXT NOT NULL, state BLOB NOT NULL,
        PRIMARY KEY (originator_id, originator_version))""",
    """CREATE TABLE IF NOT EXISTS uses (
        encounter TEXT, seat TEXT, cmd TEXT, n INTEGER NOT NULL, body BLOB NOT NULL,
        PRIMARY KEY (encounter, seat, cmd)) WITHOUT ROWID""",
    """CREATE TABLE IF NOT EXISTS archives (
        encounter TEXT PRIMARY KEY, version INTEGER NOT NULL, at INTEGER NOT NULL, digest BLOB NOT NULL,
        summary BLOB NOT NULL, restored INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID""",
    """CREATE TABLE IF NOT EXISTS presence (
        encounter TEXT, party TEXT, at INTEGER NOT NULL, next INTEGER NOT NULL,
        PRIMARY KEY (encounter, party)) WITHOUT ROWID""",
    """CREATE TABLE IF NOT EXISTS links (
        encounter TEXT, roll INTEGER, party TEXT, link TEXT NOT NULL, sig TEXT NOT NULL,
        PRIMARY KEY (encounter, roll, party)) WITHOUT ROWID""",
    """CREATE TABLE IF NOT EXISTS cosignatures (
        encounter TEXT, size INTEGER, party TEXT, line TEXT NOT NULL,
        PRIMARY KEY (encounter, size, party)) WITHOUT ROWID""",
    """CREATE TABLE IF NOT EXISTS heads (
        encounter TEXT PRIMARY KEY, n INTEGER NOT NULL, head BLOB NOT NULL) WITHOUT ROWID""",
    "CREATE TABLE IF NOT EXISTS key_marks (one INTEGER PRIMARY KEY CHECK (one = 1), mark BLOB NOT NULL)",
    "CREATE TABLE IF NOT EXISTS pictures (encounter TEXT PRIMARY KEY, picture BLOB NOT NULL)",
    """CREATE TABLE IF NOT EXISTS masks (
        encounter TEXT, mask TEXT, picture BLOB NOT NULL, PRIMARY KEY (encounter, mask))""",
    """CREATE TABLE IF NOT EXISTS notes (
        encounter TEXT, place INTEGER, note TEXT NOT NULL, PRIMARY KEY (encounter, place)) WITHOUT ROWID""",
)


COLUMNS = "SELECT m.name, i.name FROM sqlite_master m JOIN pragma_table_info(m.name) i WHERE m.type = 'table'"
_BEFORE = "SELECT state FROM stored_events WHERE originator_id=? AND originator_version=?"
_HEADLESS = """SELECT s.originator_id, s.originator_version, s.topic, s.state FROM stored_events AS s
    JOIN (SELECT originator_id AS one, MAX(originator_version) AS n FROM stored_events
        WHERE typeof(originator_version) = 'integer' GROUP BY originator_id) AS newest
    ON newest.one = s.originator_id AND newest.n = s.originator_version
    WHERE s.topic <> ? AND NOT EXISTS (SELECT 1 FROM heads WHERE encounter = s.originator_id)"""
_HEADED = 1
"""The ``user_version`` of a file in which something is kept of the newest line of every encounter."""
_HEADS = (
    "INSERT INTO heads (encounter, n, head) VALUES (?,?,?)"
    " ON CONFLICT (encounter) DO UPDATE SET n = excluded.n, head = excluded.head"
)


class Connection(SQLiteConnection):
    """A connection to a file, which writes nothing there any more on closing once that is ``lost``."""

    def __init__(self, connection: sqlite3.Connection, max_age: float | None, lost: Event) -> None:
        super().__init__(sqlite_conn=connection, max_age=max_age)
        self._lost = lost

    def _close(self) -> None:
        if self._lost.is_set() and not self._closed:
            # Else the last one would copy the log into the file: what SQLite stops when it is interrupted.
            self._sqlite_conn.interrupt()
        super()._close()


class Pool(SQLiteConnectionPool):
    """Connections with the pragmas of a ledger and a statement cache."""

    def __init__(self, db_name: str, lost: Event, pool_timeout: float = 5.0) -> None:
        self._lost = lost
        super().__init__(db_name=db_name, lock_timeout=WRITER_WAITS, pool_timeout=pool_timeout)

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
        # What is no text was put there by somebody else: it is shown, and not taken for a store that cannot be used.
        connection.text_factory = partial(str, encoding="utf-8", errors="replace")
        return Connection(connection, self.max_age, self._lost)

    def put_connection(self, conn: SQLiteConnection) -> None:
        """Take a connection back, and close it if the pool is closed."""
        with self._put_condition:
            if not self.closed:
                super().put_connection(conn)
            elif self._in_use.pop(id(conn), None) is not None:
                conn.close()
                self._put_condition.notify_all()

    @property
    def lends(self) -> bool:
        """Return whether anybody still has a connection."""
        return bool(self._in_use)

    def close(self) -> None:
        """Close what is not lent, and wait for the rest: to close one under a statement ends the process."""
        with self._put_condition:
            self._closed = True
            while self._pool:
                self._pool.popleft().close()
            self._put_condition.wait_for(lambda: not self._in_use, CLOSING_WAITS)


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

    pool: Pool

    def __init__(self, db_name: str) -> None:
        super().__init__(db_name, originator_id_type="text")
        # In memory a reader would lock the writer's table: there, one pool keeps the two apart.
        apart = not Pool.detect_memory_mode(db_name)
        self.opened = OpenFile(Path(db_name) if apart else None)
        self.pool = Pool(db_name, self.opened.lost, 2.0 * WRITER_WAITS)
        self.reading = Pool(db_name, self.opened.lost) if apart else self.pool

    @contextmanager
    def get_connection(self, *, commit: bool) -> Iterator[SQLiteConnection]:
        """Lend a connection, to write if it shall commit. Raises Busy for a thread that must not wait for one."""
        may_fetch()
        pool = self.pool if commit else self.reading
        connection = pool.get_connection(is_writer=commit)
        try:
            yield connection
        finally:
            pool.put_connection(connection)

    @contextmanager
    def transaction(self, *, commit: bool) -> Iterator[SQLiteCursor]:
        """Lend a cursor within a transaction. Raises Busy while others lock the file, NoStore if it cannot be used."""
        self.opened.must_not_be_spoilt()
        with self._told(), super().transaction(commit=commit) as cursor:
            yield cursor
            if commit:
                self.opened.must_be_there(alone=True)
        if commit:
            self.opened.written()

    @contextmanager
    def hasty(self) -> Iterator[SQLiteCursor]:
        """Lend a cursor within a transaction that the disk may have later, with the next one that it must have."""
        self.opened.must_not_be_spoilt()
        with self._told(), self.get_connection(commit=True) as connection:
            connection.cursor().execute("PRAGMA synchronous=NORMAL")
            try:
                with connection.transaction(commit=True) as cursor:
                    yield cursor
                    self.opened.must_be_there(alone=True)
            finally:
                connection.cursor().execute("PRAGMA synchronous=FULL")
            self.opened.written()

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except ConnectionPoolClosedError as error:
            raise NoStore("The store is closed: send the same again once the server is back.") from error
        except (OperationalError, InterfaceError) as error:
            if "locked" in str(error) or isinstance(error, TimeoutError):
                raise Busy("Another process keeps the store locked: nothing was written, try again.") from error
            # What SQLite calls an error of the disk may be a log that was cut short.
            self.opened.must_be_there()
            raise NoStore(f"The store cannot be used ({error}): send the same again once it can.") from error
        except DatabaseError as error:
            # Its own word for a file that holds something else than it wrote; kinds of it are something else.
            if type(error) is not DatabaseError:
                raise
            # It may be the log that somebody wrote over, of which what is left comes back with the next start.
            self.opened.must_be_there(alone=True)
            raise DamagedFile(error) from error

    def close(self) -> None:
        """Close every connection."""
        self.opened.look_again()
        super().close()
        self.reading.close()
        if not (self.pool.lends or self.reading.lends):
            self.opened.close()


class Recorder(Questions, KeptSignals, KeptPictures, SQLiteApplicationRecorder):
    """The library's recorder, and what is kept beside the events."""

    POSITION = "rowid"
    datastore: Datastore

    def __init__(self, datastore: SQLiteDatastore, events_table_name: str = "stored_events") -> None:
        super().__init__(datastore, events_table_name)
        self.insert_events_statement = (
            "INSERT INTO stored_events (originator_id, originator_version, topic, state) VALUES (?,?,?,?)"
        )

    def construct_create_table_statements(self) -> list[str]:
        """Return the tables of a ledger."""
        return list(TABLES)

    def _create_table(self, c: SQLiteCursor) -> None:
        """Make what is not there; NoStore where what is there is something else."""
        for statement in (each for each in TABLES if each.startswith("CREATE TABLE")):
            c.execute(statement)
        c.execute(COLUMNS)
        must_have_every_column((table, column) for table, column in c.fetchall())
        super()._create_table(c)
        self.headed = _keeps_newest(c)

    def _insert_events(
        self, c: SQLiteCursor, stored_events: Sequence[StoredEvent], **kwargs: Any
    ) -> Sequence[int] | None:
        rows = [(each.originator_id, each.originator_version, each.topic, each.state) for each in stored_events]
        c.executemany(self.insert_events_statement, rows)
        # Before the lines are held against each other: where the log is spoilt, no encounter is.
        self.datastore.opened.must_be_there(alone=True)
        _must_follow(c, stored_events)
        c.executemany(_HEADS, heads_of(stored_events))
        for beside in kwargs.get("beside", ()):
            _insert_beside(c, beside)
        return None

    def must_be_the_same(self) -> None:
        """Raise NoStore where the files that were opened lie there no more, or others in their place."""
        with self.datastore.transaction(commit=False) as c:
            # While somebody reads, the log lies beside the file.
            c.execute("SELECT 1 FROM stored_events LIMIT 1")
            self.datastore.opened.must_be_there(alone=True)

    def broken_pages(self) -> list[str]:
        """Return what SQLite finds wrong with its file, in its own words."""
        found = [str(row[0]) for row in self._all("PRAGMA integrity_check(20)")]
        return [] if found == ["ok"] else found

    def _do(self, statement: str, *parameters: object) -> None:
        with self.datastore.transaction(commit=True) as c:
            c.execute(statement, parameters)

    def _jot(self, statement: str, *parameters: object) -> None:
        with self.datastore.hasty() as c:
            c.execute(statement, parameters)

    def _changing(self) -> AbstractContextManager[Any]:
        return self.datastore.transaction(commit=True)

    def _run(self, c: Any, statement: str, *parameters: object) -> None:
        c.execute(statement, parameters)

    def _insert(self, c: Any, lines: Sequence[StoredEvent], beside: Beside) -> None:
        self._insert_events(c, lines, beside=[beside])

    def _all(self, statement: str, *parameters: object) -> list[Any]:
        with self.datastore.transaction(commit=False) as c:
            c.execute(statement, parameters)
            found: list[Any] = c.fetchall()
            return found


def _keeps_newest(c: SQLiteCursor) -> bool:
    """Return whether something is kept of the newest line of every encounter, after what was written before that was.

    Not so in a file that is damaged where such a line lies: what is missing there says nothing.
    """
    # The library's transaction begins by reading: it could not go on to write once another has written.
    c.execute("COMMIT")
    c.execute("BEGIN IMMEDIATE")
    c.execute("PRAGMA user_version")
    if c.fetchone()[0] >= _HEADED:
        return True
    try:
        c.execute(_HEADLESS, (MARK,))
        newest = [StoredEvent(one, n, topic, bytes_of(state)) for one, n, topic, state in c.fetchall()]
    except sqlite3.DatabaseError:
        return False
    c.executemany(_HEADS, heads_of(newest))
    c.execute(f"PRAGMA user_version = {_HEADED}")
    return True


def _must_follow(c: SQLiteCursor, events: Sequence[StoredEvent]) -> None:
    """Raise Damaged where the line before the first new one of an encounter is not the one that it follows from."""
    first = {each.originator_id: each for each in reversed(events) if each.originator_version and each.topic != MARK}
    for each in first.values():
        before = each.originator_version - 1
        c.execute(_BEFORE, (each.originator_id, before))
        found = c.fetchone()
        if found is None or not follows(each.state, leaf(bytes_of(found[0]))):
            raise Damaged(str(each.originator_id), before, f"line {before} is not the one that was written")


def _insert_beside(c: SQLiteCursor, beside: Beside) -> None:
    encounter = beside.encounter
    if beside.words:
        c.executemany(
            "INSERT INTO payloads (encounter, n, salt, payload) VALUES (?,?,?,?)",
            [(encounter, each.n, each.salt, canon_trusted(each.payload)) for each in beside.words],
        )
    if beside.chain is not None:
        c.execute(
            "INSERT INTO chains (encounter, base, length, locked) VALUES (?,?,?,?)"
            " ON CONFLICT (encounter, base) DO UPDATE SET length = excluded.length, locked = excluded.locked",
            (encounter, *beside.chain),
        )
    if beside.seats:
        c.executemany(
            "INSERT INTO seats (encounter, seat, token_hash) VALUES (?,?,?)",
            [(encounter, *each) for each in beside.seats],
        )
    if (swap := beside.swap) is not None:
        c.execute(
            "UPDATE seats SET seat=?, token_hash=? WHERE encounter=? AND token_hash=?",
            (swap.seat, swap.fresh, encounter, swap.spent),
        )
        c.executemany(
            "DELETE FROM seats WHERE encounter=? AND seat=? AND token_hash NOT IN (?, ?)",
            [(encounter, seat, swap.spent, swap.fresh) for seat in swap.gone],
        )
    if beside.imported:
        c.execute("INSERT INTO imports (encounter) VALUES (?)", (encounter,))


class Snapshots(SQLiteAggregateRecorder):
    """The library's recorder of snapshots, which keeps one of each encounter, and the command ids used up to it."""

    def construct_create_table_statements(self) -> list[str]:
        """Return nothing: the table is one of the ledger's."""
        return []

    def _insert_events(
        self, c: SQLiteCursor, stored_events: Sequence[StoredEvent], **kwargs: Any
    ) -> Sequence[int] | None:
        for each in stored_events:
            if kwargs.get("anew"):
                c.execute("DELETE FROM uses WHERE encounter=?", (each.originator_id,))
            c.execute("DELETE FROM stored_snapshots WHERE originator_id=?", (each.originator_id,))
            c.execute(
                "INSERT INTO stored_snapshots (originator_id, originator_version, topic, state) VALUES (?,?,?,?)",
                (each.originator_id, each.originator_version, each.topic, each.state),
            )
        c.executemany(
            "INSERT INTO uses (encounter, seat, cmd, n, body) VALUES (?,?,?,?,?) ON CONFLICT DO NOTHING",
            kwargs.get("uses", ()),
        )
        return None


class Factory(SQLiteFactory):
    """The library's factory over ``Datastore`` and the recorders."""

    aggregate_recorder_class = Snapshots
    application_recorder_class = Recorder

    def __init__(self, db_name: str) -> None:
        super().__init__(
            {self.SQLITE_DBNAME: db_name, self.ORIGINATOR_ID_TYPE: "text", self.IS_SNAPSHOTTING_ENABLED: "y"}
        )
        self.datastore = Datastore(db_name)
