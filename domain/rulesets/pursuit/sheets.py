"""Pursuit's house rules, sheets and set-up: what an encounter begins with."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, Literal

from annotated_types import Ge, Le, Len, MaxLen

from domain.duel.opening import (
    Board,
    DiceSource,
    Entropy,
    Items,
    Points,
    Rewind,
    Seat,
    Seats,
    Weapons,
    card,
    catalogue,
    checked_item,
    checked_weapon,
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
from domain.items import Id, Item, ToHit, Weapon

SYSTEM = "pursuit"
VERSION = "pursuit/1"
WHAT_ONE_MAY_DO = "PUR-11"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The house rules, each named after its gap in the text; the defaults are what the text suggests."""

    weapon_model: Literal["card", "flat_1"] = "card"
    unarmed_damage: Annotated[int, Ge(0), Le(99)] | None = None
    trap_elsewhere_in_combat: Literal["refuse", "allow"] = "refuse"
    pass_turn: Literal["refuse", "allow"] = "refuse"
    leftover_after_flight: Literal["lost", "kept_movement"] = "lost"
    flight_spaces_as_allowance: bool = True
    forced_first_turn: Literal["aggressor", "defender"] = "aggressor"
    move_on_after_combat: bool = True
    disengage_three_way: Literal["beat_highest", "beat_named"] = "beat_highest"
    loot: Literal["none", "killer_takes_hand"] = "none"
    allowance_source: Literal["given", "1d6"] | Annotated[int, Ge(0), Le(99)] = "given"
    move_order: Literal["free", "seat_order"] = "free"


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """A player's sheet: health, the place, the hand by item ids, the equipped weapon."""

    id: Id
    at: Id
    health: Points
    controller: Id | None = None
    hand: Annotated[tuple[Id, ...], MaxLen(40)] = ()
    equipped: Id | None = None
    max_allowance: Annotated[int, Ge(0), Le(99)] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """Everything an encounter of pursuit begins with."""

    system: Literal["pursuit"] = "pursuit"
    board: Board
    combatants: Annotated[tuple[Player, ...], Len(1, 40)]
    settings: Settings = Settings()
    items: Items = ()
    weapons: Weapons = ()
    seats: Seats = (Seat(id="table"),)
    rewind: Rewind = "until-roll"
    dice: DiceSource = "ledger"
    entropy: Entropy = "server"


def open_encounter(opening: Opening, encounter: str) -> list[Event]:
    """Return the first events; refuses an opening that is none."""
    rule = "PUR-1"
    frozen = policies(opening.rewind, opening.dice, opening.entropy, opening.seats, SYSTEM, rule)
    players = known_seats(opening.seats, rule)
    board = list(laid(opening.board, rule))
    items = catalogue(opening.items, "item", rule)
    weapons = catalogue(opening.weapons, "weapon", rule)
    for item in opening.items:
        checked_item(item, ("damage", "heal", "condition", "relocate"), rule)
    for weapon in opening.weapons:
        checked_weapon(weapon, rule)
    known("combatant", (player.id for player in opening.combatants), rule)
    joined = [_join(player, opening, players, items, weapons, rule) for player in opening.combatants]
    one_side_a_tile(joined, rule)
    first = opened(encounter, SYSTEM, VERSION, opening.settings, opening.board, opening.seats, frozen)
    return [first, *board, *joined]


def _join(
    player: Player, opening: Opening, seats: set[str], items: dict[str, Item], weapons: dict[str, Weapon], rule: str
) -> CombatantJoined:
    """Return a player's entry, with the cards themselves; a hand holds no card twice."""
    known("item", player.hand, rule)
    health = pool(player.health, player.id, rule)
    weapon = card("weapon", weapons, player.equipped, player.id, rule) if player.equipped else None
    sheet = {
        **({"equipped": weapon_facts(weapon)} if weapon else {}),
        **({"max_allowance": player.max_allowance} if player.max_allowance is not None else {}),
    }
    return CombatantJoined(
        who=player.id,
        side=player.id,
        kind="player",
        at=tile(opening.board, player.at, player.id, rule),
        controller=seated(player.controller, opening.seats, seats, player.id, rule),
        life="active" if health.now else "dead",
        pools=(health,),
        items=tuple(card("item", items, item, player.id, rule) for item in player.hand),
        sheet=sheet,
    )


def weapon_facts(weapon: Weapon) -> dict[str, object]:
    """Return a weapon card as it stands on a sheet."""
    to_hit = {"to_hit": {"dice": weapon.to_hit.dice, "at_least": weapon.to_hit.at_least}} if weapon.to_hit else {}
    return {"id": weapon.id, "damage": weapon.damage, **to_hit}


def equipped(who: Combatant) -> Weapon | None:
    """Return the weapon that a player holds."""
    facts = who.sheet.get("equipped")
    if facts is None:
        return None
    to_hit = ToHit(**facts["to_hit"]) if "to_hit" in facts else None
    return Weapon(id=facts["id"], damage=facts["damage"], to_hit=to_hit)


def settings_of(encounter: Encounter) -> Settings:
    """Return the house rules as they were frozen."""
    return _frozen(tuple(encounter.house_rules.items()))


@cache
def _frozen(house_rules: tuple[tuple[str, Any], ...]) -> Settings:
    return Settings(**dict(house_rules))
