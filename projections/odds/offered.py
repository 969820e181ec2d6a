"""The odds beside the offers: of every way to strike that stands open now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from domain.encounter import Encounter
from domain.offers import Offer, bodies
from ledger.line.actions import command_of
from projections.odds import BOOKS, WORK, Budget, Odds, odds
from projections.odds.refusing import Hidden, TooManyWays

MOST = 40
"""How many commands are counted for one answer, at most."""
WORK_ALL, WORK_EACH = WORK * 2 // 5, WORK // 4
"""How much may be done for one answer, and for one command of it: less than for a command that is asked for alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandOdds:
    """A command on offer, open fields by example, and its odds."""

    command: dict[str, Any]
    odds: Odds


def offered(encounter: Encounter, offers: Iterable[Offer]) -> tuple[list[CommandOdds], int]:
    """Return the odds of the offers that strike a blow, and how many such commands are left out as too many."""
    counted: list[CommandOdds] = []
    left, left_out = WORK_ALL, 0
    for number, body in enumerate(_blows(encounter, offers)):
        if number >= MOST or left <= 0:
            left_out += 1
            continue
        given = min(left, WORK_EACH)
        budget = Budget(given)
        try:
            found = odds(encounter, command_of(body, encounter.system), budget)
        except TooManyWays:
            left_out += 1
        except Hidden:
            pass
        else:
            if not found.empty:
                counted.append(CommandOdds(command=body, odds=found))
        left -= given - budget.left
    return counted, left_out


def _blows(encounter: Encounter, offers: Iterable[Offer]) -> Iterator[dict[str, Any]]:
    """Yield the commands on offer whose odds a system shows, without what they leave out."""
    asked = BOOKS[encounter.system].asked if encounter.system in BOOKS else frozenset()
    for offer in offers:
        if offer.do in asked:
            for body in bodies(offer):
                yield {name: value for name, value in body.items() if value is not None}
