"""The tables that belong to a ledger: beside its lines in PostgreSQL, in a file beside its file otherwise."""

from __future__ import annotations

import logging
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from typing import Any

from ledger.application import Ledger
from ledger.refusals import NoStore
from ledger.store import sqlite as store
from projections.tables import sqlite
from projections.tables.builds import Builds
from projections.tables.parts import Spoilt

FILE = "views.sqlite"


DAMAGED = f"{FILE}.damaged"
"""Where a file lies, the last one, that was none any more."""
_log = logging.getLogger(__name__)


def tables(ledger: Ledger) -> Builds:
    """Return the tables of a ledger's store, made if need be, after a damaged file was moved aside. NewerTables."""
    datastore = ledger.rows.datastore
    if isinstance(datastore, store.Datastore):
        try:
            return _made(sqlite.Tables(sqlite.Datastore(_beside(datastore))))
        except Spoilt as spoilt:
            move_aside(ledger, spoilt)
            return _made(sqlite.Tables(sqlite.Datastore(_beside(datastore))))
    # A laptop with one table needs no driver of PostgreSQL.
    from projections.tables import postgres  # noqa: PLC0415  # only this store needs it

    return _made(postgres.Tables(datastore))


def move_aside(ledger: Ledger, why: Spoilt) -> None:
    """Move the file of the tables, which nobody has open any more, aside, and say so; NoStore where it cannot be."""
    file = Path(_beside(ledger.rows.datastore))
    try:
        for each in (file.with_name(f"{FILE}-wal"), file.with_name(f"{FILE}-shm")):
            each.unlink(missing_ok=True)
        with suppress(FileNotFoundError):
            file.replace(file.with_name(DAMAGED))
    except OSError as error:
        raise NoStore(f"{why.message} It cannot be moved to {file.with_name(DAMAGED)}: {error.strerror}.") from error
    _log.warning("%s It lies in %s now.", why.message, file.with_name(DAMAGED))


def _made(found: Any) -> Builds:
    try:
        found.create_table()
    except BaseException:
        found.close()
        raise
    made: Builds = found
    return made


def _beside(datastore: store.Datastore) -> str:
    if datastore.pool.is_sqlite_memory_mode:
        return f"file:{token_hex(16)}?mode=memory&cache=shared"
    return str(Path(datastore.pool.db_name).with_name(FILE))
