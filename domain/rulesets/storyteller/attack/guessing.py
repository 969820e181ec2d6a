"""Aiming at a place: every limit of aiming at somebody holds, and what is hidden there is not told (STO-43, STO-69)."""

from __future__ import annotations

from collections.abc import Iterator

from domain.encounter import Combatant, Encounter
from domain.places.grid import Grid, between, body, sees
from domain.rulesets.storyteller.actors import FIVE, hidden_from, on_grid, stands_as
from domain.rulesets.storyteller.attack.aiming import (
    Obstacle,
    against,
    far_off,
    from_here,
    no_shot,
    obstacle,
    pressing,
    reach_of,
    too_far,
)
from domain.rulesets.storyteller.rolls import Lean
from domain.rulesets.storyteller.settings import settings_of
from domain.rulesets.storyteller.sheets import Attack

BLIND = Lean(worse=("STO-68",))
"""STO-68, S-G31: an attack on a place is one on somebody who is not seen, may there be anybody or not."""


def place_obstacle(encounter: Encounter, who: Combatant, attack: Attack, location: str) -> Obstacle | None:
    """STO-25, STO-43. Return why a place cannot be attacked. Of those who hide there nothing is asked."""
    if not isinstance(encounter.board, Grid):
        return _zone_obstacle(encounter, who, attack, location)
    found = too_far(attack, reach_of(who, attack), _feet(encounter, who, location), location)
    seen = seen_at(encounter, who, location)
    if found is not None or seen is not None:
        return found or obstacle(encounter, who, attack, seen)  # type: ignore[arg-type]  # one of the two is there
    if not sees(encounter.grid, who.at, stands_as(who), location, "medium"):
        return Obstacle(code="total_cover", why=f"{location} is behind total cover", rule="STO-114")
    return None


def _feet(encounter: Encounter, who: Combatant, location: str) -> int:
    return between(who.at, stands_as(who), location, "medium", settings_of(encounter).diagonals)


def _zone_obstacle(encounter: Encounter, who: Combatant, attack: Attack, location: str) -> Obstacle | None:
    """STO-94, STO-99. Return why a zone cannot be attacked: no shot leads there, or one has closed with nobody."""
    if attack.ranged:
        return no_shot(encounter, who, attack, location, location)
    if location != who.at:
        return Obstacle(code="not_adjacent", why=f"{location} is another zone", rule="STO-94")
    if encounter.engaged(who.id, "fighting") is not None:
        return None
    why = f"{who.id} has closed with nobody in {location}; that takes a move first"
    return Obstacle(code="not_adjacent", why=why, rule="STO-94")


def seen_at(encounter: Encounter, who: Combatant, location: str) -> Combatant | None:
    """STO-69. Return whom the attacker sees on a square; in a zone a guess is at somebody unseen."""
    if not on_grid(encounter):
        return None
    return next((other for other in _others_at(encounter, who, location) if not hidden_from(other, who.id)), None)


def hidden_at(encounter: Encounter, who: Combatant, attack: Attack, location: str) -> Combatant | None:
    """STO-69, STO-114, S-G32. Return who hides at a guessed place and can be hit there."""
    return next(
        (
            other
            for other in _others_at(encounter, who, location)
            if hidden_from(other, who.id) and obstacle(encounter, who, attack, other) is None
        ),
        None,
    )


def _others_at(encounter: Encounter, who: Combatant, location: str) -> Iterator[Combatant]:
    """Yield the others at a place: those who stand first, then the fallen."""
    there = [
        other
        for other in encounter.combatants.values()
        if other.id != who.id and other.kind != "object" and not other.gone and _is_at(encounter, other, location)
    ]
    yield from sorted(there, key=lambda other: not other.alive)


def _is_at(encounter: Encounter, other: Combatant, location: str) -> bool:
    if not other.at or not on_grid(encounter):
        return other.at == location
    return location in body(other.at, stands_as(other))


def guess(encounter: Encounter, who: Combatant, attack: Attack, location: str) -> Lean:
    """S-G31. Return how a guess is rolled: as against whoever is hardest to hit of those who hide, wherever they are.

    So the dice are the same whether somebody is there or not, and whoever presses the shooter unseen does not count.
    """
    feet = _feet(encounter, who, location) if on_grid(encounter) else 0
    far = far_off(encounter, who, attack, location, feet)
    close = feet <= FIVE if on_grid(encounter) else not attack.ranged
    worst = max(
        (
            against(encounter, who, other, close=close).worse
            for other in encounter.combatants.values()
            if other.id != who.id and other.alive and other.at and hidden_from(other, who.id)
        ),
        key=len,
        default=BLIND.worse,
    )
    pressed = any(not hidden_from(foe, who.id) for foe in pressing(encounter, who))
    return from_here(encounter, who, attack, far=far, pressed=pressed) + Lean(worse=worst)
