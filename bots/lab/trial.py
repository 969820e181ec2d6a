"""How good a judge is: each quarter of the fights is foretold by one that learnt from the other three.

States of one fight say almost the same, so that a fight counts as four of them, however long it was, and how sure
anything is goes by fights.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bots.lab.fitting import fitted, numpy, shares

if TYPE_CHECKING:
    from bots.lab.fitting import Numbers

PARTS = 4
"""Into so many parts the fights are divided."""
OF_A_FIGHT = 4
"""A fight counts as so many states."""
LEAST_SKILL = 0.05
MOST_OFF = 0.10
LEAST_STATES = 100
SURE = 2.0
"""What is so many errors from the bound is surely beyond it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fifth:
    """The chances in one fifth of all: what the judge said on average, and how often it came.

    ``states`` is as how many they count, and ``error`` that of the difference of both.
    """

    said: float
    came: float
    states: float
    error: float

    @property
    def off(self) -> bool:
        """Return whether the two are too far apart: where enough states say so, or surely."""
        apart = abs(self.said - self.came)
        return apart > MOST_OFF and (self.states >= LEAST_STATES or apart - SURE * self.error > MOST_OFF)


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """How good a judge is, on fights that it did not learn from.

    ``skill`` is how much nearer its chances come than the bare shares of who wins: 0 is nothing, 1 is foresight;
    ``error`` is its standard error.
    """

    fights: int
    states: int
    brier: float
    base: float
    skill: float
    error: float
    fifths: tuple[Fifth, ...]

    @property
    def fault(self) -> str | None:
        """Return why the judge is not to be asked, in a sentence; None where it is."""
        if self.skill < max(LEAST_SKILL, SURE * self.error):
            return (
                f"It foresees next to nothing here (skill {self.skill:.2f}, give or take {SURE * self.error:.2f}; "
                f"at least {LEAST_SKILL} is asked, and surely more than 0)."
            )
        off = [each for each in self.fifths if each.off]
        if off:
            worst = max(off, key=lambda each: abs(each.said - each.came))
            return f"Where it says {100 * worst.said:.0f} of 100, {100 * worst.came:.0f} came."
        return None


def tried(states: Numbers, ends: Any, fights: Any, weights: Numbers) -> Trial:
    """Return how good a judge is that learnt these ``weights`` of all states; ``fights`` are numbers from 0, by state.

    Those who learn from three quarters begin with them, which is sooner done and comes to the same.
    """
    np = numpy()
    many, whole = len(weights), int(fights.max()) + 1
    first = np.searchsorted(fights, np.arange(whole))
    said, usual = np.empty((len(states), many)), np.empty((len(states), many))
    for part in range(PARTS):
        tested = fights % PARTS == part
        learnt = np.arange(whole) % PARTS != part
        said[tested] = shares(states[tested], fitted(states[~tested], ends[~tested], many, weights))
        usual[tested] = np.bincount(ends[first[learnt]], minlength=many) / max(1, learnt.sum())
    came = np.eye(many)[ends]
    score, base = (_by_fight(((each - came) ** 2).sum(axis=1), fights) for each in (said, usual))
    ratio = float(score.sum() / base.sum()) if base.any() else 1.0
    return Trial(
        fights=whole,
        states=len(states),
        brier=float(score.mean()),
        base=float(base.mean()),
        skill=1 - ratio,
        error=float(np.sqrt(((score - ratio * base) ** 2).sum()) / base.sum()) if base.any() else 0.0,
        fifths=_fifths(said[:, :-1], came[:, :-1], fights),
    )


def _by_fight(of_states: Numbers, fights: Any) -> Any:
    """Return the mean of each fight."""
    np = numpy()
    return np.bincount(fights, of_states) / np.bincount(fights)


def _fifths(said: Numbers, came: Numbers, fights: Any) -> tuple[Fifth, ...]:
    """Return the fifths of all chances of a side, from 0 to 1, that were said at all."""
    np = numpy()
    sides = said.shape[1]
    weighed = np.repeat(OF_A_FIGHT / np.bincount(fights)[fights], sides)
    of_fight, fifth = np.repeat(fights, sides), np.minimum((said.ravel() * 5).astype(int), 4)
    found = []
    for each in np.unique(fifth):
        here = fifth == each
        counts, one, other = weighed[here], said.ravel()[here], came.ravel()[here]
        states = counts.sum()
        mean, did = (counts @ one) / states, (counts @ other) / states
        apart = np.bincount(of_fight[here], counts * (one - other - mean + did))
        error = np.sqrt((apart**2).sum()) / states
        found.append(Fifth(said=float(mean), came=float(did), states=float(states), error=float(error)))
    return tuple(found)
