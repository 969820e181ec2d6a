"""The words that storyteller knows (S-G49, STO-85); its text leaves conditions and kinds of damage to other parts."""

from __future__ import annotations

from domain.table.words import USUAL, Known

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
"""Conditions that a rule here reads; the usual others are the table's to play."""
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
WORDS: Known = {"conditions": RULED | USUAL, "damage_types": DAMAGE, "sides": SIDES}
