"""Stockpot: the kitchen, the cooks, the house rules (SIX-1, SIX-11).

Calm is counted in points, the time of a turn in beats, dice are six-sided.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Annotated, Literal

from annotated_types import Ge, Le, Len

from domain.events import CombatantJoined, Event
from domain.facts import facts_of
from domain.items import Carried, Id
from domain.meanings import PlaceId
from domain.refusals import Refused
from domain.table import openings
from domain.table.boards import ZoneBoard, zones_laid
from domain.table.names import distinct
from domain.table.openings import opened
from domain.table.pools import Points, pool
from domain.table.seats import seat_of
from domain.table.words import Known

VERSION = "stockpot/1"
WHAT_ONE_MAY_DO = "SIX-3"
WORDS: Known = {"conditions": frozenset({"steamed"})}
"""The one word that is read in a kitchen, and what a table declares beside it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """SIX-11 The house rules: lids a cook begins with, the last round, whether broth steams."""

    lids: Annotated[int, Ge(0), Le(9)] = 1
    last_round: Annotated[int, Ge(1), Le(20)] = 6
    steam: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Cook:
    """A cook: how calm, and how hard to hit (``poise``, the number that two dice must reach)."""

    id: Id
    at: PlaceId
    controller: Id | None = None
    calm: Points | Annotated[int, Ge(1), Le(99)] = 5
    poise: Annotated[int, Ge(2), Le(12)] = 7


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening(openings.Opening):
    """Everything a fight of cooks begins with."""

    system: Literal["stockpot"]
    board: ZoneBoard
    combatants: Annotated[tuple[Cook, ...], Len(2, 3)]
    settings: Settings = Settings()


@dataclass(frozen=True, slots=True, kw_only=True)
class Traits:
    """What no fight changes of a cook (SIX-7)."""

    poise: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Broth:
    """SIX-6 What flies at a cook, who may raise a lid first, and ``by`` whom it was splashed."""

    who: str
    by: str = field(metadata={"alias": "versus"})


def open_encounter(opening: Opening, encounter: str) -> list[Event]:
    """SIX-1 Two or three cooks stand in the zones of one kitchen, each for themselves, and nobody is the referee."""
    distinct("cook", (cook.id for cook in opening.combatants), "SIX-1")
    size = len(opening.board.zones)
    begun = opened(encounter, opening, version=VERSION, positions="zones", size=size, known=WORDS, rule="SIX-1")
    return [begun, *zones_laid(opening.board, "SIX-1"), *_joining(opening)]


def _joining(opening: Opening) -> Iterator[CombatantJoined]:
    """Yield the cooks as they come in, each with their lids."""
    for cook in opening.combatants:
        if cook.at not in opening.board.zones:
            raise Refused("unknown_id", f"{cook.id} cannot stand at {cook.at}: there is no such zone.", rule="SIX-1")
        yield CombatantJoined(
            who=cook.id,
            side=cook.id,
            kind="player",
            at=cook.at,
            controller=seat_of(cook.controller, opening.roles, opening.host, cook.id, "SIX-1"),
            pools=(pool("calm", cook.calm, cook.id, "SIX-1"),),
            carried=tuple(Carried(id=f"lid-{n + 1}", place="apron") for n in range(opening.settings.lids)),
            sheet=facts_of(Traits(poise=cook.poise)),
            rules=("SIX-1", "SIX-11"),
        )
