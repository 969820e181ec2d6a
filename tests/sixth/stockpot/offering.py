"""Stockpot: what the fight waits for, and what would be accepted."""

from __future__ import annotations

from collections.abc import Iterator

from domain.encounter import Encounter
from domain.offers import Offer, Open
from domain.refusals import IDLE, Pending


def lineup(encounter: Encounter) -> dict[str, int | None]:
    """SIX-2 In each round every cook has one turn in the order of joining; nobody rolls for it."""
    return {cook.id: None for cook in encounter.living}


def pending(encounter: Encounter) -> Pending:
    """Return the question on top: a turn, or a lid to be raised or kept."""
    top = encounter.decision
    if encounter.outcome is not None:
        return Pending(kind="over")
    if top is None:
        return IDLE
    return Pending(kind=top.kind, owner=top.owner, who=top.who, options=tuple(map(str, top.options)))


def offers(encounter: Encounter) -> list[Offer]:
    """Return every command that would be accepted now."""
    waiting = pending(encounter)
    match waiting.kind:
        case "over":
            return []
        case "idle":
            moves = [Offer(do="light_stove", who=cook.id) for cook in encounter.living]
        case "lid":
            moves = [Offer(do=option, who=waiting.who) for option in waiting.options]
        case _:
            moves = list(_turn(encounter, waiting.whose))
    words = Open(kind="text", minimum=1, maximum=200, example="Mind your ladle!")
    return [*moves, *(Offer(do="say", who=cook.id, open={"text": words}, aside=True) for cook in encounter.living)]


def _turn(encounter: Encounter, who: str) -> Iterator[Offer]:
    """Yield what a cook may do with the beats that are left."""
    cook = encounter.combatants[who]
    if zones := encounter.board.next_to(cook.at):
        yield Offer(do="walk", who=who, closed={"to": zones})
    if cook.resources["beats"] > 1 and (foes := encounter.foes_at(who)):
        yield Offer(do="splash", who=who, closed={"target": tuple(foe.id for foe in foes)})
    yield Offer(do="end_turn", who=who)
