"""How an encounter of the two board games ends."""

from __future__ import annotations

from domain.duel.book import Book
from domain.duel.commands import EndEncounter
from domain.duel.waiting import QUESTIONS, asked, pending
from domain.encounter import Encounter
from domain.events import EncounterEnded
from domain.refusals import Refused
from domain.story import Story


def two_foes(encounter: Encounter) -> tuple[str, str] | None:
    """Return two living combatants of different sides on one tile, if there are any."""
    for combatant in encounter.living:
        if foes := encounter.foes_at(combatant.id):
            return combatant.id, foes[0].id
    return None


def end_encounter(story: Story, _: EndEncounter, book: Book) -> None:
    """PUR-3, ETQ-3: never over two living foes on one tile, nor over an open question."""
    waiting = pending(story.now)
    if foes := two_foes(story.now):
        message = f"Nobody can end the encounter: {foes[0]} and {foes[1]} stand on one space."
        raise Refused("two_living_on_tile", message, rule=book.never_over, pending=waiting)
    if waiting.kind in QUESTIONS:
        message = f"Nobody can end the encounter: {asked(waiting)} is to be answered first."
        raise Refused("wrong_phase", message, rule=book.never_over, pending=waiting)
    story.tell(EncounterEnded(outcome="ended", rules=(book.never_over,)))
