"""Vanguard: a party in formation against groups of monsters (VAN-1..56)."""

from domain.commands import speaker
from domain.rulesets.vanguard.commands import COMMANDS
from domain.rulesets.vanguard.guards import lineup, pending
from domain.rulesets.vanguard.interruptions import INTERRUPTIONS
from domain.rulesets.vanguard.offering import offers
from domain.rulesets.vanguard.opening import open_encounter
from domain.rulesets.vanguard.rules import commands, tell
from domain.rulesets.vanguard.sheets import VERSION, WHAT_ONE_MAY_DO, Character, Group, Opening, Settings

__all__ = [
    "COMMANDS",
    "INTERRUPTIONS",
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
    "pending",
    "speaker",
    "tell",
]
