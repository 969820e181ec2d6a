"""What etiquette would accept now."""

from __future__ import annotations

from collections.abc import Iterator

from domain.duel import offering
from domain.duel.book import Book
from domain.duel.guards import pending
from domain.duel.offering import Offerings
from domain.duel.questions import Contact, Duel
from domain.encounter import Encounter
from domain.offers import Offer, Open
from domain.refusals import Pending
from domain.rulesets.etiquette.attack import may_be_played_on
from domain.rulesets.etiquette.rules import book
from domain.rulesets.etiquette.sheets import settings_of
from domain.table import speech


def offers(encounter: Encounter) -> list[Offer]:
    """Return every command that would be accepted, with the choices it leaves open."""
    waiting = pending(encounter)
    found = list(OFFERINGS[waiting.kind](encounter, waiting, book(settings_of(encounter))))
    if encounter.outcome is not None:
        return found
    return [*found, *speech.of_seats(encounter), *speech.of_fighters(encounter)]


def idle(encounter: Encounter, _: Pending, __: Book) -> Iterator[Offer]:
    """Yield a board move for every unit alive, and the end."""
    for unit in encounter.living:
        allowance = Open(kind="number", minimum=0, maximum=99, example=3)
        yield Offer(do="begin_move", who=unit.id, open={"allowance": allowance})
    yield from offering.ending(encounter)


def champion(encounter: Encounter, _: Pending, __: Book) -> Iterator[Offer]:
    """Yield each unit that may answer a contact (E-G20)."""
    for unit in encounter.decisions[-1].options:
        yield Offer(do="answer_with", who=str(unit))


def declaration(encounter: Encounter, waiting: Pending, rules: Book) -> Iterator[Offer]:
    """Yield the two declarations and, before the first, words from both owners (ETQ-9)."""
    yield from offering.contact(encounter, waiting, rules)
    contact = encounter.decisions[-1].step(Contact)
    if contact.step == 1:
        for unit in (contact.who, contact.versus):
            words = Open(kind="text", minimum=1, maximum=500, example="Truce?")
            yield Offer(do="say", who=encounter.combatants[unit].side, open={"text": words}, means={"who": "side"})


def turn(encounter: Encounter, waiting: Pending, rules: Book) -> Iterator[Offer]:
    """Yield what a turn can be (ETQ-15): an attack, an item on the opponent, a disengage."""
    unit = encounter.combatants[waiting.whose]
    others = offering.opponents(encounter, waiting)
    yield Offer(do="attack", who=unit.id, closed={"target": others})
    for item in offering.cards(encounter, unit.side):
        if "action" in item.when and item.effect is not None:
            yield from offering.used_on(encounter, item, "use_item", unit.id, others)
    yield from offering.turn(encounter, waiting, rules)


def item_step(encounter: Encounter, waiting: Pending, _: Book) -> Iterator[Offer]:
    """Yield each card that may be played in the attack (ETQ-19), and passing."""
    duel = encounter.decisions[-1].step(Duel)
    owner = waiting.whose
    for item in offering.cards(encounter, owner):
        units = tuple(u for u in (duel.attacker, duel.defender) if may_be_played_on(encounter, item, u))
        yield from offering.used_on(encounter, item, "play_item", owner, units)
    yield Offer(do="pass_item", who=owner)


def defense(_: Encounter, waiting: Pending, __: Book) -> Iterator[Offer]:
    """Yield the choice of one die or two (ETQ-17)."""
    yield Offer(do="defend_with", who=waiting.who, closed={"dice": (1, 2)})


OFFERINGS: Offerings = {
    **offering.SHARED,
    "idle": idle,
    "champion": champion,
    "engage": declaration,
    "turn": turn,
    "play_item": item_step,
    "defense_dice": defense,
}
