"""Values that can be asked about by name: ``Bo.health``, ``Ana.at``, ``T5.traps``, ``turn``, ``pending``, ``order``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.encounter import Combatant, Encounter
from domain.events import (
    BoardChanged,
    CombatantJoined,
    CombatantMoved,
    ConditionApplied,
    ConditionEnded,
    DamageApplied,
    DeclarationMade,
    EncounterEnded,
    EngagementChanged,
    Event,
    ItemMoved,
    ItemUsed,
    LifeStateChanged,
    OrderSet,
    OutcomeResolved,
    ResourceChanged,
    RoundEnded,
    RoundStarted,
    RulingMade,
    SurpriseSet,
    TurnEnded,
    TurnStarted,
    VitalsRestored,
)
from domain.places.tiles import Tiles
from projections.initiative import awaited, mover, phase
from projections.marking import NAMELESS, calling
from projections.sentences.conditions import held
from projections.sentences.rulings import ruled
from projections.sentences.traces import Mark, changes_something
from projections.wording import inert, listed

Reading = Callable[[Encounter], Any]
Touching = Callable[[frozenset[Mark]], bool]


class UnknownSubject(LookupError):
    """Nothing is called that; the message says what can be asked."""


def reading(encounter: Encounter, subject: str) -> Reading:
    """Return how to read a value from any earlier state of this encounter; None stands for what was not there yet.

    Raises:
        UnknownSubject: This encounter has no such value.
    """
    if subject in WHOLE:
        return WHOLE[subject]
    name, _, member = subject.partition(".")
    if name in encounter.combatants and member in members(encounter, encounter.combatants[name]):
        return _of_combatant(name, member)
    if member == "hand" and name in encounter.hands:
        return lambda then: hand_of(then, name)
    if subject in encounter.hands and ":" in subject:
        return lambda then: tuple(thing.id for thing in then.things(subject))
    if member == "traps" and isinstance(encounter.board, Tiles) and name in encounter.board:
        return lambda then: then.tiles.traps.get(name, ())
    raise UnknownSubject(_what_can_be_asked(encounter, subject))


def touching(encounter: Encounter, subject: str) -> Touching:
    """Return how to tell of lines, by their marks, whether they can have changed a value of this encounter."""
    if subject in WHOLE:
        return _any_of(CHANGED_BY[subject]) if subject in CHANGED_BY else changes_something
    name, _, member = subject.partition(".")
    one = encounter.combatants.get(name)
    if one is None:
        return _any_of(LYING | {BoardChanged})
    kinds = POOLED if member in one.pools else OF_ONE.get(member, SPENT)
    return _any_of(OF_ALL.get(member, frozenset()) | {(kind, name) for kind in (CombatantJoined, *kinds)})


def _any_of(marks: frozenset[Mark]) -> Touching:
    return lambda there: not marks.isdisjoint(there)


def members(encounter: Encounter, one: Combatant) -> tuple[str, ...]:
    """Return what can be asked about a combatant."""
    parts = ("conditions", "hand", *(["carried"] if carried_by(encounter, one) else []), "combat")
    return tuple(dict.fromkeys([*one.pools, "at", "life", "movement", *one.resources, *parts]))


def _of_combatant(who: str, member: str) -> Reading:
    def read(encounter: Encounter) -> Any:
        one = encounter.combatants.get(who)
        if one is None:
            return None
        if member in one.pools:
            return one.pools[member].now
        return PARTS[member](encounter, one) if member in PARTS else one.resources.get(member, 0)

    return read


def hand_of(encounter: Encounter, side: str) -> tuple[str, ...]:
    """Return the ids of the cards a side holds."""
    return tuple(card.id for card in encounter.hand(side))


def carried_by(encounter: Encounter, one: Combatant) -> dict[str, tuple[str, ...]]:
    """Return the ids of what somebody carries, by the place of theirs that it is in."""
    places = (holder.partition(":") for holder in encounter.hands)
    mine = (place for place, colon, who in places if colon and who == one.id and place != "ground")
    return {place: tuple(thing.id for thing in encounter.things(f"{place}:{one.id}")) for place in mine}


def _hand(encounter: Encounter, one: Combatant) -> tuple[str, ...]:
    """Return what somebody has in hand: the cards of their side, and what they carry there."""
    return (*hand_of(encounter, one.side), *(thing.id for thing in encounter.carried(one.id, "hand")))


def rulings_of(encounter: Encounter) -> tuple[str, ...]:
    """Return the rulings so far in words, oldest first."""
    return tuple(ruled(each.subject, each.value, each.parameters) for each in encounter.rulings)


def combat_of(encounter: Encounter, one: Combatant) -> str | None:
    """Return the id of the combat that somebody alive is in."""
    engagement = encounter.engagement_of(one.id) if one.alive else None
    return engagement.id if engagement is not None else None


def _pending(encounter: Encounter) -> dict[str, Any]:
    waiting = awaited(encounter)
    return {"kind": waiting.kind, "owner": waiting.owner, "who": waiting.who, "options": waiting.options}


PARTS: dict[str, Callable[[Encounter, Combatant], Any]] = {
    "at": lambda _, one: one.at,
    "life": lambda _, one: one.life,
    "conditions": lambda _, one: tuple(held(name, condition) for name, condition in one.conditions.items()),
    "hand": _hand,
    "carried": carried_by,
    "combat": combat_of,
}
OF_A_REFEREE = frozenset({"order", "round", "phase", "surprised", "rulings"})
"""What nobody need be told of where there are neither rounds nor rulings."""

WHOLE: dict[str, Reading] = {
    "turn": lambda encounter: encounter.turn,
    "pending": _pending,
    "order": lambda encounter: encounter.order or ((encounter.first,) if encounter.first is not None else ()),
    "round": lambda encounter: encounter.round,
    "phase": phase,
    "surprised": lambda encounter: encounter.surprised,
    "rulings": rulings_of,
    "mover": mover,
    "outcome": lambda encounter: encounter.outcome,
    "winner": lambda encounter: encounter.winner,
}


POOLED = (DamageApplied, VitalsRestored)
SPENT = (ResourceChanged, TurnStarted)
LYING: frozenset[Mark] = frozenset({ItemUsed, ItemMoved, CombatantJoined})
"""Events by which things come to lie elsewhere, whoever is named in them."""
OF_ONE: dict[str, tuple[type[Event], ...]] = {
    "at": (CombatantMoved,),
    "life": (LifeStateChanged,),
    "conditions": (ConditionApplied, ConditionEnded, DeclarationMade, OutcomeResolved, RoundEnded),
    "combat": (CombatantMoved, LifeStateChanged),
    "hand": (),
    "carried": (),
}
"""Events by which a part of somebody changes where they are named in them."""
OF_ALL: dict[str, frozenset[Mark]] = {"combat": frozenset({EngagementChanged}), "hand": LYING, "carried": LYING}
"""Events by which it changes whoever is named."""
CHANGED_BY: dict[str, frozenset[Mark]] = {
    "order": frozenset({OrderSet}),
    "round": frozenset({RoundStarted}),
    "surprised": frozenset({SurpriseSet}),
    "rulings": frozenset({RulingMade}),
    "outcome": frozenset({EncounterEnded}),
    "winner": frozenset({EncounterEnded}),
    "mover": frozenset(
        {
            (DeclarationMade, "begin_move"),
            (TurnEnded, "ends_move"),
            TurnStarted,
            EngagementChanged,
            ResourceChanged,
            LifeStateChanged,
            EncounterEnded,
            CombatantJoined,
        }
    ),
}
"""Events by which values of the whole fight change; the others change by nearly any."""


def _what_can_be_asked(encounter: Encounter, subject: str) -> str:
    """Return the sentence of an unknown subject, with the ids of this encounter, by which it is asked."""
    with calling(NAMELESS):
        return _listed_as_asked(encounter, subject)


def _listed_as_asked(encounter: Encounter, subject: str) -> str:
    example = next(iter(encounter.combatants.values()), None)
    some = [f"{example.id}.{member}" for member in members(encounter, example)] if example is not None else []
    others = [one for one in encounter.combatants if example is not None and one != example.id]
    likewise = f" (likewise of {listed(others)})" if others else ""
    wholes = [name for name in WHOLE if encounter.referee is not None or name not in OF_A_REFEREE]
    known = listed([*some, *wholes], "or")
    return f"Nothing here is called {inert(subject[:80])!r}. Ask for the number of a line, or for {known}{likewise}."
