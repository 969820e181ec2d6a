"""Etiquette's house rules, sheets and set-up: what an encounter begins with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from annotated_types import Len

from domain.duel.cards import catalogue, checked_item
from domain.duel.opening import DuelOpening, Sheet, join, one_side_a_tile, set_up, vocabulary
from domain.encounter import Combatant
from domain.events import CombatantJoined, Event
from domain.facts import facts_of, read, stated
from domain.items import Id, Item
from domain.refusals import Refused
from domain.table.house_rules import reader
from domain.table.names import distinct
from domain.table.words import Vocabulary

VERSION = "etiquette/2"
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


settings_of = reader(Settings)
"""Returns the house rules of an encounter as they were frozen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit(Sheet):
    """A unit's sheet: beside what both games have, its owner and its number of dice. Its hand is its owner's."""

    owner: Id
    kind: Literal["player", "minion"] = "player"
    dice_limit: Literal[1, 2] = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Body:
    """What a fight keeps of a unit's sheet: how many dice it rolls at most."""

    dice_limit: int = stated(2)


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening(DuelOpening):
    """Everything an encounter of etiquette begins with."""

    system: Literal["etiquette"] = "etiquette"
    combatants: Annotated[tuple[Unit, ...], Len(1, 40)]
    settings: Settings = Settings()


def open_encounter(opening: Opening, encounter: str) -> list[Event]:
    """Return the first events; refuses an opening that is none."""
    begun = list(set_up(encounter, opening, VERSION, RULE))
    words = vocabulary(opening.words, RULE)
    items = catalogue(tuple(_playable(item, words) for item in opening.items), "item", RULE)
    distinct("combatant", (unit.id for unit in opening.combatants), RULE)
    distinct("item", (item for unit in opening.combatants for item in unit.hand), RULE)
    joined = [_join(unit, opening, items) for unit in opening.combatants]
    _must_be_owned(joined)
    one_side_a_tile(joined, RULE)
    return [*begun, *joined]


def _playable(item: Item, words: Vocabulary) -> Item:
    """Return a card as it is kept; refuses one that helps in an attack only, and is meant for an action."""
    if item.effect is not None and item.effect.kind in IN_ATTACK_ONLY and "action" in item.when:
        message = f"{item.id} cannot be used as an action: a {item.effect.kind} helps in an attack only."
        raise Refused("invalid_value", message, rule=RULE)
    return checked_item(item, EFFECTS, words)


def _join(unit: Unit, opening: Opening, items: dict[str, Item]) -> CombatantJoined:
    """Return a unit's entry: its owner's side, and how many dice it rolls at most."""
    distinct("owner", (unit.owner,), RULE)
    facts = facts_of(Body(dice_limit=unit.dice_limit))
    return join(unit, opening, items, RULE, side=unit.owner, kind=unit.kind, facts=facts)


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


def dice_limit(unit: Combatant) -> int:
    """Return how many dice a unit rolls at most: one for a robot (ETQ-18)."""
    return read(Body, unit.sheet).dice_limit
