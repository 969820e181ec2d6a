"""Boards as an opening states them, tiles or zones with links between them, laid as events."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from annotated_types import Ge, Le, Len, MaxLen

from domain.events import BoardChanged
from domain.items import Id
from domain.places.details import Spot
from domain.refusals import Refused
from domain.table.names import distinct

FARTHEST = 200
"""So far from the left, or from the top, a place is drawn at most."""
StatedSpot = Annotated[tuple[Annotated[int, Ge(0), Le(FARTHEST)], Annotated[int, Ge(0), Le(FARTHEST)]], Len(2, 2)]
TILES_A_LINE = 200
"""So many tiles, or links between them, go into one line of the ledger."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TileBoard:
    """Tiles and the links between them; a link is walked both ways.

    ``layout`` is where each tile is drawn: its column from the left and its row from the top. It changes no rule.
    """

    tiles: Annotated[tuple[Id, ...], Len(1, 2000)]
    links: Annotated[tuple[tuple[Id, Id], ...], MaxLen(8000)] = ()
    layout: Annotated[dict[Id, StatedSpot], MaxLen(2000)] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class ZoneLink:
    """Two zones and how they hang together: adjacent, detached by ``turns``, or inaccessible for a ``reason``."""

    between: tuple[Id, Id]
    state: Literal["adjacent", "detached", "inaccessible"] = "adjacent"
    turns: Annotated[int, Ge(1), Le(20)] = 1
    reason: Annotated[str, Len(1, 80)] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ZoneBoard:
    """Zones and the links between them; a pair of names is an adjacent link.

    ``layout`` is where each zone is drawn: its column from the left and its row from the top. It changes no rule.
    """

    zones: Annotated[tuple[Id, ...], Len(1, 100)]
    links: Annotated[tuple[tuple[Id, Id] | ZoneLink, ...], MaxLen(400)] = ()
    layout: Annotated[dict[Id, StatedSpot], MaxLen(100)] = field(default_factory=dict)


def tiles_laid(board: TileBoard, rule: str) -> Iterator[BoardChanged]:
    """Yield the tiles and links as events small enough for one line each; refuses what is no board."""
    must_be_linked("tile", board.tiles, board.links, rule)
    must_be_laid_out("tile", board.tiles, board.layout, rule)
    for some in parts(board.tiles, TILES_A_LINE):
        detail = {"tiles": list(some), **_drawn(some, board.layout)}
        yield BoardChanged(change="tiles", detail=detail, reason="set_up")
    for links in parts(board.links, TILES_A_LINE):
        yield BoardChanged(change="links", detail={"links": [list(link) for link in links]}, reason="set_up")


def zones_laid(board: ZoneBoard, rule: str) -> Iterator[BoardChanged]:
    """Yield the zones and their links as events; refuses what is no board."""
    links = [each if isinstance(each, ZoneLink) else ZoneLink(between=each) for each in board.links]
    must_be_linked("zone", board.zones, (link.between for link in links), rule)
    must_be_laid_out("zone", board.zones, board.layout, rule)
    detail = {"zones": list(board.zones), **_drawn(board.zones, board.layout)}
    yield BoardChanged(change="zones", detail=detail, reason="set_up", rules=(rule,))
    if links:
        written = [_written(link) for link in links]
        yield BoardChanged(change="links", detail={"links": written}, reason="set_up", rules=(rule,))


def _written(link: ZoneLink) -> list[Any]:
    """Return a link as the line has it: its state, turns and reason only where it is not simply adjacent."""
    how = {"state": link.state, "turns": link.turns, "reason": link.reason}
    kept = {name: value for name, value in how.items() if value not in (None, "adjacent", 1)}
    return [*link.between, kept] if kept else [*link.between]


def _drawn(places: Iterable[str], layout: Mapping[str, Spot]) -> dict[str, Any]:
    """Return where places are drawn as the line has it; nothing where the opening says nothing."""
    return {"layout": [[place, *layout[place]] for place in places]} if layout else {}


def must_be_laid_out(kind: str, places: tuple[str, ...], layout: Mapping[str, Spot], rule: str) -> None:
    """Refuse a layout that draws what is not there, leaves a place out, or draws two on one spot."""
    there = set(places)
    taken: dict[Spot, str] = {}
    for place, spot in layout.items():
        if place not in there:
            raise Refused("unknown_id", f"The layout draws a {kind} {place} that is not there.", rule=rule)
        if (other := taken.setdefault(spot, place)) != place:
            raise Refused("invalid_value", f"The layout draws the {kind}s {other} and {place} on one spot.", rule=rule)
    left_out = next((place for place in places if place not in layout), None) if layout else None
    if left_out is not None:
        raise Refused("invalid_value", f"The layout leaves out the {kind} {left_out}.", rule=rule)


def must_be_linked(kind: str, places: tuple[str, ...], links: Iterable[tuple[str, str]], rule: str) -> None:
    """Refuse a place that is there twice, and a link that leads nowhere or is there twice."""
    there = distinct(kind, places, rule)
    pairs: set[frozenset[str]] = set()
    for one, other in links:
        if one not in there or other not in there:
            raise Refused("unknown_id", f"The link {one}-{other} leads to a {kind} that is not there.", rule=rule)
        if one == other or frozenset((one, other)) in pairs:
            raise Refused("invalid_value", f"The link {one}-{other} is there twice or leads nowhere.", rule=rule)
        pairs.add(frozenset((one, other)))


def parts(things: tuple[Any, ...], most: int) -> Iterator[tuple[Any, ...]]:
    """Yield things in parts, each small enough for one line."""
    return (things[start : start + most] for start in range(0, len(things), most))
