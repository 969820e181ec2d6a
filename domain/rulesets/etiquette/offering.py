"""What etiquette would accept now."""

from __future__ import annotations

from collections.abc import Iterator

from domain.duel import offering
from domain.duel.book import Book
from domain.duel.guards import awaited
from domain.duel.questions import Awaited, Contact, DiceChoice, Entry, Idle, ItemChoice
from domain.encounter import Encounter, Turn
from domain.offers import Offer, Open
from domain.rulesets.etiquette.attack import may_be_played_on
from domain.rulesets.etiquette.rules import book
from domain.rulesets.etiquette.sheets import settings_of
from domain.table import speech


def offers(encounter: Encounter) -> list[Offer]:
    """Return every command that would be accepted, with the choices it leaves open."""
    found = list(_answers(encounter, awaited(encounter), book(settings_of(encounter))))
    if encounter.outcome is not None:
        return found
    return [*found, *speech.of_seats(encounter), *speech.of_fighters(encounter)]


def _answers(encounter: Encounter, waited: Awaited, rules: Book) -> Iterator[Offer]:
    """Return what would be accepted of what the encounter waits for."""
    match waited:
        case Idle():
            return idle(encounter)
        case Entry():
            return champion(encounter)
        case Contact():
            return declaration(encounter, waited)
        case Turn(who=who):
            return turn(encounter, who, rules)
        case ItemChoice():
            return item_step(encounter, waited)
        case DiceChoice(who=who):
            return defense(who)
        case _:
            return offering.alike(encounter, waited)


def idle(encounter: Encounter) -> Iterator[Offer]:
    """Yield a board move for every unit alive, and the end."""
    for unit in encounter.living:
        allowance = Open(kind="number", minimum=0, maximum=99, example=3)
        yield Offer(do="begin_move", who=unit.id, open={"allowance": allowance})
    yield from offering.ending(encounter)


def champion(encounter: Encounter) -> Iterator[Offer]:
    """Yield each unit that may answer a contact (E-G20)."""
    for unit in encounter.decisions[-1].options:
        yield Offer(do="answer_with", who=str(unit))


def declaration(encounter: Encounter, contact: Contact) -> Iterator[Offer]:
    """Yield the two declarations and, before the first, words from both owners (ETQ-9)."""
    yield from offering.contact(contact.who)
    if contact.step == 1:
        for unit in (contact.who, contact.versus):
            words = Open(kind="text", minimum=1, maximum=500, example="Truce?")
            yield Offer(do="say", who=encounter.combatants[unit].side, open={"text": words}, means={"who": "side"})


def turn(encounter: Encounter, who: str, rules: Book) -> Iterator[Offer]:
    """Yield what a turn can be (ETQ-15): an attack, an item on the opponent, a disengage."""
    unit = encounter.combatants[who]
    others = offering.opponents(encounter, who)
    yield Offer(do="attack", who=unit.id, closed={"target": others})
    for item in offering.cards(encounter, unit.side):
        if "action" in item.when and item.effect is not None:
            yield from offering.used_on(encounter, item, "use_item", unit.id, others)
    yield from offering.turn(encounter, who, rules)


def item_step(encounter: Encounter, duel: ItemChoice) -> Iterator[Offer]:
    """Yield each card that may be played in the attack (ETQ-19), and passing."""
    owner = str(encounter.decisions[-1].owner)
    for item in offering.cards(encounter, owner):
        units = tuple(u for u in (duel.attacker, duel.defender) if may_be_played_on(encounter, item, u))
        yield from offering.used_on(encounter, item, "play_item", owner, units)
    yield Offer(do="pass_item", who=owner)


def defense(who: str) -> Iterator[Offer]:
    """Yield the choice of one die or two (ETQ-17)."""
    yield Offer(do="defend_with", who=who, closed={"dice": (1, 2)})
