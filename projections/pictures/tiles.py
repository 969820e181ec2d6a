"""Tiles as plain text: lanes of linked tiles in rows, and below each tile who stands there."""

from __future__ import annotations

from projections.boards.tiles import Tile, TilesView
from projections.pictures.lanes import Cell, Lanes


def tiles_drawn(view: TilesView, width: int) -> list[str]:
    """Return the picture; the dead have a ``†``, a trap a ``^``, a combat is ``*E1``, undecided foes a ``?``."""
    neighbours = {tile.id: tile.neighbours for tile in view.tiles}
    return Lanes(neighbours, {tile.id: _cell(tile) for tile in view.tiles}, {}).drawn(width)


def _cell(tile: Tile) -> Cell:
    return (
        tile.id,
        *(one.who if one.alive else f"†{one.who}" for one in tile.standing),
        *(f"*{combat}" for combat in tile.combats),
        *("?" for contact in (tile.contact,) if contact is not None and contact.state == "open"),
        *(f"^{trap}" for trap in tile.traps),
    )
