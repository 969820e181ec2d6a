"""The battle grid: 5-foot squares, walls and doors, sizes, ways, sight and cover."""

from domain.places.grid.board import EMPTY_GRID, Door, Grid, wall_of
from domain.places.grid.cover import COVERS, Cover, cover, sees
from domain.places.grid.squares import (
    FEET,
    MOST_SIDE,
    SIDES,
    SIZES,
    Diagonals,
    between,
    body,
    feet,
    is_diagonal,
    one_smaller,
    side,
    size_gap,
    square,
    step_feet,
    xy,
)
from domain.places.grid.walls import Wall, opened, with_gaps
from domain.places.grid.ways import may_step, reachable, room

__all__ = [
    "COVERS",
    "EMPTY_GRID",
    "FEET",
    "MOST_SIDE",
    "SIDES",
    "SIZES",
    "Cover",
    "Diagonals",
    "Door",
    "Grid",
    "Wall",
    "between",
    "body",
    "cover",
    "feet",
    "is_diagonal",
    "may_step",
    "one_smaller",
    "opened",
    "reachable",
    "room",
    "sees",
    "side",
    "size_gap",
    "square",
    "step_feet",
    "wall_of",
    "with_gaps",
    "xy",
]
