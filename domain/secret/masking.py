"""The encounter as those see it who do not know of the reserve, and the events that bring their view up to it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from domain.changing import changed
from domain.encounter import Combatant, Decision, Encounter, Thing
from domain.events import (
    CombatantJoined,
    CombatantMoved,
    ConditionApplied,
    ConditionEnded,
    DamageApplied,
    DecisionLapsed,
    DecisionOpened,
    DiceRolled,
    Event,
    LifeStateChanged,
    OrderSet,
    ResourceChanged,
    SurpriseSet,
    TurnEnded,
    VitalsRestored,
)
from domain.items import Carried
from domain.secret.reserve import mentioned

UNSEEN = "unseen"
"""The kind of the question that stands for whatever the referee does in secret, and why things changed in secret."""


def without(encounter: Encounter, names: frozenset[str]) -> Encounter:
    """Return the encounter as if nobody of these names were in it."""
    if not names:
        return encounter
    return changed(
        encounter,
        combatants={who: one for who, one in encounter.combatants.items() if who not in names},
        hands={place: things for place, things in encounter.hands.items() if not mentioned(place, names)},
        order=_others(encounter.order, names),
        acted=_others(encounter.acted, names),
        surprised=_others(encounter.surprised, names),
        initiatives={who: total for who, total in encounter.initiatives.items() if who not in names},
        decisions=tuple(_asked(encounter, names)),
    )


def _others(who: tuple[str, ...], names: frozenset[str]) -> tuple[str, ...]:
    return tuple(each for each in who if each not in names)


def _asked(encounter: Encounter, names: frozenset[str]) -> Iterator[Decision]:
    """Yield the open questions; those about somebody in reserve as one that the referee answers in secret."""
    kept: Decision | None = None
    for decision in encounter.decisions:
        left = tuple(option for option in decision.options if option not in names)
        about = mentioned((decision.owner, decision.context), names) or (decision.options and not left)
        shown = _in_secret(encounter) if about else changed(decision, options=left)
        if not (about and kept == shown):
            yield shown
        kept = shown


def _in_secret(encounter: Encounter) -> Decision:
    return Decision(kind=UNSEEN, owner=encounter.referee or "")


def stand_ins(public: Encounter, wanted: Encounter) -> tuple[list[Event], list[Event]]:
    """Return the events that bring ``public`` to ``wanted``: who comes to light, and what else changed by it.

    They tell no more than ``wanted`` holds.
    """
    come = [one for who, one in wanted.combatants.items() if who not in public.combatants]
    arrivals = [event for one in come for event in _arrival(wanted, one)]
    rest = [
        *(
            event
            for who, one in public.combatants.items()
            if who in wanted.combatants
            for event in _changes(one, wanted.combatants[who])
        ),
        *_surprise(public, wanted),
        *_order(public, wanted),
        *_questions(public.decisions, wanted.decisions),
    ]
    return arrivals, rest


def _arrival(wanted: Encounter, one: Combatant) -> Iterator[Event]:
    """Yield what tells all there is to somebody who comes to light, as they stand now."""
    yield CombatantJoined(
        who=one.id,
        side=one.side,
        kind=one.kind,
        at=one.at,
        controller=one.controller,
        life=one.life,
        pools=tuple(one.pools.values()),
        carried=tuple(_carried(wanted.hands, one.id)),
        sheet=one.sheet,
    )
    yield from _changes(changed(one, conditions={}, resources={}), one)
    if one.id in wanted.initiatives:
        total = wanted.initiatives[one.id]
        yield DiceRolled(by=one.id, purpose="initiative", dice="0d6", faces=(), source="none", total=total)
    if one.id in wanted.acted:
        yield TurnEnded(who=one.id, reason=UNSEEN)


def _carried(hands: dict[str, tuple[Thing, ...]], who: str) -> Iterator[Carried]:
    for place, things in hands.items():
        if place.endswith(f":{who}"):
            yield from (thing for thing in things if isinstance(thing, Carried))


def _changes(before: Combatant, after: Combatant) -> Iterator[Event]:
    """Yield what changed of somebody."""
    if before is after:
        return
    yield from _pools(before, after)
    for name, now in after.resources.items():
        if before.resources.get(name) != now:
            was = before.resources.get(name, 0)
            yield ResourceChanged(who=after.id, resource=name, before=was, after=now, why=UNSEEN)
    yield from _conditions(before, after)
    if before.life != after.life:
        yield LifeStateChanged(who=after.id, origin=before.life, to=after.life, why=UNSEEN)
    if before.at != after.at:
        yield CombatantMoved(who=after.id, origin=before.at, to=after.at, mode=UNSEEN, details=after.stance)


def _pools(before: Combatant, after: Combatant) -> Iterator[Event]:
    for name, pool in after.pools.items():
        was = before.pools[name].now
        known: dict[str, Any] = {"to": after.id, "pool": name, "before": was, "after": pool.now, "why": UNSEEN}
        if pool.now < was:
            yield DamageApplied(by=UNSEEN, amount=was - pool.now, **known)
        elif pool.now > was:
            yield VitalsRestored(amount=pool.now - was, **known)


def _conditions(before: Combatant, after: Combatant) -> Iterator[Event]:
    for name in before.conditions:
        if before.conditions[name] != after.conditions.get(name):
            yield ConditionEnded(to=after.id, condition=name, reason=UNSEEN)
    for name, held in after.conditions.items():
        if before.conditions.get(name) != held:
            yield ConditionApplied(
                to=after.id,
                condition=name,
                source=held.source,
                stacks=held.stacks,
                value=held.value,
                until=held.until,
                details=held.details,
            )


def _surprise(public: Encounter, wanted: Encounter) -> Iterator[Event]:
    if (public.surprising, public.surprised) != (wanted.surprising, wanted.surprised):
        yield SurpriseSet(surprised=wanted.surprised, surprising=wanted.surprising)


def _order(public: Encounter, wanted: Encounter) -> Iterator[Event]:
    if (public.order, public.first) != (wanted.order, wanted.first):
        yield OrderSet(basis=UNSEEN, order=wanted.order, first=wanted.first, round=wanted.round)


def _questions(open_now: tuple[Decision, ...], wanted: tuple[Decision, ...]) -> Iterator[Event]:
    same = 0
    while same < min(len(open_now), len(wanted)) and open_now[same] == wanted[same]:
        same += 1
    for decision in reversed(open_now[same:]):
        yield DecisionLapsed(kind=decision.kind, owner=decision.owner, reason=UNSEEN)
    for decision in wanted[same:]:
        yield DecisionOpened(
            kind=decision.kind, owner=decision.owner, options=decision.options, context=decision.context
        )
