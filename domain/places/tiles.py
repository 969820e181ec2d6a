"""Tiles: a graph of spaces joined by links that can be walked both ways."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from domain.places.details import Detail, Spot, spots


@dataclass(frozen=True, slots=True, kw_only=True)
class Tiles:
    """A board of tiles; ``links`` names each tile's neighbours in the order laid, ``traps`` the cards lying on it.

    ``layout`` is where each is drawn, where the opening said so.
    """

    links: dict[str, tuple[str, ...]] = field(default_factory=dict)
    traps: dict[str, tuple[str, ...]] = field(default_factory=dict)
    layout: dict[str, Spot] = field(default_factory=dict)

    def __contains__(self, tile: object) -> bool:
        """Return whether the board has this tile."""
        return tile in self.links

    def next_to(self, tile: str) -> tuple[str, ...]:
        """Return the tiles one step away."""
        return self.links.get(tile, ())

    def changed(self, change: str, detail: Detail) -> Tiles:
        """Return the board after more ``tiles``, more ``links``, or a ``trap`` laid."""
        match change:
            case "tiles":
                return replace(self.with_tiles(detail["tiles"]), layout={**self.layout, **spots(detail)})
            case "links":
                return self.with_links((one, other) for one, other in detail["links"])
            case "trap":
                return self.with_trap(detail["tile"], detail["item"])
            case _:
                return self

    def with_tiles(self, tiles: Iterable[str]) -> Tiles:
        """Return the board with more tiles, not linked yet."""
        return replace(self, links={**self.links, **{tile: () for tile in tiles if tile not in self.links}})

    def with_links(self, pairs: Iterable[tuple[str, str]]) -> Tiles:
        """Return the board with more links, walkable both ways."""
        links = dict(self.links)
        for one, other in pairs:
            links[one] = (*links[one], other)
            links[other] = (*links[other], one)
        return replace(self, links=links)

    def with_trap(self, tile: str, card: str) -> Tiles:
        """Return the board with a trap card lying on ``tile``."""
        return replace(self, traps={**self.traps, tile: (*self.traps.get(tile, ()), card)})

    def ways(
        self, origin: str, most: int, *, shut: frozenset[str] = frozenset(), halts: frozenset[str] = frozenset()
    ) -> dict[str, tuple[str, ...]]:
        """Return a shortest way to each tile within ``most`` steps of ``origin``.

        No way leads over a ``shut`` tile; those that ``halt`` are reached and not passed.
        """
        found: dict[str, tuple[str, ...]] = {origin: ()}
        queue = deque([origin])
        while queue:
            tile = queue.popleft()
            way = found[tile]
            if len(way) == most or (tile in halts and way):
                continue
            for neighbour in self.links.get(tile, ()):
                if neighbour not in found and neighbour not in shut:
                    found[neighbour] = (*way, neighbour)
                    queue.append(neighbour)
        del found[origin]
        return found

    def distance(self, origin: str, to: str) -> int | None:
        """Return the number of steps between two tiles; None if there is no way."""
        if origin == to:
            return 0
        way = self.ways(origin, len(self.links)).get(to)
        return len(way) if way is not None else None


EMPTY = Tiles()
