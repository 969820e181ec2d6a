"""Private hands: of the cards of others one knows the number, until they are played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from domain.changing import changed
from domain.commands import Command
from domain.encounter import Encounter
from domain.events import CombatantJoined, Event, ItemMoved
from domain.evolve import evolve
from domain.items import FACE_DOWN, Item
from domain.offers import Offer
from domain.refusals import Refused
from domain.secret.parts import Part
from domain.table.voices import sides


def dealt(encounter: Encounter, public: Encounter, events: Sequence[Event]) -> list[Part]:
    """Return events in parts; who comes with cards, and cards that change hands unseen, face down for the others.

    ``public`` is the encounter as those see it who hold no card of it.
    """
    end = encounter
    for event in events:
        end = evolve(end, event)
    parts: list[Part] = []
    for event in events:
        part = _part(end, public, event)
        parts.append(part)
        for told in part.stand_ins if part.sealed else part.events:
            public = evolve(public, told)
    return parts


def _part(end: Encounter, public: Encounter, event: Event) -> Part:
    match event:
        case CombatantJoined(items=items, side=side) if items:
            covered = changed(event, items=(Item(id=FACE_DOWN),) * len(items))
            return Part(events=(event,), sealed=True, stand_ins=(covered,), to=_seats(end, side))
        case ItemMoved(card=card, origin=origin, to=to) if card is not None and not _is_shown(public, origin, card):
            covered_move = changed(event, item=FACE_DOWN, card=None)
            return Part(events=(event,), sealed=True, stand_ins=(covered_move,), to=_seats(end, origin, to))
        case _:
            return Part(events=(event,), sealed=False)


def _seats(encounter: Encounter, *names: str) -> tuple[str, ...]:
    """Return the seats that hold the cards of these sides."""
    return tuple(seat for seat in encounter.seats if not sides(encounter, seat).isdisjoint(names))


def _is_shown(public: Encounter, side: str, card: Item) -> bool:
    return any(thing.id == card.id for thing in public.things(side))


def without_showing_cards(offers: Iterable[Offer], encounter: Encounter) -> Iterator[Offer]:
    """Yield offers, none to hand somebody over with cards that another seat must not see."""
    yield from (offer for offer in offers if not _shows_cards(encounter, offer.do, offer.who))


def must_not_show_cards(command: Command, encounter: Encounter, rule: str) -> None:
    """Refuse to hand somebody with private cards to a seat that does not know them."""
    who = getattr(command, "who", None)
    if _shows_cards(encounter, command.do, who):
        message = f"{who} cannot be handed over: another seat does not know the cards in hand, and they are private."
        raise Refused("unsupported_setting", message, rule=rule)


def _shows_cards(encounter: Encounter, do: str, who: str | None) -> bool:
    one = encounter.combatants.get(who or "")
    return encounter.private_hands and do == "hand_over" and one is not None and bool(encounter.hand(one.side))
