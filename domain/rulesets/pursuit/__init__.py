"""Pursuit: combat between players on tiles (PUR-1..26)."""

from domain.rulesets.pursuit.offering import offers
from domain.rulesets.pursuit.rules import DEEDS, tell
from domain.rulesets.pursuit.sheets import SYSTEM, VERSION, Opening, Player, Settings, open_encounter

__all__ = ["DEEDS", "SYSTEM", "VERSION", "Opening", "Player", "Settings", "offers", "open_encounter", "tell"]
