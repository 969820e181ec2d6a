"""Sight and cover on the battle grid (STO-109 to STO-114, S-G45), from straight lines between bodies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, Literal, TypeAlias

from domain.places.grid.board import Grid
from domain.places.grid.ground import INSET, Outline, edges
from domain.places.grid.squares import body
from domain.places.grid.walls import Point, Wall, meets, within

Cover: TypeAlias = Literal["none", "half", "three_quarters", "total"]

COVERS: Final[tuple[Cover, ...]] = ("none", "half", "three_quarters", "total")
"""The levels of cover, the least first."""

_NONE, _HALF, _THREE_QUARTERS, _TOTAL = range(4)


def sees(grid: Grid, from_place: str, from_size: str, to_place: str, to_size: str) -> bool:
    """STO-25. Return whether a straight line between the two bodies meets no wall and no closed door.

    The ends of the lines are the middles and the corners of every square of each body, its outer corners drawn in by a
    tenth of a square, so that lines run along walls and not in them. A corner that a wall cuts off from the middle of
    its own square is no part of the body. Sight is mutual. Creatures do not stop it.
    """
    walls = grid.ground.barriers(edges(from_place, from_size), edges(to_place, to_size))
    if not walls:
        return True
    one, other = grid.ground.outline(from_place, from_size), grid.ground.outline(to_place, to_size)
    return any(not meets(origin, end, walls) for origin in _points(one) for end in _points(other))


def cover(
    grid: Grid, from_place: str, from_size: str, to_place: str, to_size: str, bodies: frozenset[str] = frozenset()
) -> Cover:
    """S-G45. Return the cover that one body has against an attack by another, from the attacker's best point.

    The attacker's points are those of ``sees``. From each of them, lines go to the four corners of every square of the
    target, and those that a wall or a closed door stops are counted: exactly half of them is half cover, more is
    three-quarters, all is total, unless the middle of a square is still seen (through an arrow slit), which leaves
    three-quarters. Less than half is none. The attacker shoots from the point that leaves the least cover.

    ``bodies`` are the squares of creatures. A creature fills its square up to the same tenth and stops lines like a
    wall, but gives half cover at most; the two bodies themselves do not count. An obstacle counts only for lines that
    cross it, so there is no cover against somebody on one's own side of it (STO-110).
    """
    one, other = edges(from_place, from_size), edges(to_place, to_size)
    walls = grid.ground.barriers(one, other)
    taken = bodies.difference(body(from_place, from_size), body(to_place, to_size)) if bodies else bodies
    creatures = within(_crosses(taken), one, other)
    if not walls and not creatures:
        return "none"
    target = grid.ground.outline(to_place, to_size)
    best = _TOTAL
    for origin in _points(grid.ground.outline(from_place, from_size)):
        best = min(best, _cover_from(origin, target, walls, creatures))
        if best == _NONE:
            break
    return COVERS[best]


def _cover_from(origin: Point, target: Outline, walls: list[Wall], creatures: list[Wall]) -> int:
    """Return the rank of the cover against one point."""
    hidden = target.total - _in_sight(origin, target, walls)
    if hidden == target.total:
        return _THREE_QUARTERS if any(not meets(origin, middle, walls) for middle in target.middles) else _TOTAL
    if 2 * hidden > target.total:
        return _THREE_QUARTERS
    if creatures and 2 * hidden < target.total:
        hidden = target.total - _in_sight(origin, target, [*walls, *creatures])
    return _HALF if 2 * hidden >= target.total else _NONE


def _in_sight(origin: Point, target: Outline, barriers: list[Wall]) -> int:
    """Return how many of the corners are seen, each counted for every square it is a corner of."""
    return sum(count for corner, count in target.corners.items() if not meets(origin, corner, barriers))


def _points(outline: Outline) -> Iterator[Point]:
    yield from outline.middles
    yield from outline.corners


def _crosses(places: Iterable[str]) -> Iterator[Wall]:
    """Return the two diagonals of each square, drawn in: a line from outside that meets the body meets one."""
    for place in places:
        left, top, right, bottom = edges(place, "medium")
        yield left + INSET, top + INSET, right - INSET, bottom - INSET
        yield left + INSET, bottom - INSET, right - INSET, top + INSET
