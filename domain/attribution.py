"""What events say beside what happened: which option was taken, which roll decided, who won.

A rule that knows better says it itself; what it leaves unsaid is read from the fight as it stands.
"""

from __future__ import annotations

from domain.changing import changed
from domain.encounter import Encounter
from domain.events import DeclarationMade, EncounterEnded, Event, OutcomeResolved
from domain.evolve import ASIDE


def attributed(event: Event, encounter: Encounter, roll: int | None) -> Event:
    """Return the event with what it leaves unsaid; ``roll`` is the number of the latest roll of the command."""
    match event:
        case DeclarationMade(taken=None):
            option = _taken(event, encounter)
            return event if option is None else changed(event, taken=option)
        case OutcomeResolved(roll=None) if roll is not None:
            return changed(event, roll=roll)
        case EncounterEnded(winner=None):
            upright = encounter.upright
            return changed(event, winner=next(iter(upright))) if len(upright) == 1 else event
        case _:
            return event


def _taken(event: DeclarationMade, encounter: Encounter) -> str | int | None:
    """Return the option of the open question that a declaration answers with; None if it answers none.

    The option may be the deed itself, whoever does it, or what they chose; ``none`` is taken by declining.
    """
    top = encounter.decision
    if top is None or not top.options or event.kind in ASIDE:
        return None
    chosen = (event.kind, event.who, *event.targets, *event.parameters.values())
    if event.kind.startswith("decline"):
        chosen = (*chosen, "none")
    return next((option for option in chosen if _is_one(option) and option in top.options), None)


def _is_one(option: object) -> bool:
    """Return whether something can be an option: a word or a number."""
    return type(option) in (str, int)
