"""Questions put to tables, and their answers."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path

import duckdb

from analytics.arrow import table_of
from analytics.engine.answers import Found, NoAnswer
from analytics.exports import manifest as manifests
from analytics.exports.folder import DATABASE, sheets, sheets_of
from analytics.exports.manifest import Manifest, NoTables
from analytics.exports.views import SWING, grown, judged, quoted, rulebook, views
from projections.analytics.dictionary import ON_DEMAND
from projections.analytics.shape import Row

_MISSING = re.compile(r"Table with name (\w+) does not exist")
MADE_BY = {"option": "--options", "swing": "--judge"}
"""By which option of `encounter tables` a table is made that few ask for."""
MEMORY = "1GB"
"""What one question may take, before it goes on in files or stops."""


class Asking:
    """Tables in memory, or in a folder; once they stand nothing else of the machine can be reached."""

    def __init__(self) -> None:
        self._connection = duckdb.connect()
        self._connection.execute("SET TimeZone = 'UTC'")
        # It would be drawn on stdout, into the answer.
        self._connection.execute("SET enable_progress_bar = false")
        self._connection.execute(f"SET memory_limit = '{MEMORY}'")
        self._connection.execute("SET autoinstall_known_extensions = false")
        self._connection.execute("SET autoload_known_extensions = false")

    def __enter__(self) -> Asking:
        return self

    def __exit__(self, *_: object) -> None:
        """Let go of it."""
        self._connection.close()

    @classmethod
    def of_rows(cls, rows: Mapping[str, Sequence[Row]]) -> Asking:
        """Return the tables of some fights, held in memory."""
        asking = cls()
        for name, sheet in sheets(*(each for each in ON_DEMAND if each in rows)).items():
            asking._connection.register("fresh", table_of(sheet, rows.get(name, ())))
            asking._connection.execute(f"CREATE TABLE {name} AS SELECT * FROM fresh")
            asking._connection.unregister("fresh")
        asking._connection.execute(judged(there=SWING in rows) + rulebook())
        asking._shut(())
        return asking

    @classmethod
    def of_folder(cls, folder: Path) -> tuple[Asking, Manifest]:
        """Return the tables of a folder, and its manifest. Raises NoTables."""
        manifest = manifests.read(folder)
        if manifest is None:
            raise NoTables(f"{folder} holds no tables: write some with `encounter tables --to {folder}`.")
        manifests.must_be_whole(folder, manifest)
        asking = cls()
        folder = folder.absolute()
        try:
            asking._open(folder, manifest)
        except duckdb.Error as error:
            asking._connection.close()
            raise NoTables(f"{folder} holds what is no table: {_in_short(error)}") from None
        return asking, manifest

    def _open(self, folder: Path, manifest: Manifest) -> None:
        """Take the tables of a folder, and reach nothing else from then on."""
        if manifest.format in ("sqlite", "duckdb"):
            self._attach(folder / f"{DATABASE}.{manifest.format}", manifest)
            self._shut(())
        else:
            self._connection.execute(views(manifest, sheets_of(manifest), folder))
            self._shut([str(folder / each.path) for each in manifest.files])

    def _attach(self, file: Path, manifest: Manifest) -> None:
        """Take the tables of a database."""
        if manifest.format == "sqlite":
            raise NoTables(f"{file} is for programs that read SQLite: ask Parquet, CSV, JSON lines or DuckDB.")
        self._connection.execute(f"ATTACH {quoted(str(file))} AS held (READ_ONLY)")
        for name, sheet in sheets_of(manifest).items():
            held = grown(sheet, f"held.{name}")
            self._connection.execute(f"CREATE VIEW {name} AS SELECT {', '.join(sheet.names)} FROM {held}")
        self._connection.execute(judged(there=SWING in sheets_of(manifest)) + rulebook())

    def _shut(self, files: Sequence[str]) -> None:
        """Let nothing be reached from now on but these files."""
        if files:
            self._connection.execute(f"SET allowed_paths = [{', '.join(map(quoted, files))}]")
        self._connection.execute("SET enable_external_access = false")
        self._connection.execute("SET lock_configuration = true")

    def ask(self, sql: str) -> Found:
        """Return what one statement that reads finds. Raises NoAnswer."""
        try:
            found = self._connection.execute(self._reading(sql))
            columns = tuple(column[0] for column in found.description or ())
            return Found(columns=columns, rows=tuple(found.fetchall()))
        except duckdb.Error as error:
            raise NoAnswer(_not_made(error) or f"The tables cannot answer that: {_in_short(error)}") from None

    def _reading(self, sql: str) -> duckdb.Statement:
        """Return the one statement of a text, which reads. Raises NoAnswer, and errors of the engine."""
        (statement,) = self._alone(sql)
        if statement.type == duckdb.StatementType.EXPLAIN:
            begins, explained = _explained(statement.query)
            (inner,) = self._alone(explained)
            # What is explained may run: it is put together anew from what was found to read.
            (statement,) = self._alone(f"{begins} {inner.query}")
            if inner.type == duckdb.StatementType.SELECT and statement.type == duckdb.StatementType.EXPLAIN:
                return statement
        elif statement.type == duckdb.StatementType.SELECT:
            return statement
        raise NoAnswer("Only what reads is asked: a statement that begins with SELECT or WITH.")

    def _alone(self, sql: str) -> list[duckdb.Statement]:
        """Return the one statement of a text. Raises NoAnswer where it has none, or several."""
        statements = self._connection.extract_statements(sql)
        if len(statements) != 1:
            raise NoAnswer(f"One statement is asked at a time; these are {len(statements)}.")
        return statements


def _explained(sql: str) -> tuple[str, str]:
    """Return how a statement that explains begins, and what it explains; options in brackets are read for ANALYZE."""
    tokens = [place for place, kind in duckdb.tokenize(sql) if kind != duckdb.token_type.comment]
    raw = sql.encode()
    words = [raw[place:after].decode().split() for place, after in pairwise([*tokens, len(raw)])]
    first = [each[0].upper() if each else "" for each in words]
    at, analyzes = 1, False
    if first[1:2] == ["("]:
        at = first.index(")") + 1 if ")" in first else len(first)
        analyzes = "ANALYZE" in first[1:at]
    elif first[1:2] == ["ANALYZE"]:
        at, analyzes = 2, True
    return "EXPLAIN ANALYZE" if analyzes else "EXPLAIN", raw[tokens[at] :].decode() if at < len(tokens) else ""


def _not_made(error: duckdb.Error) -> str | None:
    """Return what to run where a question reads a table that is made only where asked for; None for other faults."""
    missing = _MISSING.search(str(error))
    if missing is None or (table := missing[1].lower()) not in MADE_BY:
        return None
    return (
        f"This asks of the table {table}, which is only made where it is wanted: write it with "
        f"`encounter tables --to FOLDER {MADE_BY[table]}`, and ask with `--from FOLDER`."
    )


def _in_short(error: duckdb.Error) -> str:
    """Return the first line of what the engine says."""
    said = str(error).strip().splitlines() or [type(error).__name__]
    return said[0].rstrip(".") + "."
