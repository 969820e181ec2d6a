"""Fights kept in memory, the least recently used forgotten first."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

from ledger.table.fight import Fight

MOST_LINES = 200_000
STATE = 10
"""A state takes as much memory as about so many lines."""


class Memory:
    """Fights by encounter, with at most ``most`` lines together (but always the last one used).

    Counted is what lies in memory of each: the lines that were fetched, and every state as ``STATE`` lines.
    """

    def __init__(self, most: int = MOST_LINES) -> None:
        self._most = most
        self._lines = 0
        self._fights: OrderedDict[str, Fight] = OrderedDict()
        self._counted: dict[str, int] = {}
        self._lock = Lock()

    @property
    def lines(self) -> int:
        """Return how much is kept, in lines."""
        return self._lines

    def get(self, encounter: str) -> Fight | None:
        """Return the fight as it was kept last."""
        with self._lock:
            fight = self._fights.get(encounter)
            if fight is not None:
                self._fights.move_to_end(encounter)
            return fight

    def keep(self, fight: Fight) -> None:
        """Keep the fight, in place of an older state of it."""
        with self._lock:
            self._fights[fight.id] = fight
            self._fights.move_to_end(fight.id)
            self._count(fight.id)

    def count(self, encounter: str) -> None:
        """Count again what is kept of an encounter: older lines of it were fetched."""
        with self._lock:
            if encounter in self._fights:
                self._count(encounter)

    def forget(self, encounter: str) -> None:
        """Keep nothing of the encounter."""
        with self._lock:
            self._drop(encounter)

    def _count(self, encounter: str) -> None:
        lines, states = self._fights[encounter].log.held
        now = lines + STATE * (states + 1)
        self._lines += now - self._counted.get(encounter, 0)
        self._counted[encounter] = now
        while self._lines > self._most and len(self._fights) > 1:
            self._drop(next(iter(self._fights)))

    def _drop(self, encounter: str) -> None:
        if self._fights.pop(encounter, None) is not None:
            self._lines -= self._counted.pop(encounter)
