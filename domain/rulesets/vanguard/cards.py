"""Weapons, items, spells and abilities as their cards say, and what of them is no card.

The texts of items, spells and abilities are in other chapters: here they are effects of a few kinds.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Annotated, Literal, TypeAlias, TypeVar

from annotated_types import Ge, Le, Len, MaxLen

from domain.encounter import Combatant, Condition
from domain.facts import known
from domain.items import Carried, Id
from domain.meanings import Means
from domain.refusals import Refused
from domain.table.names import distinct
from domain.table.words import Vocabulary, plain

Guard: TypeAlias = Literal["front", "rear"]
Rank = Annotated[Guard, Means("place")]
Ratio = tuple[Annotated[int, Ge(1), Le(9)], Annotated[int, Ge(1), Le(9)]]
Targets: TypeAlias = Literal["self", "ally", "group"]
Permission: TypeAlias = Literal["melee_from_rear", "ranged_from_front", "melee_rear_target"]
Value: TypeAlias = Literal["defense", "melee", "ranged", "damage"]

RULE = "VAN-28"
NUMBERED = frozenset({"kill", "heal", "modifier", "front_weight", "front_capacity"})
"""The kinds of effects that have an amount."""
ON_GROUPS = frozenset({"kill", "modifier", "condition"})
ON_CHARACTERS = frozenset({"heal", "modifier", "condition", "permission", "front_weight", "rear_per_front"})
OF_CHARACTERS = frozenset({"modifier", "permission", "front_weight", "rear_per_front"})
"""What an ability of a character that is always in force can do."""
OF_GROUPS = frozenset({"front_capacity", "rear_per_front"})
"""What an ability of monsters can do: crowd the party (VAN-53)."""

OURS = re.compile(r"stance|recovering|front_|rear_|(melee|ranged)_|.*_mod(_|$)")
"""Conditions that the rules bring themselves, by the beginning of their names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """One thing a card does.

    ``kill`` and ``heal`` by an amount; ``modifier`` of a ``field``, for a character ``on`` the roll or on the defense
    that they attack (N-G2); a ``condition`` by name; a ``permission``; a ``front_weight`` (one counts as so many in
    front), a ``front_capacity``, a ratio ``rear_per_front`` of rear to front.
    """

    kind: Literal[
        "kill", "heal", "modifier", "condition", "permission", "front_weight", "front_capacity", "rear_per_front"
    ]
    amount: Annotated[int, Ge(-20), Le(99)] | None = None
    field: Value | None = None
    on: Literal["roll", "defense"] = "roll"
    condition: Annotated[str, Len(1, 32)] | None = None
    permits: Permission | None = None
    ratio: Ratio | None = None
    until: Literal["round_end", "encounter_end"] = "round_end"


