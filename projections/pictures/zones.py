"""Zones as plain text: how they hang together, then who is in each and who fights whom there."""

from __future__ import annotations

from collections.abc import Iterator

from projections.boards.standing import Group
from projections.boards.zones import Zone, ZoneLink, ZonesView
from projections.pictures.lanes import Lanes
from projections.pictures.rows import block

MARKS = {"detached": " ┄{}┄ ", "inaccessible": " ─╳─ "}


def zones_drawn(view: ZonesView, width: int) -> list[str]:
    """Return the picture: ``┄2┄`` is a link two turns long, ``╳`` one that cannot be passed, the dead have a ``†``."""
    neighbours = {zone.id: tuple(link.to for link in zone.links) for zone in view.zones}
    links = ((frozenset((zone.id, link.to)), link) for zone in view.zones for link in zone.links)
    marks = {pair: _mark(link) for pair, link in links if link.state in MARKS}
    rows = Lanes(neighbours, {zone.id: (zone.id,) for zone in view.zones}, marks).drawn(width)
    for zone in view.zones:
        rows += _there(zone, width)
    rows += block("On the way:", [f"{who} ({where})" for who, where in view.between.items()], width)
    return [*rows, *block("Shut:", _shut(view), width)]


def _mark(link: ZoneLink) -> str:
    return MARKS[link.state].format(link.turns)


def _there(zone: Zone, width: int) -> Iterator[str]:
    """Yield the groups of a zone, then whoever is in none, the zone before the first of them."""
    names = {one.who: one.who if one.alive else f"†{one.who}" for one in zone.standing}
    grouped = {who for group in zone.groups for who in group.members}
    alone = [name for who, name in names.items() if who not in grouped]
    title = f"{zone.id}:"
    for group in zone.groups:
        yield from block(f"{title} {_named(group)}", _members(group, names), width)
        title = " " * len(title)
    yield from block(title, alone, width)


def _named(group: Group) -> str:
    return group.id if group.holder is None else f"{group.id} {group.holder} holds"


def _members(group: Group, names: dict[str, str]) -> Iterator[str]:
    """Yield those in a group; where one has hold, the others."""
    yield from (names.get(who, who) for who in group.members if who != group.holder)


def _shut(view: ZonesView) -> Iterator[str]:
    """Yield the links that cannot be passed and why."""
    told: set[frozenset[str]] = set()
    for zone in view.zones:
        for link in zone.links:
            if link.reason and frozenset((zone.id, link.to)) not in told:
                told.add(frozenset((zone.id, link.to)))
                yield f"{zone.id}─{link.to} ({link.reason})"
