"""What pursuit would accept now."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from domain.duel import offering
from domain.duel.book import Book
from domain.duel.guards import awaited
from domain.duel.questions import Contact, Idle, Shared
from domain.encounter import Encounter, Turn
from domain.items import Item
from domain.offers import Offer, Open
from domain.rulesets.pursuit.rules import book, next_mover
from domain.rulesets.pursuit.sheets import equipped, most_spaces, settings_of


def offers(encounter: Encounter) -> list[Offer]:
    """Return every command that would be accepted, with the choices it leaves open."""
    return list(_answers(encounter, cast(Shared, awaited(encounter)), book(settings_of(encounter))))


def _answers(encounter: Encounter, waited: Shared, rules: Book) -> Iterator[Offer]:
    """Return what would be accepted of what the encounter waits for."""
    match waited:
        case Idle():
            return idle(encounter)
        case Contact(who=who):
            return offering.contact(who)
        case Turn(who=who):
            return turn(encounter, who, rules)
        case _:
            return offering.alike(encounter, waited)


def idle(encounter: Encounter) -> Iterator[Offer]:
    """Yield a board move for everybody alive, or for the next in order (P-G25, P-G26), and the end."""
    settings = settings_of(encounter)
    movers = [who.id for who in encounter.living]
    if settings.move_order == "seat_order":
        movers = [mover for mover in movers if mover == next_mover(encounter)]
    for mover in movers:
        most = most_spaces(encounter.combatants[mover])
        given = settings.allowance_source == "given"
        stated = {"allowance": Open(kind="number", minimum=0, maximum=most, example=min(3, most))} if given else {}
        yield Offer(do="begin_move", who=mover, open=stated)
    yield from offering.ending(encounter)


def turn(encounter: Encounter, holder: str, rules: Book) -> Iterator[Offer]:
    """Yield what a combat turn can be (PUR-11): an attack, an item on an opponent, a disengage."""
    who = encounter.combatants[holder]
    others = offering.opponents(encounter, holder)
    if equipped(who) is not None or settings_of(encounter).unarmed_damage is not None:
        yield Offer(do="attack", who=who.id, closed={"target": others})
    for item in offering.cards(encounter, who.side):
        if item.usable_on_opponent:
            yield from offering.used_on(encounter, item, "use_item", who.id, others)
        if item.trap and rules.traps_elsewhere:
            yield from _trap(encounter, item, who.id, who.at)
    yield from offering.turn(encounter, holder, rules)


def _trap(encounter: Encounter, item: Item, who: str, here: str) -> Iterator[Offer]:
    """Yield a trap on any other space (P-G4); a combat was walked to, so there is one."""
    elsewhere = tuple(tile for tile in encounter.tiles.links if tile != here)
    yield Offer(do="use_item", who=who, closed={"item": (item.id,), "as_trap": (True,), "tile": elsewhere})
