"""What must always hold in a fight of any system, watched event by event."""

from __future__ import annotations

from domain.encounter import Encounter
from domain.events import (
    CombatantMoved,
    DamageApplied,
    DeclarationMade,
    DiceRolled,
    Event,
    ResourceChanged,
    VitalsRestored,
)
from domain.evolve import evolve
from projections import rules
from tests.laws.fights import Step


def watch(step: Step) -> None:
    """Assert over one command, event by event, what holds in every system."""
    state = step.before
    for event in step.events:
        after = evolve(state, event)
        assert set(event.rules) <= rules.STATEMENTS.keys()
        told(state, event)
        stands(after)
        state = after
    assert state == step.after


def stands(encounter: Encounter) -> None:
    """Assert what holds of everybody at any time."""
    for who in encounter.combatants.values():
        assert all(0 <= pool.now <= pool.max for pool in who.pools.values())
        assert all(left >= 0 for left in who.resources.values())
        assert who.life in ("active", "down", "dying", "dead", "left", "inert")
        assert all(held.stacks is None or held.stacks > 0 for held in who.conditions.values())


def told(before: Encounter, event: Event) -> None:
    """Assert what an event must say of the state that it changes."""
    match event:
        case DiceRolled():
            _rolled(event)
        case CombatantMoved(who=who, origin=origin):
            assert before.combatants[who].at == origin
        case ResourceChanged(who=who, resource=resource):
            assert before.combatants[who].resources.get(resource, 0) == event.before or resource not in (
                before.combatants[who].resources
            )
            assert event.before != event.after
        case DamageApplied(to=to, pool=pool, amount=amount):
            assert before.combatants[to].pools[pool].now == event.before
            assert amount >= 0
            assert event.after == max(0, event.before - amount)
        case VitalsRestored(to=to, pool=pool, amount=amount):
            assert before.combatants[to].pools[pool].now == event.before
            assert event.after == event.before + amount
        case DeclarationMade(who=who) if who in before.combatants:
            assert before.outcome is None
        case _:
            pass


def _rolled(event: DiceRolled) -> None:
    count, _, sides = event.dice.partition("d")
    faces = sides.split("+")[0].split("-")[0]
    assert len(event.faces) == int(count)
    assert all(1 <= face <= int(faces) for face in event.faces)
    assert event.total in (None, sum(event.keep or event.faces) + (event.mod or 0))
