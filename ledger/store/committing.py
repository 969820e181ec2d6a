"""Group commit: commands of different encounters that wait at the same time share one transaction.

Whoever comes while nobody commits leads: it commits what waits, its own and that of others, wakes them, and hands the
lead to whoever waits longest by then. A single writer waits for nobody; many wait for one flush to the disk together.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from threading import Lock

from eventsourcing.persistence import IntegrityError

from ledger.line.attachments import Beside
from ledger.line.lines import Line

MOST = 64
"""Commands in one transaction, at most."""


class Queued:
    """The lines of one command and what belongs beside them, until it is known what became of them."""

    __slots__ = ("beside", "done", "error", "lines", "woken")

    def __init__(self, lines: Sequence[Line], beside: Beside) -> None:
        self.lines = lines
        self.beside = beside
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

    def commit(self, lines: Sequence[Line], beside: Beside) -> None:
        """Return once the lines are committed.

        Raises:
            IntegrityError: Somebody else wrote these versions first; nothing of this command is written.
        """
        mine = Queued(lines, beside)
        with self._choosing:
            self._queue.append(mine)
            leads, self._led = not self._led, True
        if not leads:
            mine.woken.acquire()
        if not mine.done:
            self._lead()
        if mine.error is not None:
            raise mine.error

    def _lead(self) -> None:
        """Commit one group, the leader's own command at its head, and wake those who waited and the next to lead."""
        with self._choosing:
            group = [self._queue.popleft() for _ in range(min(MOST, len(self._queue)))]
        try:
            self._write(group)
        finally:
            with self._choosing:
                following = self._queue[0] if self._queue else None
                self._led = following is not None
            for each in group:
                each.done = True
                each.woken.release()
            if following is not None:
                following.woken.release()

    def _write(self, group: Sequence[Queued]) -> None:
        """Write a group; a conflict within it is only that command's own."""
        try:
            self._insert(group)
        except IntegrityError as error:
            if len(group) == 1:
                group[0].error = error
                return
            for each in group:
                self._write([each])
        except BaseException as error:
            for each in group:
                each.error = error
