"""The words that verdigris knows; skills and conditions stand in chapters that the text leaves out (V-G33, VER-80)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from domain.rulesets.verdigris.sheets import Settings
from domain.table.words import Known, plain, together

CONDITIONS = frozenset(
    {
        "afoot",
        "blinded",
        "dazed",
        "deafened",
        "entangled",
        "exhausted",
        "free_attack",
        "frightened",
        "poisoned",
        "prone",
        "readied",
        "restrained",
        "stunned",
        "unconscious",
        "winded",
    }
)
SKILLS = frozenset(
    {
        "axes",
        "blades",
        "bows",
        "brawling",
        "clubs",
        "crossbows",
        "hammers",
        "knives",
        "maces",
        "melee",
        "poles",
        "polearms",
        "powder",
        "riding",
        "slings",
        "spears",
        "swords",
        "throwing",
        "unarmed",
    }
)
INJURIES = frozenset(f"injury_{tens}{ones}" for tens in range(1, 7) for ones in range(1, 7))
"""V-G45: critical injuries by their two dice, where the table has no names for them."""
WORDS: Known = {
    "conditions": CONDITIONS | INJURIES,
    "skills": SKILLS,
    "qualities": frozenset({"short", "reload", "two_handed"}),
    "talents": frozenset({"mounted_archery"}),
    "orders": frozenset({"battle", "charge", "come", "follow", "jump", "kneel", "stand", "stay", "swim", "trample"}),
}


def known_in(own: Mapping[str, Iterable[str]], settings: Settings) -> Known:
    """V-G45: return the words that a fight knows: also those of its table of critical injuries."""
    table = () if settings.injury_table == "data" else settings.injury_table
    return together(WORDS, own, {"conditions": [entry.condition for entry in table]})


def with_plain_injuries(settings: Settings) -> Settings:
    """V-G45: return the house rules with the conditions of the injury table as words are kept."""
    table = settings.injury_table
    if table == "data":
        return settings
    return replace(settings, injury_table=tuple(replace(each, condition=plain(each.condition)) for each in table))
