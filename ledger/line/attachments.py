"""What is stored beside the lines of a command, in the same transaction."""

from __future__ import annotations

from dataclasses import dataclass

from ledger.line.lines import Words

MARK = "Archived"
"""What stands, without content, where the next line of an archived encounter would: nobody can write on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Archive:
    """What the store keeps of an encounter whose lines lie in a file.

    ``version`` is that of its last line, ``digest`` the hash of the file, ``summary`` JSON for the lists.
    """

    encounter: str
    version: int
    at: int
    digest: bytes
    summary: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Swap:
    """A token that another one takes the place of, both told by their hashes, if it is still there.

    ``seat`` is what the store keeps as its seat; ``gone`` are seats as it keeps them, all of whose other tokens die.
    """

    spent: str
    fresh: str
    seat: str
    gone: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Beside:
    """What goes into the other tables: words, a new chain, seats with their hashed tokens, that it was imported."""

    encounter: str
    words: tuple[Words, ...] = ()
    chain: tuple[int, int, bytes] | None = None
    seats: tuple[tuple[str, str], ...] = ()
    swap: Swap | None = None
    imported: bool = False
