"""Everybody who stands nowhere before a fight begins, put on its board: beside their own side, and sides far apart."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeAlias

from domain.encounter import Encounter
from domain.places.grid.board import Grid
from domain.places.grid.squares import square
from domain.places.ranks import GUARDS
from domain.places.tiles import Tiles
from domain.places.zones import Zones
from projections.placings import placings

MOST_TRIED = 400
"""Places that are held against the rules, at most: who has none by then is put somewhere by hand."""
Content: TypeAlias = dict[str, Any]
Begins: TypeAlias = Callable[[Content], Encounter | None]
"""Returns the fight that an opening begins, None where the rules refuse it."""


def mustered(content: Content, begins: Begins) -> Content:
    """Return an opening in which everybody whom the rules let stand anywhere has a place."""
    now = begins(content)
    if now is None:
        return content
    fields, tried = placings(content), 0
    ways: dict[str, list[str]] = {}
    for who in [each for each in now.combatants.values() if not each.at and each.id in fields]:
        way = ways.setdefault(who.side, [*_ways(now, who.side)])
        for place in _free(now, way):
            if tried == MOST_TRIED:
                return content
            tried += 1
            stated = with_place(content, fields[who.id], place)
            then = begins(stated)
            if then is not None and then.combatants[who.id].at:
                content, now = stated, then
                break
    return content


def without_places(content: Content) -> Content:
    """Return an opening that states no place of anybody."""
    for pointer in placings(content).values():
        content = with_place(content, pointer, None)
    return content


def with_place(content: Content, pointer: str, place: str | None) -> Content:
    """Return an opening with another place in the field that a JSON Pointer names; with None the field is not there."""
    name, at, field = pointer.split("/")[1:]
    sheet = {key: value for key, value in content[name][int(at)].items() if key != field}
    listed = [*content[name]]
    listed[int(at)] = sheet if place is None else {**sheet, field: place}
    return {**content, name: listed}


def _ways(now: Encounter, side: str) -> Iterator[str]:
    """Yield the places of a board from where a side stands outwards; far from all others where nobody of it stands."""
    people = [each for each in now.combatants.values() if each.at in now.board]
    own = [each.at for each in people if each.side == side]
    near = [*_outwards(now, own or _far(now, [each.at for each in people]))]
    known = {*near}
    yield from near
    yield from (place for place in _places(now) if place not in known)


def _free(now: Encounter, way: list[str]) -> list[str]:
    """Return the places of a way on which others may stand as well, or nobody does."""
    if not isinstance(now.board, Grid):
        return way
    taken = {each.at for each in now.combatants.values()}
    return [place for place in way if place not in taken]


def _far(now: Encounter, taken: list[str]) -> list[str]:
    """Return the place that is farthest from all that are taken, or at the end of the largest part of the board."""
    begin = taken or max(_regions(now), key=len, default=[])[:1]
    return [*_outwards(now, begin)][-1:]


def _regions(now: Encounter) -> Iterator[list[str]]:
    """Yield the parts of a board between which no way leads."""
    seen: set[str] = set()
    for place in _places(now):
        if place not in seen:
            region = [*_outwards(now, [place])]
            seen.update(region)
            yield region


def _outwards(now: Encounter, begin: Iterable[str]) -> Iterator[str]:
    """Yield places and all to which ways lead from them, the nearest first."""
    edge = [*dict.fromkeys(begin)]
    seen = {*edge}
    while edge:
        yield from edge
        further = dict.fromkeys(there for place in edge for there in now.board.next_to(place) if there not in seen)
        edge = [*further]
        seen.update(edge)


def _places(now: Encounter) -> Iterable[str]:
    """Return every place of a board."""
    match now.board:
        case Grid(width=width, height=height):
            every = (square(x, y) for y in range(height) for x in range(width))
            return (place for place in every if place in now.board)
        case Tiles(links=links) | Zones(links=links):
            return links
        case _:
            return GUARDS
