"""The board as plain text: lanes of linked tiles in rows, and below each tile who stands there."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from projections.board import BoardView, Tile

LINK = " ── "

Cell = tuple[str, ...]
"""What stands in one column, from the top; the first is the tile, or ``[tile]`` where another row's is meant."""


def drawing(view: BoardView, width: int = 78) -> str:
    """Return the picture in lines of about ``width`` characters; links that no row shows are named under it.

    The dead have a ``†``, a trap a ``^``, a combat stands as ``*E1``, foes who have not decided as ``?``.
    """
    tiles = {tile.id: tile for tile in view.tiles}
    rows: list[str] = []
    shown: set[frozenset[str]] = set()
    for lane in _lanes(tiles):
        cells = [_cell(tiles[tile]) for tile in lane]
        if (branch := _branch(tiles[lane[0]], shown)) is not None:
            cells.insert(0, (f"[{branch}]",))
            shown.add(frozenset((branch, lane[0])))
        shown |= {frozenset(pair) for pair in pairwise(lane)}
        rows += _wrapped(cells, width)
    links = dict.fromkeys(frozenset((tile.id, other)) for tile in view.tiles for other in tile.neighbours)
    place = {tile: index for index, tile in enumerate(tiles)}
    rest = ["─".join(sorted(link, key=place.__getitem__)) for link in links if link not in shown]
    return "\n".join([*rows, *_listed("Also linked:", rest, width)])


def _lanes(tiles: dict[str, Tile]) -> list[list[str]]:
    """Return the tiles as walks along links, each tile in one of them, beginning at ends where there are any."""
    free = dict.fromkeys(tiles)
    lanes: list[list[str]] = []
    while free:
        lane = [next((tile for tile in free if _is_end(tiles[tile], free)), next(iter(free)))]
        del free[lane[0]]
        while onward := [tile for tile in tiles[lane[-1]].neighbours if tile in free]:
            lane.append(onward[0])
            del free[onward[0]]
        lanes.append(lane)
    return lanes


def _is_end(tile: Tile, free: dict[str, None]) -> bool:
    return sum(neighbour in free for neighbour in tile.neighbours) < 2


def _branch(first: Tile, shown: set[frozenset[str]]) -> str | None:
    """Return a tile of an earlier row that a row can be drawn from."""
    drawn = {tile for link in shown for tile in link}
    return next((tile for tile in first.neighbours if tile in drawn), None)


def _cell(tile: Tile) -> Cell:
    return (
        tile.id,
        *(one.who if one.alive else f"†{one.who}" for one in tile.standing),
        *(f"*{combat}" for combat in tile.combats),
        *("?" for contact in (tile.contact,) if contact is not None and contact.state == "open"),
        *(f"^{trap}" for trap in tile.traps),
    )


def _wrapped(cells: list[Cell], width: int) -> Iterator[str]:
    """Yield the rows of one lane with an empty line after each; a lane cut by the margin goes on after a link."""
    row: list[Cell] = []
    used = 0
    for cell in cells:
        wide = max(map(len, cell)) + len(LINK)
        if row and used + wide > width:
            yield from _row(row, goes_on=True)
            row, used = [("",)], len(LINK)
        row.append(cell)
        used += wide
    yield from _row(row, goes_on=False)


def _row(cells: list[Cell], *, goes_on: bool) -> Iterator[str]:
    widths = [max(map(len, cell)) for cell in cells]
    fills = [LINK[1] * (wide - len(cell[0])) for cell, wide in zip(cells, widths, strict=True)]
    top = "".join(f"{cell[0]}{LINK[:-1]}{fill} " for cell, fill in zip(cells, fills, strict=True))
    yield (top if goes_on else top[: top.rindex(cells[-1][0]) + len(cells[-1][0])]).rstrip()
    for level in range(1, max(map(len, cells))):
        texts = [cell[level] if level < len(cell) else "" for cell in cells]
        yield "".join(text.ljust(wide + len(LINK)) for text, wide in zip(texts, widths, strict=True)).rstrip()
    yield ""


def _listed(title: str, links: list[str], width: int) -> Iterator[str]:
    line = title
    for link in links:
        if line != title and len(line) + len(link) + 3 > width:
            yield line + ","
            line = "  "
        line += f"{',' if line.strip() and line != title else ''} {link}"
    if links:
        yield line
