"""Etiquette's house rules, sheets and set-up: what an encounter begins with."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, Literal

from annotated_types import Len, MaxLen

from domain.duel.opening import (
    Board,
    DiceSource,
    Entropy,
    Items,
    Points,
    Rewind,
    Seat,
    Seats,
    card,
    catalogue,
    checked_item,
    known,
    known_seats,
    laid,
    one_side_a_tile,
    opened,
    policies,
    pool,
    seated,
    tile,
)
from domain.encounter import Combatant, Encounter
from domain.events import CombatantJoined, Event
from domain.items import Id, Item
from domain.refusals import Refused

SYSTEM = "etiquette"
VERSION = "etiquette/1"
WHAT_ONE_MAY_DO = "ETQ-15"
RULE = "ETQ-1"

IN_ATTACK_ONLY = frozenset({"die_bonus", "extra_die", "block"})
EFFECTS = ("damage", "heal", "condition", "relocate", "die_bonus", "extra_die", "block")


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The house rules, each named after its gap in the text; the defaults are what the text suggests."""

    both_engage_first: Literal["aggressor", "nonbelligerent"] = "aggressor"
    forced_first_turn: Literal["aggressor", "nonbelligerent"] = "aggressor"
    defense_choice: Literal["before_roll", "after_attack_roll"] = "before_roll"
    attack_items: Literal["one_each", "one_total"] = "one_each"
    attack_item_timing: Literal["before_roll", "after_roll"] = "before_roll"
    counter_needs: Literal["two_pairs", "all_pairs"] = "two_pairs"
    pass_turn: Literal["refuse", "allow"] = "refuse"
    move_on_after_combat: bool = True
    chase: Literal["off", "pursuit"] = "off"


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """A unit's sheet: its owner, health, place and number of dice. Its hand is its owner's, by item ids."""

    id: Id
    owner: Id
    at: Id
    health: Points
    kind: Literal["player", "minion"] = "player"
    dice_limit: Literal[1, 2] = 2
    controller: Id | None = None
    hand: Annotated[tuple[Id, ...], MaxLen(40)] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """Everything an encounter of etiquette begins with."""

    system: Literal["etiquette"] = "etiquette"
    board: Board
    combatants: Annotated[tuple[Unit, ...], Len(1, 40)]
    settings: Settings = Settings()
    items: Items = ()
    seats: Seats = (Seat(id="table"),)
    rewind: Rewind = "until-roll"
    dice: DiceSource = "ledger"
    entropy: Entropy = "server"


def open_encounter(opening: Opening, encounter: str) -> list[Event]:
    """Return the first events; refuses an opening that is none."""
    frozen = policies(opening.rewind, opening.dice, opening.entropy, opening.seats, SYSTEM, RULE)
    players = known_seats(opening.seats, RULE)
    board = list(laid(opening.board, RULE))
    items = catalogue(opening.items, "item", RULE)
    for item in opening.items:
        _must_be_playable(item)
    known("combatant", (unit.id for unit in opening.combatants), RULE)
    known("item", (item for unit in opening.combatants for item in unit.hand), RULE)
    joined = [_join(unit, opening, players, items) for unit in opening.combatants]
    _must_be_owned(joined)
    one_side_a_tile(joined, RULE)
    first = opened(encounter, SYSTEM, VERSION, opening.settings, opening.board, opening.seats, frozen)
    return [first, *board, *joined]


def _must_be_playable(item: Item) -> None:
    """Refuse a card that helps in an attack only, and is meant for an action."""
    checked_item(item, EFFECTS, RULE)
    if item.effect is not None and item.effect.kind in IN_ATTACK_ONLY and "action" in item.when:
        message = f"{item.id} cannot be used as an action: a {item.effect.kind} helps in an attack only."
        raise Refused("invalid_value", message, rule=RULE)


def _join(unit: Unit, opening: Opening, seats: set[str], items: dict[str, Item]) -> CombatantJoined:
    """Return a unit's entry, with the cards themselves."""
    known("owner", (unit.owner,), RULE)
    health = pool(unit.health, unit.id, RULE)
    return CombatantJoined(
        who=unit.id,
        side=unit.owner,
        kind=unit.kind,
        at=tile(opening.board, unit.at, unit.id, RULE),
        controller=seated(unit.controller, opening.seats, seats, unit.id, RULE),
        life="active" if health.now else "dead",
        pools=(health,),
        items=tuple(card("item", items, item, unit.id, RULE) for item in unit.hand),
        sheet={"dice_limit": unit.dice_limit},
    )


def _must_be_owned(joined: list[CombatantJoined]) -> None:
    """Refuse an owner played by two seats, and a unit that bears the name of somebody else's owner."""
    seats: dict[str, str | None] = {}
    for unit in joined:
        if seats.setdefault(unit.side, unit.controller) != unit.controller:
            message = f"{unit.who} cannot be controlled by {unit.controller}: {unit.side} is played by another seat."
            raise Refused("invalid_value", message, rule=RULE)
    for unit in joined:
        if unit.who in seats and unit.side != unit.who:
            message = f"{unit.who} cannot be a unit of {unit.side}: an owner has that name."
            raise Refused("invalid_value", message, rule=RULE)


def settings_of(encounter: Encounter) -> Settings:
    """Return the house rules as they were frozen."""
    return _frozen(tuple(encounter.house_rules.items()))


@cache
def _frozen(house_rules: tuple[tuple[str, Any], ...]) -> Settings:
    return Settings(**dict(house_rules))


def dice_limit(unit: Combatant) -> int:
    """Return how many dice a unit rolls at most: one for a robot (ETQ-18)."""
    return int(unit.sheet.get("dice_limit", 2))
