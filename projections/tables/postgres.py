"""Read models beside the lines in PostgreSQL.

A transaction that writes holds the ledger's settled mark back, so they are short: everything is worked out before.
They need not be lasting at once: a crash of the server may take the last pages, rows and position together.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, ClassVar, cast

from eventsourcing.persistence import DataError, IntegrityError
from eventsourcing.postgres import PostgresTrackingRecorder
from psycopg import Cursor
from psycopg.rows import DictRow, tuple_row

from projections.tables.builds import Builds
from projections.tables.parts import Build
from projections.tables.schema import Table

_NAMES = "SELECT relname FROM pg_class WHERE relkind IN ('r', 'v') AND relnamespace = current_schema()::regnamespace"
_COLUMNS = (
    "SELECT c.relname, a.attname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0"
    " WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace AND NOT a.attisdropped"
)
_ARRAYS = {"text": "text[]", "number": "bigint[]"}


class Tables(Builds, PostgresTrackingRecorder):
    """Builds over the library's tracking recorder for PostgreSQL, and the ledger's datastore."""

    POSITIONS = "notification_tracking"
    TYPES: ClassVar = {"text": 'text COLLATE "C"', "number": "bigint"}

    def create_table(self) -> None:
        """Make the schema, or bring it up to date; of several processes that start together one does it."""
        with self.datastore.transaction(commit=True) as c:
            c.execute("SELECT pg_advisory_xact_lock(hashtext('encounter-ledger read models'))")
            self.begin_anew_if_wrong(c)
            c.execute("SELECT to_regclass(%s) IS NOT NULL AS there", (self.tracking_table_name,))
            self.tracking_table_exists = cast(dict[str, bool], c.fetchone())["there"]
            if self.tracking_table_exists:
                found = self._max_tracking_id(self.table_migration_identifier, c)
                self.tracking_migration_previous = self.tracking_migration_current = found
            self._create_table(c)
            self.migrate(c)

    @contextmanager
    def changing(self, *, lasting: bool = True) -> Iterator[Cursor[DictRow]]:
        """Lend a cursor in a transaction that commits; one that need not be ``lasting`` does not wait for the disk."""
        with self.datastore.transaction(commit=True) as c:
            c.execute("SET LOCAL lock_timeout = '5s'")
            if not lasting:
                c.execute("SET LOCAL synchronous_commit = off")
            yield c

    @contextmanager
    def reading(self) -> Iterator[Cursor[DictRow]]:
        """Lend a cursor in a transaction of which nothing stays."""
        with self.datastore.transaction(commit=False) as c:
            yield c

    def execute(self, c: Cursor[DictRow], statement: str, parameters: Sequence[object]) -> list[tuple[Any, ...]]:
        """Return the rows of a statement."""
        with c.connection.cursor(row_factory=tuple_row) as tuples:
            tuples.execute(statement.replace("?", "%s").encode(), parameters)
            return tuples.fetchall() if tuples.description else []

    def names(self, c: Cursor[DictRow]) -> set[str]:
        """Return the names of all tables and views."""
        return {row[0] for row in self.execute(c, _NAMES, ())}

    def columns(self, c: Cursor[DictRow]) -> set[tuple[str, str]]:
        """Return the columns of all tables."""
        return {(row[0], row[1]) for row in self.execute(c, _COLUMNS, ())}

    def fill(self, c: Cursor[DictRow], table: Table, name: str, rows: Sequence[tuple[Any, ...]]) -> None:
        """Put rows into a table."""
        arrays = ", ".join(f"%b::{_ARRAYS[kind]}" for kind in table.columns.values())
        statement = table.filled(name, f"SELECT * FROM unnest({arrays})")  # noqa: S608 - names of our own
        c.execute(statement.encode(), [list(column) for column in zip(*rows, strict=True)])

    @contextmanager
    def turn(self, build: Build) -> Iterator[bool]:
        """Say whether no other process is at this build just now. What really decides is the position."""
        with self.datastore.get_connection() as connection:
            key = f"encounter-ledger {build.name}"
            row = connection.execute("SELECT pg_try_advisory_lock(hashtext(%s)) AS ours", (key,)).fetchone()
            ours = cast(dict[str, bool], row)["ours"]
            try:
                yield ours
            finally:
                if ours:
                    connection.execute("SELECT pg_advisory_unlock(hashtext(%s))", (key,))

    def is_unfit(self, error: Exception) -> bool:
        """Say whether rows were refused for what stands in them."""
        kinds = (DataError, IntegrityError, UnicodeEncodeError)
        return isinstance(error, kinds) or isinstance(error.__cause__, kinds)
