"""What each part of a fight can have changed, told without folding it: an index that grows with the lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from threading import Lock
from typing import NamedTuple, TypeAlias
from weakref import WeakKeyDictionary

from domain.encounter import IN_RESERVE
from domain.events import (
    BoardChanged,
    CombatantJoined,
    ConditionApplied,
    ConditionEnded,
    DeclarationMade,
    EncounterOpened,
    Event,
    HistoryRewound,
    MessageRecorded,
    OutcomeResolved,
    RoundEnded,
    TurnEnded,
)
from ledger.line.entries import (
    DisputeRaised,
    DisputeSettled,
    Renamed,
    SeatJoined,
    SeatKeyAsked,
    SeatKeyChanged,
    SeatKeyVetoed,
    Unsealed,
)
from ledger.line.lines import Line
from ledger.line.sequence import Lines
from ledger.table.log import Log

AT_ONCE = 128
"""Lines of a part, which are folded at a time."""
ROUND_END = "round_end"

Mark: TypeAlias = type[Event] | tuple[type[Event], str] | int
"""That an event of a kind is there, that one of a kind names somebody, or the number of a line that caused another."""

APART = (
    EncounterOpened,
    Renamed,
    Unsealed,
    SeatJoined,
    DisputeRaised,
    DisputeSettled,
    SeatKeyAsked,
    SeatKeyChanged,
    SeatKeyVetoed,
    HistoryRewound,
)
"""Lines that say something which sentences about later lines need."""
COMES = (CombatantJoined, BoardChanged)
"""Events that do so, wherever they stand: somebody comes, or a place."""


class Traced(NamedTuple):
    """What is known of some lines: their marks, and those of them that later sentences need."""

    marks: frozenset[Mark]
    apart: tuple[Line, ...]


class Lasting:
    """Who may be under conditions that a round ends with, as lines are taken one after another."""

    def __init__(self, ever: Iterable[str] = ()) -> None:
        """Begin with whoever ``ever`` was under one."""
        self.ever = set(ever)
        self.now = set(self.ever)

    def begins(self, who: str) -> None:
        """Take note of somebody."""
        self.now.add(who)
        self.ever.add(who)

    def back(self) -> None:
        """Take note that the fight was taken back: to where anybody may be under them again."""
        self.now |= self.ever

    def ends(self) -> set[str]:
        """Return who may have been under them, when a round ends."""
        ended, self.now = self.now, set()
        return ended


class Traces:
    """The parts of one log, of ``AT_ONCE`` lines each, by number."""

    def __init__(self) -> None:
        self._full: list[Traced] = []
        self._lasting = Lasting()
        self._lock = Lock()

    def parts(self, lines: Lines) -> list[Traced]:
        """Return the parts of all lines; one that is full is looked through once."""
        full, last = divmod(len(lines), AT_ONCE)
        with self._lock:
            for number in range(len(self._full), full):
                self._full.append(_part(lines[number * AT_ONCE : (number + 1) * AT_ONCE], self._lasting))
            known = self._full[:full]
            begins = Lasting(self._lasting.ever)
        return [*known, _part(lines[-last:], begins)] if last else known


_kept: WeakKeyDictionary[Log, Traces] = WeakKeyDictionary()
_keeping = Lock()


def parts_of(log: Log, version: int) -> list[Traced]:
    """Return the parts of the lines of a log up to a version; what is known of them is kept as long as it is."""
    log.older()  # if they must be fetched, then before others wait for this
    with _keeping:
        traces = _kept.setdefault(log, Traces())
    return traces.parts(Lines(log, version + 1))


def _part(lines: Iterable[Line], lasting: Lasting) -> Traced:
    """Return what is known of some lines, the next ones."""
    marks: set[Mark] = set()
    apart: list[Line] = []
    for line in lines:
        if line.cause is not None:
            marks.add(line.cause)
        if isinstance(line.entry, HistoryRewound):
            lasting.back()
        for event in line.events:
            marks.update(_marks(event, lasting))
        if isinstance(line.entry, APART) or any(isinstance(each, COMES) for each in line.events):
            apart.append(line)
    return Traced(frozenset(marks), tuple(apart))


def _marks(event: Event, lasting: Lasting) -> Iterator[Mark]:
    """Yield what an event is known again by."""
    kind = type(event)
    yield kind
    match event:
        case RoundEnded():
            yield from ((kind, who) for who in lasting.ends())
        case DeclarationMade():
            yield from _declared(event, lasting)
        case OutcomeResolved():
            if event.kind == "death_save":
                yield kind, event.who
        case TurnEnded(ends_move=True):
            yield kind, "ends_move"
        case ConditionApplied() | ConditionEnded():
            yield from _held(event, lasting)
        case _:
            named = (getattr(event, "who", None), getattr(event, "to", None))
            yield from ((kind, name) for name in named if name is not None)


def _declared(event: DeclarationMade, lasting: Lasting) -> Iterator[Mark]:
    """Yield what is more than a deed in what is declared: everybody declares something in every part."""
    if event.kind == "begin_move":
        yield type(event), event.kind
    if "free_attack" in event.said:
        lasting.begins(event.who)
        yield type(event), event.who


def _held(event: ConditionApplied | ConditionEnded, lasting: Lasting) -> Iterator[Mark]:
    """Yield who comes under a condition, or out of one; out of the reserve, or into it, is like coming."""
    yield type(event), event.to
    if event.condition == IN_RESERVE:
        yield CombatantJoined, event.to
    if isinstance(event, ConditionApplied) and event.until == ROUND_END:
        lasting.begins(event.to)


def changes_something(marks: frozenset[Mark]) -> bool:
    """Return whether lines can have changed the fight at all: messages do not."""
    return any(isinstance(mark, type) and mark is not MessageRecorded for mark in marks)
