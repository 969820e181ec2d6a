"""Stores with a few short fights, some of them closed, and what their tables hold wherever they lie."""

from __future__ import annotations

import csv
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import duckdb
import orjson

from analytics.exports import manifest as manifests
from analytics.exports.folder import sheets
from analytics.exports.plain import moment
from analytics.exports.views import views
from ledger.application import Ledger
from projections.analytics.dictionary import SHEETS
from projections.analytics.extraction import extract
from projections.analytics.sources import of_store
from tests.ledger.fights import ARCHERS, Player, opening

Held = dict[str, list[tuple[Any, ...]]]


def begun(ledger: Ledger) -> Player:
    """Return a fight of two archers in which one walked to the other."""
    player = Player(ledger, ledger.open(opening(ARCHERS)).encounter)
    player.does({"do": "begin_move", "who": "Ana", "allowance": 3}, seat="ana")
    player.does({"do": "move", "who": "Ana", "to": "T1"}, seat="ana")
    return player


def ended(ledger: Ledger) -> Player:
    """Return a fight that is over, and not closed."""
    player = begun(ledger)
    player.ends()
    return player


def closed(ledger: Ledger) -> Player:
    """Return a fight that is over and closed."""
    player = ended(ledger)
    player.ledger.close_ledger(player.encounter, "ana", cmd="close")
    return player


def plain(rows: list[list[Any]], name: str) -> list[tuple[Any, ...]]:
    """Return rows as they are read back: moments as texts, lists as JSON; in one order."""
    kinds = [column.kind for column in SHEETS[name].columns]
    told = [
        tuple(
            moment(value)
            if kind == "time" and value is not None
            else orjson.dumps(value).decode()
            if kind == "strings"
            else value
            for kind, value in zip(kinds, row, strict=True)
        )
        for row in rows
    ]
    return sorted(told, key=repr)


def held(ledger: Ledger, *encounters: str) -> Held:
    """Return what the tables of some fights of a store hold."""
    every = [extract(of_store(ledger, encounter)) for encounter in encounters]
    return {name: plain([row for rows in every for row in rows[name]], name) for name in SHEETS}


def of_folder(folder: Path) -> Held:
    """Return what a folder of tables holds, as DuckDB reads it by its views."""
    manifest = manifests.read(folder)
    assert manifest is not None
    with duckdb.connect() as connection:
        connection.execute(views(manifest, sheets(), folder))
        return _all(connection)


def of_duckdb(file: Path) -> Held:
    """Return what a file of DuckDB holds."""
    with duckdb.connect(str(file), read_only=True) as connection:
        return _all(connection)


def _all(connection: duckdb.DuckDBPyConnection) -> Held:
    return {name: plain(_rows(connection, name), name) for name in SHEETS}


def _rows(connection: duckdb.DuckDBPyConnection, name: str) -> list[list[Any]]:
    times = [column.name for column in SHEETS[name].columns if column.kind == "time"]
    replaced = ", ".join(f"epoch_ms({column}) AS {column}" for column in times)
    told = f" REPLACE ({replaced})" if replaced else ""
    return [[*row] for row in connection.execute(f"SELECT *{told} FROM {name}").fetchall()]  # noqa: S608 - a table


def of_sqlite(file: Path) -> Held:
    """Return what a file of SQLite holds."""
    with closing(sqlite3.connect(file)) as connection:
        return {
            name: sorted(
                (
                    tuple(
                        bool(value) if column.kind == "bool" and value is not None else value
                        for column, value in zip(sheet.columns, row, strict=True)
                    )
                    for row in connection.execute(f"SELECT * FROM {name}")  # noqa: S608 - a table
                ),
                key=repr,
            )
            for name, sheet in SHEETS.items()
        }


def cells(file: Path) -> list[dict[str, str]]:
    """Return the rows of a CSV file."""
    with file.open(encoding="utf-8", newline="") as opened:
        return [*csv.DictReader(opened)]
