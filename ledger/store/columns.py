"""The columns of a store, which a program must find before it writes: a table of the same name may be another one."""

from __future__ import annotations

from collections.abc import Iterable

from ledger.refusals import NoStore

COLUMNS: dict[str, frozenset[str]] = {
    "stored_events": frozenset({"originator_id", "originator_version", "topic", "state"}),
    "chains": frozenset({"encounter", "base", "length", "locked"}),
    "seats": frozenset({"encounter", "token_hash", "seat"}),
    "payloads": frozenset({"encounter", "n", "salt", "payload"}),
    "imports": frozenset({"encounter"}),
    "stored_snapshots": frozenset({"originator_id", "originator_version", "topic", "state"}),
    "uses": frozenset({"encounter", "seat", "cmd", "n", "body"}),
    "archives": frozenset({"encounter", "version", "at", "digest", "summary", "restored"}),
    "presence": frozenset({"encounter", "party", "at", "next"}),
    "links": frozenset({"encounter", "roll", "party", "link", "sig"}),
    "cosignatures": frozenset({"encounter", "size", "party", "line"}),
    "heads": frozenset({"encounter", "n", "head"}),
    "key_marks": frozenset({"one", "mark"}),
    "pictures": frozenset({"encounter", "picture"}),
    "masks": frozenset({"encounter", "mask", "picture"}),
    "notes": frozenset({"encounter", "place", "note"}),
}


def must_have_every_column(found: Iterable[tuple[str, str]]) -> None:
    """Raise NoStore unless every column is among those found, which are given as (table, column)."""
    there: dict[str, set[str]] = {}
    for table, column in found:
        there.setdefault(table, set()).add(column)
    for table, columns in COLUMNS.items():
        if lacking := sorted(columns - there.get(table, set())):
            raise NoStore(
                f"The store cannot be used: its table {table} has no {' and no '.join(lacking)}, so this program did"
                " not make it. Put a backup in place of the store, or name another."
            )
