"""The fights of a store as they stand: in memory where they were asked for lately, grown by what others wrote."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import Lock
from time import perf_counter, sleep
from typing import Any
from weakref import WeakValueDictionary

from eventsourcing.persistence import EventStore, IntegrityError

from ledger.calls.waits import Moments, Waits
from ledger.dice.entropy import PARTY, Chains
from ledger.line import clock
from ledger.line.attachments import Beside
from ledger.line.entries import ChainRenewed, EntropyRevealed
from ledger.line.lines import NO_LEAF, Line
from ledger.line.tree import leaf
from ledger.refusals import Busy, Damaged, NoSuchEncounter
from ledger.store import snapshots
from ledger.store.after_commit import afterwards
from ledger.store.fetching import may_fetch
from ledger.store.memory import Memory
from ledger.store.protocol import Newest, Row, Store
from ledger.store.snapshots import Errands
from ledger.store.stored_lines import Past, decoded, gone, sound
from ledger.table import knowledge
from ledger.table.fight import Fight
from ledger.table.writing import Writing, Written

AT_A_TIME = 1000
"""Fights that wait at most to be looked at behind their snapshot."""
AT_FIRST = 0.01
"""Seconds after a fight was read before what is older is looked at …"""
SOME = 500
"""… so many lines at a time …"""
REST = 4
LONGEST_REST = 0.25
"""… with rests between them that are so many times as long as it took, and no longer than this."""
TURN = 20.0
"""Seconds that a call waits for those before it at the same encounter, before it is told to come again."""

_log = logging.getLogger(__name__)

Put = Callable[[Sequence[Line], Beside], None]
"""Commits lines, and what belongs beside them. Raises IntegrityError if a version of one of them is taken."""
Told = Callable[["BaseException | None"], None]
"""Is told what became of a commit: what went wrong, or None."""
PutSoon = Callable[[Sequence[Line], Beside, Told], None]
"""Lets lines be committed likewise, and tells what would be raised."""


class Fights:
    """Frozen values by encounter; whoever writes to one takes turns.

    The primary key of the store tells when another process was faster: then the fight is read again.
    """

    def __init__(self, store: Store, pictures: EventStore[str], chains: Chains, put: Put, put_soon: PutSoon) -> None:
        self._store = store
        self._pictures = pictures
        self._chains = chains
        self._put = put
        self._put_soon = put_soon
        self.waits = Waits()
        self.moments = Moments()
        self.memory = Memory(saw=self._saw)
        self.damaged: dict[str, str] = {}
        """What is wrong with encounters that were asked for and could not be read, since the start."""
        self.photographer = Errands(self._photograph, "snapshots", "No snapshot of %s was taken")
        self.looking_back = Errands(self._look_back, "older lines", "What is older in %s was not looked at", AT_A_TIME)
        # Of each encounter once: whatever is read from the store anew is looked at by itself.
        self._looked_back = set[str]()
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

    def _saw(self, fight: Fight) -> None:
        self.waits.saw(fight)
        self.moments.saw(fight)

    def since(self, encounter: str, version: int) -> Fight:
        """Return the fight at a version or later, as it lies in memory if it does; NoSuchEncounter."""
        fight = self.memory.get(encounter)
        return fight if fight is not None and fight.version >= version else self.fight(encounter)

    def must_be_sound(self, encounter: str) -> None:
        """Hold every line of an encounter against what was written, from the store; Damaged, Archived."""
        newest = self._store.newest(encounter)
        decoded(encounter, self._store.read_lines(encounter), newest)

    def writing(self, fight: Fight, moment: int | None = None) -> Writing:
        """Return lines to be written after a fight, now or at a moment."""
        return Writing(fight, clock.now() if moment is None else moment, lambda: self._words(fight.id))

    def _words(self, encounter: str) -> list[tuple[int, bytes, bytes]]:
        may_fetch()
        return self._store.read_words(encounter)

    @contextmanager
    def turn(self, encounter: str) -> Iterator[None]:
        """Let one call at a time be at an encounter. Raises Busy where those before it take too long."""
        lock = self._lock_of(encounter)
        if not lock.acquire(timeout=TURN):
            raise Busy("Earlier calls of this encounter still wait for the store: nothing was written, try again.")
        try:
            yield
        finally:
            lock.release()

    def enter(self, encounter: str) -> Callable[[], None] | None:
        """Return how to leave an encounter at which nobody is, which is entered herewith; None where somebody is."""
        lock = self._lock_of(encounter)
        return lock.release if lock.acquire(blocking=False) else None

    def _lock_of(self, encounter: str) -> Lock:
        with self._choosing:
            return self._locks.setdefault(encounter, Lock())

    def commit(self, fight: Fight, writing: Writing, written: Written) -> Fight | None:
        """Commit what was written and return the fight after it; None, the newest read, if somebody was faster."""
        chain = self._renewed(fight, writing)
        return self.keep(fight, writing, written, chain)

    def commit_soon(
        self, fight: Fight, writing: Writing, written: Written, told: Told, leave: Callable[[], None]
    ) -> Fight:
        """Let what was written be committed, and return the fight after it; then the encounter is left, and told it."""
        chain = self._renewed(fight, writing)
        grown = fight.then(writing.lines, written.state)

        def committed(error: BaseException | None) -> None:
            try:
                self._settle(fight, grown, error)
            finally:
                leave()
                told(error)

        self._put_soon(writing.lines, _beside(grown, writing, chain), committed)
        return grown

    def _settle(self, fight: Fight, grown: Fight, error: BaseException | None) -> None:
        """Keep in memory what became of a commit."""
        if error is None:
            self._grew(grown)
        elif isinstance(error, IntegrityError):
            self.memory.keep(fight)
        else:
            # Whether the lines were written is for the store to say.
            self.memory.forget(fight.id)

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
        """Return the newest state: what is in memory and what was written since, else from the store.

        Raises:
            NoSuchEncounter, Archived: It is not there, or not any more.
            Damaged: What is there is not what was written.
        """
        known = self.memory.get(encounter)
        suspect = encounter in self.damaged
        with self.noting_damage():
            # Asked first: what is committed from now on only comes after it.
            newest = self._store.newest(encounter)
            fight, rows = self._begin(encounter, whole=suspect) if known is None else (known, self._since(known))
            lines = decoded(encounter, rows, newest, fight.version, fight.head)
        if suspect:
            self.damaged.pop(encounter, None)
            self.memory.open(encounter)
        if fight is known and not lines:
            return fight
        fight = fight.then(lines)
        self.memory.keep(fight)
        self._snapshot_if_due(fight)
        if known is None and fight.log.first and encounter not in self._looked_back:
            self.looking_back.soon(fight)
        return fight

    def _committed(self, grown: Fight, writing: Writing, chain: tuple[int, int, bytes] | None) -> bool:
        """Commit the lines; False if somebody else wrote these versions first."""
        try:
            self._put(writing.lines, _beside(grown, writing, chain))
        except IntegrityError:
            return False
        except BaseException:
            # Whether the lines were written is for the store to say.
            self.memory.forget(grown.id)
            raise
        self._grew(grown)
        return True

    def _grew(self, grown: Fight) -> None:
        with afterwards("keeping them in memory"):
            self.memory.keep(grown)
            self._snapshot_if_due(grown)

    def _renewed(self, fight: Fight, writing: Writing) -> tuple[int, int, bytes] | None:
        """Write the next chain's anchor while the present one still has a link, and return the new chain's row."""
        shown = next((line.entry.roll for line in writing.lines if isinstance(line.entry, EntropyRevealed)), None)
        base = fight.table.chain_base
        if shown is None or shown - base < self._chains.of(fight.id, base, fight.table.anchor).length - 1:
            return None
        chain, row = self._chains.new(fight.id, shown)
        writing.write(ChainRenewed(party=PARTY, anchor=chain.anchor.hex()))
        return row

    def _begin(self, encounter: str, *, whole: bool) -> tuple[Fight, Sequence[Row]]:
        """Return what a fight is read from: its newest snapshot if it fits the lines, and the lines to go on with.

        ``whole`` takes every line, as what lies before a snapshot is held against nothing else.
        """
        imported = self._store.was_imported(encounter)
        found: Any = None if whole else next(iter(self._pictures.get(encounter, desc=True, limit=1)), None)
        if found is not None and (snapshot := found.snapshot) is not None:
            rows = self._store.read_lines(encounter, snapshot.version - 1)
            past = Past(self._store, encounter, snapshot.head, self.memory.count, self.noting_damage)
            if snapshots.fits(snapshot, rows, past):
                return snapshots.begun(snapshot, past, imported=imported), rows[1:]
        rows = self._store.read_lines(encounter)
        if not rows and self._store.newest(encounter) is None:
            raise NoSuchEncounter("There is no such encounter.")
        return Fight(imported=imported), rows

    def _look_back(self, fight: Fight) -> None:
        """Hold the lines before the snapshot that a fight is gone on with from against what was written; Damaged.

        Some at a time, with rests between them: whoever has it read waits for an answer.
        """
        last, at, head, rest = fight.log.first - 1, -1, NO_LEAF, AT_FIRST
        while at < last:
            sleep(rest)
            if self.looking_back.closed:
                return
            began, upto = perf_counter(), min(at + SOME, last)
            with self.noting_damage():
                rows = self._store.read_lines(fight.id, at, upto)
                sound(fight.id, rows, Newest(last, fight.log.leaf(last)) if rows and upto == last else None, at, head)
                if len(rows) < upto - at:
                    raise gone(self._store, fight.id, at + len(rows) + 1)
            at, head, rest = upto, leaf(rows[-1].raw), min(REST * (perf_counter() - began), LONGEST_REST)
        self._looked_back.add(fight.id)

    def _since(self, fight: Fight) -> Sequence[Row]:
        """Return the rows after a fight in memory; Damaged where its last line does not lie in the store any more."""
        rows = self._store.read_lines(fight.id, fight.version - 1)
        if not rows or leaf(rows[0].raw) != fight.head:
            raise Damaged(fight.id, fight.version, f"line {fight.version} is not the one that was written")
        return rows[1:]

    @contextmanager
    def noting_damage(self) -> Iterator[None]:
        """Take note of damage that is found meanwhile."""
        try:
            yield
        except Damaged as damaged:
            # Where the store itself is spoilt, no encounter is.
            self._store.must_be_the_same()
            self.take_note(damaged)
            raise

    def take_note(self, damaged: Damaged) -> None:
        """Let the operator know, once; from now on every line is read before anything of the encounter is told."""
        self.memory.shut(damaged.encounter)
        if self.damaged.get(damaged.encounter) != damaged.message:
            self.damaged[damaged.encounter] = damaged.message
            _log.error("%s", damaged.message)

    def _snapshot_if_due(self, fight: Fight) -> None:
        if fight.version - fight.log.snapshot >= snapshots.EVERY:
            self.photographer.soon(fight)

    def _photograph(self, fight: Fight) -> None:
        """Store a snapshot of the fight, and the command ids used since the last one, or all where some are missing."""
        log = fight.log
        if fight.version - log.snapshot < snapshots.EVERY:
            # It was asked for again while one was being taken.
            return
        whole = self._store.count_uses(fight.id, log.snapshot) == log.uses(log.snapshot)
        after = log.snapshot if whole else -1
        rows = snapshots.use_rows(fight, log.recently_used.copy() if whole else log.used, after)
        kept: Any = snapshots.KeptSnapshot(fight.id, fight.version, snapshots.taken(fight))
        self._pictures.put([kept], uses=rows, anew=after < 0)
        log.snapshot = max(log.snapshot, fight.version)


def _beside(fight: Fight, writing: Writing, chain: tuple[int, int, bytes] | None) -> Beside:
    return Beside(encounter=fight.id, words=tuple(writing.words), chain=chain, swap=writing.swap)
