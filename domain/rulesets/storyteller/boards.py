"""A battle grid as an opening states it, laid as events (STO-107)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Annotated, Literal

from annotated_types import Ge, Le, Len, MaxLen

from domain.events import BoardChanged
from domain.items import Id
from domain.meanings import Means
from domain.places.details import Detail, DoorDetail
from domain.places.grid import MOST_SIDE, Area, Grid, with_gaps, xy
from domain.refusals import Refused
from domain.table.boards import parts
from domain.table.names import distinct

RULE = "STO-107"
A_LINE = 400
"""So many walls or squares go into one line of the ledger."""

HASH = re.compile("[0-9a-f]{64}")

Square = Annotated[str, Len(3, 7)]
Lock = Literal["locked", "barred"]
Size = Literal["tiny", "small", "medium", "large", "huge", "gargantuan"]
ZoneChange = Literal["link", "zone"]
GridChange = Literal[
    "wall", "window", "door", "new_door", "lock", "blocked", "difficult", "tight", "cleared", "cover", "uncover"
]
Hundredths = Annotated[int, Ge(0), Le(MOST_SIDE * 100)]
Ends = tuple[Hundredths, Hundredths, Hundredths, Hundredths]
"""A wall from x1, y1 to x2, y2 in hundredths of a square."""

Corner = Annotated[Square, Means("square")]
Corners = tuple[Corner, Corner]
"""A rectangle of squares by two of its corners that face each other."""

Squares = Annotated[tuple[Square, ...], MaxLen(MOST_SIDE * MOST_SIDE)]


@dataclass(frozen=True, slots=True, kw_only=True)
class GridDoor:
    """A door in the line of ``wall``; closed, it is one. One that is locked or barred opens to the referee alone."""

    id: Id
    wall: Ends
    open: bool = False
    lock: Lock | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GridBoard:
    """A grid of 5-foot squares, named ``column:row`` from 0; ``tight`` names the largest size that fits a square.

    Doors and windows open the walls they lie in. A window stops steps and lets sight through. ``picture`` is the
    SHA-256 hash of a picture that lies under the squares, which is given beside the opening; ``covered`` is what of it
    only the referee sees at first.
    """

    width: Annotated[int, Ge(1), Le(MOST_SIDE)]
    height: Annotated[int, Ge(1), Le(MOST_SIDE)]
    walls: Annotated[tuple[Ends, ...], MaxLen(10_000)] = ()
    doors: Annotated[tuple[GridDoor, ...], MaxLen(1_000)] = ()
    windows: Annotated[tuple[Ends, ...], MaxLen(1_000)] = ()
    blocked: Squares = ()
    difficult: Squares = ()
    tight: Annotated[dict[Square, Size], MaxLen(MOST_SIDE * MOST_SIDE)] = field(default_factory=dict)
    picture: Annotated[str, Len(64, 64)] | None = None
    covered: Annotated[tuple[Corners, ...], MaxLen(100)] = ()


def laid(board: GridBoard) -> Iterator[BoardChanged]:
    """Yield a grid as events small enough for one line each; refuses walls and squares that lie outside of it."""
    distinct("door", (door.id for door in board.doors), RULE)
    gaps = [*(door.wall for door in board.doors), *board.windows]
    for wall in (*board.walls, *gaps):
        _must_lie_inside(board, wall)
    for door in board.doors:
        _must_be_closed_to_be_locked(door)
    for place in (*board.blocked, *board.difficult, *board.tight):
        must_be_a_square(place, board.width, board.height)
    yield _change("grid", _measures(board))
    for walls in parts(tuple(with_gaps(board.walls, gaps)), A_LINE):
        yield _change("walls", {"walls": [list(wall) for wall in walls]})
    for doors in parts(board.doors, A_LINE):
        yield _change("doors", {"doors": [as_laid(door) for door in doors]})
    for windows in parts(board.windows, A_LINE):
        yield _change("windows", {"windows": [list(wall) for wall in windows]})
    yield from _laid_squares(board)
    if board.covered:
        yield _change("covered", {"areas": [*(list(area_of(board, *corners)) for corners in board.covered)]})


def area_of(board: GridBoard | Grid, corner: str, opposite: str) -> Area:
    """Return the rectangle between two corners; refuses squares that lie outside, and what has no picture to cover."""
    for place in (corner, opposite):
        must_be_a_square(place, board.width, board.height)
    if board.picture is None:
        message = "Nothing can be covered here: the board has no picture, and all else of a board is everybody's."
        raise Refused("invalid_value", message, rule=RULE)
    (ax, ay), (bx, by) = xy(corner), xy(opposite)
    return min(ax, bx), min(ay, by), abs(ax - bx) + 1, abs(ay - by) + 1


def _measures(board: GridBoard) -> Detail:
    """Return how wide and high a grid is, and which picture lies under it, if one does."""
    measures: Detail = {"width": board.width, "height": board.height}
    if board.picture is None:
        return measures
    if not HASH.fullmatch(board.picture):
        message = f"The picture {board.picture!r} is no SHA-256 hash: 64 digits from 0 to f, in small letters."
        raise Refused("invalid_value", message, rule=RULE)
    return {**measures, "picture": board.picture}


def as_laid(door: GridDoor) -> DoorDetail:
    """Return a door as the event states it."""
    laid: DoorDetail = {"id": door.id, "wall": list(door.wall), "open": door.open}
    if door.lock is not None:
        laid["lock"] = door.lock
    return laid


def _laid_squares(board: GridBoard) -> Iterator[BoardChanged]:
    for change, places in (("blocked", board.blocked), ("difficult", board.difficult)):
        for squares in parts(places, A_LINE):
            yield _change(change, {"squares": list(squares)})
    for size in dict.fromkeys(board.tight.values()):
        for squares in parts(tuple(place for place, fits in board.tight.items() if fits == size), A_LINE):
            yield _change("tight", {"squares": list(squares), "size": size})


def must_be_a_square(place: str, width: int, height: int) -> None:
    """Refuse what is no square of a grid of that size."""
    try:
        x, y = xy(place)
    except ValueError as trouble:
        raise Refused("invalid_value", str(trouble), rule=RULE) from None
    if not (x < width and y < height):
        message = f"{place} lies outside of the grid, which is {width} squares wide and {height} high."
        raise Refused("invalid_value", message, rule=RULE)


def _must_lie_inside(board: GridBoard, wall: Ends) -> None:
    x1, y1, x2, y2 = wall
    if max(x1, x2) > 100 * board.width or max(y1, y2) > 100 * board.height:
        message = f"The wall {x1},{y1} to {x2},{y2} (hundredths of a square) leads out of the grid."
        raise Refused("invalid_value", message, rule=RULE)


def _must_be_closed_to_be_locked(door: GridDoor) -> None:
    if door.open and door.lock is not None:
        raise Refused("invalid_value", f"The door {door.id} cannot be open and {door.lock} at once.", rule=RULE)


def _change(change: str, detail: Detail) -> BoardChanged:
    return BoardChanged(change=change, detail={**detail}, reason="set_up", rules=(RULE,))
