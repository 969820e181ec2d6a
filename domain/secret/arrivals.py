"""Somebody comes to light: the events that tell all there is to them to those who did not know of them."""

from __future__ import annotations

from collections.abc import Iterator

from domain.encounter import Combatant, Condition, Encounter
from domain.events import CombatantJoined, ConditionApplied, Event
from domain.items import Carried


def arrival(encounter: Encounter, one: Combatant) -> Iterator[Event]:
    """Yield what tells who somebody is, what they carry and what they are under, as they stand in the encounter."""
    yield CombatantJoined(
        who=one.id,
        side=one.side,
        kind=one.kind,
        at=one.at,
        name=one.name,
        controller=one.controller,
        life=one.life,
        pools=tuple(one.pools.values()),
        carried=tuple(_carried(encounter, one.id)),
        sheet=one.sheet,
    )
    for name, held in one.conditions.items():
        yield _applied(one.id, name, held)


def _carried(encounter: Encounter, who: str) -> Iterator[Carried]:
    for place, things in encounter.hands.items():
        if place.endswith(f":{who}"):
            yield from (thing for thing in things if isinstance(thing, Carried))


def _applied(to: str, name: str, held: Condition) -> ConditionApplied:
    return ConditionApplied(
        to=to,
        condition=name,
        source=held.source,
        stacks=held.stacks,
        value=held.value,
        until=held.until,
        details=held.details,
    )
