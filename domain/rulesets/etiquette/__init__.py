"""Etiquette: combat with declarations, minions and sorted dice (ETQ-1..28)."""

from domain.commands import speaker
from domain.duel.asking import spelt_out
from domain.duel.playing import worth
from domain.duel.waiting import lineup, pending
from domain.rulesets.etiquette.offering import offers
from domain.rulesets.etiquette.rules import COMMANDS, commands, outside, tell
from domain.rulesets.etiquette.sheets import VERSION, WHAT_ONE_MAY_DO, Opening, Settings, Unit, open_encounter

__all__ = [
    "COMMANDS",
    "VERSION",
    "WHAT_ONE_MAY_DO",
    "Opening",
    "Settings",
    "Unit",
    "commands",
    "lineup",
    "offers",
    "open_encounter",
    "outside",
    "pending",
    "speaker",
    "spelt_out",
    "tell",
    "worth",
]
