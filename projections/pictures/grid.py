"""A grid as plain text: two signs a square with the walls between, cropped to where the fight is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain.places.grid import square, xy
from projections.boards.grid import Body, GridView
from projections.pictures.edges import Edges
from projections.pictures.rows import block

MOST_ROWS = 30
MARGIN = 2
"""Squares that are shown around those who fight where the whole grid does not fit."""

OTHERS = "123456789abcdefghijklmnopqrstuvwxyz"
SIGNS = "## blocked, ~ difficult, : tight, + door, / open door, ╎ window"


def grid_drawn(view: GridView, width: int) -> list[str]:
    """Return the picture, who is who in it, and what it leaves out."""
    if not (view.width and view.height):
        return []
    names = labels(view.bodies)
    gutter = len(str(view.height - 1))
    living = [one for one in view.bodies if one.alive] or list(view.bodies)
    columns = window(view.width, [xy(one.at)[0] for one in living], max(1, (width - gutter - 2) // 3))
    rows = window(view.height, [xy(one.at)[1] for one in living], MOST_ROWS)
    shown = [one for one in view.bodies if any(x in columns and y in rows for x, y in map(xy, one.squares))]
    return [
        *_squares(view, names, columns, rows, gutter),
        *_legend(shown, names, width),
        *_terrain(view),
        *_cropped(view, columns, rows, shown, width),
    ]


def labels(bodies: Sequence[Body]) -> dict[str, str]:
    """Return two signs for everybody, each their own as far as letters and numbers reach; the dead begin with ``†``."""
    taken: dict[str, str] = {}
    for one in bodies:
        first, seconds = (one.who[0], _seconds(one.who)) if one.alive else ("†", one.who)
        free = (first + second for second in [*seconds, *OTHERS] if first + second not in taken.values())
        taken[one.who] = next(free, first + "?")
    return taken


def _seconds(name: str) -> str:
    """Return the letters that can tell a name from others: first its last one where that is a number or a capital."""
    last = name[-1]
    return (last if len(name) > 1 and not last.islower() else "") + name[1:]


def window(total: int, at: Sequence[int], most: int) -> range:
    """Return which columns (or rows) of a total to show: all, or those around where people are, not more than most."""
    if total <= most:
        return range(total)
    low, high = (min(at), max(at)) if at else (0, 0)
    if high - low < most:
        wide = min(most, high - low + 1 + 2 * MARGIN)
        start = low - (wide - (high - low + 1)) // 2
    else:
        wide = most
        start = max(range(low, high - most + 2), key=lambda begin: sum(begin <= place < begin + most for place in at))
    start = min(max(0, start), total - wide)
    return range(start, start + wide)


def _squares(view: GridView, names: dict[str, str], columns: range, rows: range, gutter: int) -> Iterator[str]:
    edges, signs = Edges(view), _signs(view, names)
    yield f"{'':{gutter}} {''.join(f'{x % 100:>3}' for x in columns)}".rstrip()
    for y in [*rows, rows.stop]:
        if any((x, y) in edges.level for x in columns):
            lines = (edges.corner(x, y) + 2 * edges.level.get((x, y), " ") for x in columns)
            yield f"{'':{gutter}} {''.join(lines)}{edges.corner(columns.stop, y)}".rstrip()
        if y in rows:
            row = (edges.upright.get((x, y), " ") + signs.get(square(x, y), " ·") for x in columns)
            yield f"{y:>{gutter}} {''.join(row)}{edges.upright.get((columns.stop, y), '')}".rstrip()


def _signs(view: GridView, names: dict[str, str]) -> dict[str, str]:
    """Return what stands in each square that is not plain, the living above the dead above the ground."""
    signs = dict.fromkeys(view.difficult, " ~") | dict.fromkeys(view.tight, " :") | dict.fromkeys(view.blocked, "##")
    for one in sorted(view.bodies, key=lambda each: each.alive):
        signs |= dict.fromkeys(one.squares, names[one.who])
    return signs


def _legend(shown: list[Body], names: dict[str, str], width: int) -> Iterator[str]:
    """Yield who is who, side by side."""
    for side in dict.fromkeys(one.side for one in shown):
        theirs = (f"{names[one.who]} {one.who} {one.at}" for one in shown if one.side == side)
        yield from block(f"{side}:", theirs, width)


def _terrain(view: GridView) -> Iterator[str]:
    if view.blocked or view.difficult or view.tight or view.doors or view.windows:
        yield SIGNS


def _cropped(view: GridView, columns: range, rows: range, shown: list[Body], width: int) -> Iterator[str]:
    """Yield what the picture leaves out."""
    if len(columns) < view.width or len(rows) < view.height:
        yield (
            f"Cropped to columns {columns[0]} to {columns[-1]} of {view.width} and rows {rows[0]} to {rows[-1]} of "
            f"{view.height}."
        )
    left = [f"{one.who} {one.at}" for one in view.bodies if one not in shown]
    yield from block("Outside the picture:", left, width)
    yield from block("On no square:", view.outside, width)
