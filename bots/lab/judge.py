"""A judge of one fight: how likely each side wins from here, among automatic players, learnt from fights they fought.

It knows the fight that it was fitted on and no other, and it is asked only where it is worth anything.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from typing import Any

from bots.lab.features import Seen, sides_of
from bots.lab.fitting import fitted, numpy, shares
from bots.lab.lessons import lessons
from bots.lab.trial import Trial, tried
from bots.players import Player
from domain.encounter import Encounter


class Judge:
    """The chances of a fight of these sides, and of nobody."""

    def __init__(self, seen: Seen, sides: Sequence[str], weights: Any) -> None:
        self.sides = tuple(sides)
        self._seen, self._weights = seen, weights

    @property
    def weights(self) -> list[list[float]]:
        """Return what it learnt: a judge of the same opening with the same weights says the same."""
        return [[float(each) for each in row] for row in self._weights]

    def chances(self, encounter: Encounter) -> tuple[float, ...]:
        """Return how likely each side wins from here; 0 or 1 once the fight is over."""
        if encounter.outcome is not None:
            return tuple(float(encounter.winner == side) for side in self.sides)
        states = numpy().array([self._seen.numbers(encounter)])
        return tuple(float(each) for each in shares(states, self._weights)[0][: len(self.sides)])

    def chance(self, encounter: Encounter, side: str) -> float:
        """Return how likely a side wins from here; 0 or 1 once the fight is over."""
        return self.chances(encounter)[self.sides.index(side)]


def recalled(start: Encounter, weights: Sequence[Sequence[float]]) -> Judge:
    """Return the judge of a fight that learnt these weights before. Raises NoNumpy."""
    sides = sides_of(start)
    return Judge(Seen(start, sides), sides, numpy().array(weights))


def judge(
    start: Encounter,
    seats: Sequence[str],
    player: Player,
    *,
    fights: int,
    seed: int,
    workers: int | None = 1,
    watch: Callable[[int], object] = lambda _: None,
    enough: Callable[[int], bool] = lambda _: False,
) -> tuple[Judge, Trial]:
    """Return a judge of a fight that learnt from all of them, and how good it is. Raises NoNumpy.

    So many ``workers`` fight, one a core for None: whoever fought, it learns the same. ``watch`` hears how many fights
    were fought, and ``enough`` may say that these are all.
    """
    np = numpy()
    sides = sides_of(start)
    states, ends, of_fight = [], [], []
    with closing(lessons(start, seats, player, seed, fights, workers)) as taught:
        for number, lesson in enumerate(taught):
            states += lesson.states
            ends += [lesson.end] * len(lesson.states)
            of_fight += [number] * len(lesson.states)
            watch(number + 1)
            if enough(number + 1):
                break
    known, came = np.array(states), np.array(ends)
    weights = fitted(known, came, len(sides) + 1)
    return Judge(Seen(start, sides), sides, weights), tried(known, came, np.array(of_fight), weights)
