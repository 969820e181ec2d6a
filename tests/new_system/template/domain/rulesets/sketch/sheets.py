"""Sketch: the fighters, the ring, the house rules (SKE-1).

Stamina is counted in points, dice are six-sided.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Literal

from annotated_types import Ge, Le, Len

from domain.events import CombatantJoined, Event
from domain.items import Id
from domain.table import openings
from domain.table.boards import ZoneBoard, zones_laid
from domain.table.house_rules import reader
from domain.table.names import distinct
from domain.table.openings import opened
from domain.table.pools import Points, pool
from domain.table.seats import seat_of
from domain.table.words import Known

VERSION = "sketch/1"
WHAT_ONE_MAY_DO = "SKE-3"
WORDS: Known = {"conditions": frozenset()}
"""What a table may declare words for; no rule reads any."""
RING = ZoneBoard(zones=("ring",))


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The house rules: how much stamina a hit takes."""

    harm: Annotated[int, Ge(1), Le(9)] = 1


settings_of = reader(Settings)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fighter:
    """A fighter: how long one lasts, and how hard to hit (``guard``, the number that two dice must reach)."""

    id: Id
    controller: Id | None = None
    stamina: Points | Annotated[int, Ge(1), Le(99)] = 5
    guard: Annotated[int, Ge(2), Le(9)] = 7


@dataclass(frozen=True, slots=True, kw_only=True)
class Traits:
    """What is read of a fighter's sheet during the fight."""

    guard: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening(openings.Opening):
    """Everything a fight begins with."""

    system: Literal["sketch"]
    combatants: Annotated[tuple[Fighter, ...], Len(2, 20)]
    settings: Settings = Settings()


def open_encounter(opening: Opening, encounter: str) -> list[Event]:
    """SKE-1 Two or more fighters stand in one ring, each for themselves, and nobody is the referee."""
    distinct("fighter", (fighter.id for fighter in opening.combatants), "SKE-1")
    begun = opened(encounter, opening, version=VERSION, positions="zones", size=1, known=WORDS, rule="SKE-1")
    return [begun, *zones_laid(RING, "SKE-1"), *_joining(opening)]


def _joining(opening: Opening) -> Iterator[CombatantJoined]:
    """Yield the fighters as they come in."""
    for fighter in opening.combatants:
        yield CombatantJoined(
            who=fighter.id,
            side=fighter.id,
            kind="player",
            at=RING.zones[0],
            controller=seat_of(fighter.controller, opening.roles, opening.host, fighter.id, "SKE-1"),
            pools=(pool("stamina", fighter.stamina, fighter.id, "SKE-1"),),
            sheet={"guard": fighter.guard},
            rules=("SKE-1",),
        )
