"""Doors of the grid: which of them somebody can handle (STO-38)."""

from __future__ import annotations

from domain.encounter import Encounter
from domain.places.grid import Grid, room, side, xy
from domain.rulesets.storyteller.actors import size, stands_as, takes_space

ARMS_LENGTH = 10
"""How far from a body's square a door may be, in hundredths of a square."""


def beside(grid: Grid, place: str, size: str) -> list[str]:
    """STO-38. Return the doors that touch the space somebody fills."""
    return [name for name, door in grid.doors.items() if touches(door.wall, place, size)]


def touches(wall: tuple[int, int, int, int], place: str, size: str) -> bool:
    """STO-38, STO-107. Return whether a wall or door comes near the space that a body of a size fills."""
    x, y = xy(place)
    n = side(size)
    x1, y1, x2, y2 = wall
    left, top = 100 * x - ARMS_LENGTH, 100 * y - ARMS_LENGTH
    right, bottom = 100 * (x + n) + ARMS_LENGTH, 100 * (y + n) + ARMS_LENGTH
    return min(x1, x2) <= right and max(x1, x2) >= left and min(y1, y2) <= bottom and max(y1, y2) >= top


def in_the_way(encounter: Encounter, door: str) -> bool:
    """STO-38. Return whether somebody stands where a door turns, and would have no room any more, or another one."""
    board = encounter.grid
    after = board.changed("door", {"door": door, "open": not board.doors[door].open})
    standing = (who for who in encounter.combatants.values() if takes_space(who))
    return any(room(after, who.at, size(who)) != stands_as(who) for who in standing)
