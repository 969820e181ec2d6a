"""What a judge sees of a fight: numbers of each side, and how those of two sides lie to each other."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import sqrt

from domain.deciding import pending
from domain.encounter import Combatant, Encounter

FORMAT = 1
"""Raised whenever a number is counted otherwise: what was fitted before is worth nothing then."""


def sides_of(start: Encounter) -> tuple[str, ...]:
    """Return the sides of a fight, in the order in which their first combatants joined."""
    return tuple(dict.fromkeys(who.side for who in start.combatants.values()))


class Seen:
    """It turns a fight of given sides into numbers, always as many."""

    def __init__(self, start: Encounter, sides: Sequence[str]) -> None:
        """See the fight as it begins: health is counted as a share of what there was."""
        self._sides = tuple(sides)
        people = [*start.combatants.values(), *start.reserve.values()]
        self._many = {side: max(1, sum(who.side == side for who in people)) for side in sides}
        self._most = {side: max(1, sum(_points(who) for who in people if who.side == side)) for side in sides}

    def numbers(self, encounter: Encounter) -> list[float]:
        """Return the numbers of a fight as it stands, each about 0 to 1."""
        found, shares = [1.0], []
        acting = _acting(encounter)
        for side in self._sides:
            own = [who for who in encounter.combatants.values() if who.side == side]
            health = min(2.0, sum(_points(who) for who in own) / self._most[side])
            standing = sum(who.life == "active" for who in own) / self._many[side]
            shares.append(health)
            found += [
                health,
                sqrt(health),
                standing,
                sum(not who.alive for who in own) / self._many[side],
                max((_share(who) for who in own if who.alive), default=0.0),
                float(side in acting),
                sum(encounter.engagement_of(who.id) is not None for who in own if who.alive) / self._many[side],
            ]
        return [*found, *(one * other for one, other in combinations(shares, 2))]


def _points(who: Combatant) -> int:
    return sum(pool.now for pool in who.pools.values())


def _share(who: Combatant) -> float:
    most = sum(pool.max for pool in who.pools.values())
    return _points(who) / most if most else 0.0


def _acting(encounter: Encounter) -> set[str]:
    """Return the sides whose answer is waited for."""
    waited = pending(encounter)
    owners = waited.owner if isinstance(waited.owner, tuple) else (waited.owner,)
    named = {name for name in (*owners, waited.who) if name is not None}
    people = encounter.combatants.values()
    return {who.side for who in people if {who.id, who.side} & named or who.controller in owners}
