"""Storyteller: tactical combat with 3D, in battle zones or on a battle grid (STO-1..114)."""

from domain.commands import speaker
from domain.rulesets.storyteller.commands import COMMANDS
from domain.rulesets.storyteller.guards import pending
from domain.rulesets.storyteller.interruptions import INTERRUPTIONS
from domain.rulesets.storyteller.offers.offering import offers
from domain.rulesets.storyteller.order.initiative import lineup
from domain.rulesets.storyteller.rules import commands, tell
from domain.rulesets.storyteller.setting_up import VERSION, WHAT_ONE_MAY_DO, Opening, open_encounter
from domain.rulesets.storyteller.settings import Settings
from domain.rulesets.storyteller.sheets import Sheet

__all__ = [
    "COMMANDS",
    "INTERRUPTIONS",
    "VERSION",
    "WHAT_ONE_MAY_DO",
    "Opening",
    "Settings",
    "Sheet",
    "commands",
    "lineup",
    "offers",
    "open_encounter",
    "pending",
    "speaker",
    "tell",
]
