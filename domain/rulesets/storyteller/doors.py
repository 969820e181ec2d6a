"""Doors of the grid: which of them somebody can handle (STO-38)."""

from __future__ import annotations

from domain.places.grid import Grid, side, xy

ARMS_LENGTH = 10
"""How far from a body's square a door may be, in hundredths of a square."""


def beside(grid: Grid, place: str, size: str) -> list[str]:
    """STO-38. Return the doors that touch the space somebody fills."""
    if not grid.doors or not place:
        return []
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
