"""Places: where a combatant can be. Four kinds, one interface; each folds its own changes."""

from __future__ import annotations

from typing import Protocol, Self

from domain.places.details import Detail
from domain.places.grid import EMPTY_GRID
from domain.places.ranks import EMPTY_RANKS
from domain.places.tiles import EMPTY
from domain.places.zones import EMPTY_ZONES


class Board(Protocol):
    """Where one can be, what is next to it, how far it is."""

    def __contains__(self, place: object) -> bool:
        """Return whether one can be there."""
        ...

    def next_to(self, place: str) -> tuple[str, ...]:
        """Return the places one step away."""
        ...

    def distance(self, origin: str, to: str) -> int | None:
        """Return how far it is, in the measure of the kind; None if there is no way."""
        ...

    def changed(self, change: str, detail: Detail) -> Self:
        """Return the board after a ``BoardChanged``; a change that is none of its own leaves it as it is."""
        ...


NOWHERE = ""
"""The place of whoever has none."""
EMPTY_BOARDS: dict[str, Board] = {"tiles": EMPTY, "zones": EMPTY_ZONES, "ranks": EMPTY_RANKS, "grid": EMPTY_GRID}
"""By the ``positions`` of an encounter, the board before anything is laid."""
