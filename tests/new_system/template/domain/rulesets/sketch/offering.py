"""Sketch: what the fight waits for, and what would be accepted."""

from __future__ import annotations

from domain.encounter import Encounter
from domain.offers import Offer
from domain.refusals import IDLE, Pending


def lineup(encounter: Encounter) -> dict[str, int | None]:
    """SKE-2 In each round everybody who stands has one turn; nobody rolls for it."""
    return {fighter.id: None for fighter in encounter.living}


def pending(encounter: Encounter) -> Pending:
    """Return whose turn it is; before the first blow it is anybody's."""
    who = encounter.turn
    if encounter.outcome is not None:
        return Pending(kind="over")
    if who is None:
        return IDLE
    return Pending(kind="turn", owner=encounter.combatants[who].side, who=who)


def offers(encounter: Encounter) -> list[Offer]:
    """Return every command that would be accepted now."""
    if encounter.outcome is not None:
        return []
    able = [fighter.id for fighter in encounter.living if encounter.turn in (None, fighter.id)]
    return [
        Offer(do="attack", who=who, closed={"target": tuple(foe.id for foe in encounter.foes_at(who))})
        for who in able
        if encounter.foes_at(who)
    ]
