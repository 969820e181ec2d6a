"""Storyteller: tactical combat with 3D, in battle zones or on a battle grid (STO-1..114)."""

from domain.commands import speaker
from domain.rulesets.storyteller import outside
from domain.rulesets.storyteller.commands import COMMANDS
from domain.rulesets.storyteller.initiative import lineup
from domain.rulesets.storyteller.offering import offers
from domain.rulesets.storyteller.playing import worth
from domain.rulesets.storyteller.rules import commands, tell
from domain.rulesets.storyteller.setting_up import VERSION, WHAT_ONE_MAY_DO, Opening, open_encounter
from domain.rulesets.storyteller.settings import Settings
from domain.rulesets.storyteller.sheets import Sheet
from domain.rulesets.storyteller.waiting import pending
from domain.unsaid import spelt_out

__all__ = [
    "COMMANDS",
    "VERSION",
    "WHAT_ONE_MAY_DO",
    "Opening",
    "Settings",
    "Sheet",
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
