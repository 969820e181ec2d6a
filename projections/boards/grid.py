"""A board of squares: its measures, walls and doors, the squares that are not plain, and who stands where."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from domain.encounter import Combatant, Encounter
from domain.places.grid import SIDES, Area, Grid, Wall, body, one_smaller, xy
from projections.boards.standing import Group, group


@dataclass(frozen=True, slots=True, kw_only=True)
class DoorView:
    """A door: its line in hundredths of a square, whether it is open, and whether it is locked or barred."""

    id: str
    wall: Wall
    open: bool
    lock: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Body:
    """Somebody on the grid: the top left square, and all squares they fill."""

    who: str
    side: str
    alive: bool
    at: str
    size: str | None
    squares: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CoverView:
    """What is covered of the picture, as ``[column, row, columns, rows]``: from these ``seats``, or all others.

    ``mask`` names the copy that ``GET …/pictures/{hash}/masks/{mask}`` gives them in place of the picture; whoever sees
    all of it has none. The referee sees all, and is meant by none of them.
    """

    seats: tuple[str, ...] | None
    mask: str | None
    areas: tuple[Area, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GridView:
    """``width`` columns and ``height`` rows of squares, named ``column:row`` from 0; walls in hundredths of a square.

    ``tight`` names the largest size that fits a square; ``outside`` are those who stand on no square.
    ``picture`` is the hash of the one under the squares, which ``GET …/pictures/{hash}`` gives if somebody brought it;
    ``covers`` say what of it is covered, first from all whom no other of them names.
    """

    kind: Literal["grid"] = "grid"
    width: int
    height: int
    walls: tuple[Wall, ...] = ()
    doors: tuple[DoorView, ...] = ()
    windows: tuple[Wall, ...] = ()
    blocked: tuple[str, ...] = ()
    difficult: tuple[str, ...] = ()
    tight: dict[str, str]
    bodies: tuple[Body, ...] = ()
    outside: tuple[str, ...] = ()
    groups: tuple[Group, ...] = ()
    picture: str | None = None
    covers: tuple[CoverView, ...] = ()


def grid_view(encounter: Encounter, grid: Grid) -> GridView:
    """Return the grid as it stands."""
    everybody = encounter.combatants.values()
    return GridView(
        width=grid.width,
        height=grid.height,
        walls=grid.walls,
        doors=tuple(
            DoorView(id=name, wall=door.wall, open=door.open, lock=door.lock) for name, door in grid.doors.items()
        ),
        windows=grid.windows,
        blocked=tuple(sorted(grid.blocked, key=xy)),
        difficult=tuple(sorted(grid.difficult, key=xy)),
        tight=grid.tight,
        bodies=tuple(_body(one) for one in everybody if one.at in grid),
        outside=tuple(one.id for one in everybody if one.at not in grid),
        groups=tuple(group(each) for each in encounter.engagements.values()),
        picture=grid.picture,
        covers=tuple(CoverView(seats=each.seats, mask=each.name, areas=each.areas) for each in grid.masks),
    )


def _body(one: Combatant) -> Body:
    size = one.sheet.get("size")
    if size not in SIDES:
        return Body(who=one.id, side=one.side, alive=one.alive, at=one.at, size=None, squares=(one.at,))
    fills = one_smaller(size) or size if one.under("squeezing") else size
    return Body(who=one.id, side=one.side, alive=one.alive, at=one.at, size=size, squares=body(one.at, fills))
