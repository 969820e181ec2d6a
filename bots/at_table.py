"""What an automatic player at a table calls next: a command, an agreement, a word on the roll that waits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from bots.players import TIRED, Body, Choices, Player, sensible
from domain.deciding import offers_to, own_offers
from ledger.table import rolling
from ledger.table.fight import Fight

IDLE = 1.0
"""Seconds without anything new after which it looks for an end, if nobody else has anything to do."""


@dataclass(frozen=True, slots=True)
class GoOn:
    """It agrees that a roll is decided without the links that have not come."""

    roll: int


@dataclass(frozen=True, slots=True)
class Agree:
    """It agrees to what somebody wants to take back."""


@dataclass(frozen=True, slots=True)
class Act:
    """It gives a command, which rests on the first ``at`` lines."""

    body: Body
    at: int


Next: TypeAlias = GoOn | Agree | Act


def next_call(fight: Fight, seat: str, player: Player, choices: Choices, *, quiet: float) -> Next | None:
    """Return what the seat calls next; None while it is not asked. Nothing new came for ``quiet`` seconds."""
    if waits(fight):
        return _goes_on(fight, seat, quiet)
    if (request := fight.table.request) is not None:
        return Agree() if _is_asked(fight, seat, request.by, dict(request.agreed)) else None
    if seat not in fight.table.players:
        return None
    encounter = fight.encounter
    mine = offers_to(encounter, own_offers(encounter), seat)
    body = player(encounter, mine, choices, len(fight.lines) > 20 * TIRED)
    if body is None and quiet >= IDLE and _nobody_else_wants(fight, seat, player):
        body = sensible(encounter, mine, choices, True)
    return None if body is None else Act(body, fight.version + 1)


def waits(fight: Fight) -> bool:
    """Return whether a roll waits for links."""
    return fight.table.open_roll is not None and bool(fight.table.open_roll.contributors)


def is_over(fight: Fight) -> bool:
    """Return whether nothing of the fight is left to be played."""
    return fight.encounter.outcome is not None or fight.table.closed


def _goes_on(fight: Fight, seat: str, quiet: float) -> GoOn | None:
    """Return the agreement to go on without links that do not come, where that is asked."""
    opened = fight.table.open_roll
    late = opened is not None and quiet >= rolling.PATIENCE / 1000
    if opened is None or not late or fight.table.missing != "consent" or seat in opened.without:
        return None
    asked = {opened.seat, *(fight.table.devices[party].seat for party in opened.contributors)}
    return GoOn(opened.roll) if seat in asked else None


def _is_asked(fight: Fight, seat: str, by: str, agreed: dict[str, int]) -> bool:
    """Return whether a wish to take back, which ``by`` has, waits for the seat."""
    return seat != by and seat not in agreed and seat in fight.table.players


def _nobody_else_wants(fight: Fight, seat: str, player: Player) -> bool:
    """Return whether no other seat has anything that moves the fight on."""
    encounter, anything, every = fight.encounter, Choices(0), own_offers(fight.encounter)
    others = (offers_to(encounter, every, each) for each in fight.table.players if each != seat)
    return all(player(encounter, on_offer, anything, False) is None for on_offer in others)
