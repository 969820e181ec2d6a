"""The runner: takes the lines of all encounters page by page, in the order of their positions, into every read model.

It goes by the ledger's own order, which on PostgreSQL no line can overtake any more. Of the page, the rows and the
position all are written or nothing is, so that a line counts once, whatever ends the process. What fails is told and
tried again; serving does not wait for it. The thread is woken by the ledger's tailer, whichever process wrote; of
several processes on one PostgreSQL one is at a page at a time, and any of them takes the next.
"""

from __future__ import annotations

import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import suppress
from threading import Condition, Event, Lock, Thread

from eventsourcing.persistence import IntegrityError, Notification

from ledger.application import Ledger
from ledger.refusals import Busy, NoStore
from ledger.soundness import note_damage
from ledger.store.tailing import ALL
from projections.tables.builds import Builds
from projections.tables.lobby import Lobby
from projections.tables.models import NO_LINE, ReadModel
from projections.tables.opened import move_aside, tables
from projections.tables.parts import BUILDING, LIVE, OLD, Aside, Build, Lost, Moved, Spoilt
from projections.tables.tallies import Tallies

PAGE = 1000
"""Lines in one transaction, at most."""
POLL = 2.0
"""Seconds until the thread looks by itself, should nobody wake it."""
REST = 4
"""The thread rests so many times as long as a step took, and longer if nothing is new: commands come first."""
LONGEST_REST = 0.25
LOOKED_AT = 5.0
"""Seconds after which it is asked again whether all tables are there."""
LONGEST_WAIT = 30.0
GRACE = 2.0
"""Seconds that a page may go on for when the program ends; one that is broken off then was not written."""

MODELS: tuple[type[ReadModel], ...] = (Lobby, Tallies)

log = logging.getLogger(__name__)