Effects = Annotated[tuple[Effect, ...], Len(1, 6)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Weapon:
    """What a character attacks with; the ``modifier`` goes ``on`` the roll or on the group's defense."""

    id: Id
    kind: Literal["melee", "ranged"]
    modifier: Annotated[int, Ge(-20), Le(20)] = 0
    on: Literal["roll", "defense"] = "roll"


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """A thing out of the inventory: for its user, for any ally (the user too), or against a group."""

    id: Id
    targets: Targets = "self"
    effects: Effects
    consumed: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Spell:
    """A spell: the ``die`` must come over the ``level`` (N-G32)."""

    id: Id
    die: Literal["smart", "wise"]
    level: Annotated[int, Ge(1), Le(30)]
    targets: Targets = "group"
    effects: Effects


@dataclass(frozen=True, slots=True, kw_only=True)
class Ability:
    """What a class can do: as an action, or ``always`` in force."""

    id: Id
    targets: Targets = "self"
    effects: Effects
    always: bool = False


Card: TypeAlias = Item | Spell | Ability
Brings = TypeVar("Brings", Item, Spell, Ability)
Abilities = Annotated[tuple[Ability, ...], MaxLen(12)]


def must_be_cards(cards: tuple[Weapon, ...] | tuple[Card, ...], kind: str, who: str) -> None:
    """Refuse cards that bear one id, and effects that are none."""
    distinct(kind, (card.id for card in cards), RULE)
    for card in cards:
        if isinstance(card, Weapon):
            continue
        always = isinstance(card, Ability) and card.always
        allowed = OF_CHARACTERS if always else ON_GROUPS if card.targets == "group" else ON_CHARACTERS
        if always and card.targets != "self":
            raise Refused("invalid_value", f"{card.id} of {who} is always in force: its target is self.", rule=RULE)
        for effect in card.effects:
            must_be_an_effect(effect, allowed, f"{card.id} of {who}", on_group=card.targets == "group")


def must_be_monstrous(abilities: tuple[Ability, ...], who: str) -> None:
    """VAN-53: refuse abilities of monsters that do anything but crowd the party while they live."""
    distinct("ability", (ability.id for ability in abilities), RULE)
    for ability in abilities:
        if not ability.always or ability.targets != "self":
            message = f"{ability.id} of {who} must be always in force, with the target self: monsters only attack."
            raise Refused("invalid_value", message, rule=RULE)
        for effect in ability.effects:
            must_be_an_effect(effect, OF_GROUPS, f"{ability.id} of {who}", on_group=True)


def must_be_an_effect(effect: Effect, allowed: frozenset[str], whose: str, *, on_group: bool) -> None:
    """Refuse an effect that cannot be had there, or that lacks what its kind needs or has what it has no use for."""
    if effect.kind not in allowed:
        message = f"{whose} cannot have the effect {effect.kind}; allowed there: {', '.join(sorted(allowed))}."
        raise Refused("invalid_value", message, rule=RULE)
    needed = {
        "amount": effect.kind in NUMBERED,
        "field": effect.kind == "modifier",
        "condition": effect.kind == "condition",
        "permits": effect.kind == "permission",
        "ratio": effect.kind == "rear_per_front",
    }
    for name, needs in needed.items():
        if needs != (getattr(effect, name) is not None):
            message = f"The effect {effect.kind} of {whose} {'needs' if needs else 'has no use for'} the field {name}."
            raise Refused("invalid_value", message, rule=RULE)
    if effect.kind == "modifier":
        _must_modify(effect, whose, on_group=on_group)
    elif effect.amount is not None and effect.amount < 1:
        raise Refused("invalid_value", f"The amount of {effect.kind} of {whose} must be at least 1.", rule=RULE)


def worded(card: Brings, words: Vocabulary, who: str) -> Brings:
    """N-G40: return a card with its conditions as words are kept; refuses one that nobody knows, or is the rules'."""
    return replace(card, effects=tuple(_effect_worded(each, words, f"{card.id} of {who}") for each in card.effects))


def _effect_worded(effect: Effect, words: Vocabulary, whose: str) -> Effect:
    if effect.condition is None:
        return effect
    if OURS.match(plain(effect.condition)):
        message = f"{whose} cannot bring {effect.condition}: that name is one that the rules give a meaning."
        raise Refused("invalid_value", message, rule=RULE)
    condition = words.word("conditions", effect.condition, f"{whose} cannot bring the condition")
    return replace(effect, condition=condition)


def _must_modify(effect: Effect, whose: str, *, on_group: bool) -> None:
    """N-G2, N-G40: refuse a modifier of what cannot be modified so."""
    if effect.field == "damage" and not on_group:
        raise Refused("invalid_value", f"{whose} cannot modify damage: only monsters deal it.", rule=RULE)
    if effect.on == "defense" and (on_group or effect.field == "defense"):
        message = f"{whose} cannot modify {effect.field} on the defense: only attacks of characters meet one."
        raise Refused("invalid_value", message, rule=RULE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Gifts:
    """What characters and groups both may have: abilities."""

    abilities: tuple[Ability, ...] = ()


def abilities_of(who: Combatant) -> tuple[Ability, ...]:
    """Return the abilities of a character or a group."""
    return known(Gifts, who.sheet).abilities


def item_of(carried: Carried) -> Item:
    """Return a thing of the inventory as its card says."""
    return known(Item, carried.facts)


def in_force(who: Combatant) -> list[tuple[str, Effect]]:
    """Return the effects of the abilities that are always in force, each with the ability's id."""
    always = (ability for ability in abilities_of(who) if ability.always)
    return [(ability.id, effect) for ability in always for effect in ability.effects]


def condition_of(effect: Effect) -> str:
    """Return the name of the condition that an effect brings (N-G40); those that last longer have one of their own."""
    if effect.kind == "condition":
        return str(effect.condition)
    name = str({"permission": effect.permits, "modifier": f"{effect.field}_mod"}.get(effect.kind, effect.kind))
    name += "_on_defense" if effect.on == "defense" else ""
    return name if effect.until == "round_end" else f"{name}_lasting"


def value_of(effect: Effect) -> str | int | None:
    """Return what the condition of an effect is worth."""
    return f"{effect.ratio[0]}:{effect.ratio[1]}" if effect.ratio else effect.amount


def held(who: Combatant, name: str) -> list[Condition]:
    """Return what somebody is under by that name, for the round and for longer."""
    return [who.conditions[each] for each in (name, f"{name}_lasting") if each in who.conditions]


def modifiers(who: Combatant, field: str, on: str = "roll") -> dict[str, int]:
    """N-G2, N-G40: return the modifiers of a field: of this round, lasting ones, and abilities always in force."""
    name = f"{field}_mod" + ("_on_defense" if on == "defense" else "")
    passing = {"this_round": who.conditions.get(name), "lasting": who.conditions.get(f"{name}_lasting")}
    terms = [(when, int(each.value or 0)) for when, each in passing.items() if each is not None]
    terms += [(by, effect.amount or 0) for by, effect in in_force(who) if (effect.field, effect.on) == (field, on)]
    return summed(terms)


def summed(terms: Iterable[tuple[str, int]]) -> dict[str, int]:
    """Return the terms of a number by their names, those of one name added up, without what adds nothing."""
    found: dict[str, int] = {}
    for name, amount in terms:
        found[name] = found.get(name, 0) + amount
    return {name: amount for name, amount in found.items() if amount}


def permitted(who: Combatant, permission: str) -> str | None:
    """Return by which ability, item or spell somebody has a permission; None if they have it not."""
    always = [ability for ability, effect in in_force(who) if effect.permits == permission]
    sources = [each.source for each in held(who, permission)]
    return next(iter([*always, *sources]), None)
