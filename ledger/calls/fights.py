"""The fights of a store as they stand: in memory where they were asked for lately, grown by what others wrote."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import Lock
from typing import Any
from weakref import WeakValueDictionary

from eventsourcing.persistence import EventStore, IntegrityError

from ledger.dice.entropy import PARTY, Chains
from ledger.line import clock
from ledger.line.attachments import Beside
from ledger.line.entries import ChainRenewed, EntropyRevealed
from ledger.line.lines import Line
from ledger.refusals import Busy, NoSuchEncounter
from ledger.store import snapshots
from ledger.store.after_commit import afterwards
from ledger.store.memory import Memory
from ledger.store.protocol import Store
from ledger.store.snapshots import Photographer
from ledger.store.stored_lines import Past, Row, decoded
from ledger.table import knowledge
from ledger.table.fight import Fight
from ledger.table.writing import Writing, Written

TURN = 20.0
"""Seconds that a call waits for those before it at the same encounter, before it is told to come again."""

Put = Callable[[Sequence[Line], Beside], None]
"""Commits lines, and what belongs beside them. Raises IntegrityError if a version of one of them is taken."""


class Fights:
    """Frozen values by encounter; whoever writes to one takes turns.

    The primary key of the store tells when another process was faster: then the fight is read again.
    """

    def __init__(self, store: Store, pictures: EventStore[str], chains: Chains, put: Put) -> None:
        self._store = store
        self._pictures = pictures
        self._chains = chains
        self._put = put
        self.memory = Memory()
        self.photographer = Photographer(self._photograph)
        # One for each encounter that somebody is at just now: ids that nobody has leave nothing behind.
        self._locks: WeakValueDictionary[str, Lock] = WeakValueDictionary()
        self._choosing = Lock()

    def fight(self, encounter: str, seat: str | None = None) -> Fight:
        """Return the fight as it stands in the store now, whoever wrote it, as a seat knows it; NoSuchEncounter."""
        fight = self.memory.get(encounter)
        if fight is None or self._store.last_version(encounter) != fight.version:
            with self.turn(encounter):
                fight = self.read(encounter)
        return fight if seat is None else knowledge.known_to(fight, seat)

    def since(self, encounter: str, version: int) -> Fight:
        """Return the fight at a version or later, as it lies in memory if it does; NoSuchEncounter."""
        fight = self.memory.get(encounter)
        return fight if fight is not None and fight.version >= version else self.fight(encounter)

    def writing(self, fight: Fight, moment: int | None = None) -> Writing:
        """Return lines to be written after a fight, now or at a moment."""
        return Writing(fight, clock.now() if moment is None else moment, lambda: self._store.read_words(fight.id))

    @contextmanager
    def turn(self, encounter: str) -> Iterator[None]:
        """Let one call at a time be at an encounter. Raises Busy where those before it take too long."""
        with self._choosing:
            lock = self._locks.setdefault(encounter, Lock())
        if not lock.acquire(timeout=TURN):
            raise Busy("Earlier calls of this encounter still wait for the store: nothing was written, try again.")
        try:
            yield
        finally:
            lock.release()

    def commit(self, fight: Fight, writing: Writing, written: Written) -> Fight | None:
        """Commit what was written and return the fight after it; None, the newest read, if somebody was faster."""
        chain = self._renewed(fight, writing)
        return self.keep(fight, writing, written, chain)

    def keep(
        self, fight: Fight, writing: Writing, written: Written, chain: tuple[int, int, bytes] | None
    ) -> Fight | None:
        """Commit lines, and the row of a new chain, likewise."""
        grown = fight.then(writing.lines, written.state)
        if self._committed(grown, writing, chain):
            return grown
        self.memory.keep(fight)
        self.read(fight.id)
        return None

    def read(self, encounter: str) -> Fight:
        """Return the newest state: what is in memory and what was written since, else from the store."""
        fight = self.memory.get(encounter)
        if fight is None:
            fight, rows = self._begin(encounter)
        elif not (rows := self._store.read_lines(encounter, fight.version)):
            return fight
        fight = fight.then(decoded(rows))
        self.memory.keep(fight)
        self._snapshot_if_due(fight)
        return fight

    def _committed(self, grown: Fight, writing: Writing, chain: tuple[int, int, bytes] | None) -> bool:
        """Commit the lines; False if somebody else wrote these versions first."""
        encounter = grown.id
        beside = Beside(encounter=encounter, words=tuple(writing.words), chain=chain, swap=writing.swap)
        try:
            self._put(writing.lines, beside)
        except IntegrityError:
            return False
        except BaseException:
            # Whether the lines were written is for the store to say.
            self.memory.forget(encounter)
            raise
        with afterwards("keeping them in memory"):
            self.memory.keep(grown)
            self._snapshot_if_due(grown)
        return True

    def _renewed(self, fight: Fight, writing: Writing) -> tuple[int, int, bytes] | None:
        """Write the next chain's anchor while the present one still has a link, and return the new chain's row."""
        shown = next((line.entry.roll for line in writing.lines if isinstance(line.entry, EntropyRevealed)), None)
        base = fight.table.chain_base
        if shown is None or shown - base < self._chains.of(fight.id, base, fight.table.anchor).length - 1:
            return None
        chain, row = self._chains.new(fight.id, shown)
        writing.write(ChainRenewed(party=PARTY, anchor=chain.anchor.hex()))
        return row

    def _begin(self, encounter: str) -> tuple[Fight, Sequence[Row]]:
        """Return what a fight is read from: its newest snapshot if it fits the lines, and the lines to go on with."""
        imported = self._store.was_imported(encounter)
        found: Any = next(iter(self._pictures.get(encounter, desc=True, limit=1)), None)
        if found is not None and (snapshot := found.snapshot) is not None:
            rows = self._store.read_lines(encounter, snapshot.version - 1)
            past = Past(self._store, encounter, self.memory.count)
            if snapshots.fits(snapshot, rows, past):
                return snapshots.begun(snapshot, past, imported=imported), rows[1:]
        rows = self._store.read_lines(encounter)
        if not rows:
            raise NoSuchEncounter("There is no such encounter.")
        return Fight(imported=imported), rows

    def _snapshot_if_due(self, fight: Fight) -> None:
        if fight.version - fight.log.snapshot >= snapshots.EVERY:
            self.photographer.soon(fight)

    def _photograph(self, fight: Fight) -> None:
        """Store a snapshot of the fight, and the command ids used since the last one, or all where some are missing."""
        log = fight.log
        if fight.version - log.snapshot < snapshots.EVERY:
            # It was asked for again while one was being taken.
            return
        count, _ = log.uses(log.snapshot)
        whole = self._store.count_uses(fight.id, log.snapshot) == count
        rows = snapshots.use_rows(fight, log.recently_used.copy() if whole else log.used, log.snapshot if whole else -1)
        kept: Any = snapshots.KeptSnapshot(fight.id, fight.version, snapshots.taken(fight))
        self._pictures.put([kept], uses=rows)
        log.snapshot = max(log.snapshot, fight.version)
