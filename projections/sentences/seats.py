"""Seats in sentences: what a seat did, and no combatant, is said to be a seat’s."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from domain.events import (
    BoardChanged,
    CombatantJoined,
    DecisionLapsed,
    DecisionOpened,
    DeclarationMade,
    DiceRolled,
    EncounterOpened,
    Event,
    Facts,
    MessageRecorded,
)
from domain.places.ranks import GUARDS
from ledger.line.entries import Renamed, SeatJoined, Unsealed
from ledger.line.lines import Line
from projections import naming
from projections.marking import STRANGERS, Cast
from projections.naming import NAMELESS


@dataclass(frozen=True, slots=True, kw_only=True)
class Seats:
    """The seats of players, the names of combatants and sides, which are told as they are, and those of the board."""

    players: frozenset[str] = frozenset()
    others: frozenset[str] = frozenset()
    cast: Cast = STRANGERS

    def named(self, name: str) -> str:
        """Return a name with the word seat before it where it is a seat’s alone."""
        return f"seat {name}" if name in self.players and name not in self.others else name


NOBODY = Seats()


def seated(seats: Seats, line: Line) -> Seats:
    """Return the seats and names after one more line."""
    match line.entry:
        case EncounterOpened(seats=there, referee=referee, positions=positions, names=names):
            players = frozenset(str(seat["id"]) for seat in there) - {referee}
            return replace(seats, players=players, cast=_begun(positions, names))
        case Renamed() | Unsealed():
            given = naming.project(NAMELESS, line).given
            return replace(seats, cast=replace(seats.cast, names={**seats.cast.names, **given})) if given else seats
        case SeatJoined(seat=seat, role="player"):
            return replace(seats, players=seats.players | {seat})
        case _:
            return _named(seats, line)


def _named(seats: Seats, line: Line) -> Seats:
    """Return the names after one more line."""
    joined = [event for event in line.events if isinstance(event, CombatantJoined)]
    places = {place for event in line.events if isinstance(event, BoardChanged) for place in _places(event)}
    if not joined and not places:
        return seats
    combatants = seats.cast.combatants | {event.who for event in joined}
    own = {event.who: event.name for event in joined if event.name is not None}
    names = {**seats.cast.names, **own} if own else seats.cast.names
    cast = replace(seats.cast, combatants=combatants, places=seats.cast.places | places, names=names)
    return replace(
        seats, others=seats.others | {name for event in joined for name in (event.who, event.side)}, cast=cast
    )


def _begun(positions: str, names: Sequence[Facts]) -> Cast:
    """Return the places that a board has from the beginning, and what is called how."""
    called = {str(each["of"]): str(each["name"]) for each in names}
    places = frozenset(GUARDS) if positions == "ranks" else frozenset()
    return Cast(places=places, squares=positions == "grid", names=called)


def _places(event: BoardChanged) -> Iterator[str]:
    """Yield the tiles and zones that are laid."""
    for kind in ("tiles", "zones"):
        if event.change == kind:
            yield from map(str, event.detail.get(kind, ()))


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
