"""Lines as a store has them: read in one go, and the older ones of an encounter when somebody asks for them."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeAlias

import orjson

from ledger.line.lines import Line, decode
from ledger.refusals import Archived
from ledger.store.protocol import Stored
from ledger.table.log import Use

Row: TypeAlias = tuple[bytes, bytes | None]
"""A stored line and its payload."""


def decoded(rows: Sequence[Row]) -> list[Line]:
    """Return what stored lines say."""
    with no_collection():
        return [decode(state, orjson.loads(payload) if payload else None) for state, payload in rows]


class Past:
    """The older lines of an encounter, as its store has them; ``counted`` is told once they lie in memory."""

    def __init__(self, store: Stored, encounter: str, counted: Callable[[str], None]) -> None:
        self._store = store
        self._encounter = encounter
        self._counted = counted

    def lines(self, count: int) -> list[Line]:
        """Return the first lines, so many; Archived if they are not there any more."""
        rows = self._store.read_lines(self._encounter, upto=count - 1)
        if len(rows) < count:
            raise Archived(self._encounter)
        return decoded(rows)

    def raw(self, n: int) -> bytes:
        """Return the bytes of one line."""
        return self._store.read_lines(self._encounter, n - 1, n)[0][0]

    def use(self, seat: str, cmd: str) -> Use | None:
        """Return where a seat used a command id, and the hash of what for; None if it did not."""
        return self._store.use_of(self._encounter, seat, cmd)

    def fetched(self) -> None:
        """Let the lines be counted."""
        self._counted(self._encounter)


@contextmanager
def no_collection() -> Iterator[None]:
    """Keep the garbage collector from looking again and again through lines that are only being added."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
