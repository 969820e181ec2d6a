"""What is due when nobody calls: the wait for links that is over, a request that nobody answered.

One thread a process looks once a second, by a clock that nobody sets, at what any process wrote. Whatever is done is
decided again by the ledger, under the primary key of the lines: of several processes that come to it at once one
writes. Nothing of the fight happens by itself: the time of a decision is offered to whoever claims it, and not taken.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from heapq import heappop, heappush
from threading import Event, Thread
from typing import Protocol

from ledger.calls.due import Due
from ledger.line import clock
from ledger.refusals import Archived, LedgerRefused, NoSuchEncounter
from ledger.store.protocol import Numbered
from ledger.store.questions import bytes_of
from ledger.table.fight import Fight

TICK = 1.0
"""Seconds between two looks."""
AGAIN = 5_000
"""Milliseconds until something that failed is tried again."""
LOOK_BACK = 20_000
"""So many of the newest lines of the store are looked at when the thread begins; what is older waits for a call."""
_PAGE = 500
_GRACE = 2.0

log = logging.getLogger(__name__)


class Waited(Protocol):
    """What of a ledger is asked for here."""

    @property
    def store(self) -> Numbered:
        """Return where the lines lie."""

    @property
    def due(self) -> Due:
        """Return what decides, and does nothing too early."""

    def fight(self, encounter: str, /) -> Fight:
        """Return the fight as it stands."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """One kind of work: the ``topic`` of the line it begins with, what is ``left`` until it is due, and what does it.

    ``marked`` stands in the bytes of those lines of the topic that matter.
    """

    topic: str
    left: Callable[[Due, Fight], int | None]
    do: Callable[[Due, str], Fight]
    marked: bytes = b""


WORKS: tuple[Work, ...] = (
    Work(
        topic="CommandAccepted",
        left=lambda due, fight: due.links_left(fight),
        do=lambda due, encounter: due.reveal_if_due(encounter),
        marked=b'"contributors":',
    ),
    Work(
        topic="RewindAsked",
        left=lambda due, fight: due.request_left(fight),
        do=lambda due, encounter: due.lapse_if_due(encounter),
    ),
)


class Timer:
    """Does what is due in the encounters of a ledger, step by step or in a thread."""

    def __init__(self, ledger: Waited, works: tuple[Work, ...] = WORKS, tick: float = TICK) -> None:
        self._ledger = ledger
        self._works = {work.topic: work for work in works}
        self._tick = tick
        self._position: int | None = None
        self._waiting: list[tuple[int, str]] = []
        self._ending = Event()
        self._thread: Thread | None = None
        self._failing: set[str] = set()
        self._told: set[str] = set()

    def __enter__(self) -> Timer:
        """Start the thread."""
        self._thread = Thread(target=self._run, name="due", daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """End it."""
        self.close()

    def close(self) -> None:
        """End the thread after what it is at."""
        self._ending.set()
        if self._thread is not None:
            self._thread.join(_GRACE)

    def step(self) -> None:
        """Look at what was written since the last step, and do what is due; what fails is tried again later."""
        for encounter in self._stirred():
            heappush(self._waiting, (0, encounter))
        failed: Exception | None = None
        while self._waiting and self._waiting[0][0] <= clock.passed():
            _, encounter = heappop(self._waiting)
            self._failing.discard(encounter)
            try:
                self._do(encounter)
            except (NoSuchEncounter, Archived):
                continue
            except Exception as error:
                heappush(self._waiting, (clock.passed() + AGAIN, encounter))
                self._failing.add(encounter)
                failed = error
        if failed is not None:
            raise failed

    def _stirred(self) -> Iterator[str]:
        """Yield the encounters in which a line was written that something may follow from in time."""
        store = self._ledger.store
        newest = store.max_notification_id() or 0
        position = max(0, newest - LOOK_BACK) if self._position is None else self._position
        found: set[str] = set()
        while position < newest:
            page = store.select_notifications(position, _PAGE, newest, list(self._works), inclusive_of_start=False)
            found |= {
                str(each.originator_id) for each in page if self._works[each.topic].marked in bytes_of(each.state)
            }
            position = page[-1].id if len(page) == _PAGE else newest
        self._position = newest
        yield from sorted(found)

    def _do(self, encounter: str) -> None:
        """Do what is due in an encounter, and let it wait for what is due next."""
        ledger = self._ledger
        for work in self._works.values():
            if work.left(ledger.due, ledger.fight(encounter)) == 0:
                work.do(ledger.due, encounter)
        fight = ledger.fight(encounter)
        coming = [left for work in self._works.values() if (left := work.left(ledger.due, fight)) is not None]
        if coming:
            # What is due still waits for something else: it is not asked about all the time.
            heappush(self._waiting, (clock.passed() + (min(coming) or AGAIN), encounter))

    def _run(self) -> None:
        while not self._ending.wait(self._tick):
            try:
                self.step()
            except Exception as error:
                said = error.message if isinstance(error, LedgerRefused) else f"{type(error).__name__}: {error}"
                if said not in self._told:
                    log.warning("What is due waits and is tried again: %s", said)
                self._told.add(said)
            else:
                # Steps in which what failed is not yet tried again say nothing of it.
                if not self._failing:
                    self._told.clear()
