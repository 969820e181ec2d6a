"""How an encounter of the two board games ends: with one side left, or by the consent of all who play."""

from __future__ import annotations

from domain.duel.book import Book
from domain.duel.commands import EndEncounter, RefuseEnd
from domain.duel.guards import asked, awaited, pending
from domain.duel.questions import Question
from domain.encounter import Encounter
from domain.events import DeclarationMade, EncounterEnded
from domain.refusals import Pending, Refused
from domain.story import Story
from domain.table.voices import controllers


def two_foes(encounter: Encounter) -> tuple[str, str] | None:
    """Return two living combatants of different sides on one tile, if there are any."""
    for combatant in encounter.living:
        if foes := encounter.foes_at(combatant.id):
            return combatant.id, foes[0].id
    return None


def must_agree(encounter: Encounter) -> tuple[str, ...]:
    """Return the seats that have to agree to the end and have not; nobody where one side is left or one seat plays."""
    seats = playing(encounter)
    if encounter.settled or len(seats) == 1:
        return ()
    return tuple(seat for seat in seats if seat not in encounter.ending)


def playing(encounter: Encounter) -> tuple[str, ...]:
    """Return the seats that play somebody who has not left, in the order of joining."""
    return controllers(encounter, (one.id for one in encounter.combatants.values() if one.life != "left"))


def end_encounter(story: Story, command: EndEncounter, book: Book) -> None:
    """PUR-3, ETQ-3: never over two living foes on one tile, nor over an open question; nobody ends it alone."""
    waited, waiting = awaited(story.now), pending(story.now)
    if foes := two_foes(story.now):
        message = f"Nobody can end the encounter: {foes[0]} and {foes[1]} stand on one space."
        raise Refused("two_living_on_tile", message, rule=book.never_over, pending=waiting)
    if isinstance(waited, Question):
        message = f"Nobody can end the encounter: {asked(waited, waiting)} is to be answered first."
        raise Refused("wrong_phase", message, rule=book.never_over, pending=waiting)
    if not (seats := must_agree(story.now)):
        if command.by is not None:
            message = f"{command.by} has nobody to agree with: the encounter ends without naming a seat."
            raise Refused("invalid_value", message, rule=book.never_over, pending=waiting)
        story.tell(EncounterEnded(outcome="ended", rules=(book.never_over,)))
        return
    seat = _one_of(story.now, command.by, seats, waiting, book)
    story.tell(DeclarationMade(who=seat, kind="end_encounter", rules=(book.never_over,)))
    if seats == (seat,):
        story.tell(EncounterEnded(outcome="ended", reason="agreed", rules=(book.never_over,)))


def refuse_end(story: Story, command: RefuseEnd, book: Book) -> None:
    """PUR-3, ETQ-3: whoever is asked whether the encounter is to end may say no, and then nobody wants it any more."""
    seats, waiting, wanted = must_agree(story.now), pending(story.now), story.now.ending
    if wanted and command.by in seats:
        story.tell(DeclarationMade(who=command.by, kind="refuse_end", rules=(book.never_over,)))
        return
    if not wanted:
        code, why = "no_trigger", "nobody wants the encounter to end"
    elif command.by in wanted:
        code, why = "already_answered", f"{command.by} wants it to end; {_all(seats)} may refuse"
    else:
        code, why = "not_your_decision", f"that is for {_all(seats)}"
    raise Refused(code, f"{command.by} cannot refuse the end: {why}.", rule=book.never_over, pending=waiting)


def _one_of(encounter: Encounter, by: str | None, seats: tuple[str, ...], waiting: Pending, book: Book) -> str:
    """Return the seat that wants the end; refuses one that is not named, does not play, or has said so already."""
    if by in seats:
        return by
    if by is None:
        code, why = "invalid_value", f"Nobody can end the encounter alone: say by which seat of {_all(seats)}"
    elif by in encounter.ending:
        code, why = "already_answered", f"{by} cannot end the encounter alone: {_all(seats)} must agree"
    else:
        code, why = "not_your_decision", f"{by} cannot end the encounter: that is for {_all(seats)}"
    raise Refused(code, f"{why}.", rule=book.never_over, pending=waiting)


def _all(seats: tuple[str, ...]) -> str:
    return seats[0] if len(seats) == 1 else f"{', '.join(seats[:-1])} and {seats[-1]}"
