"""The events that count, each between the states before and after it, made from the newest back as they are wanted."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple, TypeAlias

from domain.encounter import Encounter
from domain.events import DeclarationMade, Event
from domain.evolve import evolve
from ledger.line.lines import Line
from ledger.line.sequence import Lines
from ledger.table.fight import Fight
from ledger.table.log import Log
from projections.sentences.seats import NOBODY, of_seats, seated
from projections.sentences.traces import AT_ONCE, Mark, parts_of

StepPlace: TypeAlias = tuple[int, int]
"""Where a step stands: how far back its part is, and how far back it is in that."""


class Step(NamedTuple):
    """One event that counts, its line, and the encounter before and after it; ``told`` says which names are seats."""

    line: Line
    event: Event
    told: Event
    before: Encounter
    after: Encounter


class Past:
    """The lines of a fight up to a version, and what is known of them without reading all."""

    def __init__(self, log: Log, version: int, state_at: Callable[[int], Encounter]) -> None:
        self.version = version
        self.lines = Lines(log, version + 1)
        self.live = log.live(version)
        self.parts = parts_of(log, version)
        self.state_at = state_at
        self._log = log

    @property
    def apart(self) -> list[Line]:
        """Return the lines that sentences about later ones need, oldest first."""
        return [line for part in self.parts for line in part.apart]

    @property
    def now(self) -> Encounter:
        """Return the encounter after all lines."""
        return self.state_at(self.version)

    def upto(self, version: int) -> Past:
        """Return the same up to an earlier version."""
        return Past(self._log, version, self.state_at)

    def caused(self, n: int) -> list[int]:
        """Return the lines that one caused."""
        found = (number for number in range(n // AT_ONCE, len(self.parts)) if n in self.parts[number].marks)
        spans = (self.lines[number * AT_ONCE : (number + 1) * AT_ONCE] for number in found)
        return [line.n for span in spans for line in span if line.cause == n]


def past_of(known: Fight | Sequence[Line], version: int | None = None) -> Past:
    """Return the past of a fight up to a version, or of lines that belong to none here, which are folded once."""
    if isinstance(known, Fight):
        return Past(known.log, known.version if version is None else version, known.at)
    log = Log(known)
    log.fold(Encounter(), -1)
    return Past(log, len(known) - 1, log.state)


class Steps:
    """The steps of a fight, of which only those parts are folded in which somebody looks."""

    def __init__(self, past: Past) -> None:
        """Begin with nothing made."""
        self._past = past
        self._spans = [part for span in reversed(past.live) for part in _parted(span)]
        self._made: dict[int, list[Step]] = {}
        starts = [span.start for span in past.live]
        counts = [line for line in past.apart if line.n in past.live[bisect_right(starts, line.n) - 1]]
        self._seated = [line.n for line in counts]
        self._seats = [*accumulate(counts, seated, initial=NOBODY)]

    def __getitem__(self, place: StepPlace) -> Step:
        """Return the step at a place."""
        return self._part(place[0])[place[1]]

    def places(self, wanted: Callable[[frozenset[Mark]], bool] = bool, since: int = 0) -> Iterator[StepPlace]:
        """Yield where steps stand, the newest first, of the parts with ``wanted`` marks and of that with a line.

        None before that line is yielded, the first one if none is named.
        """
        for number, span in enumerate(self._spans):
            if span.stop <= since:
                return
            if since in span or wanted(self._past.parts[span.start // AT_ONCE].marks):
                yield from ((number, back) for back, step in enumerate(self._part(number)) if step.line.n >= since)

    def window(self, place: StepPlace) -> list[Step]:
        """Return the steps that led to one, oldest first: those of its command, and of those that it answered.

        A command that declares one deed after another is told from the last deed on.
        """
        own = self._command(place)
        declared = [count for count, each in enumerate(own) if isinstance(self[each].event, DeclarationMade)]
        if len(declared) > 1:
            own = own[: declared[0] + 1]
        else:
            while _answers(self[own[-1]].before) and (before := self._before(own[-1])) is not None:
                own += self._command(before)
        return [self[each] for each in reversed(own)]

    def _command(self, place: StepPlace) -> list[StepPlace]:
        """Return a place and those before it of the same command, the newest first."""
        own, cause = [place], self[place].line.cause
        while cause is not None and (before := self._before(own[-1])) is not None and self[before].line.cause == cause:
            own.append(before)
        return own

    def _before(self, place: StepPlace) -> StepPlace | None:
        """Return the place before one; None where the fight began with it."""
        number, back = place[0], place[1] + 1
        while number < len(self._spans):
            if back < len(self._part(number)):
                return number, back
            number, back = number + 1, 0
        return None

    def _part(self, number: int) -> list[Step]:
        """Return the steps of a part, the newest first, made once."""
        if number not in self._made:
            self._made[number] = self._folded(number)[::-1]
        return self._made[number]

    def _folded(self, number: int) -> list[Step]:
        """Return the steps of a part, the oldest first."""
        span = self._spans[number]
        seats = self._seats[bisect_left(self._seated, span.start)]
        before = self._spans[number + 1].stop - 1 if number + 1 < len(self._spans) else None
        encounter = Encounter() if before is None else self._past.state_at(before)
        made = list[Step]()
        for line in self._past.lines[span.start : span.stop]:
            seats = seated(seats, line)
            for event, told in zip(line.events, of_seats(line.events, seats), strict=True):
                after = evolve(encounter, event)
                made.append(Step(line, event, told, encounter, after))
                encounter = after
        return made


def _parted(span: range) -> Iterator[range]:
    """Yield the parts of what counts at a stretch, the newest first."""
    for number in range((span.stop - 1) // AT_ONCE, span.start // AT_ONCE - 1, -1):
        yield range(max(span.start, number * AT_ONCE), min(span.stop, (number + 1) * AT_ONCE))


def _answers(before: Encounter) -> bool:
    """Return whether a step was interrupted before this: a question is open that is more than a turn."""
    return before.decision is not None and before.decision.kind != "turn"
