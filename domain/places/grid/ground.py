"""What follows from a grid's walls, doors and squares, worked out once: which steps are open, who fits where."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Any, Final, TypeAlias, TypeVar

from domain.places.grid.squares import SIDES, SIZES, lies_on, one_smaller, square, xy
from domain.places.grid.walls import (
    HALF,
    HUNDRED,
    NORTH_EAST,
    STEPS,
    Box,
    Point,
    Shelves,
    Wall,
    meets,
    shut_steps,
    split_squares,
    within,
)

T = TypeVar("T")

INSET: Final = 10
"""How far a body's corners are drawn in from those of its square, in hundredths: half a foot."""

Moves: TypeAlias = tuple[tuple[int, bool], ...]
"""The squares one step away, as indexes, and whether the step is diagonal."""

_DIRECTIONS: Final = {step: direction for direction, step in STEPS.items()}


class Land:
    """What stays as it is while doors open and close: the steps that walls and blocked squares leave, and the walls.

    Windows shut steps and let sight through; ``split`` are the squares with a wall or window through their middle.
    """

    __slots__ = ("height", "split", "steps", "walls", "width")

    def __init__(
        self, width: int, height: int, walls: Iterable[Wall], blocked: frozenset[str], windows: Iterable[Wall]
    ) -> None:
        self.width = width
        self.height = height
        self.walls = Shelves(walls)
        columns, rows = _staying_inside(width, 0), _staying_inside(height, 1)
        self.steps = [column & row for row in rows for column in columns]
        self._close_round(blocked)
        self.shut(self.steps, walls)
        self.shut(self.steps, windows)
        self.split = self.cut_by((*walls, *windows))

    def cut_by(self, walls: Iterable[Wall]) -> frozenset[int]:
        """Return the squares whose middle one of the walls meets, by index."""
        split = (square for wall in walls for square in split_squares(wall))
        return frozenset(y * self.width + x for x, y in split if 0 <= x < self.width and 0 <= y < self.height)

    def shut(self, steps: list[int], walls: Iterable[Wall]) -> None:
        """Take out of ``steps``, the directions open from each square, those that the walls shut."""
        for wall in walls:
            for x, y, direction in shut_steps(wall):
                dx, dy = STEPS[direction]
                self._drop(steps, x, y, direction)
                self._drop(steps, x + dx, y + dy, _DIRECTIONS[-dx, -dy])

    def _close_round(self, blocked: frozenset[str]) -> None:
        """Take out the steps onto blocked squares, and those that slip between two which touch at a corner."""
        for place in blocked:
            x, y = xy(place)
            for direction, (dx, dy) in STEPS.items():
                self._drop(self.steps, x - dx, y - dy, direction)
                if direction >= NORTH_EAST and square(x + dx, y + dy) in blocked:
                    self._drop(self.steps, x + dx, y, _DIRECTIONS[-dx, dy])

    def _drop(self, steps: list[int], x: int, y: int, direction: int) -> None:
        if 0 <= x < self.width and 0 <= y < self.height:
            steps[y * self.width + x] &= ~direction


def _staying_inside(end: int, axis: int) -> list[int]:
    """Return for each column (axis 0) or row (axis 1) the directions that do not lead over the edge of the grid."""
    return [sum(direction for direction, step in STEPS.items() if 0 <= at + step[axis] < end) for at in range(end)]


land = lru_cache(maxsize=32)(Land)
"""A land for these measures, made once for all grids that share it."""


class Sightings(dict[Hashable, Any]):
    """What was found out of sight and cover on one ground, by what was asked; emptied when it is full."""

    MOST = 512

    def of(self, key: Hashable, find: Callable[[], T]) -> T:
        """Return what is known of a key, or what is found now."""
        found: T | None = self.get(key)
        if found is None:
            if len(self) >= self.MOST:
                self.clear()
            self[key] = found = find()
        return found


