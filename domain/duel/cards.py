"""What cards can be in the two board games, and what is refused of them at set-up."""

from __future__ import annotations

from typing import TypeVar

from domain.dice import notation
from domain.items import Item, Weapon
from domain.naming import distinct
from domain.refusals import Refused

MOST_CARD_DICE = 10
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


def checked_dice(text: str, card_id: str, rule: str) -> None:
    """Refuse dice that a card may not name (section 4: 1 to 10 dice of 2 to 20 sides, and a bonus)."""
    try:
        dice = notation(text)
    except ValueError as problem:
        raise Refused("invalid_value", f"{card_id}: {problem}", rule=rule) from None
    if dice.count > MOST_CARD_DICE or dice.sides not in CARD_SIDES or dice.mod < 0:
        message = f"{card_id} cannot name {text}: 1 to 10 dice with 2, 3, 4, 6, 8, 10, 12 or 20 sides, and + a bonus."
        raise Refused("invalid_value", message, rule=rule)


def checked_weapon(weapon: Weapon, rule: str) -> None:
    """Refuse a weapon whose dice are none, or whose roll to hit cannot come out both ways of its range."""
    if isinstance(weapon.damage, str):
        checked_dice(weapon.damage, weapon.id, rule)
    if weapon.to_hit is not None:
        checked_dice(weapon.to_hit.dice, weapon.id, rule)
        dice = notation(weapon.to_hit.dice)
        if not dice.count + dice.mod <= weapon.to_hit.at_least <= dice.count * dice.sides + dice.mod:
            message = f"{weapon.id} cannot ask for {weapon.to_hit.at_least} with {dice}: outside the dice's range."
            raise Refused("invalid_value", message, rule=rule)


NEEDS = {
    "heal": ("amount", "dice"),
    "damage": ("amount", "dice"),
    "condition": ("condition",),
    "relocate": ("spaces",),
    "die_bonus": ("amount",),
    "extra_die": (),
    "block": ("amount",),
}


def checked_item(item: Item, kinds: tuple[str, ...], rule: str) -> None:
    """Refuse an item whose effect this game has not, or whose card does not say what the effect needs."""
    effect = item.effect
    if effect is None:
        return
    if effect.kind not in kinds:
        raise Refused("invalid_value", f"{item.id} cannot be a card of {effect.kind}: this game has none.", rule=rule)
    needs = NEEDS[effect.kind]
    given = [name for name in ("amount", "dice", "condition", "spaces") if getattr(effect, name) is not None]
    if len(given) != min(len(needs), 1) or not set(given) <= set(needs):
        message = f"{item.id}: a card of {effect.kind} states {' or '.join(needs) or 'nothing more'}."
        raise Refused("invalid_value", message, rule=rule)
    if effect.dice is not None:
        checked_dice(effect.dice, item.id, rule)
