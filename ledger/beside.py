"""What is stored beside the lines of a command, in the same transaction."""

from __future__ import annotations

from dataclasses import dataclass

from ledger.lines import Words


@dataclass(frozen=True, slots=True, kw_only=True)
class Beside:
    """What goes into the other tables: words, a new chain, seats with their hashed tokens, that it was imported."""

    encounter: str
    words: tuple[Words, ...] = ()
    chain: tuple[int, int, bytes] | None = None
    seats: tuple[tuple[str, str], ...] = ()
    imported: bool = False
