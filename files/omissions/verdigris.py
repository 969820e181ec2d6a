"""Questions of verdigris in a check file: their numbers, and what goes on when they close."""

from __future__ import annotations

from dataclasses import replace

from domain.encounter import Encounter
from domain.events import DecisionOpened, Event
from domain.facts import facts_of, read
from domain.rulesets.verdigris.steps import FreeAttack, Initiative, SlipOut, numbered


def spelt_out(encounter: Encounter, event: Event) -> list[Event]:
    """Return a question of a check file with its number, and with what goes on when it closes."""
    if not isinstance(event, DecisionOpened):
        return [event]
    context = {**numbered({}, encounter.asked), **event.context}
    if event.kind == "initiative_roll":
        context = {**facts_of(Initiative()), **context}
    chance = read(FreeAttack, context)
    if chance.trigger == "leave_melee":
        context = {**facts_of(replace(chance, then=(SlipOut(who=chance.target),))), **context}
    return [replace(event, context=context)]
