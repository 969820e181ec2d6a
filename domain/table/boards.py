"""A board of zones as an opening states it, laid as events."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from annotated_types import Ge, Le, Len, MaxLen

from domain.events import BoardChanged
from domain.items import Id
from domain.refusals import Refused
from domain.table.names import distinct


@dataclass(frozen=True, slots=True, kw_only=True)
class ZoneLink:
    """Two zones and how they hang together: adjacent, detached by ``turns``, or inaccessible for a ``reason``."""

    between: tuple[Id, Id]
    state: Literal["adjacent", "detached", "inaccessible"] = "adjacent"
    turns: Annotated[int, Ge(1), Le(20)] = 1
    reason: Annotated[str, Len(1, 80)] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ZoneBoard:
    """Zones and the links between them; a pair of names is an adjacent link."""

    zones: Annotated[tuple[Id, ...], Len(1, 100)]
    links: Annotated[tuple[tuple[Id, Id] | ZoneLink, ...], MaxLen(400)] = ()


def laid(board: ZoneBoard, rule: str) -> Iterator[BoardChanged]:
    """Yield the zones and their links as events; refuses what is no board."""
    zones = distinct("zone", board.zones, rule)
    pairs: set[frozenset[str]] = set()
    written: list[list[Any]] = []
    for each in board.links:
        link = each if isinstance(each, ZoneLink) else ZoneLink(between=each)
        one, other = link.between
        if one not in zones or other not in zones:
            raise Refused("unknown_id", f"The link {one}-{other} leads to a zone that is not there.", rule=rule)
        if one == other or frozenset((one, other)) in pairs:
            raise Refused("invalid_value", f"The link {one}-{other} is there twice or leads nowhere.", rule=rule)
        pairs.add(frozenset((one, other)))
        how = {"state": link.state, "turns": link.turns, "reason": link.reason}
        kept = {name: value for name, value in how.items() if value not in (None, "adjacent", 1)}
        written.append([one, other, kept] if kept else [one, other])
    yield BoardChanged(change="zones", detail={"zones": list(board.zones)}, reason="set_up", rules=(rule,))
    if written:
        yield BoardChanged(change="links", detail={"links": written}, reason="set_up", rules=(rule,))
