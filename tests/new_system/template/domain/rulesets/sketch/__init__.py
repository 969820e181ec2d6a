"""Sketch: everybody against everybody in one ring, a blow a turn (SKE-1..6)."""

from domain.commands import speaker
from domain.rulesets.sketch.commands import COMMANDS, commands
from domain.rulesets.sketch.interruptions import INTERRUPTIONS
from domain.rulesets.sketch.offering import lineup, offers, pending
from domain.rulesets.sketch.rules import tell
from domain.rulesets.sketch.sheets import VERSION, WHAT_ONE_MAY_DO, Opening, Settings, open_encounter

__all__ = [
    "COMMANDS",
    "INTERRUPTIONS",
    "VERSION",
    "WHAT_ONE_MAY_DO",
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
