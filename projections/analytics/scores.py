"""What rolls are worth, as the tables hold it: the score, its mean, where it lies among fair dice, and how surely."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from domain.events import CombatantJoined, DeclarationMade, DiceRolled
from projections.analytics.lines import Fields
from projections.luck.distributions import Counted, Distribution
from projections.luck.scoring import Reader, valence
from projections.luck.throws import PLAIN, SCORINGS


class Score(NamedTuple):
    """What a roll is worth: its score, what that is on average, where it lies in its distribution, the variance."""

    value: float | None
    expected: float | None
    mid_p: float | None
    mid_p_var: float | None
    valence: int


class Scorer:
    """Reads the rolls of one fight in their order, and what a system asks to know of it besides."""

    def __init__(self, opened: Fields) -> None:
        scoring = SCORINGS.get(opened["system"], PLAIN)
        self._reader = scoring.reader(scoring, opened["house_rules"])
        self._plain = type(self._reader) is Reader

    def joined(self, event: Fields) -> None:
        """Take note of a combatant, where the system asks."""
        if not self._plain:
            about = {"who": event["who"], "side": event["side"], "kind": event["kind"], "at": ""}
            self._reader.read(CombatantJoined(**about, sheet=event.get("sheet", {})))

    def declared(self, event: Fields) -> None:
        """Take note of a declaration, where the system asks."""
        if not self._plain:
            targets, said = tuple(event.get("targets", ())), event.get("parameters", {})
            self._reader.read(DeclarationMade(who=event["who"], kind=event["kind"], targets=targets, parameters=said))

    def score(self, event: Fields) -> Score:
        """Return what a roll is worth; without a value where that is no luck, or nobody counts it."""
        roll = DiceRolled(
            by=event["by"],
            purpose=event["for"],
            dice=event["dice"],
            faces=tuple(event.get("faces", ())),
            source=event["source"],
            pool=event.get("pool"),
            mode=event.get("mode"),
            keep=tuple(event.get("keep", ())),
            attempt=event.get("try"),
        )
        stand = self._reader.read(roll)
        if stand is None:
            return _NOTHING[valence(roll) if roll.faces else 0]
        return _of(stand.spread, stand.value)


_NOTHING = tuple(Score(None, None, None, None, worth) for worth in (0, 1))


@lru_cache(8192)
def _of(spread: Distribution, value: Counted) -> Score:
    place = spread.place(value)
    return Score(float(value), float(spread.expected), float(place.mid_p), float(spread.variance), 1)
