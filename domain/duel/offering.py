"""The offers that the two board games share, and those of what both take in the same way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from domain.duel.book import Book
from domain.duel.combat import turn_of
from domain.duel.effects import destinations
from domain.duel.ending import must_agree, two_foes
from domain.duel.flight import flight_of
from domain.duel.guards import pending
from domain.duel.questions import Alike, Fleeing, Flight, Moving, Over, Passing, Pursuit
from domain.encounter import Encounter
from domain.items import Item
from domain.offers import End, Offer, Open

LONGEST_PATH = 120


def alike(encounter: Encounter, waited: Alike) -> Iterator[Offer]:
    """Return the offers of what both games take in the same way; none once the encounter has ended."""
    match waited:
        case Moving(who=who) | Passing(who=who):
            return moving(encounter, who)
        case Flight(who=who) | Fleeing(who=who):
            return flight(encounter, who)
        case Pursuit():
            return chase(encounter, waited)
        case Over():
            return iter(())
        case _:
            assert_never(waited)


def moving(encounter: Encounter, who: str) -> Iterator[Offer]:
    """Yield the next space of a board move, and its end."""
    if spaces := encounter.tiles.next_to(encounter.combatants[who].at):
        yield Offer(do="move", who=who, closed={"to": spaces})
    yield Offer(do="end_move", who=who)
    yield from ending(encounter)


def ending(encounter: Encounter) -> Iterator[Offer]:
    """Yield the end of the encounter where no two foes share a space, to each seat that has yet to agree to it."""
    if two_foes(encounter) is None:
        seats = must_agree(encounter)
        yield from (Offer(do="end_encounter", by=seat) for seat in seats)
        if not seats:
            yield Offer(do="end_encounter")
        elif encounter.ending:
            yield from (Offer(do="refuse_end", by=seat) for seat in seats)


def contact(who: str) -> Iterator[Offer]:
    """Yield the two answers to an engage question."""
    yield Offer(do="engage", who=who)
    yield Offer(do="decline", who=who)


def flight(encounter: Encounter, runner: str) -> Iterator[Offer]:
    """Yield a flight to every space it can end on, and what may be done instead."""
    who = encounter.combatants[runner]
    engagement, spaces = flight_of(encounter, who.id)
    taken = encounter.tiles_of_foes(who.side)
    ways = encounter.tiles.ways(who.at, spaces, shut=frozenset({engagement.place}), halts=taken)
    if ways:
        yield Offer(do="flee", who=who.id, open={"path": path(ways, spaces)})
    yield Offer(do=pending(encounter).options[-1], who=who.id)


def path(ways: dict[str, tuple[str, ...]], spaces: int) -> Open:
    """Return an open path: its last spaces with cost and one way each."""
    ends = tuple(End(tile=tile, cost=len(way), path=way) for tile, way in ways.items() if len(way) <= LONGEST_PATH)
    return Open(kind="path", minimum=1, maximum=min(spaces, LONGEST_PATH), example=list(ends[0].path), ends=ends)


def chase(encounter: Encounter, pursuit: Pursuit) -> Iterator[Offer]:
    """Yield the chase to the quarry's space, by a way past nobody if there is one, and letting go."""
    who, quarry = encounter.combatants[pursuit.who], encounter.combatants[pursuit.quarry]
    taken = encounter.tiles_of_foes(who.side) - {quarry.at}
    free = encounter.tiles.ways(who.at, who.movement, shut=taken)
    way = free.get(quarry.at) or encounter.tiles.ways(who.at, who.movement)[quarry.at]
    yield Offer(do="chase", who=who.id, open={"path": path({quarry.at: way}, who.movement)})
    yield Offer(do="let_go", who=who.id)


def turn(encounter: Encounter, who: str, book: Book) -> Iterator[Offer]:
    """Yield the disengage of a combat turn, and passing where a house rule allows it."""
    closed = {"from": opponents(encounter, who)} if book.beats_named else {}
    yield Offer(do="disengage", who=who, closed=closed)
    if book.may_pass:
        yield Offer(do="end_turn", who=who)


def opponents(encounter: Encounter, who: str) -> tuple[str, ...]:
    """Return the others in the combat of the one who has the turn."""
    return tuple(member for member in turn_of(encounter, who).order if member != who)


def used_on(encounter: Encounter, item: Item, do: str, who: str, targets: tuple[str, ...]) -> Iterator[Offer]:
    """Yield the use of a card on each target; one that relocates leaves open to which space."""
    if item.effect is None or item.effect.kind != "relocate":
        if targets:
            yield Offer(do=do, who=who, closed={"item": (item.id,), "target": targets})
        return
    for target in targets:
        if spaces := destinations(encounter, item.effect, target):
            yield Offer(do=do, who=who, closed={"item": (item.id,), "target": (target,), "tile": spaces})


def cards(encounter: Encounter, side: str) -> tuple[Item, ...]:
    """Return the cards in a hand, one of each id."""
    return tuple({item.id: item for item in reversed(encounter.hand(side))}.values())[::-1]
