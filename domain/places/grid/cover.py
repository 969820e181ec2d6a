"""Sight and cover on the battle grid (STO-109 to STO-114, S-G45), from straight lines between bodies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, Literal, TypeAlias

from domain.places.grid.board import Grid
from domain.places.grid.ground import INSET, Ground, Outline, diagonals, edges
from domain.places.grid.squares import body
from domain.places.grid.walls import Point, Wall, meets, within

Cover: TypeAlias = Literal["none", "half", "three_quarters", "total"]

COVERS: Final[tuple[Cover, ...]] = ("none", "half", "three_quarters", "total")
"""The levels of cover, the least first."""


def sees(grid: Grid, from_place: str, from_size: str, to_place: str, to_size: str) -> bool:
    """STO-25. Return whether a straight line between the two bodies meets no wall, closed door or blocked square.

    The ends of the lines are, of each body, the middles of its squares and its four corners, drawn in by a tenth of a
    square, so that lines run along walls and not in them. A corner that a wall cuts off from the middle of its own
    square is no part of the body. Sight is mutual. Creatures do not stop it, nor a blocked square that one stands on.
    """
    ground = grid.ground
    asked = ("sees", from_place, from_size, to_place, to_size)
    return ground.seen.of(asked, lambda: _sees(ground, from_place, from_size, to_place, to_size))


def _sees(ground: Ground, from_place: str, from_size: str, to_place: str, to_size: str) -> bool:
    walls = ground.barriers(edges(from_place, from_size), edges(to_place, to_size))
    if not walls:
        return True
    return _in_sight(ground.outline(from_place, from_size), ground.outline(to_place, to_size), walls)


def cover(
    grid: Grid, from_place: str, from_size: str, to_place: str, to_size: str, bodies: frozenset[str] = frozenset()
) -> Cover:
    """S-G45. Return the cover that one body has against an attack by another, from the attacker's best point.

    Total is the cover of whoever is not in sight, as ``sees`` tells. Otherwise lines are drawn from one point of the
    attacker (a middle of a square, or a corner of the body) to the drawn-in corners of all squares of the target. If
    walls, closed doors and blocked squares stop exactly half of these lines it is half cover, if they stop more it is
    three-quarters (an arrow slit may show the middle and hide every corner), if they stop less it is none. The attacker
    uses the point that leaves the least cover.

    ``bodies`` are the squares of creatures. A creature fills its square up to the same tenth and stops lines like a
    wall, but gives half cover at most; the two bodies themselves do not count. An obstacle counts only for lines that
    cross it, so there is no cover against somebody on one's own side of it (STO-110).
    """
    ground = grid.ground
    asked = ("cover", from_place, from_size, to_place, to_size, bodies)
    return ground.seen.of(asked, lambda: _cover(ground, from_place, from_size, to_place, to_size, bodies))


def _cover(
    ground: Ground, from_place: str, from_size: str, to_place: str, to_size: str, bodies: frozenset[str]
) -> Cover:
    one, other = edges(from_place, from_size), edges(to_place, to_size)
    walls = ground.barriers(one, other)
    taken = bodies.difference(body(from_place, from_size), body(to_place, to_size)) if bodies else bodies
    creatures = within(_crosses(taken), one, other)
    if not walls and not creatures:
        return "none"
    attacker, target = ground.outline(from_place, from_size), ground.outline(to_place, to_size)
    if walls and not _in_sight(attacker, target, walls):
        return "total"
    best: Cover = "three_quarters"
    for origin in attacker.points:
        found = _cover_from(origin, target, walls, creatures)
        if found == "none":
            return found
        if found == "half":
            best = found
    return best


def _in_sight(one: Outline, other: Outline, walls: list[Wall]) -> bool:
    return any(not meets(origin, end, walls) for origin in one.points for end in other.points)


def _cover_from(origin: Point, target: Outline, walls: list[Wall], creatures: list[Wall]) -> Cover:
    """Return the cover against one point, of a target that is in sight."""
    hidden = _hidden(origin, target, walls)
    if 2 * hidden > target.total:
        return "three_quarters"
    if creatures and 2 * hidden < target.total:
        hidden = _hidden(origin, target, [*walls, *creatures])
    return "half" if 2 * hidden >= target.total else "none"


def _hidden(origin: Point, target: Outline, barriers: list[Wall]) -> int:
    """Return to how many corners of the target's squares no line leads."""
    return target.total - sum(not meets(origin, corner, barriers) for corner in target.corners)


def _crosses(places: Iterable[str]) -> Iterator[Wall]:
    """Return the two diagonals of each square, drawn in: a line from outside that meets the body meets one."""
    for place in places:
        yield from diagonals(place, INSET)
