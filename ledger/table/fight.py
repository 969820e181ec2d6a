"""One encounter as it stands: a frozen value that grows by lines."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field

from domain.changing import changed
from domain.encounter import Encounter
from ledger.line.lines import NO_LEAF, Line
from ledger.line.sequence import Lines
from ledger.line.tree import leaf
from ledger.table.log import Log, Use
from ledger.table.table import Table


@dataclass(frozen=True, slots=True, kw_only=True)
class Fight:
    """An encounter at ``version``: the fight, the table, and the hash of its last line.

    ``seat`` is whose eyes it is told to, where not everybody is shown the same numbers.
    """

    encounter: Encounter = field(default_factory=Encounter)
    table: Table = field(default_factory=Table)
    version: int = -1
    head: bytes = NO_LEAF
    clock: int = 0
    imported: bool = False
    seat: str | None = None
    log: Log = field(default_factory=Log, repr=False, compare=False)

    @property
    def id(self) -> str:
        """Return the encounter's id."""
        return self.encounter.id

    @property
    def seen(self) -> tuple[int, str]:
        """Return what a seat that saw all of it says to have seen: the number of lines, the hash of the last in hex."""
        return self.version + 1, self.head.hex()

    @property
    def lines(self) -> Lines:
        """Return all lines up to this version; those that are not in memory are fetched when one of them is read."""
        return Lines(self.log, self.version + 1)

    @property
    def ends(self) -> tuple[int, ...]:
        """Return the versions that end the set-up or a command: what a rewind may go back to."""
        ends = self.log.ends
        return tuple(ends[: bisect_right(ends, self.version)])

    @property
    def live(self) -> list[range]:
        """Return the versions that count now, oldest first; the others were taken back."""
        return self.log.live(self.version)

    @property
    def stirred(self) -> int:
        """Return the last version at which the fight changed; messages and ledger lines do not change it."""
        return self.log.stirred(self.version)

    def use(self, seat: str, cmd: str) -> Use | None:
        """Return in which line a seat used a command id, and the hash of what for; None if it did not."""
        found = self.log.use(seat, cmd)
        # The log may hold lines of a later fight, or of one that was never committed.
        return found if found is not None and found[0] <= self.version else None

    def at(self, version: int) -> Encounter:
        """Return the state at a version, rewinds up to it resolved; IndexError if there is no such version."""
        if not 0 <= version <= self.version:
            raise IndexError(f"There is no version {version}: the last one is {self.version}.")
        return self.encounter if version == self.version else self.log.state(version)

    def then(self, lines: Sequence[Line], state: Encounter | None = None) -> Fight:
        """Return the fight after more lines. ``state`` is the encounter after them, where it is known already."""
        if not lines:
            return self
        log = self.log if len(self.log) == self.version + 1 else self.log.upto(self.version)
        table, last = self.table, lines[-1]
        for line in lines:
            log.append(line)
            table = table.after(line)
        encounter = log.fold(self.encounter, self.version) if state is None else state
        log.keep(last.n, encounter)
        return changed(
            self, encounter=encounter, table=table, version=last.n, head=leaf(last.raw), clock=last.at, log=log
        )
