"""Simulating: chunk after chunk in this process, or in several that are started afresh; each comes to the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import as_completed
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from bots.lab.bouts import Arena
from bots.lab.chunks import Folder, Row
from bots.lab.processes import cores, shared
from bots.lab.statistics import Running
from domain.deciding import open_encounter
from domain.events import CombatantJoined

if TYPE_CHECKING:
    from domain.table.openings import Opening


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What is simulated: an opening, another that it is compared with, who plays, and the seed."""

    one: Opening
    other: Opening | None = None
    player: str = "sensible"
    seed: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Simulated:
    """The fights that were simulated, by their numbers; ``stopped`` says that somebody ended it before its time."""

    rows: tuple[Row, ...]
    stopped: bool


def sides_of(plan: Plan) -> tuple[str, ...]:
    """Return the sides of both openings for which somebody acts, in the order of joining.

    Raises Refused for an opening that is none.
    """
    openings = [opening for opening in (plan.one, plan.other) if opening is not None]
    joined = (event for opening in openings for event in open_encounter(opening, "lab"))
    people = (event for event in joined if isinstance(event, CombatantJoined) and event.kind != "object")
    return tuple(dict.fromkeys(each.side for each in people))


class Bench:
    """Where the fights of a plan are fought in one process."""

    def __init__(self, plan: Plan) -> None:
        """Set both fights up. Raises Refused for an opening that is none."""
        self._one = Arena(plan.one, plan.player, plan.seed)
        self._other = None if plan.other is None else Arena(plan.other, plan.player, plan.seed)

    def rows(self, chunk: range) -> list[Row]:
        """Return the fights of a chunk."""
        other = self._other
        return [
            Row(one=self._one.bout(number), other=None if other is None else other.bout(number)) for number in chunk
        ]


FoughtRows: TypeAlias = Iterator[tuple[range, list[Row]]]
"""Chunks with their rows, in whatever order they come."""
Engine: TypeAlias = Callable[[Plan, Sequence[range], int | None], FoughtRows]
"""What fights chunks of a plan, by so many workers, or by all that it has."""


def in_processes(plan: Plan, chunks: Sequence[range], workers: int | None) -> FoughtRows:
    """Yield chunks with their rows, as they come, from processes of this machine; one a core where nobody says."""
    several = min(workers or cores(), len(chunks))
    if several < 2:
        bench = Bench(plan)
        yield from ((chunk, bench.rows(chunk)) for chunk in chunks)
        return
    with shared(_rows, chunks, several, _begin, plan) as coming:
        of = dict(zip(coming, chunks, strict=True))
        for future in as_completed(of):
            yield of[future], future.result()


def simulate(
    plan: Plan,
    chunks: Sequence[range],
    *,
    workers: int | None = 1,
    engine: Engine = in_processes,
    folder: Folder | None = None,
    until: float | None = None,
    watch: Callable[[int], object] = lambda _: None,
) -> Simulated:
    """Return the fights of some chunks; those that a ``folder`` holds are not fought again.

    ``until`` the shares, or the differences, are known as closely as that; ``watch`` hears how many fights there are.
    Ctrl-C ends it with what is done.
    """
    done: dict[int, list[Row]] = {}
    goal = _Goal(plan, until)
    waiting: list[range] = []
    for chunk in chunks:
        kept = None if folder is None else folder.rows(chunk)
        if kept is None:
            waiting.append(chunk)
        else:
            done[chunk.start] = kept
    try:
        if not _enough(goal, chunks, done):
            for chunk, rows in engine(plan, waiting, workers):
                if folder is not None:
                    folder.keep(chunk, rows)
                done[chunk.start] = rows
                watch(sum(map(len, done.values())))
                if _enough(goal, chunks, done):
                    break
    except KeyboardInterrupt:
        return Simulated(rows=_in_order(done), stopped=True)
    return Simulated(rows=_in_order(done, goal.reached), stopped=False)


def _in_order(done: dict[int, list[Row]], last: int | None = None) -> tuple[Row, ...]:
    """Return all rows by their numbers; those after the chunk that begins with ``last`` do not count."""
    return tuple(row for first in sorted(done) if last is None or first <= last for row in done[first])


def _enough(goal: _Goal, chunks: Sequence[range], done: dict[int, list[Row]]) -> bool:
    """Look at the chunks in their order, whichever came first, so that the end hangs on no process."""
    while goal.reached is None and goal.seen < len(chunks) and chunks[goal.seen].start in done:
        goal.look(chunks[goal.seen].start, done[chunks[goal.seen].start])
    return goal.reached is not None


class _Goal:
    """How closely everything must be known, and from which chunk on it is."""

    def __init__(self, plan: Plan, until: float | None) -> None:
        self._paired, self._until = plan.other is not None, until
        self._known: dict[str, Running] = {}
        self.seen = 0
        self.reached: int | None = None
        for side in sides_of(plan) if until is not None else ():
            self._known[side] = Running(-1.0, 1.0) if self._paired else Running()

    def look(self, first: int, rows: Sequence[Row]) -> None:
        """Take the rows of the next chunk into account."""
        self.seen += 1
        for side, known in self._known.items():
            for row in rows:
                won = float(row.one.winner == side)
                known.add(float(row.other is not None and row.other.winner == side) - won if self._paired else won)
        if self._until is not None and all(known.half <= self._until for known in self._known.values()):
            self.reached = first


_HERE: list[Bench] = []
"""The bench of a process that was started for a plan."""


def _begin(plan: Plan) -> None:
    _HERE[:] = [Bench(plan)]


def _rows(chunk: range) -> list[Row]:
    return _HERE[0].rows(chunk)
