"""Read models in an SQLite file of their own, so that filling them never keeps a command from being written.

They can always be built again: a crash of the machine may take the last pages, rows and position together.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, ClassVar

from eventsourcing.persistence import DataError, IntegrityError, InterfaceError, PersistenceError
from eventsourcing.sqlite import SQLiteConnection, SQLiteCursor, SQLiteTrackingRecorder

from ledger.refusals import NoStore
from ledger.store import sqlite
from ledger.store.open_file import OpenFile
from projections.tables.builds import Builds
from projections.tables.parts import Build, Spoilt
from projections.tables.schema import Table


class Pool(sqlite.Pool):
    """Connections that leave flushing to the checkpoints."""

    def _create_connection(self) -> SQLiteConnection:
        try:
            connection = super()._create_connection()
        except InterfaceError as error:
            raise InterfaceError(f"{self.db_name}: {error}") from error
        connection.cursor().execute("PRAGMA synchronous=NORMAL")
        return connection


_SPOILT = ("malformed", "not a database", "disk image")


class Datastore(sqlite.Datastore):
    """The ledger's datastore over ``Pool``."""

    @contextmanager
    def transaction(self, *, commit: bool) -> Iterator[SQLiteCursor]:
        """Lend a cursor within a transaction. Raises Spoilt where the file is damaged, else as the ledger's does."""
        try:
            with super().transaction(commit=commit) as cursor:
                yield cursor
        except (NoStore, PersistenceError) as error:
            if any(sign in str(error) for sign in _SPOILT):
                cause = error.__cause__ or error
                raise Spoilt(f"The read models are damaged ({cause}): they are built anew from the lines.") from error
            raise

    def __init__(self, db_name: str) -> None:
        super().__init__(db_name)
        # What is lost of these tables is built again from the lines.
        self.opened = OpenFile(None)
        self.pool = Pool(db_name, self.opened.lost, 2.0 * sqlite.WRITER_WAITS)
        if self.pool.is_sqlite_memory_mode:
            self.reading = self.pool


class Tables(Builds, SQLiteTrackingRecorder):
    """Builds over the library's tracking recorder for SQLite."""

    POSITIONS = "tracking"
    TYPES: ClassVar = {"text": "TEXT", "number": "INTEGER"}

    def create_table(self) -> None:
        """Make the schema, or bring it up to date; of several processes that start together one does it."""
        with self.changing() as c:
            self.begin_anew_if_wrong(c)
            there = "SELECT COUNT(*) FROM sqlite_master WHERE name = ?"
            self.tracking_table_exists = bool(self.execute(c, there, (self.POSITIONS,))[0][0])
            if self.tracking_table_exists:
                found = self._max_tracking_id(self.table_migration_identifier, c)
                self.tracking_migration_previous = self.tracking_migration_current = found
            self._create_table(c)
            self.migrate(c)

    @contextmanager
    def changing(self, *, lasting: bool = True) -> Iterator[SQLiteCursor]:
        """Lend a cursor in a transaction that commits."""
        del lasting  # these tables never are more than lasting enough
        with self.datastore.transaction(commit=True) as c:
            # The library's transaction begins by reading: it could not go on to write once another has written.
            c.execute("COMMIT")
            c.execute("BEGIN IMMEDIATE")
            yield c

    @contextmanager
    def reading(self) -> Iterator[SQLiteCursor]:
        """Lend a cursor in a transaction of which nothing stays."""
        with self.datastore.transaction(commit=False) as c:
            yield c

    def execute(self, c: SQLiteCursor, statement: str, parameters: Sequence[object]) -> list[tuple[Any, ...]]:
        """Return the rows of a statement."""
        c.execute(statement, parameters)
        return [tuple(row) for row in c.fetchall()]

    def names(self, c: SQLiteCursor) -> set[str]:
        """Return the names of all tables and views."""
        return {row[0] for row in self.execute(c, "SELECT name FROM sqlite_master WHERE type IN ('table', 'view')", ())}

    def columns(self, c: SQLiteCursor) -> set[tuple[str, str]]:
        """Return the columns of all tables."""
        return {(row[0], row[1]) for row in self.execute(c, sqlite.COLUMNS, ())}

    def fill(self, c: SQLiteCursor, table: Table, name: str, rows: Sequence[tuple[Any, ...]]) -> None:
        """Put rows into a table."""
        c.executemany(table.filled(name, f"VALUES ({', '.join('?' * len(table.columns))})"), rows)

    def close(self) -> None:
        """Close the file."""
        self.datastore.close()

    @contextmanager
    def turn(self, build: Build) -> Iterator[bool]:
        """Say yes: one process serves a file, and whoever comes second finds the build moved."""
        del build
        yield True

    def is_unfit(self, error: Exception) -> bool:
        """Say whether rows were refused for what stands in them."""
        return isinstance(error, (DataError, IntegrityError, OverflowError, UnicodeEncodeError))
