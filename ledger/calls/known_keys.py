"""Whose keys are, from memory: as long as nobody at a table has a device, no key of it ever ceases to be good.

A key dies in the transaction that writes that somebody joined with a device, or changed its key. So whoever goes by
what is remembered here, and writes, is told by the number of the line if another process was faster.
"""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

from ledger.dice.secrets import token_hash
from ledger.table.table import Table

MOST = 20_000
"""Keys that are remembered, the last ones used."""


class KnownKeys:
    """Seats by encounter and hashed key, as the store told them once."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._seats: OrderedDict[tuple[str, str], str] = OrderedDict()
        self._lock = Lock()

    def keep(self, encounter: str, key_hash: str, seat: str) -> None:
        """Remember whose a key is, by its hash."""
        with self._lock:
            self._seats[encounter, key_hash] = seat
            while len(self._seats) > self._most:
                self._seats.popitem(last=False)

    def seat(self, encounter: str, table: Table, key: str) -> str | None:
        """Return whose a key is at a table as it stands in memory; None where the store has to be asked."""
        if table.devices:
            return None
        of = encounter, token_hash(key)
        with self._lock:
            if of in self._seats:
                self._seats.move_to_end(of)
            return self._seats.get(of)
