"""Whether what cannot be chosen is said with a reason, and nothing is said of what can be."""

from __future__ import annotations

from domain.deciding import offers
from domain.encounter import Encounter
from domain.refusals import CODES
from projections.choosing import choice_reasons


def holds(encounter: Encounter) -> int:
    """Assert that no choice on offer has a reason against it, and each reason is one; return how many there were."""
    told = 0
    for offer in offers(encounter):
        if offer.who not in encounter.combatants or offer.by is not None:
            continue
        seat = encounter.combatants[offer.who].controller or ""
        open_to = {
            (name, value)
            for other in offers(encounter, seat)
            if (other.do, other.who) == (offer.do, offer.who)
            for name, values in other.closed.items()
            for value in values
            if isinstance(value, str)
        }
        for reason in choice_reasons(encounter, seat, offer.do, offer.who):
            assert (reason.field, reason.value) not in open_to, reason
            assert reason.code in CODES
            assert reason.sentence.endswith(".")
            told += 1
    return told
