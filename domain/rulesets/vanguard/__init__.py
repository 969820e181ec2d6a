"""Vanguard: a party in formation against groups of monsters (VAN-1..56)."""

from domain.commands import speaker
from domain.rulesets.vanguard import outside
from domain.rulesets.vanguard.commands import COMMANDS
from domain.rulesets.vanguard.offering import offers
from domain.rulesets.vanguard.opening import open_encounter
from domain.rulesets.vanguard.playing import worth
from domain.rulesets.vanguard.rules import commands, tell
from domain.rulesets.vanguard.sheets import VERSION, WHAT_ONE_MAY_DO, Character, Group, Opening, Settings
from domain.rulesets.vanguard.waiting import lineup, pending
from domain.unsaid import spelt_out

__all__ = [
    "COMMANDS",
    "VERSION",
    "WHAT_ONE_MAY_DO",
    "Character",
    "Group",
    "Opening",
    "Settings",
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
