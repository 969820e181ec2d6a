"""The events that count, each between the states before and after it, made from the newest back as they are wanted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from domain.encounter import Encounter
from domain.events import DeclarationMade, Event, HistoryRewound
from domain.evolve import evolve
from domain.replaying import live
from ledger.line.lines import Line
from projections.sentences.seats import NOBODY, Seats, of_seats, seated

AT_ONCE = 128
"""Lines that are folded at a time."""


class Step(NamedTuple):
    """One event that counts, its line, and the encounter before and after it; ``told`` says which names are seats."""

    line: Line
    event: Event
    told: Event
    before: Encounter
    after: Encounter


class Steps:
    """The steps of some lines by how far back they are: 0 is the newest."""

    def __init__(self, lines: Sequence[Line], state_at: Callable[[int], Encounter] | None = None) -> None:
        """Begin with nothing made; without ``state_at``, the state at a version, every line is folded once."""
        rewinds = [(line.n, line.entry.to_version) for line in lines if isinstance(line.entry, HistoryRewound)]
        self._lines = [line for span in live(rewinds, len(lines) - 1) for line in lines[span.start : span.stop]]
        self._starts = self._parted(state_at)
        self._made: list[Step] = []

    def __getitem__(self, back: int) -> Step:
        """Return a step. Raises IndexError where the fight began later than that."""
        if back not in self:
            raise IndexError(f"There are {len(self._made)} steps.")
        return self._made[back]

    def __contains__(self, back: int) -> bool:
        """Return whether there is a step so far back."""
        while back >= len(self._made) and self._starts:
            self._go_back()
        return back < len(self._made)

    @property
    def now(self) -> Encounter:
        """Return the encounter after all of them."""
        return self[0].after if 0 in self else Encounter()

    def _parted(self, state_at: Callable[[int], Encounter] | None) -> list[tuple[int, Seats, Callable[[], Encounter]]]:
        """Return of each part where it starts, who sits there then, and how to get at the state."""
        starts: list[tuple[int, Seats, Callable[[], Encounter]]] = []
        seats, encounter = NOBODY, Encounter()
        for place, line in enumerate(self._lines):
            if place % AT_ONCE == 0:
                starts.append((place, seats, _before(self._lines, place, encounter, state_at)))
            seats = seated(seats, line)
            if state_at is None:
                for event in line.events:
                    encounter = evolve(encounter, event)
        return starts

    def _go_back(self) -> None:
        """Make the steps of the part before those that are made."""
        start, seats, state = self._starts.pop()
        encounter, made = state(), list[Step]()
        for line in self._lines[start : start + AT_ONCE]:
            seats = seated(seats, line)
            for event, told in zip(line.events, of_seats(line.events, seats), strict=True):
                after = evolve(encounter, event)
                made.append(Step(line, event, told, encounter, after))
                encounter = after
        self._made += reversed(made)

    # What belongs together

    def window(self, back: int) -> list[Step]:
        """Return the steps that led to one, oldest first: those of its command, and of those that it answered.

        A command that declares one deed after another is told from the last deed on.
        """
        first = self._begins(back)
        own = [place for place in range(back, first + 1) if isinstance(self[place].event, DeclarationMade)]
        if len(own) > 1:
            return self._between(own[0], back)
        while first + 1 in self and _answers(self[first].before):
            first = self._begins(first + 1)
        return self._between(first, back)

    def _between(self, first: int, last: int) -> list[Step]:
        return [self[place] for place in range(first, last - 1, -1)]

    def _begins(self, back: int) -> int:
        """Return the first step of the command that one belongs to."""
        cause = self[back].line.cause
        while cause is not None and back + 1 in self and self[back + 1].line.cause == cause:
            back += 1
        return back


def _before(
    lines: Sequence[Line], place: int, encounter: Encounter, state_at: Callable[[int], Encounter] | None
) -> Callable[[], Encounter]:
    if state_at is None or not place:
        return lambda: encounter
    return lambda: state_at(lines[place - 1].n)


def _answers(before: Encounter) -> bool:
    """Return whether a step was interrupted before this: a question is open that is more than a turn."""
    return before.decision is not None and before.decision.kind != "turn"