class Runner:
    """Keeps the read models of a ledger up to date: step by step, until there is nothing new, or in a thread.

    The tables are opened when they are needed first.
    """

    def __init__(
        self, ledger: Ledger, *, page: int = PAGE, poll: float = POLL, models: Sequence[type[ReadModel]] = MODELS
    ) -> None:
        """Work beside ``ledger``, which must be closed after this."""
        self._ledger = ledger
        self._kinds = models
        self._page = page
        self._poll = poll
        self._opening, self._one_at_a_time = Lock(), Lock()
        self._open: tuple[Builds, dict[str, ReadModel]] | None = None
        self._sound: set[str] = set()
        self._aside: OrderedDict[str, Aside] = OrderedDict()
        self._steps = self._done = 0
        self._stepped = Condition()
        self._woken, self._asked, self._ending = Event(), Event(), Event()
        self._unsubscribe: Callable[[], None] = lambda: None
        self._thread: Thread | None = None
        self._failed = 0
        self._told = ""
        self._look_at = 0.0

    @property
    def tables(self) -> Builds:
        """Return the tables. Raises NewerTables, NoStore, Busy."""
        return self._opened()[0]

    @property
    def models(self) -> dict[str, ReadModel]:
        """Return the read models by name. Raises what ``tables`` does."""
        return self._opened()[1]

    def _opened(self) -> tuple[Builds, dict[str, ReadModel]]:
        with self._opening:
            if self._open is None:
                found, lines = tables(self._ledger), self._ledger.rows
                self._open = found, {model.name: model(found, lines) for model in self._kinds}
            return self._open

    # Step by step

    def step(self) -> bool:
        """Take at most one page into each model; return whether there may be more to do."""
        with self._one_at_a_time:
            return self._step()

    def catch_up(self, within: float | None = None) -> bool:
        """Take in all that was written before the call, for so many seconds at most; return whether that is done."""
        until = None if within is None else time.monotonic() + within
        before = self._steps
        while True:
            with self._one_at_a_time:
                # Of many who wait for the same, one step that began after all of them came is enough.
                if self._done > before or not self._step():
                    return True
            if until is not None and time.monotonic() >= until:
                return False

    def refresh(self, within: float) -> None:
        """Catch up as far as it can be done in so many seconds; where it fails, say so and leave it."""
        if self._thread is None:
            self._tried(lambda: self.catch_up(within))
            return
        # The thread does it: the store may keep it waiting for longer than that.
        before = self._steps
        self._wake()
        with self._stepped:
            self._stepped.wait_for(lambda: self._done > before, within)

    def _step(self) -> bool:
        self._steps += 1
        if time.monotonic() >= self._look_at:
            self._look()
            self._look_at = time.monotonic() + LOOKED_AT
        more, failed = False, None
        pages: dict[int, Sequence[Notification]] = {}
        for model in self.models.values():
            try:
                more |= self._advance(model, pages)
            except Exception as error:
                # The others go on; this one is tried again.
                failed = error
        looked = self._look_at_next()
        if failed is not None:
            # It may be for what is lost, and then is not to be waited for.
            self.tables.must_be_whole()
            raise failed
        if not more:
            with self._stepped:
                self._done = self._steps
                self._stepped.notify_all()
        return more or looked

    def _look(self) -> None:
        """Look whether all is there that was written; a build that lacks rows is retired. Raises Lost."""
        self.tables.must_be_whole()
        for model in self.models.values():
            for build in self.tables.builds(model.name):
                if build.state != OLD and build.format == model.FORMAT and not self._holds_last(model, build):
                    log.warning("%s lacks rows of its last line and is built anew.", build.name)
                    self.tables.retire(build)

    def _holds_last(self, model: ReadModel, build: Build) -> bool:
        try:
            return model.holds_last(build)
        except Exception:
            if self._is_gone(build):
                return True
            raise

    def _advance(self, model: ReadModel, pages: dict[int, Sequence[Notification]]) -> bool:
        build = self._build(model)
        if build is None:
            return False
        with self.tables.turn(build) as ours:
            if not ours:
                time.sleep(0.01)
                return True
            return self._take(model, build, pages)

    def _take(self, model: ReadModel, build: Build, pages: dict[int, Sequence[Notification]]) -> bool:
        if build.position not in pages:
            pages[build.position] = self.after(build.position, self._page)
        page = pages[build.position]
        if not page:
            return build.state == BUILDING and not self.tables.switch(build)
        try:
            aside = model.process_page(build, page)
        except Moved:
            return True
        except Exception as error:
            if self._is_gone(build):
                return True
            with suppress(Exception):
                self.tables.note(build, f"{type(error).__name__}: {error}"[:300])
            raise
        for each in aside:
            if each.encounter not in self._aside or each.reason == NO_LINE:
                self._aside[each.encounter] = each
        return len(page) == self._page or build.state == BUILDING

    def _look_at_next(self) -> bool:
        """Hold one that was set aside against what was written, mostly it is damaged; return whether others are left.

        Where the store cannot be asked, it is tried again in a later step.
        """
        if not self._aside:
            return False
        encounter, aside = self._aside.popitem(last=False)
        try:
            note_damage(self._ledger, encounter, aside.reason, anyway=aside.reason == NO_LINE)
        except (Busy, NoStore):
            self._aside[encounter] = aside
            return False
        return bool(self._aside)

    def _is_gone(self, build: Build) -> bool:
        """Say whether another build has taken the place of this one, so that what failed need not be done."""
        with suppress(Exception):
            return all(each.name != build.name or each.state == OLD for each in self.tables.builds(build.model))
        return False

    def after(
        self, position: int, limit: int, upto: int | None = None, topics: Sequence[str] = ()
    ) -> Sequence[Notification]:
        """Return the next lines, so many at most, of these topics."""
        return self._ledger.rows.after(position, limit, upto, topics)

    def newest(self) -> int:
        """Return the position of the newest line that may be read; 0 if there is none."""
        return self._ledger.rows.newest()

    def _build(self, model: ReadModel) -> Build | None:
        """Return the build to go on with: the live one, or else one that is built because none is live.

        None where a newer program keeps this model.
        """
        builds = self.tables.builds(model.name)
        for old in builds:
            if old.state == OLD:
                with suppress(Busy, NoStore):
                    self.tables.sweep(old)
        there = [each for each in builds if each.state != OLD]
        if any(each.state == LIVE and each.format > model.FORMAT for each in there):
            return None
        mine = [each for each in there if each.format == model.FORMAT]
        chosen = next((each for each in mine if each.state == LIVE), mine[-1] if mine else None)
        if chosen is None or not self.is_sound(chosen):
            try:
                self.tables.begin(model.name, model.FORMAT, model.TABLES)
            except IntegrityError:
                # Another process has begun it, if nothing is wrong.
                self.tables.must_be_whole()
            return self._build(model)
        return chosen

    def is_sound(self, build: Build) -> bool:
        """Say whether a build holds these lines; one that does not, the store having been put back, is retired."""
        if build.name in self._sound or build.at is None:
            return True
        found = self._ledger.rows.at(build.position)
        stands = found is not None and (found.originator_id, found.originator_version) == build.at
        # An archived encounter has left its places, and one that was brought back has others.
        archived = found is None and self._ledger.rows.archive_of(build.at[0], or_was=True) is not None
        if not stands and not archived:
            log.warning("%s holds other lines than this store and is built anew.", build.name)
            self.tables.retire(build)
            return False
        self._sound.add(build.name)
        return True

    # In a thread

    def __enter__(self) -> Runner:
        """Start the thread."""
        self._thread = Thread(target=self._run, name="read models", daemon=True)
        self._thread.start()
        self._unsubscribe = self._ledger.tailer.subscribe(ALL, lambda _: self._woken.set())
        return self

    def __exit__(self, *_: object) -> None:
        """Close."""
        self.close()

    def close(self) -> None:
        """End the thread after its page, and let go of the tables."""
        self._unsubscribe()
        self._ending.set()
        self._wake()
        if self._thread is not None:
            self._thread.join(GRACE)
        if self._open is not None:
            self._open[0].close()

    def _run(self) -> None:
        while not self._ending.is_set():
            self._woken.clear()
            self._asked.clear()
            began = time.monotonic()
            if self._tried(self.step):
                continue
            if self._failed:
                self._asked.wait(min(self._poll * 2**self._failed, LONGEST_WAIT))
            else:
                self._asked.wait(min(REST * (time.monotonic() - began), LONGEST_REST))
                self._woken.wait(self._poll)

    def _begun_anew(self, work: Callable[[], bool]) -> bool:
        """Return what the work does, or that there is more where it found tables that are built anew from now on."""
        try:
            return work()
        except (Spoilt, Lost) as trouble:
            self._begin_anew(trouble)
            return True

    def _begin_anew(self, trouble: Spoilt | Lost) -> None:
        """Let go of the tables; a file that is damaged makes room for another.

        What is lost is told and mended as they are opened again, by whichever process does that first.
        """
        with self._one_at_a_time, self._opening:
            if self._open is not None:
                self._open[0].close()
            if isinstance(trouble, Spoilt):
                move_aside(self._ledger, trouble)
            self._open, self._sound = None, set()

    def _wake(self) -> None:
        """Let the thread look at once: somebody waits for it."""
        self._woken.set()
        self._asked.set()

    def _tried(self, work: Callable[[], bool]) -> bool:
        """Return what the work does; where it fails, say so once, and return that there is nothing to do for now."""
        try:
            more = self._begun_anew(work)
        except Exception as error:
            self._failed = min(self._failed + 1, 10)
            said = f"{type(error).__name__}: {error}"
            if said != self._told:
                log.warning("The read models wait and try again: %s", said)
            self._told = said
            return False
        if self._told:
            log.warning("The read models go on.")
        self._failed, self._told = 0, ""
        return more
