"""Fights that a judge learns from: they hang on the beginning, the player, the seed and their numbers alone."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from bots.lab.features import Seen, sides_of
from bots.lab.keyed import KeyedChoices, KeyedDice
from bots.lab.processes import cores, shared
from bots.players import Player
from bots.sparring import NoEnd, spar
from domain.encounter import Encounter

EVERY = 3
"""Every so manieth command a state is learnt from: those between say almost the same."""
LEAST = 10
"""For fewer fights than that no process is started."""
MOST = 25
"""So many fights at most come together from a process."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """States of a fight as a judge sees them, and whose it was: the number of a side, or after the last."""

    states: list[list[float]]
    end: int


class School:
    """Where fights of one beginning are fought by one player on every side."""

    def __init__(self, start: Encounter, seats: Sequence[str], player: Player, seed: int) -> None:
        self._start, self._seats, self._player, self._seed = start, seats, player, seed
        self._sides = sides_of(start)
        self._seen = Seen(start, self._sides)

    def lesson(self, number: int) -> Lesson:
        """Return what a fight teaches."""
        states, now = [], self._start
        choices, dice = KeyedChoices(self._seed, number), KeyedDice(self._seed, number)
        with suppress(NoEnd):
            for turn, exchange in enumerate(spar(now, self._seats, self._player, choices, dice)):
                if turn % EVERY == 0:
                    states.append(self._seen.numbers(now))
                now = exchange.story.now
        return Lesson(
            states=states, end=self._sides.index(now.winner) if now.winner in self._sides else len(self._sides)
        )


def lessons(
    start: Encounter, seats: Sequence[str], player: Player, seed: int, fights: int, workers: int | None
) -> Generator[Lesson, None, None]:
    """Yield what each fight teaches, in the order of their numbers, by so many processes; one a core where nobody says.

    Of several processes ``player`` is a function of a module: they read it from there.
    """
    several = min(workers or cores(), fights // LEAST)
    if several < 2:
        school = School(start, seats, player, seed)
        yield from map(school.lesson, range(fights))
        return
    together = max(1, min(MOST, fights // (8 * several)))
    parts = [range(first, min(first + together, fights)) for first in range(0, fights, together)]
    with shared(_lessons, parts, several, _begin, start, [*seats], player, seed) as coming:
        for each in coming:
            yield from each.result()


_HERE: list[School] = []
"""The school of a process that was started for it."""


def _begin(start: Encounter, seats: Sequence[str], player: Player, seed: int) -> None:
    _HERE[:] = [School(start, seats, player, seed)]


def _lessons(part: range) -> list[Lesson]:
    return [*map(_HERE[0].lesson, part)]
