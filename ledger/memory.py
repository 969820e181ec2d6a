"""Fights kept in memory, the least recently used forgotten first."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

from ledger.fight import Fight

MOST_LINES = 200_000


class Memory:
    """Fights by encounter, with at most ``most`` lines together (but always the last one used)."""

    def __init__(self, most: int = MOST_LINES) -> None:
        self._most = most
        self._lines = 0
        self._fights: OrderedDict[str, Fight] = OrderedDict()
        self._lock = Lock()

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
            before = self._fights.pop(fight.id, None)
            self._lines += fight.version - (before.version if before else -1)
            self._fights[fight.id] = fight
            while self._lines > self._most and len(self._fights) > 1:
                _, forgotten = self._fights.popitem(last=False)
                self._lines -= forgotten.version + 1

    def forget(self, encounter: str) -> None:
        """Keep nothing of the encounter."""
        with self._lock:
            forgotten = self._fights.pop(encounter, None)
            if forgotten is not None:
                self._lines -= forgotten.version + 1
