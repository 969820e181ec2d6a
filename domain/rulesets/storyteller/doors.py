"""Doors of the grid: which of them somebody can handle (STO-38)."""

from __future__ import annotations

from domain.encounter import Encounter
from domain.places.grid import Grid, room, side, xy
from domain.rulesets.storyteller.actors import size, stands_as, takes_space

ARMS_LENGTH = 10
"""How far from a body's square a door may be, in hundredths of a square."""


def beside(grid: Grid, place: str, size: str) -> list[str]:
    """STO-38. Return the doors that touch the space somebody fills."""
    x, y = xy(place)
    n = side(size)
    left, top = 100 * x - ARMS_LENGTH, 100 * y - ARMS_LENGTH
    right, bottom = 100 * (x + n) + ARMS_LENGTH, 100 * (y + n) + ARMS_LENGTH
    return [
        name
        for name, door in grid.doors.items()
        if min(door.wall[0], door.wall[2]) <= right
        and max(door.wall[0], door.wall[2]) >= left
        and min(door.wall[1], door.wall[3]) <= bottom
        and max(door.wall[1], door.wall[3]) >= top
    ]


def in_the_way(encounter: Encounter, door: str) -> bool:
    """STO-38. Return whether somebody stands where a door turns, and would have no room any more, or another one."""
    board = encounter.grid
    after = board.changed("door", {"door": door, "open": not board.doors[door].open})
    standing = (who for who in encounter.combatants.values() if takes_space(who))
    return any(room(after, who.at, size(who)) != stands_as(who) for who in standing)
