"""A board of zones: how each hangs together with others, who is there, and the melees in it."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Literal

from domain.encounter import Combatant, Encounter
from domain.places.details import Spot
from domain.places.zones import Zones
from projections.boards.standing import Group, Standing, group, standing


@dataclass(frozen=True, slots=True, kw_only=True)
class ZoneLink:
    """How a zone hangs together with another: adjacent, detached by ``turns``, inaccessible for a ``reason``."""

    to: str
    state: str = "adjacent"
    turns: int | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Zone:
    """One zone, who stands in it, and who fights whom there."""

    id: str
    links: tuple[ZoneLink, ...] = ()
    standing: tuple[Standing, ...] = ()
    groups: tuple[Group, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ZonesView:
    """Every zone in the order laid; ``between`` are those in none of them, with where they are instead.

    ``layout`` is where each is drawn, columns from the left and rows from the top, where the opening said so.
    """

    kind: Literal["zones"] = "zones"
    zones: tuple[Zone, ...]
    between: dict[str, str]
    layout: dict[str, Spot]


def zones_view(encounter: Encounter, zones: Zones) -> ZonesView:
    """Return the zones as they stand."""
    there: defaultdict[str, list[Combatant]] = defaultdict(list)
    for combatant in encounter.combatants.values():
        there[combatant.at].append(combatant)
    return ZonesView(
        zones=tuple(
            Zone(
                id=zone,
                links=tuple(
                    ZoneLink(
                        to=other,
                        state=link.state,
                        turns=link.turns if link.state == "detached" else None,
                        reason=link.reason,
                    )
                    for other, link in links.items()
                ),
                standing=tuple(standing(one) for one in there[zone]),
                groups=tuple(group(each) for each in encounter.engagements.values() if each.place == zone),
            )
            for zone, links in zones.links.items()
        ),
        between={one.id: _where(one) for place, those in there.items() if place not in zones for one in those},
        layout=zones.layout,
    )


def _where(one: Combatant) -> str:
    """Return where somebody is who is in no zone, and how far on the way."""
    progress = one.stance.get("progress")
    return one.at if progress is None else f"{one.at} {progress}"
