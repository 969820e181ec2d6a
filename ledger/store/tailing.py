"""Hearing of every line that is written, by whichever process: one thread follows the store for all who listen.

It begins with the first who subscribes and ends with the last. Nobody is asked to trust it: whoever finds a gap in the
versions, or is told that something may have been missed, looks into the store.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from threading import Event, Lock, Thread

from ledger.refusals import LedgerRefused
from ledger.store import sqlite
from ledger.store.following import File, Followed, Source, Tailed
from ledger.store.protocol import Store

Hear = Callable[[Sequence[Tailed]], None]
"""Takes the next lines of one encounter, of each write all. No lines at all: some may have been missed, look yourself.

It is called by the tailer's thread and must not dawdle. NoStore from it means that it has to be told again.
"""
ALL = ""
"""Whoever subscribes to this in place of an encounter is told, without lines, that something was written."""
_FIRST_PAUSE, _LONGEST_PAUSE = 0.05, 2.0

log = logging.getLogger(__name__)


class Tailer:
    """Follows the store of one recorder for all subscribers of this process."""

    def __init__(self, recorder: Store) -> None:
        self._followed: Followed = followed(recorder)
        self._hearers: dict[str, list[Hear]] = {}
        self._lock = Lock()
        self._run: _Run | None = None
        self._closed = False
        self._telling = 0

    def subscribe(self, encounter: str, hear: Hear) -> Callable[[], None]:
        """Let ``hear`` be told of every line of the encounter that is committed from now on; return how to end that.

        In place of an encounter it may be ``ALL``.
        """
        with self._lock:
            self._hearers.setdefault(encounter, []).append(hear)
            if self._run is None and not self._closed:
                run = _Run(self._followed.source(lambda: self._telling > 0), self._all, self._of, self._leave)
                run.start()
                self._run = run
        return partial(self._leave, encounter, hear)

    def committed(self) -> None:
        """Take note that this process committed something."""
        run = self._run
        if run is not None:
            run.wake()
        self._followed.announce()

    @contextmanager
    def telling(self) -> Iterator[None]:
        """Let the store be looked into a little later: what is written meanwhile is about to be told to all here."""
        self._telling += 1
        try:
            yield
        finally:
            self._telling -= 1

    def told(self) -> None:
        """Take note that this process committed something that everybody who listens here knows already.

        Others who follow the store notice it when they look next.
        """
        run = self._run
        if run is not None and not run.looks:
            run.wake()
        self._followed.announce()

    def close(self) -> None:
        """End: nobody is told anything any more."""
        with self._lock:
            self._closed = True
            run, self._run = self._run, None
        if run is not None:
            run.end()
            run.join(1)
        self._followed.close()

    @property
    def follows(self) -> bool:
        """Return whether the store is being followed."""
        return self._run is not None

    def _leave(self, encounter: str, hear: Hear) -> None:
        with self._lock:
            hearers = self._hearers.get(encounter, [])
            if hear in hearers:
                hearers.remove(hear)
            if not hearers:
                self._hearers.pop(encounter, None)
            if not self._hearers and self._run is not None:
                self._run.end()
                self._run = None

    def _of(self, encounter: str) -> list[Hear]:
        with self._lock:
            return list(self._hearers.get(encounter, ()))

    def _all(self) -> list[str]:
        with self._lock:
            return list(self._hearers)


class _Run(Thread):
    """The thread, from the first subscriber to the last."""

    def __init__(
        self,
        source: Source,
        encounters: Callable[[], list[str]],
        hearers: Callable[[str], list[Hear]],
        leave: Callable[[str, Hear], None],
    ) -> None:
        super().__init__(name="tailing", daemon=True)
        self._source = source
        self._encounters = encounters
        self._hearers = hearers
        self._leave = leave
        self._over = Event()

    @property
    def looks(self) -> bool:
        """Return whether it looks by itself from time to time."""
        return self._source.looks

    def wake(self) -> None:
        """Look at once."""
        self._source.wake()

    def end(self) -> None:
        """Stop soon."""
        self._over.set()
        self._source.wake()

    def run(self) -> None:
        """Follow until told to end; begin again whenever the store was gone."""
        pause = _FIRST_PAUSE
        while not self._over.is_set():
            try:
                self._source.begin()
                self._tell_all()
                pause = _FIRST_PAUSE
                self._follow()
            except LedgerRefused as refused:
                if pause == _FIRST_PAUSE:
                    log.warning("Following is interrupted: %s", refused.message)
            except Exception:
                log.exception("Following is interrupted by a fault")
            finally:
                self._source.close()
            self._over.wait(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)

    def _follow(self) -> None:
        while not self._over.is_set():
            lines = self._source.read()
            if lines is None:
                self._tell_all()
            else:
                self._tell(lines)
            self._source.wait()

    def _tell(self, lines: Iterable[Tailed]) -> None:
        of: defaultdict[str, list[Tailed]] = defaultdict(list)
        for line in lines:
            of[line.encounter].append(line)
        for encounter, its in of.items():
            self._tell_one(encounter, its)
        if of:
            self._tell_one(ALL, ())

    def _tell_all(self) -> None:
        for encounter in self._encounters():
            self._tell_one(encounter, ())

    def _tell_one(self, encounter: str, lines: Sequence[Tailed]) -> None:
        for hear in () if self._over.is_set() else self._hearers(encounter):
            try:
                hear(lines)
            except LedgerRefused:
                raise
            except Exception:
                log.exception("Somebody who listens to %s fell over and is told nothing more", encounter)
                self._leave(encounter, hear)


def followed(recorder: Store) -> Followed:
    """Return how the store of a recorder is followed."""
    if isinstance(recorder, sqlite.Recorder):
        return File(recorder)
    # A laptop with one table needs no driver of PostgreSQL.
    from ledger.store import listening, postgres  # noqa: PLC0415

    if isinstance(recorder, postgres.Recorder):
        return listening.Database(recorder)
    raise TypeError("Only a store in SQLite or PostgreSQL is followed.")
