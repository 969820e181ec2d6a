"""The board as it stands: every place with its neighbours, who is there, what they fight about, and the traps."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Literal

from domain.encounter import Combatant, Encounter, Engagement
from domain.places.tiles import Tiles
from domain.places.zones import Zones


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """Somebody on a tile."""

    who: str
    side: str
    alive: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Contact:
    """Living foes on one tile without a combat: ``open`` while they decide, ``declined`` once none wants one."""

    between: tuple[str, ...]
    state: Literal["open", "declined"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tile:
    """One tile or other place; ``combats`` are the ids of those fought on it, ``traps`` the cards lying there."""

    id: str
    neighbours: tuple[str, ...]
    standing: tuple[Standing, ...] = ()
    contact: Contact | None = None
    combats: tuple[str, ...] = ()
    traps: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardView:
    """Every tile or zone in the order laid; of guards and squares those where somebody stands."""

    tiles: tuple[Tile, ...]


def board(encounter: Encounter) -> BoardView:
    """Return the board as it stands."""
    there: defaultdict[str, list[Combatant]] = defaultdict(list)
    for combatant in encounter.combatants.values():
        if combatant.at in encounter.board:
            there[combatant.at].append(combatant)
    fought: defaultdict[str, list[Engagement]] = defaultdict(list)
    for engagement in encounter.engagements.values():
        fought[engagement.place].append(engagement)
    traps = encounter.board.traps if isinstance(encounter.board, Tiles) else {}
    places = tuple(encounter.board.links if isinstance(encounter.board, Tiles | Zones) else there)
    return BoardView(
        tiles=tuple(
            Tile(
                id=tile,
                neighbours=encounter.board.next_to(tile),
                standing=tuple(Standing(who=one.id, side=one.side, alive=one.alive) for one in there[tile]),
                contact=_contact(encounter, there[tile], fought[tile]),
                combats=tuple(engagement.id for engagement in fought[tile]),
                traps=traps.get(tile, ()),
            )
            for tile in places
        )
    )


def _contact(encounter: Encounter, there: list[Combatant], fought: list[Engagement]) -> Contact | None:
    """Return the foes on a tile that no combat there holds together; in other places nobody has to decide."""
    if not isinstance(encounter.board, Tiles):
        return None
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
