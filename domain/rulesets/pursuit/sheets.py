"""Pursuit's house rules, sheets and set-up: what an encounter begins with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from annotated_types import Ge, Le, Len, MaxLen

from domain.duel.cards import card, catalogue, checked_item, checked_weapon
from domain.duel.opening import DuelOpening, Sheet, join, one_side_a_tile, set_up, vocabulary
from domain.duel.walking import MOST_SPACES
from domain.encounter import Combatant
from domain.events import CombatantJoined, Event
from domain.facts import facts_of, read
from domain.items import Id, Item, Weapon
from domain.table.house_rules import reader
from domain.table.names import distinct

VERSION = "pursuit/2"
WHAT_ONE_MAY_DO = "PUR-11"
RULE = "PUR-1"

EFFECTS = ("damage", "heal", "condition", "relocate")


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


settings_of = reader(Settings)
"""Returns the house rules of an encounter as they were frozen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Player(Sheet):
    """A player's sheet: beside what both games have, the equipped weapon and the most spaces of a board move."""

    equipped: Id | None = None
    max_allowance: Annotated[int, Ge(0), Le(MOST_SPACES)] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Fighter:
    """What a fight keeps of a player's sheet: the weapon itself, and the most spaces of a board move."""

    equipped: Weapon | None = None
    max_allowance: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening(DuelOpening):
    """Everything an encounter of pursuit begins with."""

    system: Literal["pursuit"] = "pursuit"
    combatants: Annotated[tuple[Player, ...], Len(1, 40)]
    settings: Settings = Settings()
    weapons: Annotated[tuple[Weapon, ...], MaxLen(200)] = ()


def open_encounter(opening: Opening, encounter: str) -> list[Event]:
    """Return the first events; refuses an opening that is none."""
    begun = list(set_up(encounter, opening, VERSION, RULE))
    words = vocabulary(opening.words, RULE)
    items = catalogue(tuple(checked_item(item, EFFECTS, words) for item in opening.items), "item", RULE)
    weapons = catalogue(tuple(checked_weapon(weapon, RULE) for weapon in opening.weapons), "weapon", RULE)
    distinct("combatant", (player.id for player in opening.combatants), RULE)
    joined = [_join(player, opening, items, weapons) for player in opening.combatants]
    one_side_a_tile(joined, RULE)
    return [*begun, *joined]


def _join(player: Player, opening: Opening, items: dict[str, Item], weapons: dict[str, Weapon]) -> CombatantJoined:
    """Return a player's entry: their own side, and a hand that holds no card twice."""
    distinct("item", player.hand, RULE)
    weapon = card("weapon", weapons, player.equipped, player.id, RULE) if player.equipped else None
    facts = facts_of(Fighter(equipped=weapon, max_allowance=player.max_allowance))
    return join(player, opening, items, RULE, side=player.id, kind="player", facts=facts)


def sheet_of(who: Combatant) -> Fighter:
    """Return what a fight keeps of a player's sheet."""
    return read(Fighter, who.sheet)


def equipped(who: Combatant) -> Weapon | None:
    """Return the weapon that a player holds."""
    return sheet_of(who).equipped


def most_spaces(who: Combatant) -> int:
    """Return the most spaces of a board move of a player."""
    stated = sheet_of(who).max_allowance
    return MOST_SPACES if stated is None else stated
