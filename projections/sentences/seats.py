"""Seats in sentences: what a seat did, and no combatant, is said to be a seat’s, or the referee’s."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from domain.events import (
    BoardChanged,
    CombatantJoined,
    DecisionLapsed,
    DecisionOpened,
    DeclarationMade,
    DiceRolled,
    EncounterOpened,
    Event,
    MessageRecorded,
    OutcomeResolved,
    RulingMade,
)
from domain.places.ranks import GUARDS
from domain.table.disclosure import NUMBERS
from domain.table.naming import apart
from ledger.line.entries import Renamed, SeatJoined, Unsealed
from ledger.line.lines import Line
from projections import naming
from projections.marking import STRANGERS, Cast, Vague
from projections.naming import NAMELESS


@dataclass(frozen=True, slots=True, kw_only=True)
class Seats:
    """The seats of players, the names of combatants and sides, which are told as they are, and those of the board.

    Told to a ``viewer``, numbers are left out of the pools of the sides of a ``disclosure`` that are not their ``own``;
    ``names`` are those of the lines, which the cast tells apart; ``vague`` holds the side of each combatant, and the
    most that its pools hold. ``system`` and ``house_rules`` are those of the fight.
    """

    players: frozenset[str] = frozenset()
    referee: str | None = None
    others: frozenset[str] = frozenset()
    cast: Cast = STRANGERS
    names: Mapping[str, str] = field(default_factory=dict)
    viewer: str | None = None
    disclosure: Mapping[str, str] = field(default_factory=dict)
    own: frozenset[str] = frozenset()
    vague: Mapping[str, tuple[str, Mapping[str, int]]] = field(default_factory=dict)
    system: str = ""
    house_rules: Mapping[str, Any] = field(default_factory=dict)

    def named(self, name: str) -> str:
        """Return a name with the word seat before it where it is a seat’s alone; of the referee’s what it is."""
        if name == self.referee and name not in self.others:
            return "the referee"
        return f"seat {name}" if name in self.players and name not in self.others else name


NOBODY = Seats()


def told_to(viewer: str | None) -> Seats:
    """Return what is known before anything is told to somebody's seat; None is told all numbers."""
    return NOBODY if viewer is None else Seats(viewer=viewer)


def seated(seats: Seats, line: Line) -> Seats:
    """Return the seats and names after one more line."""
    match line.entry:
        case EncounterOpened(seats=there, referee=referee, positions=positions, names=names):
            players = frozenset(str(seat["id"]) for seat in there) - {referee}
            cast, called = _begun(positions), {str(each["of"]): str(each["name"]) for each in names}
            begun = _calling(replace(seats, players=players, referee=referee, cast=cast, **_book(line.entry)), called)
            return _disclosing(begun, line.entry)
        case Renamed() | Unsealed():
            given = naming.project(NAMELESS, line).given
            return _calling(seats, given) if given else seats
        case SeatJoined(seat=seat, role="player"):
            return replace(seats, players=seats.players | {seat})
        case _:
            return _named(seats, line)


def _book(opened: EncounterOpened) -> dict[str, Any]:
    """Return by which rules a fight goes."""
    return {"system": opened.system, "house_rules": opened.house_rules}


def _disclosing(seats: Seats, opened: EncounterOpened) -> Seats:
    """Return what is kept in mind of what sides show, for a viewer who is not shown all."""
    if seats.viewer is None or seats.viewer == opened.referee:
        return seats
    shown = {str(each["side"]): str(each["shows"]) for each in opened.disclosure}
    own = frozenset(seat["voice"] for seat in opened.seats if "voice" in seat and seat["id"] == seats.viewer)
    return replace(seats, disclosure=shown, own=own)


def _blurred(seats: Seats, joined: Sequence[CombatantJoined]) -> Seats:
    """Return whose numbers are not told, after somebody has come."""
    if not seats.disclosure:
        return seats
    own = seats.own | {event.side for event in joined if event.controller == seats.viewer}
    every = {**seats.vague, **{each.who: (each.side, {pool.name: pool.max for pool in each.pools}) for each in joined}}
    vague = {
        who: Vague(shows=seats.disclosure[side], most=most)
        for who, (side, most) in every.items()
        if side not in own and seats.disclosure.get(side, NUMBERS) != NUMBERS
    }
    return replace(seats, own=own, vague=every, cast=replace(seats.cast, vague=vague))


def _named(seats: Seats, line: Line) -> Seats:
    """Return the names after one more line."""
    joined = [event for event in line.events if isinstance(event, CombatantJoined)]
    places = {place for event in line.events if isinstance(event, BoardChanged) for place in _places(event)}
    if not joined and not places:
        return seats
    combatants = seats.cast.combatants | {event.who for event in joined}
    own = {event.who: event.name for event in joined if event.name is not None}
    cast = replace(seats.cast, combatants=combatants, places=seats.cast.places | places)
    seats = _calling(_blurred(replace(seats, cast=cast), joined), own)
    return replace(seats, others=seats.others | {name for event in joined for name in (event.who, event.side)})


def _begun(positions: str) -> Cast:
    """Return the places that a board has from the beginning."""
    return Cast(places=frozenset(GUARDS) if positions == "ranks" else frozenset(), squares=positions == "grid")


def _calling(seats: Seats, given: Mapping[str, str]) -> Seats:
    """Return how everybody and everything is told apart from now on, with names that were given."""
    names = {**seats.names, **given} if given else seats.names
    return replace(seats, names=names, cast=replace(seats.cast, names=apart(names, seats.cast.combatants)))


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
        case OutcomeResolved(kind="vote", details=details):
            votes = [(seats.named(seat), choice) for seat, choice in details["votes"]]
            return replace(event, details={**details, "votes": votes})
        case BoardChanged(change="uncovered", by=str(by), detail={"to": str(to)}):
            return replace(event, by=seats.named(by), detail={**event.detail, "to": seats.named(to)})
        case RulingMade(by=by) | BoardChanged(by=str(by)):
            return replace(event, by=seats.named(by))
        case EncounterOpened(referee=str(referee)):
            return replace(event, referee=seats.named(referee))
        case DecisionOpened(owner=owner) | DecisionLapsed(owner=owner):
            several = owner if isinstance(owner, str) else tuple(seats.named(each) for each in owner)
            return replace(event, owner=seats.named(several) if isinstance(several, str) else several)
        case _:
            return event
