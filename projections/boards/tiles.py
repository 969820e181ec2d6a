"""A board of tiles: each with its neighbours, who is there, what they fight about, and the traps."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Literal

from domain.encounter import Combatant, Encounter, Engagement
from domain.places.details import Spot
from domain.places.tiles import Tiles
from projections.boards.standing import Standing, standing


@dataclass(frozen=True, slots=True, kw_only=True)
class Contact:
    """Living foes on one tile without a combat: ``open`` while they decide, ``declined`` once none wants one."""

    between: tuple[str, ...]
    state: Literal["open", "declined"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tile:
    """One tile; ``combats`` are the ids of the combats fought on it, ``traps`` the cards lying there."""

    id: str
    neighbours: tuple[str, ...]
    standing: tuple[Standing, ...] = ()
    contact: Contact | None = None
    combats: tuple[str, ...] = ()
    traps: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TilesView:
    """Every tile, in the order laid; ``layout`` is where each is drawn, columns from the left and rows from the top."""

    kind: Literal["tiles"] = "tiles"
    tiles: tuple[Tile, ...]
    layout: dict[str, Spot]


def tiles_view(encounter: Encounter, tiles: Tiles) -> TilesView:
    """Return the tiles as they stand."""
    there: defaultdict[str, list[Combatant]] = defaultdict(list)
    for combatant in encounter.combatants.values():
        there[combatant.at].append(combatant)
    fought: defaultdict[str, list[Engagement]] = defaultdict(list)
    for engagement in encounter.engagements.values():
        fought[engagement.place].append(engagement)
    return TilesView(
        tiles=tuple(
            Tile(
                id=tile,
                neighbours=neighbours,
                standing=tuple(standing(one) for one in there[tile]),
                contact=_contact(encounter, there[tile], fought[tile]),
                combats=tuple(engagement.id for engagement in fought[tile]),
                traps=tiles.traps.get(tile, ()),
            )
            for tile, neighbours in tiles.links.items()
        ),
        layout=tiles.layout,
    )


def _contact(encounter: Encounter, there: list[Combatant], fought: list[Engagement]) -> Contact | None:
    """Return the foes on a tile that no combat there holds together."""
    living = [one for one in there if one.alive]
    pairs = [
        (one.id, other.id)
        for index, one in enumerate(living)
        for other in living[index + 1 :]
        if one.side != other.side and not any({one.id, other.id} <= set(each.members) for each in fought)
    ]
    if not pairs:
        return None
    between = tuple(dict.fromkeys(who for pair in pairs for who in pair))
    settled = all(pair in encounter.declined and pair[::-1] in encounter.declined for pair in pairs)
    return Contact(between=between, state="declined" if settled else "open")
