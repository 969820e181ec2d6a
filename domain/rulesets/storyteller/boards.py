"""A battle grid as an opening states it, laid as events (STO-107)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from annotated_types import Ge, Le, Len, MaxLen

from domain.events import BoardChanged
from domain.items import Id
from domain.naming import distinct
from domain.places.grid import MOST_SIDE, xy
from domain.refusals import Refused

RULE = "STO-107"
A_LINE = 400
"""So many walls or squares go into one line of the ledger."""

Square = Annotated[str, Len(3, 7)]
Size = Literal["tiny", "small", "medium", "large", "huge", "gargantuan"]
Hundredths = Annotated[int, Ge(0), Le(MOST_SIDE * 100)]
Ends = tuple[Hundredths, Hundredths, Hundredths, Hundredths]
"""A wall from x1, y1 to x2, y2 in hundredths of a square."""

Squares = Annotated[tuple[Square, ...], MaxLen(MOST_SIDE * MOST_SIDE)]


@dataclass(frozen=True, slots=True, kw_only=True)
class GridDoor:
    """A door in the line of ``wall``; closed, it is one."""

    id: Id
    wall: Ends
    open: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class GridBoard:
    """A grid of 5-foot squares, named ``column:row`` from 0; ``tight`` names the largest size that fits a square."""

    width: Annotated[int, Ge(1), Le(MOST_SIDE)]
    height: Annotated[int, Ge(1), Le(MOST_SIDE)]
    walls: Annotated[tuple[Ends, ...], MaxLen(10_000)] = ()
    doors: Annotated[tuple[GridDoor, ...], MaxLen(1_000)] = ()
    blocked: Squares = ()
    difficult: Squares = ()
    tight: Annotated[dict[Square, Size], MaxLen(MOST_SIDE * MOST_SIDE)] = field(default_factory=dict)


def laid(board: GridBoard) -> Iterator[BoardChanged]:
    """Yield a grid as events small enough for one line each; refuses walls and squares that lie outside of it."""
    distinct("door", (door.id for door in board.doors), RULE)
    for wall in (*board.walls, *(door.wall for door in board.doors)):
        _must_lie_inside(board, wall)
    for place in (*board.blocked, *board.difficult, *board.tight):
        must_be_a_square(place, board.width, board.height)
    yield _change("grid", {"width": board.width, "height": board.height})
    for walls in _parts(board.walls):
        yield _change("walls", {"walls": [list(wall) for wall in walls]})
    for doors in _parts(board.doors):
        yield _change("doors", {"doors": [{"id": d.id, "wall": list(d.wall), "open": d.open} for d in doors]})
    yield from _laid_squares(board)


def _laid_squares(board: GridBoard) -> Iterator[BoardChanged]:
    for change, places in (("blocked", board.blocked), ("difficult", board.difficult)):
        for squares in _parts(places):
            yield _change(change, {"squares": list(squares)})
    for size in dict.fromkeys(board.tight.values()):
        for squares in _parts(tuple(place for place, fits in board.tight.items() if fits == size)):
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


def _change(change: str, detail: dict[str, Any]) -> BoardChanged:
    return BoardChanged(change=change, detail=detail, reason="set_up", rules=(RULE,))


def _parts(things: tuple[Any, ...]) -> Iterable[tuple[Any, ...]]:
    return (things[start : start + A_LINE] for start in range(0, len(things), A_LINE))
