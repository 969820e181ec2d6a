"""Stockpot: two or three cooks in one kitchen, each for themselves, and the broth that flies through it."""

from domain.commands import speaker
from tests.sixth.stockpot.commands import COMMANDS, commands
from tests.sixth.stockpot.interruptions import INTERRUPTIONS
from tests.sixth.stockpot.offering import lineup, offers, pending
from tests.sixth.stockpot.rules import tell
from tests.sixth.stockpot.sheets import VERSION, WHAT_ONE_MAY_DO, Opening, Settings, open_encounter

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
