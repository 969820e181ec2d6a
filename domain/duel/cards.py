"""What cards can be in the two board games, and what is refused of them at set-up."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from domain.dice import notation, printed
from domain.items import Item, Weapon
from domain.refusals import Refused
from domain.table.names import distinct
from domain.table.words import Vocabulary

MOST_CARD_DICE = 10
MOST_POINTS = 99
CARD_SIDES = frozenset({2, 3, 4, 6, 8, 10, 12, 20})

Card = TypeVar("Card", Item, Weapon)


def catalogue(cards: tuple[Card, ...], kind: str, rule: str) -> dict[str, Card]:
    """Return the cards by id; refuses two of one id."""
    distinct(kind, (each.id for each in cards), rule)
    return {each.id: each for each in cards}


def card(kind: str, cards: dict[str, Card], wanted: str, who: str, rule: str) -> Card:
    """Return the card of that id; refuses an id that no card has."""
    if wanted not in cards:
        raise Refused("unknown_id", f"{who} cannot have {wanted}: there is no such {kind}.", rule=rule)
    return cards[wanted]


def checked_dice(text: str, card_id: str, rule: str) -> str | int:
    """Return dice in one form, or a number; refuses what a card may not name."""
    try:
        asked = printed(text)
    except ValueError as problem:
        raise Refused("invalid_value", f"{card_id}: {problem}", rule=rule) from None
    if isinstance(asked, int):
        if asked > MOST_POINTS:
            raise Refused("invalid_value", f"{card_id} cannot name {text}: at most {MOST_POINTS} points.", rule=rule)
        return asked
    if asked.count > MOST_CARD_DICE or asked.sides not in CARD_SIDES or asked.mod < 0:
        message = f"{card_id} cannot name {text}: 1 to 10 dice with 2, 3, 4, 6, 8, 10, 12 or 20 sides, and + a bonus."
        raise Refused("invalid_value", message, rule=rule)
    return str(asked)


def checked_weapon(weapon: Weapon, rule: str) -> Weapon:
    """Return a weapon as it is kept; refuses dice that are none, and a roll to hit that always comes out one way."""
    if isinstance(weapon.damage, str):
        weapon = replace(weapon, damage=checked_dice(weapon.damage, weapon.id, rule))
    if weapon.to_hit is None:
        return weapon
    dice = checked_dice(weapon.to_hit.dice, weapon.id, rule)
    if isinstance(dice, int):
        raise Refused("invalid_value", f"{weapon.id} cannot hit with {dice}: that is no die to roll.", rule=rule)
    asked = notation(dice)
    if not asked.count + asked.mod <= weapon.to_hit.at_least <= asked.count * asked.sides + asked.mod:
        message = f"{weapon.id} cannot ask for {weapon.to_hit.at_least} with {dice}: outside the dice's range."
        raise Refused("invalid_value", message, rule=rule)
    return replace(weapon, to_hit=replace(weapon.to_hit, dice=dice))


NEEDS = {
    "heal": ("amount", "dice"),
    "damage": ("amount", "dice"),
    "condition": ("condition",),
    "relocate": ("spaces",),
    "die_bonus": ("amount",),
    "extra_die": (),
    "block": ("amount",),
}


def checked_item(item: Item, kinds: tuple[str, ...], words: Vocabulary) -> Item:
    """Return an item as it is kept; refuses an effect that this game has not, or that lacks what it needs."""
    effect, rule = item.effect, words.rule
    if effect is None:
        return item
    if effect.kind not in kinds:
        raise Refused("invalid_value", f"{item.id} cannot be a card of {effect.kind}: this game has none.", rule=rule)
    needs = NEEDS[effect.kind]
    given = [name for name in ("amount", "dice", "condition", "spaces") if getattr(effect, name) is not None]
    if len(given) != min(len(needs), 1) or not set(given) <= set(needs):
        message = f"{item.id}: a card of {effect.kind} states {' or '.join(needs) or 'nothing more'}."
        raise Refused("invalid_value", message, rule=rule)
    if effect.condition is not None:
        condition = words.word("conditions", effect.condition, f"{item.id} cannot bring the condition")
        effect = replace(effect, condition=condition)
    if effect.dice is not None:
        dice = checked_dice(effect.dice, item.id, rule)
        effect = replace(effect, dice=dice) if isinstance(dice, str) else replace(effect, dice=None, amount=dice)
    return replace(item, effect=effect)
