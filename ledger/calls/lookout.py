"""Looking out for what devices send between two lines, for whoever listens: signs of life, links for the open roll.

One thread a process does it, from the first who watches to the last, however many listen to an encounter. Of lines and
links that this process takes it is told; signs of life, what another process takes, and a device that falls silent, it
finds by looking twice a second: one question for the devices of all encounters, and one for each roll that is open.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from threading import Condition, Event, Thread
from time import monotonic

from ledger.calls.due import Due
from ledger.calls.fights import Fights
from ledger.refusals import Archived, LedgerRefused, NoSuchEncounter
from ledger.table.answers import Heard
from ledger.table.fight import Fight

Hear = Callable[[Fight, Heard], None]
"""Takes an encounter as it stands, and what was heard of its devices; called by this thread, it must not dawdle."""
LOOK = 0.5
"""Seconds between two looks at everything."""
GATHERING = 0.05
"""Seconds that what stirred waits for more: of the links of a roll that come at once the last is told alone."""

log = logging.getLogger(__name__)


@dataclass(slots=True)
class _Watched:
    """An encounter that is watched: by whom, how it stood, and what was heard of it last."""

    hears: list[Hear] = field(default_factory=list)
    fight: Fight | None = None
    heard: Heard | None = None


class Lookout:
    """Looks for all who watch an encounter, in a thread or step by step."""

    def __init__(self, fights: Fights, due: Due) -> None:
        self._fights = fights
        self._due = due
        self._watched: dict[str, _Watched] = {}
        self._stirred: dict[str, int] = {}
        self._changed = Condition()
        self._over = Event()
        self._thread: Thread | None = None

    def watch(self, encounter: str, hear: Hear) -> Callable[[], None]:
        """Let ``hear`` be told of an encounter whenever it stirs or its devices do; return how to end that."""
        with self._changed:
            self._watched.setdefault(encounter, _Watched()).hears.append(hear)
            if self._thread is None and not self._over.is_set():
                self._thread = Thread(target=self._run, name="lookout", daemon=True)
                self._thread.start()
        return partial(self._leave, encounter, hear)

    def stirred(self, encounter: str, version: int) -> None:
        """Take note that something came of an encounter, which stands at that version at least."""
        with self._changed:
            if encounter in self._watched:
                self._stirred[encounter] = max(version, self._stirred.get(encounter, version))
                self._changed.notify()

    @property
    def looks(self) -> bool:
        """Return whether anybody is looked out for."""
        return self._thread is not None

    def close(self) -> None:
        """End: nobody is told anything any more."""
        with self._changed:
            self._over.set()
            thread = self._thread
            self._changed.notify()
        if thread is not None:
            thread.join(1)

    def step(self, *, every: bool = True) -> None:
        """Look at what stirred, and at all that is watched or that alone; LedgerRefused where the store is gone."""
        with self._changed:
            stirred, self._stirred = self._stirred, {}
            looked = list(self._watched) if every else list(stirred)
        try:
            for encounter, version in stirred.items():
                self._read(encounter, version)
            fights = [each.fight for name in looked if (each := self._watched.get(name)) and each.fight is not None]
            for encounter, heard in self._due.heard(fights).items():
                self._tell(encounter, heard, anyway=encounter in stirred)
        except LedgerRefused:
            self._again(stirred)
            raise

    def _leave(self, encounter: str, hear: Hear) -> None:
        with self._changed:
            watched = self._watched.get(encounter, _Watched())
            if hear in watched.hears:
                watched.hears.remove(hear)
            if not watched.hears:
                self._watched.pop(encounter, None)
            self._changed.notify()

    def _again(self, stirred: dict[str, int]) -> None:
        with self._changed:
            for encounter, version in stirred.items():
                self._stirred[encounter] = max(version, self._stirred.get(encounter, version))

    def _read(self, encounter: str, version: int) -> None:
        watched = self._watched.get(encounter)
        if watched is None:
            return
        try:
            watched.fight = self._fights.since(encounter, version)
        except (NoSuchEncounter, Archived):
            # Nothing follows any more: the lines tell whoever listens.
            watched.fight = None

    def _tell(self, encounter: str, heard: Heard, *, anyway: bool) -> None:
        watched = self._watched.get(encounter)
        if watched is None or watched.fight is None or (heard == watched.heard and not anyway):
            return
        watched.heard = heard
        for hear in list(watched.hears):
            try:
                hear(watched.fight, heard)
            except Exception:
                log.exception("Somebody who watches %s fell over and is told nothing more", encounter)
                self._leave(encounter, hear)

    def _run(self) -> None:
        due, told = monotonic() + LOOK, ""
        while self._waits(due):
            every = monotonic() >= due
            due = monotonic() + LOOK if every else due
            try:
                self.step(every=every)
                told = ""
            except Exception as error:
                if self._over.is_set():
                    return
                said = error.message if isinstance(error, LedgerRefused) else f"{type(error).__name__}: {error}"
                if said != told:
                    log.warning("Looking out is interrupted: %s", said)
                told = said
                self._over.wait(LOOK)

    def _waits(self, due: float) -> bool:
        """Wait until something stirs or it is time to look; return whether anybody still watches."""
        with self._changed:
            self._changed.wait_for(self._is_called, max(0.0, due - monotonic()))
            if self._over.is_set() or not self._watched:
                self._thread = None
                return False
            stirred = bool(self._stirred)
        if stirred:
            self._over.wait(GATHERING)
        return True

    def _is_called(self) -> bool:
        return bool(self._stirred) or self._over.is_set() or not self._watched
