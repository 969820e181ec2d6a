"""Pursuit: combat between players on tiles (PUR-1..26)."""

from domain.commands import speaker
from domain.duel.guards import lineup, pending
from domain.rulesets.pursuit.offering import offers
from domain.rulesets.pursuit.rules import COMMANDS, INTERRUPTIONS, commands, tell
from domain.rulesets.pursuit.sheets import VERSION, WHAT_ONE_MAY_DO, Opening, Player, Settings, open_encounter

__all__ = [
    "COMMANDS",
    "INTERRUPTIONS",
    "VERSION",
    "WHAT_ONE_MAY_DO",
    "Opening",
    "Player",
    "Settings",
    "commands",
    "lineup",
    "offers",
    "open_encounter",
    "pending",
    "speaker",
    "tell",
]
