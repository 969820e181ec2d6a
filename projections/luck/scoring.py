"""What luck knows of a rule system: which rolls are good when they are high, and how a roll is scored."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import comb

from domain.dice import notation
from domain.events import DiceRolled, Event, Facts
from projections.luck.distributions import Counted, Distribution, Stand, of_better, of_kept, of_successes, of_sum

NEITHER = frozenset(
    {
        "allowance",
        "critical_injury",
        "initiative",
        "initiative_tie",
        "reaction",
        "stray",
        "target_tie",
    }
)
"""Purposes of rolls that are neither good nor bad for whoever rolls."""
MOST = 1000
"""Dice times sides of a roll of which the distribution is counted; no rulebook has one beyond it."""
MOST_SETS = 50_000
"""So many sets of faces are looked through, where only some of the dice count."""
SECRET = "secret "  # noqa: S105 - how the purposes of a referee's own rolls begin


def only_sixes(_: Facts) -> frozenset[int]:
    """Return the faces of a pool that are a success, whatever the house rules."""
    return frozenset({6})


class Reader:
    """It reads the events of a fight in order, those included that were taken back, and tells where rolls stand."""

    def __init__(self, scoring: Scoring, house_rules: Facts) -> None:
        self._successes = scoring.successes(house_rules)
        self._first: int | None = None

    def read(self, event: Event) -> Stand | None:
        """Return where a roll stands; None for what is no roll, or is left out."""
        if not isinstance(event, DiceRolled) or not event.faces or valence(event) == 0:
            return None
        return self._placed(event)

    def _placed(self, roll: DiceRolled) -> Stand | None:
        count, sides = len(roll.faces), sides_of(roll.dice)
        if sides is None or count * sides > MOST:
            return None
        if roll.pool is not None:
            met = sum(face in self._successes for face in roll.faces)
            return stand(of_successes(count, sides, min(sides, len(self._successes))), met)
        if roll.attempt is not None:
            return self._of_two(roll, count, sides)
        if roll.keep:
            return _of_kept(roll, count, sides)
        return stand(of_sum(count, sides), sum(roll.faces))

    def _of_two(self, roll: DiceRolled, count: int, sides: int) -> Stand | None:
        """Return where the better or the worse of two throws stands, with the second of them."""
        total, first = sum(roll.faces), self._first
        self._first = total if roll.attempt == 1 else None
        if first is None or roll.attempt == 1:
            return None
        best = roll.mode == "advantage"
        return stand(of_better(count, sides, best=best), (max if best else min)(first, total))


def _of_kept(roll: DiceRolled, count: int, sides: int) -> Stand | None:
    if len(roll.keep) > count or comb(count + sides - 1, count) > MOST_SETS:
        return None
    return stand(of_kept(count, sides, len(roll.keep), best=roll.mode == "advantage"), sum(roll.keep))


def stand(spread: Distribution, score: Counted) -> Stand | None:
    """Return where a score stands; None for one that these dice cannot show, as a file from elsewhere may state it."""
    return spread.place(score) if score in spread.chances else None


def sides_of(dice: str) -> int | None:
    """Return the sides of some dice; None where what is written is none."""
    try:
        return notation(dice).sides
    except ValueError:
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Scoring:
    """How the rolls of a system are scored: ``reader`` by its own, ``successes`` are the faces that count in a pool."""

    reader: Callable[[Scoring, Facts], Reader] = Reader
    successes: Callable[[Facts], frozenset[int]] = only_sixes


def valence(roll: DiceRolled) -> int:
    """Return 1 for a roll that is good when it is high, 0 for one that is neither good nor bad."""
    return int(roll.purpose not in NEITHER and not roll.purpose.startswith(SECRET))
