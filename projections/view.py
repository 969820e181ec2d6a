"""The fight as data at one version: what a page, a file or a comparison needs of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from domain.encounter import Combatant, Encounter
from domain.events import Pool
from ledger.fight import Fight
from projections.board import BoardView, board
from projections.initiative import InitiativeView, initiative
from projections.settings import off_default
from projections.values import combat_of, hand_of


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatantView:
    """A combatant as it stands; ``combat`` is the id of the one it is in."""

    id: str
    side: str
    kind: str
    controller: str | None
    life: str
    at: str
    pools: dict[str, Pool]
    resources: dict[str, int]
    conditions: tuple[str, ...]
    combat: str | None
    sheet: dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """A fight at ``version``; ``settings`` are the house rules off their default, ``hands`` item ids by side."""

    encounter: str
    system: str
    rules: str
    version: int
    settings: dict[str, Any]
    rewind: str
    dice: str
    combatants: tuple[CombatantView, ...]
    hands: dict[str, tuple[str, ...]]
    board: BoardView
    initiative: InitiativeView
    outcome: str | None


def view(fight: Fight, at: int | None = None) -> View:
    """Return the fight at a version, the newest without one; IndexError if there is no such version."""
    version = fight.version if at is None else at
    return viewed(fight.at(version), version)


def viewed(encounter: Encounter, version: int) -> View:
    """Return the encounter as data."""
    return View(
        encounter=encounter.id,
        system=encounter.system,
        rules=encounter.version,
        version=version,
        settings=off_default(encounter.system, encounter.house_rules),
        rewind=encounter.rewind,
        dice=encounter.dice,
        combatants=tuple(_combatant(encounter, each) for each in encounter.combatants.values()),
        hands={side: hand_of(encounter, side) for side in encounter.hands},
        board=board(encounter),
        initiative=initiative(encounter),
        outcome=encounter.outcome,
    )


def _combatant(encounter: Encounter, one: Combatant) -> CombatantView:
    return CombatantView(
        id=one.id,
        side=one.side,
        kind=one.kind,
        controller=one.controller,
        life=one.life,
        at=one.at,
        pools=one.pools,
        resources=one.resources,
        conditions=tuple(one.conditions),
        combat=combat_of(encounter, one),
        sheet=one.sheet,
    )
