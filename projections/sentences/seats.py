"""Seats in sentences: what a seat did, and no combatant, is said to be a seat’s."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from domain.events import (
    CombatantJoined,
    DecisionLapsed,
    DecisionOpened,
    DeclarationMade,
    DiceRolled,
    EncounterOpened,
    Event,
    MessageRecorded,
)
from ledger.line.entries import SeatJoined
from ledger.line.lines import Line


@dataclass(frozen=True, slots=True, kw_only=True)
class Seats:
    """The seats of players, and the names of combatants and sides, which are told as they are."""

    players: frozenset[str] = frozenset()
    others: frozenset[str] = frozenset()

    def named(self, name: str) -> str:
        """Return a name with the word seat before it where it is a seat’s alone."""
        return f"seat {name}" if name in self.players and name not in self.others else name


NOBODY = Seats()


def seated(seats: Seats, line: Line) -> Seats:
    """Return the seats and names after one more line."""
    match line.entry:
        case EncounterOpened(seats=there, referee=referee):
            return replace(seats, players=frozenset(str(seat["id"]) for seat in there) - {referee})
        case SeatJoined(seat=seat, role="player"):
            return replace(seats, players=seats.players | {seat})
        case _:
            return _named(seats, line)


def _named(seats: Seats, line: Line) -> Seats:
    """Return the names after one more line."""
    joined = [event for event in line.events if isinstance(event, CombatantJoined)]
    if not joined:
        return seats
    return replace(seats, others=seats.others | {name for event in joined for name in (event.who, event.side)})


def of_seats(events: Sequence[Event], seats: Seats) -> list[Event]:
    """Return the events with what seats did said to be theirs."""
    return [_of_seat(event, seats) for event in events]


def _of_seat(event: Event, seats: Seats) -> Event:
    match event:
        case DiceRolled(by=by) | MessageRecorded(by=by):
            return replace(event, by=seats.named(by))
        case DeclarationMade(who=who):
            return replace(event, who=seats.named(who))
        case DecisionOpened(owner=owner) | DecisionLapsed(owner=owner):
            several = owner if isinstance(owner, str) else tuple(seats.named(each) for each in owner)
            return replace(event, owner=seats.named(several) if isinstance(several, str) else several)
        case _:
            return event
