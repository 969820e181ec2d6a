"""The tables that belong to a ledger: beside its lines in PostgreSQL, in a file beside its file otherwise."""

from __future__ import annotations

from pathlib import Path
from secrets import token_hex

from ledger.application import Ledger
from ledger.store import sqlite as store
from projections.tables import sqlite
from projections.tables.builds import Builds

FILE = "views.sqlite"


def tables(ledger: Ledger) -> Builds:
    """Return the tables of a ledger's store, made if need be. Raises NewerTables."""
    found: Builds
    datastore = ledger.rows.datastore
    if isinstance(datastore, store.Datastore):
        found = sqlite.Tables(sqlite.Datastore(_beside(datastore)))
    else:
        # A laptop with one table needs no driver of PostgreSQL.
        from projections.tables import postgres  # noqa: PLC0415

        found = postgres.Tables(datastore)
    found.create_table()
    return found


def _beside(datastore: store.Datastore) -> str:
    if datastore.pool.is_sqlite_memory_mode:
        return f"file:{token_hex(16)}?mode=memory&cache=shared"
    return str(Path(datastore.pool.db_name).with_name(FILE))
