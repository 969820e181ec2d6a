"""Lines being written: numbers, times, hashes and words, until all of them go to the store in one transaction."""

from __future__ import annotations

from secrets import token_bytes

from domain.encounter import Encounter
from ledger.entries import Entry
from ledger.fight import Fight
from ledger.lines import Line, Words, encode, spoken
from ledger.tree import leaf


class Writing:
    """The lines that follow a fight, one after another; ``state`` is the encounter after them, if it is known."""

    def __init__(self, fight: Fight, now: int) -> None:
        self.lines: list[Line] = []
        self.words: list[Words] = []
        self.head = fight.head
        self.state: Encounter | None = None
        self._next = fight.version + 1
        # Clocks may go back; the lines of an encounter do not.
        self._at = max(now, fight.clock)

    def write(self, entry: Entry, cause: int | None = None, salt: bytes | None = None) -> Line:
        """Add one line and return it; ``salt`` is that of the commitment to words in it, where somebody chose one."""
        n = self._next
        words = None
        if (payload := spoken(entry)) is not None:
            words = Words(n=n, payload=payload, salt=salt or token_bytes(32))
            self.words.append(words)
        raw = encode(entry, n=n, prev=self.head, at=self._at, cause=cause, words=words)
        line = Line(n, type(entry).__name__, self._at, cause, raw, entry)
        self.lines.append(line)
        self.head = leaf(raw)
        self._next += 1
        return line
