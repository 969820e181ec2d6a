"""Doors of the grid: which of them somebody can handle (STO-38)."""

from __future__ import annotations

from domain.encounter import Encounter
from domain.places.grid import Grid, Wall, room, side, xy
from domain.rulesets.storyteller.actors import size, stands_as, takes_space

ARMS_LENGTH = 10
"""How far from a body's square a door may be, in hundredths of a square."""


def beside(grid: Grid, place: str, size: str) -> list[str]:
    """STO-38. Return the doors that touch the space somebody fills."""
    return [name for name, door in grid.doors.items() if touches(door.wall, place, size)]


def near_somebody(encounter: Encounter) -> frozenset[str]:
    """STO-107. Return the doors that touch the space anybody fills."""
    spaces = [_around(who.at, size(who)) for who in encounter.combatants.values() if takes_space(who)]
    walls = {name: _extent(door.wall) for name, door in encounter.grid.doors.items()}
    return frozenset(name for name, wall in walls.items() if any(_meet(wall, space) for space in spaces))


def touches(wall: Wall, place: str, size: str) -> bool:
    """STO-38, STO-107. Return whether a wall or door comes near the space that a body of a size fills."""
    return _meet(_extent(wall), _around(place, size))


def _around(place: str, size: str) -> Wall:
    """STO-38. Return the corners of the space that a body of a size fills, and of what it reaches around it."""
    x, y = xy(place)
    n = side(size)
    return (
        100 * x - ARMS_LENGTH,
        100 * y - ARMS_LENGTH,
        100 * (x + n) + ARMS_LENGTH,
        100 * (y + n) + ARMS_LENGTH,
    )


def _extent(wall: Wall) -> Wall:
    x1, y1, x2, y2 = wall
    return min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)


def _meet(one: Wall, other: Wall) -> bool:
    return one[0] <= other[2] and one[2] >= other[0] and one[1] <= other[3] and one[3] >= other[1]


def in_the_way(encounter: Encounter, door: str) -> bool:
    """STO-38. Return whether somebody stands where a door turns, and would have no room any more, or another one."""
    board = encounter.grid
    after = board.changed("door", {"door": door, "open": not board.doors[door].open})
    standing = (who for who in encounter.combatants.values() if takes_space(who))
    return any(room(after, who.at, size(who)) != stands_as(who) for who in standing)
