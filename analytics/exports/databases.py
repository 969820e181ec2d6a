"""Tables in one file of SQLite, which Datasette serves, or of DuckDB."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from analytics.exports.plain import Change, as_json, as_text, changed
from projections.analytics.shape import Column, Row, Sheet

_SQLITE = {"string": "TEXT", "strings": "TEXT", "time": "TEXT", "float64": "REAL"}
_DUCKDB = {
    "string": "VARCHAR",
    "int32": "INTEGER",
    "int64": "BIGINT",
    "bool": "BOOLEAN",
    "float64": "DOUBLE",
    "time": "TIMESTAMPTZ",
    "strings": "VARCHAR[]",
}


class Database(Protocol):
    """Puts the rows of fights into the tables of a file, in the place of what it holds of these fights."""

    def __call__(
        self, path: Path, sheets: Iterable[Sheet], gone: Sequence[str], rows: Mapping[str, Sequence[Row]]
    ) -> None:
        """Put the rows in; of the fights that are ``gone`` nothing stays that is not among them."""
        ...


def _column(column: Column, kinds: Mapping[str, str], other: str) -> str:
    return f"{column.name} {kinds.get(column.kind, other)}{'' if column.gaps else ' NOT NULL'}"


class _Connection(Protocol):
    def execute(self, sql: str) -> Any: ...


def _grow(connection: _Connection, sheet: Sheet, kinds: Mapping[str, str], other: str) -> None:
    """Make the table of a sheet, or add the columns that it lacks because it was made by an older program."""
    columns = ", ".join(map(partial(_column, kinds=kinds, other=other), sheet.columns))
    connection.execute(f"CREATE TABLE IF NOT EXISTS {sheet.name} ({columns})")
    there = {row[1] for row in connection.execute(f"PRAGMA table_info({sheet.name})").fetchall()}
    for each in sheet.columns:
        if each.name not in there:
            connection.execute(f"ALTER TABLE {sheet.name} ADD COLUMN {_column(each, kinds, other)}")


def into_sqlite(path: Path, sheets: Iterable[Sheet], gone: Sequence[str], rows: Mapping[str, Sequence[Row]]) -> None:
    """Put rows into a file of SQLite: moments as text, lists as JSON."""
    told: dict[str, Change] = {"time": as_text, "strings": as_json}
    with closing(sqlite3.connect(path)) as connection, connection:
        for sheet in sheets:
            _grow(connection, sheet, _SQLITE, "INTEGER")
            keys = ", ".join(sheet.key)
            connection.execute(f"CREATE INDEX IF NOT EXISTS {sheet.name}_key ON {sheet.name} ({keys})")
            connection.executemany(f"DELETE FROM {sheet.name} WHERE encounter = ?", [(one,) for one in gone])
            places = ", ".join("?" * len(sheet.columns))
            found = changed(sheet, rows.get(sheet.name, ()), told)
            connection.executemany(f"INSERT INTO {sheet.name} VALUES ({places})", found)


def into_duckdb(path: Path, sheets: Iterable[Sheet], gone: Sequence[str], rows: Mapping[str, Sequence[Row]]) -> None:
    """Put rows into a file of DuckDB."""
    import duckdb  # noqa: PLC0415 - the other forms do without

    from analytics.arrow import table_of  # noqa: PLC0415 - as above

    with duckdb.connect(str(path)) as connection:
        connection.execute("SET TimeZone = 'UTC'")
        connection.begin()
        for sheet in sheets:
            _grow(connection, sheet, _DUCKDB, "VARCHAR")
            connection.execute(f"DELETE FROM {sheet.name} WHERE list_contains(?, encounter)", [list(gone)])
            connection.register("fresh", table_of(sheet, rows.get(sheet.name, ())))
            connection.execute(f"INSERT INTO {sheet.name} SELECT * FROM fresh")
            connection.unregister("fresh")
        connection.commit()
