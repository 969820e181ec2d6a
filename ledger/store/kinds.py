"""Which store an installation keeps its encounters in: one setting, and the same questions to both kinds."""

from __future__ import annotations

from pathlib import Path
from secrets import token_hex
from typing import Any

from ledger.store import sqlite

FILE = "encounters.sqlite"


def store(folder: Path | None, database: str | None) -> Any:
    """Return the library's factory: PostgreSQL at the URL ``database``, else SQLite in ``folder``, else memory."""
    if database is not None:
        # A laptop with one table needs no driver of PostgreSQL.
        from ledger.store import postgres  # noqa: PLC0415

        return postgres.Factory(database)
    if folder is None:
        return sqlite.Factory(f"file:{token_hex(16)}?mode=memory&cache=shared")
    return sqlite.Factory(str((folder / FILE).absolute()))
