"""Etiquette: combat with declarations, minions and sorted dice (ETQ-1..28)."""

from domain.commands import speaker
from domain.duel.guards import lineup, pending
from domain.rulesets.etiquette.offering import offers
from domain.rulesets.etiquette.rules import COMMANDS, INTERRUPTIONS, commands, tell
from domain.rulesets.etiquette.sheets import VERSION, WHAT_ONE_MAY_DO, Opening, Settings, Unit, open_encounter

__all__ = [
    "COMMANDS",
    "INTERRUPTIONS",
    "VERSION",
    "WHAT_ONE_MAY_DO",
    "Opening",
    "Settings",
    "Unit",
    "commands",
    "lineup",
    "offers",
    "open_encounter",
    "pending",
    "speaker",
    "tell",
]
