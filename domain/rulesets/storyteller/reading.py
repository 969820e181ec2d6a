"""A sheet as it is kept: its words in small letters, its dice in one form; a word that nobody knows is refused."""

from __future__ import annotations

from dataclasses import replace

from domain.dice import canonical
from domain.refusals import Refused
from domain.rulesets.storyteller.sheets import RULE, Ability, Attack, Effect, Sheet
from domain.table.words import Known, Vocabulary


def as_read(sheet: Sheet, known: Known) -> Sheet:
    """STO-45, STO-48, S-G49: return a sheet as it is kept; refuses words and dice that are none."""
    words = Vocabulary(known=known, rule=RULE)
    cannot = f"{sheet.id} cannot be"
    return replace(
        sheet,
        side=words.word("sides", sheet.side, f"{cannot} on the side") if sheet.side else None,
        conditions=words.all("conditions", sheet.conditions, f"{cannot} under"),
        resistances=words.all("damage_types", sheet.resistances, f"{cannot} resistant to"),
        vulnerabilities=words.all("damage_types", sheet.vulnerabilities, f"{cannot} vulnerable to"),
        immunities=words.all("damage_types", sheet.immunities, f"{cannot} immune to"),
        attacks=tuple(_attack(each, words, sheet.id) for each in sheet.attacks),
        abilities=tuple(_ability(each, words, sheet.id) for each in sheet.abilities),
    )


def _attack(attack: Attack, words: Vocabulary, who: str) -> Attack:
    cannot = f"{who} cannot have the attack {attack.id}"
    return replace(
        attack,
        damage=_dice(attack.damage, cannot),
        type=_type(attack.type, words, cannot),
        effect=_effect(attack.effect, words, cannot),
    )


def _ability(ability: Ability, words: Vocabulary, who: str) -> Ability:
    return replace(ability, effect=_effect(ability.effect, words, f"{who} cannot have the ability {ability.id}"))


def _effect(effect: Effect | None, words: Vocabulary, cannot: str) -> Effect | None:
    if effect is None:
        return None
    condition = effect.condition
    return replace(
        effect,
        heal=_dice(effect.heal, cannot) or None,
        damage=_dice(effect.damage, cannot),
        type=_type(effect.type, words, cannot),
        condition=words.word("conditions", condition, f"{cannot} with the condition") if condition else None,
    )


def _type(kind: str | None, words: Vocabulary, cannot: str) -> str | None:
    return None if kind is None else words.word("damage_types", kind, f"{cannot} of the type")


def _dice(stated: str | int | None, cannot: str) -> str | int | None:
    """Return dice in their one form, or the number that stands for them."""
    if not isinstance(stated, str):
        return stated
    try:
        return canonical(stated)
    except ValueError as trouble:
        raise Refused("invalid_value", f"{cannot}: {trouble}", rule="STO-45") from None
