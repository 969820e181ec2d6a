"""One encounter as it stands: a frozen value that grows by lines."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from domain.encounter import Encounter
from domain.events import HistoryRewound
from domain.evolve import evolve
from ledger.entries import FIGHT_EVENTS
from ledger.lines import NO_LEAF, Line
from ledger.log import Log
from ledger.table import Table
from ledger.tree import leaf

KEEP_EVERY = 128
"""So many lines at most are folded to reach a version; see ``Fight.at``."""

STIRRING = (FIGHT_EVENTS | {"HistoryRewound"}) - {"MessageRecorded"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Fight:
    """An encounter at ``version``: the fight, the table, and the hash of its last line."""

    encounter: Encounter = field(default_factory=Encounter)
    table: Table = field(default_factory=Table)
    version: int = -1
    head: bytes = NO_LEAF
    clock: int = 0
    imported: bool = False
    log: Log = field(default_factory=Log, repr=False, compare=False)

    @property
    def id(self) -> str:
        """Return the encounter's id."""
        return self.encounter.id

    @property
    def lines(self) -> Sequence[Line]:
        """Return all lines up to this version."""
        return self.log.lines[: self.version + 1]

    @property
    def ends(self) -> tuple[int, ...]:
        """Return the versions that end the set-up or a command: what a rewind may go back to."""
        return tuple(self.log.ends[: bisect_right(self.log.ends, self.version)])

    @property
    def live(self) -> list[range]:
        """Return the versions that count now, oldest first; the others were taken back."""
        return self.log.live(self.version)

    @property
    def stirred(self) -> int:
        """Return the last version at which the fight changed; messages and ledger lines do not change it."""
        version = self.version
        while version > 0 and self.log.lines[version].type not in STIRRING:
            version -= 1
        return version

    def at(self, version: int) -> Encounter:
        """Return the state at a version, rewinds up to it resolved; IndexError if there is no such version."""
        if not 0 <= version <= self.version:
            raise IndexError(f"There is no version {version}: the last one is {self.version}.")
        if version == self.version:
            return self.encounter
        index = bisect_right(self.log.kept, version, key=lambda kept: kept[0])
        start, encounter = self.log.kept[index - 1] if index else (-1, Encounter())
        for line in self.log.lines[start + 1 : version + 1]:
            encounter = _folded(encounter, line)
        return encounter

    def then(self, lines: Iterable[Line]) -> Fight:
        """Return the fight after more lines."""
        log = self.log if len(self.log.lines) == self.version + 1 else self.log.upto(self.version)
        encounter, table, line = self.encounter, self.table, None
        for line in lines:
            log.append(line)
            if line.type in FIGHT_EVENTS:
                encounter = evolve(encounter, line.entry)  # type: ignore[arg-type]
            elif isinstance(line.entry, HistoryRewound):
                encounter = replace(self, version=line.n, log=log).at(line.entry.to_version)
                log.kept.append((line.n, encounter))
            if line.n % KEEP_EVERY == 0 and line.type != "HistoryRewound":
                log.kept.append((line.n, encounter))
            table = table.after(line)
        if line is None:
            return self
        return replace(
            self, encounter=encounter, table=table, version=line.n, head=leaf(line.raw), clock=line.at, log=log
        )


def _folded(encounter: Encounter, line: Line) -> Encounter:
    return evolve(encounter, line.entry) if line.type in FIGHT_EVENTS else encounter  # type: ignore[arg-type]