class Ground:
    """The grid as it lies now, its closed doors standing as walls; everything is asked by the index of a square."""

    __slots__ = (
        "_blocked",
        "_doors",
        "_land",
        "_moves",
        "_outlines",
        "_rooms",
        "_solid",
        "_split",
        "_tight",
        "seen",
        "steps",
        "width",
    )

    def __init__(self, lie: Land, doors: tuple[Wall, ...], blocked: frozenset[str], tight: Mapping[str, str]) -> None:
        self.width = lie.width
        self.steps = lie.steps
        if doors:
            self.steps = list(lie.steps)
            lie.shut(self.steps, doors)
        self._land = lie
        self._split = lie.split | lie.cut_by(doors)
        self._doors = doors
        self._solid = solid(blocked)
        self._blocked = {self.index(place) for place in blocked if self.has(place)}
        self._tight = {self.index(place): SIZES.index(size) for place, size in tight.items() if self.has(place)}
        self._rooms: dict[str, dict[int, str | None]] = {size: {} for size in SIZES}
        self._moves: dict[str, dict[int, Moves]] = {size: {} for size in SIZES}
        self._outlines: dict[tuple[str, str], Outline] = {}
        self.seen = Sightings()

    def has(self, place: str) -> bool:
        """Return whether the square lies on the grid."""
        return lies_on(place, self.width, self._land.height)

    def index(self, place: str) -> int:
        """Return the number of a square, counted row by row."""
        x, y = xy(place)
        return y * self.width + x

    def place(self, index: int) -> str:
        """Return the square of that number."""
        return square(index % self.width, index // self.width)

    def neighbours(self, index: int) -> Iterator[int]:
        """Return the squares to which a step is open, straight ones first."""
        for direction, (dx, dy) in STEPS.items():
            if self.steps[index] & direction:
                yield index + dy * self.width + dx

    def room(self, index: int, size: str) -> str | None:
        """STO-82. Return the size as which a body of ``size`` fits: its own, one smaller if it squeezes, or None."""
        rooms = self._rooms[size]
        if index not in rooms:
            smaller = one_smaller(size)
            if self._fits(index, size):
                rooms[index] = size
            else:
                rooms[index] = smaller if smaller is not None and self._fits(index, smaller) else None
        return rooms[index]

    def _fits(self, index: int, size: str) -> bool:
        """Return whether the whole body is on open squares that are large enough, without a wall inside it."""
        n, rank = SIDES[size], SIZES.index(size)
        if n == 1:
            return index not in self._blocked and index not in self._split and self._tight.get(index, rank) >= rank
        y, x = divmod(index, self.width)
        if x + n > self.width or y + n > self._land.height:
            return False
        squares = [index + row * self.width + column for row in range(n) for column in range(n)]
        if any(each in self._blocked or self._tight.get(each, rank) < rank for each in squares):
            return False
        return all(
            self.steps[each] & direction
            for each, (row, column) in zip(squares, product(range(n), repeat=2), strict=True)
            for direction, (dx, dy) in STEPS.items()
            if 0 <= row + dy < n and 0 <= column + dx < n
        )

    def moves(self, index: int, size: str) -> Moves:
        """Return the steps open to a body of ``size``: it fits there, squeezed if need be, and no wall is between."""
        moves = self._moves[size]
        if index not in moves:
            here = self.room(index, size)
            found = []
            for direction, (dx, dy) in STEPS.items():
                if not self.steps[index] & direction:
                    continue
                to = index + dy * self.width + dx
                there = self.room(to, size)
                # Who stands where there is no room for them comes out by one square.
                if there and self._passes(index, direction, min(SIDES[here] if here else 1, SIDES[there])):
                    found.append((to, dx != 0 and dy != 0))
            moves[index] = tuple(found)
        return moves[index]

    def _passes(self, index: int, direction: int, n: int) -> bool:
        """Return whether each square of a body ``n`` wide can make the step."""
        return n == 1 or all(
            self.steps[index + row * self.width + column] & direction for row in range(n) for column in range(n)
        )

    def barriers(self, one: Box, other: Box) -> list[Wall]:
        """Return what can stop a line from one box to the other: walls, closed doors, blocked squares outside both."""
        box = (min(one[0], other[0]), min(one[1], other[1]), max(one[2], other[2]), max(one[3], other[3]))
        filled = (wall for wall in self._solid.near(box) if not (_inside(wall, one) or _inside(wall, other)))
        return within([*self._land.walls.near(box), *self._doors, *filled], one, other)

    def outline(self, place: str, size: str) -> Outline:
        """Return the points of a body between which lines of sight are drawn."""
        key = (place, size)
        if key not in self._outlines:
            self._outlines[key] = self._drawn(place, size)
        return self._outlines[key]

    def _drawn(self, place: str, size: str) -> Outline:
        box = left, top, right, bottom = edges(place, size)
        walls = self.barriers(box, box)
        points, corners = [], []
        for column, row in product(range(left, right, HUNDRED), range(top, bottom, HUNDRED)):
            middle = (column + HALF, row + HALF)
            points.append(middle)
            for x, y in product((column + INSET, column + HUNDRED - INSET), (row + INSET, row + HUNDRED - INSET)):
                if not meets(middle, (x, y), walls):
                    corners.append((x, y))
        outer = set(product((left + INSET, right - INSET), (top + INSET, bottom - INSET)))
        points += [corner for corner in corners if corner in outer]
        return Outline(points=points, corners=corners, total=4 * SIDES[size] ** 2)


@dataclass(frozen=True, slots=True, kw_only=True)
class Outline:
    """Where lines of sight end on a body: the middles of its squares and its own corners; and all its squares' corners.

    Corners are drawn in by a tenth of a square, so that lines run along walls and not in them. A corner that a wall
    cuts off from the middle of its square is not there, but counts in ``total``.
    """

    points: list[Point]
    corners: list[Point]
    total: int


def _inside(wall: Wall, box: Box) -> bool:
    """Return whether a wall lies in a box, its edges included."""
    x1, y1, x2, y2 = wall
    return box[0] <= min(x1, x2) and max(x1, x2) <= box[2] and box[1] <= min(y1, y2) and max(y1, y2) <= box[3]


@lru_cache(maxsize=32)
def solid(blocked: frozenset[str]) -> Shelves:
    """Return the two diagonals of each blocked square: whatever line meets the square meets one of them."""
    return Shelves(line for place in sorted(blocked) for line in diagonals(place, 0))


def diagonals(place: str, inset: int) -> tuple[Wall, Wall]:
    """Return the two diagonals of a square, drawn in by so much."""
    left, top, right, bottom = edges(place, "medium")
    left, top, right, bottom = left + inset, top + inset, right - inset, bottom - inset
    return (left, top, right, bottom), (left, bottom, right, top)


def edges(place: str, size: str) -> Box:
    """Return left, top, right and bottom of a body."""
    x, y = xy(place)
    n = SIDES[size]
    return HUNDRED * x, HUNDRED * y, HUNDRED * (x + n), HUNDRED * (y + n)
