"""Etiquette: combat with declarations, minions and sorted dice (ETQ-1..28)."""

from domain.rulesets.etiquette.offering import offers
from domain.rulesets.etiquette.rules import DEEDS, tell
from domain.rulesets.etiquette.sheets import SYSTEM, VERSION, Opening, Settings, Unit, open_encounter

__all__ = ["DEEDS", "SYSTEM", "VERSION", "Opening", "Settings", "Unit", "offers", "open_encounter", "tell"]
