"""Which store an installation keeps its encounters in: one setting, and the same questions to both kinds."""

from __future__ import annotations

from pathlib import Path
from secrets import token_hex
from typing import Any, Protocol

from ledger import sqlite

FILE = "encounters.sqlite"


class Recorder(Protocol):
    """What a ledger asks of its recorder beside writing."""

    def read_lines(self, encounter: str, after: int = -1) -> list[tuple[bytes, bytes | None]]:
        """Return the stored lines after a version, each with its payload if it has one."""
        ...

    def read_words(self, encounter: str) -> list[tuple[int, bytes, bytes]]:
        """Return (n, salt, payload) of every line with words."""
        ...

    def last_version(self, encounter: str) -> int:
        """Return the newest version; -1 if there is no such encounter."""
        ...

    def seat_of(self, encounter: str, token_hash: str) -> str | None:
        """Return whose token it is; None if it is nobody's."""
        ...

    def add_seat(self, encounter: str, seat: str, token_hash: str) -> None:
        """Keep one more token."""
        ...

    def locked_chain(self, encounter: str, base: int) -> tuple[int, bytes]:
        """Return the length and the locked seed of the chain that begins after roll ``base``."""
        ...

    def was_imported(self, encounter: str) -> bool:
        """Return whether the encounter came from a file."""
        ...

    def encounters(self) -> list[tuple[str, int, bytes, bytes, str | None, bool]]:
        """Return (encounter, newest version, first line, last line, outcome, imported), the newest encounter last."""
        ...


def store(folder: Path | None, database: str | None) -> Any:
    """Return the library's factory: PostgreSQL at the URL ``database``, else SQLite in ``folder``, else memory."""
    if database is not None:
        # A laptop with one table needs no driver of PostgreSQL.
        from ledger import postgres  # noqa: PLC0415

        return postgres.Factory(database)
    if folder is None:
        return sqlite.Factory(f"file:{token_hex(16)}?mode=memory&cache=shared")
    return sqlite.Factory(str((folder / FILE).absolute()))
