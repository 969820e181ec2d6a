"""Walls of the battle grid: segments in hundredths of a square, met exactly, in whole numbers.

A wall is closed: a line that only touches it, at an end or along it, meets it. So nothing slips through the
point where two walls join.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, TypeAlias

Wall: TypeAlias = tuple[int, int, int, int]
"""A segment from x1, y1 to x2, y2 in hundredths of a square."""

Point: TypeAlias = tuple[int, int]
Box: TypeAlias = tuple[int, int, int, int]
"""Left, top, right and bottom, in hundredths of a square."""

HUNDRED: Final = 100
HALF: Final = 50
BUCKET: Final = 4 * HUNDRED

NORTH, EAST, SOUTH, WEST, NORTH_EAST, SOUTH_EAST, SOUTH_WEST, NORTH_WEST = (1 << n for n in range(8))
STEPS: Final = {
    NORTH: (0, -1),
    EAST: (1, 0),
    SOUTH: (0, 1),
    WEST: (-1, 0),
    NORTH_EAST: (1, -1),
    SOUTH_EAST: (1, 1),
    SOUTH_WEST: (-1, 1),
    NORTH_WEST: (-1, -1),
}
"""Each direction as columns and rows; straight ones first, so that ways are straight where they can be."""


def meets(origin: Point, to: Point, walls: Iterable[Wall]) -> bool:
    """Return whether the straight line between two points touches any of the walls."""
    ax, ay = origin
    bx, by = to
    dx, dy = bx - ax, by - ay
    for x1, y1, x2, y2 in walls:
        first = dx * (y1 - ay) - dy * (x1 - ax)
        second = dx * (y2 - ay) - dy * (x2 - ax)
        if (first > 0 and second > 0) or (first < 0 and second < 0):
            continue
        ex, ey = x2 - x1, y2 - y1
        if (ex * (ay - y1) - ey * (ax - x1)) * (ex * (by - y1) - ey * (bx - x1)) > 0:
            continue
        if first or second or _overlap((ax, ay, bx, by), (x1, y1, x2, y2)):
            return True
    return False


def _overlap(one: Wall, other: Wall) -> bool:
    """Return whether two segments on one line share a point."""
    return all(
        max(min(one[n], one[n + 2]), min(other[n], other[n + 2]))
        <= min(max(one[n], one[n + 2]), max(other[n], other[n + 2]))
        for n in (0, 1)
    )


def with_gaps(walls: Iterable[Wall], gaps: Iterable[Wall]) -> Iterator[Wall]:
    """Yield what is left of the walls in which doors and windows lie, each wall's rest in its place."""
    shelves = Shelves(gaps)
    for wall in walls:
        x1, y1, x2, y2 = wall
        left: tuple[Wall, ...] = (wall,)
        for gap in shelves.near((min(x1, x2) - AWRY, min(y1, y2) - AWRY, max(x1, x2) + AWRY, max(y1, y2) + AWRY)):
            left = tuple(rest for each in left for rest in opened(each, gap))
        yield from left


AWRY: Final = 5
"""How far a door may lie beside the line of its wall, in hundredths of a square: drawings are rounded."""


def opened(wall: Wall, gap: Wall) -> tuple[Wall, ...]:
    """Return what is left of a wall in which a door or window lies along ``gap``: at most its two ends.

    A gap that does not lie in the line of the wall, or only touches its end, leaves the wall as it is.
    """
    x1, y1, x2, y2 = wall
    dx, dy = x2 - x1, y2 - y1
    square = dx * dx + dy * dy
    ends = ((gap[0], gap[1]), (gap[2], gap[3]))
    if any((dx * (y - y1) - dy * (x - x1)) ** 2 > AWRY * AWRY * square for x, y in ends):
        return (wall,)
    (near, first), (far, last) = sorted((dx * (x - x1) + dy * (y - y1), (x, y)) for x, y in ends)
    if far <= 0 or near >= square or near == far:
        return (wall,)
    before = ((x1, y1, *first),) if near > 0 else ()
    after = ((*last, x2, y2),) if far < square else ()
    return (*before, *after)


