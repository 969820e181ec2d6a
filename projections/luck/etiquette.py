"""Etiquette: an attack and a defence count by the pairs they win against fresh dice of the other (ETQ-20)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product

from domain.events import CombatantJoined, DeclarationMade, DiceRolled, Event, Facts
from projections.luck.distributions import Distribution, Faces, Stand, over_sets
from projections.luck.scoring import Reader, Scoring, stand

SIDES = 6
FULL = 2
"""So many dice everybody rolls who is limited to no fewer."""
MOST_DICE = 6
"""With all items that give another one, nobody rolls more in one attack."""


class Duels(Reader):
    """It remembers who attacked whom and with how many dice they defend: a roll does not say that."""

    def __init__(self, scoring: Scoring, house_rules: Facts) -> None:
        super().__init__(scoring, house_rules)
        self._limits: dict[str, int] = {}
        self._targets: dict[str, str] = {}
        self._attackers: dict[str, str] = {}
        self._chosen: dict[str, int] = {}

    def read(self, event: Event) -> Stand | None:
        """Return where a roll stands; None for what is no roll, or is left out."""
        match event:
            case CombatantJoined(who=who, sheet=sheet):
                self._limits[who] = _dice(sheet.get("dice_limit"))
            case DeclarationMade(kind="attack", who=who, targets=(target,)):
                self._targets[who], self._attackers[target] = target, who
                self._chosen.pop(target, None)
            case DeclarationMade(kind="defend_with", who=who, parameters={"count": count}):
                self._chosen[who] = _dice(count)
            case DiceRolled(purpose="attack" | "defense", faces=faces) if 1 < len(faces) <= MOST_DICE:
                return self._fought(event)
            case _:
                return super().read(event)
        return None

    def _fought(self, roll: DiceRolled) -> Stand | None:
        """Return where two dice or more stand; of a single one the face says as much."""
        attacks = roll.purpose == "attack"
        other = (self._targets if attacks else self._attackers).get(roll.by, "")
        own, against = (self._attacks(roll.by), self._defends(other))
        if not attacks:
            own, against = self._defends(roll.by), self._attacks(other)
        if not all(1 <= face <= SIDES for face in roll.faces):
            return None
        spread = of_pairs(len(roll.faces), own, against, attacks=attacks)
        return stand(spread, pairs_won(tuple(sorted(roll.faces)), own, against, attacks=attacks))

    def _attacks(self, who: str) -> int:
        return self._limits.get(who, FULL)

    def _defends(self, who: str) -> int:
        return self._chosen.get(who, self._limits.get(who, FULL))


def _dice(stated: object) -> int:
    """Return a number of dice that somebody rolls: what is none, in a file from elsewhere, is the usual one."""
    return stated if stated in (1, FULL) and isinstance(stated, int) else FULL


@cache
def of_pairs(count: int, own: int, against: int, *, attacks: bool) -> Distribution:
    """Return how many pairs ``count`` dice can be expected to win, of which the best ``own`` count."""
    return over_sets(count, SIDES, lambda faces: pairs_won(faces, own, against, attacks=attacks))


@cache
def pairs_won(faces: Faces, own: int, against: int, *, attacks: bool) -> Fraction:
    """Return how many pairs these faces win on average against so many dice; a defence wins those that are equal."""
    best = sorted(faces, reverse=True)[:own]
    won = sum(_won(best, other, attacks=attacks) for other in _hands(against))
    return Fraction(won, SIDES**against)


def _hands(count: int) -> Iterator[list[int]]:
    return (sorted(hand, reverse=True) for hand in product(range(1, SIDES + 1), repeat=count))


def _won(own: list[int], other: list[int], *, attacks: bool) -> int:
    pairs = zip(own, other, strict=False)
    return sum(mine > theirs if attacks else mine >= theirs for mine, theirs in pairs)


SCORING = Scoring(reader=Duels)
