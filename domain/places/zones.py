"""Zones: areas joined by links that are adjacent, detached (so many turns away) or inaccessible."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field, replace

from domain.places.details import Detail, Spot, spots


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """How two zones hang together: ``adjacent``, ``detached`` by ``turns``, or ``inaccessible`` for a ``reason``."""

    state: str = "adjacent"
    turns: int = 1
    reason: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Zones:
    """Zones in the order laid, each with the zones it is linked to and how; ``layout`` is where each is drawn."""

    links: dict[str, dict[str, Link]] = field(default_factory=dict)
    layout: dict[str, Spot] = field(default_factory=dict)

    def __contains__(self, place: object) -> bool:
        """Return whether there is such a zone."""
        return place in self.links

    def next_to(self, place: str) -> tuple[str, ...]:
        """Return the adjacent zones: neither detached nor inaccessible."""
        return tuple(zone for zone, link in self.links.get(place, {}).items() if link.state == "adjacent")

    def link(self, one: str, other: str) -> Link | None:
        """Return how two zones hang together; None if they do not."""
        return self.links.get(one, {}).get(other)

    def distance(self, origin: str, to: str) -> int | None:
        """Return the number of links between adjacent zones; None if there is no way."""
        found = {origin: 0}
        queue = deque([origin])
        while queue:
            zone = queue.popleft()
            if zone == to:
                return found[zone]
            for neighbour in self.next_to(zone):
                if neighbour not in found:
                    found[neighbour] = found[zone] + 1
                    queue.append(neighbour)
        return None

    def changed(self, change: str, detail: Detail) -> Zones:
        """Return the board after more ``zones``, ``links`` (triples) or one ``link`` ``between`` two, as it is now."""
        match change:
            case "zones":
                links = {**self.links, **{zone: {} for zone in detail["zones"]}}
                return replace(self, links=links, layout={**self.layout, **spots(detail)})
            case "links":
                board = self
                for one, other, *how in detail["links"]:
                    board = board._linked(one, other, Link(**(how[0] if how else {})))
                return board
            case "link":
                one, other = detail["between"]
                how = Link(
                    state=detail.get("state", "adjacent"), turns=detail.get("turns", 1), reason=detail.get("reason")
                )
                return self._linked(one, other, how)
            case _:
                return self

    def _linked(self, one: str, other: str, link: Link) -> Zones:
        links = {**self.links}
        links[one] = {**links.get(one, {}), other: link}
        links[other] = {**links.get(other, {}), one: link}
        return replace(self, links=links)


EMPTY_ZONES = Zones()
