"""The board as plain text."""

from __future__ import annotations

from projections.board import BoardView
from projections.boards.ranks import RanksView
from projections.boards.tiles import TilesView
from projections.boards.zones import ZonesView
from projections.pictures.grid import grid_drawn
from projections.pictures.ranks import ranks_drawn
from projections.pictures.tiles import tiles_drawn
from projections.pictures.zones import zones_drawn


def drawing(view: BoardView, width: int = 78) -> str:
    """Return the picture in lines of about ``width`` characters."""
    match view:
        case TilesView():
            return "\n".join(tiles_drawn(view, width))
        case ZonesView():
            return "\n".join(zones_drawn(view, width))
        case RanksView():
            return "\n".join(ranks_drawn(view, width))
        case _:
            return "\n".join(grid_drawn(view, width))
