"""Fights kept in memory, the least recently used forgotten first."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock

from ledger.table.fight import Fight

MOST = 512 * 1024 * 1024
LINE, STATE, FIGHT = 800, 12_000, 20_000
"""Bytes that a line takes beside its own, twice over, a state that is kept, and an encounter whatever is in it."""


class Memory:
    """Fights by encounter, with at most ``most`` bytes together (but always the last one used), as far as reckoned.

    Counted is what lies in memory of each: the lines that were fetched, and every state. ``saw`` is told of each that
    is kept.
    """

    def __init__(self, most: int = MOST, saw: Callable[[Fight], None] = lambda _: None) -> None:
        self.most = most
        self._saw = saw
        self.bytes = 0
        self._fights: OrderedDict[str, Fight] = OrderedDict()
        self._counted: dict[str, int] = {}
        self._shut: set[str] = set()
        self._lock = Lock()

    def __len__(self) -> int:
        """Return how many fights are kept."""
        return len(self._fights)

    def rolls_waiting(self) -> int:
        """Return how many of them wait for links of devices."""
        with self._lock:
            opened = [fight.table.open_roll for fight in self._fights.values()]
        return sum(roll is not None and bool(roll.contributors) for roll in opened)

    def get(self, encounter: str) -> Fight | None:
        """Return the fight as it was kept last."""
        with self._lock:
            fight = self._fights.get(encounter)
            if fight is not None:
                self._fights.move_to_end(encounter)
            return fight

    def keep(self, fight: Fight) -> None:
        """Keep the fight, in place of an older state of it, unless it was shut."""
        self._saw(fight)
        with self._lock:
            if fight.id in self._shut:
                return
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

    def shut(self, encounter: str) -> None:
        """Keep nothing of the encounter, whatever is brought of it, until it is opened."""
        with self._lock:
            self._shut.add(encounter)
            self._drop(encounter)

    def open(self, encounter: str) -> None:
        """Keep the encounter again."""
        with self._lock:
            self._shut.discard(encounter)

    def _count(self, encounter: str) -> None:
        held = self._fights[encounter].log.held
        now = FIGHT + LINE * held.lines + 2 * held.length + STATE * held.states
        self.bytes += now - self._counted.get(encounter, 0)
        self._counted[encounter] = now
        while self.bytes > self.most and len(self._fights) > 1:
            self._drop(next(iter(self._fights)))

    def _drop(self, encounter: str) -> None:
        if self._fights.pop(encounter, None) is not None:
            self.bytes -= self._counted.pop(encounter)
