"""Cover: half, three-quarters, total; by rulings, and on the grid by what stands in the way (STO-109 to STO-114)."""

from __future__ import annotations

from domain.encounter import Combatant, Encounter
from domain.places import grid as ground
from domain.places.grid import COVERS, SIZES, body, may_reach_into, span
from domain.rulesets.storyteller.actors import FIVE, apart, in_force, on_grid, size, stands_as
from domain.rulesets.storyteller.settings import Settings, settings_of

BONUS = {"none": 0, "half": 2, "three_quarters": 5, "total": 0}
"""STO-112, STO-113: what cover adds to the armor rating; total cover has nothing to add to, as nobody can aim."""


def level_of(encounter: Encounter, attacker: Combatant, target: Combatant) -> str:
    """STO-109, STO-44. Return the cover against an attacker: as it is ruled, or else as the grid has it."""
    ruled = ruled_level(encounter, attacker.id, target.id)
    if ruled is not None:
        return ruled
    return grid_level(encounter, attacker, target) if on_grid(encounter) else "none"


def ruled_level(encounter: Encounter, attacker: str, target: str) -> str | None:
    """STO-111, S-G44. Return the best cover of the rulings in force on a pair; None where none is in force.

    A source has the level it was given last, and ``none`` lifts it; ``none`` without a source overrules everything
    ruled before, and whatever stands on the grid.
    """
    levels: list[tuple[str | None, str]] = []
    for ruling in in_force(encounter, "cover", attacker, target):
        source, level = ruling.said.get("source"), str(ruling.said["level"])
        if source is not None:
            levels = [each for each in levels if each[0] != source]
        elif level == "none":
            levels = [(None, level)]
        if level != "none":
            levels.append((source, level))
    return max((level for _, level in levels), key=COVERS.index, default=None)


def covered_wholly(encounter: Encounter, attacker: Combatant, target: Combatant) -> bool:
    """STO-114. Return whether a target has total cover: by a ruling, or where none is in force by walls."""
    ruled = ruled_level(encounter, attacker.id, target.id)
    if ruled is not None:
        return ruled == "total"
    return on_grid(encounter) and not in_sight(encounter, attacker, target)


def grid_level(encounter: Encounter, attacker: Combatant, target: Combatant) -> str:
    """STO-110, STO-112 to STO-114. Return the cover that walls and creatures between two bodies give."""
    between = _in_the_way(encounter, attacker, target)
    return ground.cover(
        encounter.grid, attacker.at, stands_as(attacker), target.at, stands_as(target), frozenset(between)
    )


def _in_the_way(encounter: Encounter, attacker: Combatant, target: Combatant) -> list[str]:
    """STO-112. Return the squares of creatures large enough to hide half of the target.

    House ruling: one shoots past whoever is within 5 feet; a hostile one there gives disadvantage already (STO-60).
    """
    least = SIZES.index(size(target)) - 1
    around = span(attacker.at, stands_as(attacker), target.at, stands_as(target))
    return [
        square
        for other in encounter.combatants.values()
        if other.alive
        and other.at
        and may_reach_into(around, other.at)
        and other.id not in (attacker.id, target.id)
        and not other.under("prone")
        and SIZES.index(size(other)) >= least
        and apart(encounter, attacker, other) > FIVE
        for square in body(other.at, stands_as(other))
    ]


def in_sight(encounter: Encounter, one: Combatant, other: Combatant) -> bool:
    """STO-25, STO-114. Return whether no wall or closed door hides one from the other wholly."""
    return ground.sees(encounter.grid, one.at, stands_as(one), other.at, stands_as(other))


def on_saves(level: str, settings: Settings) -> int:
    """STO-112, S-G46, S-G59. Return what cover adds to an Agility saving throw."""
    high = {"none": 0, "plus_5": 5, "plus_2": 2}[settings.three_quarters_saves]
    return {"half": 2, "three_quarters": high}.get(level, 0)


def save_bonus(encounter: Encounter, origin: Combatant, target: Combatant) -> int:
    """STO-112. Return what the cover against an effect from somewhere adds to an Agility saving throw."""
    return on_saves(level_of(encounter, origin, target), settings_of(encounter))
