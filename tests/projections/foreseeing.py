"""Whether what is said of an offer beforehand is what happens."""

from __future__ import annotations

import random

from domain.deciding import decide
from ledger.line.actions import command_of
from projections.preview import MOST_FORMS, rolls_dice
from tests.laws.fights import Chance, Step, said


def holds(step: Step) -> int:
    """Assert that an offer rolls just where one of its first forms does; return how many do."""
    found = 0
    for offer in (each for each in step.offers if not each.aside):
        rolls = 0
        for body in said(offer, MOST_FORMS):
            dice = Chance(random.Random(1))
            decide(command_of(body, step.before.system), step.before, dice)
            rolls += dice.rolls
        assert rolls_dice(step.before, offer) == bool(rolls), offer
        found += bool(rolls)
    return found
