"""The words that storyteller knows (S-G49, STO-85); its text leaves conditions and kinds of damage to other parts."""

from __future__ import annotations

from domain.words import Known

RULED = frozenset(
    {
        "death_save_failure",
        "death_save_success",
        "defending",
        "disengaged",
        "hidden",
        "incapacitated",
        "prone",
        "restrained",
        "squeezing",
        "stable",
        "surprised",
    }
)
"""Conditions that a rule here reads; the others of the list are the table's to play."""
TOLD = frozenset(
    {
        "blessed",
        "blinded",
        "braced",
        "burning",
        "charmed",
        "cursed",
        "dazed",
        "dazzled",
        "deafened",
        "exhausted",
        "frightened",
        "grappled",
        "hexed",
        "invisible",
        "marked",
        "paralyzed",
        "parrying",
        "petrified",
        "poisoned",
        "slowed",
        "stunned",
        "unconscious",
    }
)
DAMAGE = frozenset(
    {
        "acid",
        "bludgeoning",
        "cold",
        "fire",
        "force",
        "lightning",
        "necrotic",
        "piercing",
        "poison",
        "psychic",
        "radiant",
        "slashing",
        "thunder",
    }
)
SIDES = frozenset({"players", "adversaries", "things"})
WORDS: Known = {"conditions": RULED | TOLD, "damage_types": DAMAGE, "sides": SIDES}
