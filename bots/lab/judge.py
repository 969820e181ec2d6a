"""A judge of one fight: how likely each side wins from here, among automatic players, learnt from fights they fought.

It knows the fight that it was fitted on and no other, and it is asked only where it is worth anything.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from bots.lab.features import Seen, sides_of
from bots.lab.fitting import brier, fitted, numpy, shares
from bots.lab.lessons import lessons
from bots.players import Player
from domain.encounter import Encounter

TESTED = 4
"""One fight of so many is not learnt from, and tells how good the judge is."""
LEAST_SKILL = 0.05
MOST_OFF = 0.10
LEAST_STATES = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Fifth:
    """The chances in one fifth of all: what the judge said on average, and how often it came."""

    said: float
    came: float
    states: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """How good a judge is, on fights that it did not learn from.

    ``skill`` is how much nearer its chances come than the bare shares of who wins: 0 is nothing, 1 is foresight.
    """

    fights: int
    states: int
    brier: float
    base: float
    skill: float
    fifths: tuple[Fifth, ...]

    @property
    def fault(self) -> str | None:
        """Return why the judge is not to be asked, in a sentence; None where it is."""
        if self.skill < LEAST_SKILL:
            return f"It foresees next to nothing here (skill {self.skill:.2f}, at least {LEAST_SKILL} is asked)."
        off = [each for each in self.fifths if each.states >= LEAST_STATES and abs(each.said - each.came) > MOST_OFF]
        if off:
            worst = max(off, key=lambda each: abs(each.said - each.came))
            return f"Where it says {100 * worst.said:.0f} of 100, {100 * worst.came:.0f} came."
        return None


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
    """Return a judge of a fight, and how good it is. Raises NoNumpy.

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
    tested = np.array(of_fight) % TESTED == TESTED - 1
    learnt = ~tested
    weights = fitted(known[learnt], came[learnt], len(sides) + 1)
    usual = np.bincount(came[learnt], minlength=len(sides) + 1) / learnt.sum()
    chances = shares(known[tested], weights)
    score = brier(chances, came[tested])
    base = brier(np.tile(usual, (int(tested.sum()), 1)), came[tested])
    worth = Trial(
        fights=of_fight[-1] + 1,
        states=len(states),
        brier=score,
        base=base,
        skill=1 - score / base if base else 0.0,
        fifths=_fifths(chances, came[tested]),
    )
    return Judge(Seen(start, sides), sides, weights), worth


def _fifths(chances: Any, came: Any) -> tuple[Fifth, ...]:
    """Return the fifths of all chances of a side, from 0 to 1, that were said at all."""
    np = numpy()
    said = chances[:, :-1].ravel()
    did = np.eye(chances.shape[1])[came][:, :-1].ravel()
    fifth = np.minimum((said * 5).astype(int), 4)
    return tuple(
        Fifth(said=float(said[fifth == each].mean()), came=float(did[fifth == each].mean()), states=int(many))
        for each in range(5)
        if (many := (fifth == each).sum())
    )
