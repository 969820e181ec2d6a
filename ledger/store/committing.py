"""Group commit: commands of different encounters that wait at the same time share one transaction.

Whoever comes while nobody commits leads: it commits what waits, its own and that of others, wakes them, and hands the
lead to whoever waits longest by then. A single writer waits for nobody; many wait for one flush to the disk together.
For those that cannot wait themselves, because they are an event loop, a thread leads.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Sequence
from queue import SimpleQueue
from threading import Lock, Thread
from time import monotonic

from eventsourcing.persistence import IntegrityError

from ledger.line.attachments import Beside
from ledger.line.lines import Line
from ledger.refusals import Busy, Damaged
from ledger.store.fetching import all_fetched

MOST = 64
"""Commands in one transaction, at most."""
WAITS = 15.0
"""Seconds that a command waits for those before it; however many they are, it is told then to come again."""

Told = Callable[["BaseException | None"], None]
"""Is told what went wrong, or None; by the thread that commits, so it must not dawdle."""
log = logging.getLogger(__name__)


class Queued:
    """The lines of one command and what belongs beside them, until it is known what became of them."""

    __slots__ = ("beside", "came", "done", "error", "lines", "told", "woken")

    def __init__(self, lines: Sequence[Line], beside: Beside, told: Told | None = None) -> None:
        self.lines = lines
        self.beside = beside
        self.told = told
        self.came = monotonic()
        self.done = False
        self.error: BaseException | None = None
        self.woken = Lock()
        self.woken.acquire()


Insert = Callable[[Sequence[Queued]], None]
"""Writes all of these in one transaction, or none. Raises IntegrityError if a version of one of them is taken."""


class Committer:
    """Commits what is handed to it, together with whatever else waits."""

    def __init__(self, insert: Insert) -> None:
        self._insert = insert
        self._queue: deque[Queued] = deque()
        self._choosing = Lock()
        self._led = False
        self._calls: SimpleQueue[bool] = SimpleQueue()
        self._writer: Thread | None = None
        self._over = False

    def commit(self, lines: Sequence[Line], beside: Beside) -> None:
        """Return once the lines are committed.

        Raises:
            IntegrityError: Somebody else wrote these versions first; nothing of this command is written.
            Damaged: What it follows from does not lie in the store any more; likewise.
            Busy: Those before it took too long; likewise.
        """
        mine = Queued(lines, beside)
        if not self._leads(mine):
            mine.woken.acquire()
        if not mine.done:
            self._lead()
        if mine.error is not None:
            raise mine.error

    def soon(self, lines: Sequence[Line], beside: Beside, told: Told) -> None:
        """Let the lines be committed, and return at once; ``told`` is told what ``commit`` would raise."""
        if self._leads(Queued(lines, beside, told)):
            self._call()

    def close(self) -> None:
        """Let the thread that leads for others end; whoever comes then leads in their own."""
        with self._choosing:
            self._over, writer = True, self._writer
        self._calls.put(False)
        if writer is not None:
            writer.join(1)

    def _leads(self, mine: Queued) -> bool:
        """Let it wait with the others; return whether it is the one to lead."""
        with self._choosing:
            self._queue.append(mine)
            leads, self._led = not self._led, True
        return leads

    def _call(self) -> None:
        """Let the thread lead once, which begins with the first that needs it."""
        with self._choosing:
            if not self._over and self._has_writer():
                self._calls.put(True)
                return
        with all_fetched():
            self._lead()

    def _has_writer(self) -> bool:
        """Return whether a thread leads for others; where the system gives none, whoever calls leads."""
        if self._writer is None:
            writer = Thread(target=self._run, name="committing", daemon=True)
            try:
                writer.start()
            except RuntimeError:
                return False
            self._writer = writer
        return True

    def _run(self) -> None:
        while self._calls.get():
            self._lead()

    def _lead(self) -> None:
        """Commit one group, the leader's own command at its head, and wake those who waited and the next to lead."""
        with self._choosing:
            group = [self._queue.popleft() for _ in range(min(MOST, len(self._queue)))]
        try:
            self._write_in_time(group)
        finally:
            with self._choosing:
                following = self._queue[0] if self._queue else None
                self._led = following is not None
            for each in group:
                each.done = True
                _tell(each)
            if following is not None and following.told is None:
                following.woken.release()
            elif following is not None:
                self._call()

    def _write_in_time(self, group: Sequence[Queued]) -> None:
        """Write those that did not wait too long: where the store says nothing, each group before them takes long."""
        late = monotonic() - WAITS
        for each in group:
            if each.came < late:
                each.error = Busy("Earlier commands still wait for the store: nothing was written, try again.")
        if in_time := [each for each in group if each.error is None]:
            self._write(in_time)

    def _write(self, group: Sequence[Queued]) -> None:
        """Write a group; a conflict within it, or a damaged encounter, is only that command's own."""
        try:
            self._insert(group)
        except (IntegrityError, Damaged) as error:
            if len(group) == 1:
                group[0].error = error
                return
            for each in group:
                self._write([each])
        except BaseException as error:
            for each in group:
                each.error = error


def _tell(each: Queued) -> None:
    """Let whoever waits for a command know what became of it."""
    if each.told is None:
        each.woken.release()
        return
    try:
        each.told(each.error)
    except Exception:
        log.exception("A command is committed, or not, and nobody could be told")
