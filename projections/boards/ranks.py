"""A board of ranks: the front and the rear guard of each side, and what the room allows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from domain.encounter import Combatant, Encounter
from domain.events import Pool
from domain.places.ranks import GUARDS, Ranks
from projections.sentences.conditions import held


@dataclass(frozen=True, slots=True, kw_only=True)
class Guard:
    """Somebody in a guard, with their pools and what they are under."""

    who: str
    alive: bool
    pools: dict[str, Pool]
    conditions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """The two guards of a side."""

    side: str
    front: tuple[Guard, ...]
    rear: tuple[Guard, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RanksView:
    """The sides in the order of joining; how many fit into a front, how many (rear, front) a rear may hold."""

    kind: Literal["ranks"] = "ranks"
    front_capacity: int | None
    rear_per_front: tuple[int, int]
    sides: tuple[Side, ...]


def ranks_view(encounter: Encounter, ranks: Ranks) -> RanksView:
    """Return the guards as they stand."""
    sides = dict.fromkeys(one.side for one in encounter.combatants.values())
    return RanksView(
        front_capacity=ranks.front_capacity,
        rear_per_front=ranks.rear_per_front,
        sides=tuple(Side(side=side, **{guard: _guard(encounter, side, guard) for guard in GUARDS}) for side in sides),
    )


def _guard(encounter: Encounter, side: str, guard: str) -> tuple[Guard, ...]:
    there = [one for one in encounter.combatants.values() if (one.side, one.at) == (side, guard)]
    return tuple(
        Guard(
            who=one.id,
            alive=one.alive,
            pools=one.pools,
            conditions=tuple(held(name, condition) for name, condition in one.conditions.items()),
        )
        for one in sorted(there, key=_slot)
    )


def _slot(one: Combatant) -> int:
    """Return where in a guard somebody stands: as they were placed last (``1->2``), or as their sheet says."""
    slots = (str(each).rpartition(">")[2] for each in (one.stance.get("slot"), one.sheet.get("slot")))
    return next((int(slot) for slot in slots if slot.isdecimal()), 0)
