"""What is shown of numbers to a seat that is not shown all of them, in sentences and odds."""

from __future__ import annotations

from dataclasses import replace

from domain.table.disclosure import of_seat
from ledger.table.fight import Fight
from projections.marking import Vague
from projections.odds import Odds


def vague_to(fight: Fight) -> dict[str, Vague]:
    """Return whose numbers whoever is told a fight is not shown."""
    there = fight.encounter.combatants
    return {
        who: Vague(shows=shows, most={name: pool.max for name, pool in there[who].pools.items()})
        for who, shows in of_seat(fight.encounter, fight.seat).items()
    }


def odds_to(fight: Fight, found: Odds) -> Odds:
    """Return odds without what would tell how much those have left of whom no numbers are shown."""
    vague = of_seat(fight.encounter, fight.seat)
    if not vague:
        return found
    return replace(
        found,
        losses=tuple(each for each in found.losses if each.who not in vague),
        gains=tuple(each for each in found.gains if each.who not in vague),
        fates=tuple(each for each in found.fates if each.who not in vague),
    )
