"""The board as it stands, in the shape of its kind: tiles, zones, ranks or squares."""

from __future__ import annotations

from typing import TypeAlias

from domain.encounter import Encounter
from domain.places.grid import Grid
from domain.places.ranks import Ranks
from domain.places.tiles import Tiles
from domain.places.zones import Zones
from projections.boards.grid import GridView, grid_view
from projections.boards.ranks import RanksView, ranks_view
from projections.boards.tiles import TilesView, tiles_view
from projections.boards.zones import ZonesView, zones_view

BoardView: TypeAlias = TilesView | ZonesView | RanksView | GridView


def board(encounter: Encounter) -> BoardView:
    """Return the board as it stands."""
    match encounter.board:
        case Tiles() as tiles:
            return tiles_view(encounter, tiles)
        case Zones() as zones:
            return zones_view(encounter, zones)
        case Ranks() as ranks:
            return ranks_view(encounter, ranks)
        case Grid() as grid:
            return grid_view(encounter, grid)
        case other:
            raise TypeError(f"There is no view of a {type(other).__name__}.")
