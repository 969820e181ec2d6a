"""Verdigris: party against enemies in zones, with pools of d6 (VER-1..80)."""

from domain.rulesets.verdigris.commands import COMMANDS
from domain.rulesets.verdigris.guards import pending, speaker
from domain.rulesets.verdigris.interruptions import INTERRUPTIONS
from domain.rulesets.verdigris.offers.offering import offers
from domain.rulesets.verdigris.opening import open_encounter
from domain.rulesets.verdigris.rules import commands, tell
from domain.rulesets.verdigris.sheets import VERSION, WHAT_ONE_MAY_DO, Opening, Settings
from domain.rulesets.verdigris.turn_order import lineup

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