def split_squares(wall: Wall) -> Iterator[tuple[int, int]]:
    """Return the squares, as column and row, whose middle a wall meets: nobody can stand there on either side of it."""
    x1, y1, x2, y2 = wall
    if x1 == x2:
        if x1 % HUNDRED == HALF:
            low, high = sorted((y1, y2))
            yield from (
                (x1 // HUNDRED, row) for row in range((low + HALF - 1) // HUNDRED, (high - HALF) // HUNDRED + 1)
            )
        return
    low, high = sorted((x1, x2))
    for column in range((low + HALF - 1) // HUNDRED, (high - HALF) // HUNDRED + 1):
        along = (y2 - y1) * (HUNDRED * column + HALF - x1)
        if along % (x2 - x1) == 0 and (y1 + along // (x2 - x1)) % HUNDRED == HALF:
            yield column, (y1 + along // (x2 - x1)) // HUNDRED


def shut_steps(wall: Wall) -> Iterator[tuple[int, int, int]]:
    """Return the steps that a wall shuts, as column, row and direction, each from its western or northern end.

    A step goes from the middle of a square to the middle of its neighbour, and is shut if that line meets the
    wall. The lines of one direction lie on parallels a square apart, so each wall is cut with those it reaches.
    """
    x1, y1, x2, y2 = wall
    for row, column in _cuts(y1, x1, y2, x2, HALF):
        yield column, row, EAST
    for column, row in _cuts(x1, y1, x2, y2, HALF):
        yield column, row, SOUTH
    for difference, column in _cuts(x1 - y1, x1, x2 - y2, x2, 0):
        yield column, column - difference, SOUTH_EAST
    for total, column in _cuts(x1 + y1, x1, x2 + y2, x2, 0):
        yield column, total - 1 - column, NORTH_EAST


def _cuts(u1: int, v1: int, u2: int, v2: int, offset: int) -> Iterator[tuple[int, int]]:
    """Return where a wall cuts the parallels u = 100 n + offset: n, and each step from v = 100 m + 50 on, as m."""
    if u1 > u2:
        u1, v1, u2, v2 = u2, v2, u1, v1
    du = u2 - u1
    for n in range(-((offset - u1) // HUNDRED), (u2 - offset) // HUNDRED + 1):
        if du:
            low = high = v1 * du + (v2 - v1) * (HUNDRED * n + offset - u1)
        else:
            low, high = min(v1, v2), max(v1, v2)
        unit = HUNDRED * (du or 1)
        for m in range(-((3 * unit // 2 - low) // unit), (high - unit // 2) // unit + 1):
            yield n, m


class Shelves:
    """Walls laid into shelves of four by four squares, so that those near a line are found without looking at all."""

    __slots__ = ("_shelves",)

    def __init__(self, walls: Iterable[Wall]) -> None:
        self._shelves: dict[tuple[int, int], list[Wall]] = {}
        for wall in walls:
            x1, y1, x2, y2 = wall
            for shelf in _shelves_of((min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2))):
                self._shelves.setdefault(shelf, []).append(wall)

    def near(self, box: Box) -> Iterable[Wall]:
        """Return every wall that can touch the box, and perhaps some that do not, each once."""
        if not self._shelves:
            return ()
        found: dict[Wall, None] = {}
        for shelf in _shelves_of(box):
            if shelf in self._shelves:
                found |= dict.fromkeys(self._shelves[shelf])
        return found


def _shelves_of(box: Box) -> Iterator[tuple[int, int]]:
    left, top, right, bottom = box
    for row in range(top // BUCKET, bottom // BUCKET + 1):
        for column in range(left // BUCKET, right // BUCKET + 1):
            yield column, row


def within(walls: Iterable[Wall], one: Box, other: Box) -> list[Wall]:
    """Return those of the walls that can meet a line from somewhere in one box to somewhere in the other.

    That is: they reach into the smallest box around both, and lie not wholly to one side of the strip between them.
    """
    left, top = min(one[0], other[0]), min(one[1], other[1])
    right, bottom = max(one[2], other[2]), max(one[3], other[3])
    dx, dy = other[0] + other[2] - one[0] - one[2], other[1] + other[3] - one[1] - one[3]
    sides = [dx * y - dy * x for box in (one, other) for x in box[::2] for y in box[1::2]]
    low, high = min(sides), max(sides)
    kept = []
    for wall in walls:
        x1, y1, x2, y2 = wall
        if (x1 < left and x2 < left) or (x1 > right and x2 > right):
            continue
        if (y1 < top and y2 < top) or (y1 > bottom and y2 > bottom):
            continue
        first, second = dx * y1 - dy * x1, dx * y2 - dy * x2
        if not ((first < low and second < low) or (first > high and second > high)):
            kept.append(wall)
    return kept
