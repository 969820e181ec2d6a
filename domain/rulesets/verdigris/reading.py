"""A sheet and its things as they are kept: words in small letters, dice in one form; an unknown word is refused."""

from __future__ import annotations

from dataclasses import replace

from domain.dice import canonical
from domain.refusals import Refused
from domain.rulesets.verdigris.sheets import Sheet, Thing
from domain.table.words import Vocabulary


def as_read(sheet: Sheet, words: Vocabulary) -> Sheet:
    """VER-53, V-G33, V-G36: return a sheet as it is kept; refuses skills, talents and orders that nobody knows."""
    cannot = f"{sheet.id} cannot have"
    skills = {words.word("skills", name, f"{cannot} the skill"): dice for name, dice in sheet.skills.items()}
    if len(skills) < len(sheet.skills):
        raise Refused("invalid_value", f"{cannot} a skill twice: {', '.join(sheet.skills)}.", rule=words.rule)
    return replace(
        sheet,
        skills=skills,
        talents=words.all("talents", sheet.talents, f"{cannot} the talent"),
        training=words.all("orders", sheet.training, f"{cannot} a training for"),
    )


def thing_as_read(thing: Thing, words: Vocabulary, who: str) -> Thing:
    """VER-34, VER-52, VER-77: return a thing as it is kept; refuses qualities, a skill and dice that are none."""
    cannot = f"{who} cannot have {thing.id}"
    return replace(
        thing,
        skill=words.word("skills", thing.skill, f"{cannot} with the skill") if thing.skill else None,
        qualities=words.all("qualities", thing.qualities, f"{cannot} with the quality"),
        damage=_dice(thing.damage, cannot, words),
        heal=_dice(thing.heal, cannot, words),
    )


def _dice(stated: str | int, cannot: str, words: Vocabulary) -> str | int:
    """Return dice in their one form, or the number that stands for them."""
    if isinstance(stated, int):
        return stated
    try:
        return canonical(stated)
    except ValueError as trouble:
        raise Refused("invalid_value", f"{cannot}: {trouble}", rule=words.rule) from None
