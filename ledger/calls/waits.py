"""How long a process has waited for decisions, links and answers, by a clock of its own that nobody sets.

The clock of the machine may be wrong, and be put right while somebody decides. So the time of each runs from when
this process first saw the line that asked for it: after a start, or where another process wrote it, from then on, which
is never sooner.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from threading import Lock
from typing import NamedTuple

from ledger.line import clock
from ledger.table.fight import Fight
from ledger.table.lapsing import Running, running

_ENCOUNTERS = 10_000
"""Of so many encounters, those that were seen or asked for last, it is known when something began."""
_VERSIONS = 512
JITTER = 1000
"""By so many milliseconds the end of a time may be told wrong, so that it is told once."""


class _Seen(NamedTuple):
    """A version, and when it was the newest here first."""

    version: int
    passed: int


class Waits:
    """What is left of the time for decisions."""

    def __init__(self) -> None:
        self._seen: OrderedDict[str, deque[_Seen]] = OrderedDict()
        self._told: OrderedDict[tuple[str, int], int] = OrderedDict()
        self._lock = Lock()

    def saw(self, fight: Fight) -> None:
        """Take note that a fight stands here now."""
        if fight.encounter.clock is None:
            return
        with self._lock:
            seen = self._seen.setdefault(fight.id, deque(maxlen=_VERSIONS))
            self._seen.move_to_end(fight.id)
            if not seen or seen[-1].version < fight.version:
                seen.append(_Seen(fight.version, clock.passed()))
            while len(self._seen) > _ENCOUNTERS:
                self._seen.popitem(last=False)

    def left(self, fight: Fight) -> int | None:
        """Return the milliseconds that are left to decide, 0 once nothing is; None while no time runs."""
        time = running(fight)
        return None if time is None else self._left(fight, time)

    def deadline(self, fight: Fight) -> int | None:
        """Return when that is, by the clock of the machine, which may be set meanwhile; None while no time runs."""
        if (time := running(fight)) is None:
            return None
        until = clock.now() + self._left(fight, time)
        with self._lock:
            told = self._told.get((fight.id, time.line.n), 0)
            if abs(until - told) >= JITTER:
                self._told[fight.id, time.line.n] = told = until
            while len(self._told) > _ENCOUNTERS:
                self._told.popitem(last=False)
            return told

    def _left(self, fight: Fight, time: Running) -> int:
        with self._lock:
            since = next((each.passed for each in self._seen.get(fight.id, ()) if each.version >= time.line.n), None)
        waited = 0 if since is None else clock.passed() - since
        return max(0, time.limit - waited)


class Moments:
    """What time it is for links and answers that are waited for, whatever the clocks of machines say.

    From when the line that asks for them is seen here first, what passes counts: after a start, or where another
    process wrote it, which may go by another clock, never less than is agreed.
    """

    def __init__(self) -> None:
        self._seen: OrderedDict[str, dict[int, int]] = OrderedDict()
        self._lock = Lock()

    def saw(self, fight: Fight) -> None:
        """Take note that a fight stands here now, and forget what it does not wait for any more."""
        asked = () if fight.imported else (fight.table.open_roll, fight.table.request)
        lines = [each.line for each in asked if each is not None]
        with self._lock:
            seen, now = self._seen.pop(fight.id, {}), clock.passed()
            if lines:
                self._keep(fight.id, {line: seen.get(line, now) for line in lines})

    def at(self, encounter: str, line: int, written: int) -> int:
        """Return the time for what waits since a line that was ``written`` then."""
        with self._lock:
            seen = self._seen.pop(encounter, {})
            since = seen.setdefault(line, clock.passed())
            self._keep(encounter, seen)
        return written + clock.passed() - since

    def _keep(self, encounter: str, seen: dict[int, int]) -> None:
        self._seen[encounter] = seen
        while len(self._seen) > _ENCOUNTERS:
            self._seen.popitem(last=False)
