"""Walls and doors of a grid as the edges between squares that they shut, drawn as lines."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from domain.places.grid import Wall
from domain.places.grid.walls import EAST, SOUTH, shut_steps
from projections.boards.grid import GridView

Edge: TypeAlias = tuple[int, int]
"""The column and row of the square to the right of an upright edge, or below a level one."""

CORNERS = " ╵╷│╴┘┐┤╶└┌├─┴┬┼"
"""By the lines that meet there: 1 from above, 2 from below, 4 from the left, 8 from the right."""


class Edges:
    """What stands between squares: ``upright`` and ``level`` edges with the signs they are drawn with."""

    def __init__(self, view: GridView) -> None:
        self.upright: dict[Edge, str] = {(x, y): "│" for y in range(view.height) for x in (0, view.width)}
        self.level: dict[Edge, str] = {(x, y): "─" for x in range(view.width) for y in (0, view.height)}
        self._put(view.walls, "│", "─")
        self._put(view.windows, "╎", "╌")
        for door in view.doors:
            sign = "/" if door.open else "+"
            self._put([door.wall], sign, sign)

    def _put(self, walls: Iterable[Wall], upright: str, level: str) -> None:
        for wall in walls:
            for x, y, direction in shut_steps(wall):
                if direction == EAST:
                    self.upright[x + 1, y] = upright
                elif direction == SOUTH:
                    self.level[x, y + 1] = level

    def corner(self, x: int, y: int) -> str:
        """Return the sign where lines meet at the upper left of a square."""
        ends = ((x, y - 1) in self.upright, (x, y) in self.upright, (x - 1, y) in self.level, (x, y) in self.level)
        return CORNERS[sum(1 << place for place, there in enumerate(ends) if there)]
