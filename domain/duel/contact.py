"""Contacts: somebody enters a space where a foe stands, and both are asked."""

from __future__ import annotations

from itertools import groupby
from operator import attrgetter

from domain.duel.book import Book
from domain.duel.questions import Answer, Contact, Entry
from domain.encounter import Combatant, Encounter
from domain.events import DecisionOpened
from domain.facts import facts_of
from domain.story import Story


def settled_foe(encounter: Encounter, who: Combatant) -> Combatant | None:
    """Return a foe on the same tile with whom both sides have declined to fight."""
    for foe in encounter.foes_at(who.id):
        if encounter.both_declined(who.id, foe.id):
            return foe
    return None


def due(encounter: Encounter, book: Book) -> tuple[Combatant, tuple[Combatant, ...]] | None:
    """PUR-1, ETQ-1: return who has entered a foe's space, not asked yet, and the foes of one side that may answer.

    A space with two of one owner makes one contact with that owner (E-G20); where three may share a combat, one who
    is fighting can be met too (PUR-22), otherwise that waits until the fight is over.
    """
    for entrant in sorted(encounter.living, key=attrgetter("arrived"), reverse=True):
        if encounter.engagement_of(entrant.id) is not None:
            continue
        met = [foe for foe in encounter.foes_at(entrant.id) if foe.arrived < entrant.arrived]
        for _, group in groupby(sorted(met, key=attrgetter("side")), key=attrgetter("side")):
            foes = tuple(group)
            busy = not book.may_join and any(encounter.engagement_of(foe.id) is not None for foe in foes)
            if not busy and not any(encounter.both_declined(entrant.id, foe.id) for foe in foes):
                return entrant, foes
    return None


def open_contact(story: Story, entrant: Combatant, foes: tuple[Combatant, ...], book: Book) -> None:
    """PUR-6, ETQ-7: ask the one who entered; ETQ-6: before that, an owner with several units there names one."""
    if len(foes) > 1:
        story.tell(
            DecisionOpened(
                kind="champion",
                owner=foes[0].side,
                options=tuple(foe.id for foe in foes),
                context=facts_of(Entry(versus=entrant.id)),
                rules=(book.contact,),
            )
        )
    else:
        ask(story, entrant.id, foes[0].id, book, step=1)


def ask(story: Story, who: str, versus: str, book: Book, *, step: int, before: Answer | None = None) -> None:
    """Ask one of the two whether to engage; ``before`` is what the one asked first has answered."""
    story.tell(
        DecisionOpened(
            kind="engage",
            owner=story.who(who).side,
            options=("engage", "decline"),
            context=facts_of(Contact(who=who, versus=versus, step=step, before=before)),
            rules=(book.asked_first if step == 1 else book.asked_next,),
        )
    )
