"""Values that can be asked about by name: ``Bo.health``, ``Ana.at``, ``T5.traps``, ``turn``, ``pending``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.deciding import RULESETS, pending
from domain.encounter import Combatant, Encounter
from domain.places.tiles import Tiles
from domain.refusals import IDLE
from projections.initiative import mover
from projections.wording import inert, listed

Reading = Callable[[Encounter], Any]


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
    if name in encounter.combatants and member in members(encounter.combatants[name]):
        return _of_combatant(name, member)
    if member == "hand" and name in encounter.hands:
        return lambda then: hand_of(then, name)
    if member == "traps" and isinstance(encounter.board, Tiles) and name in encounter.board:
        return lambda then: then.tiles.traps.get(name, ())
    raise UnknownSubject(_what_can_be_asked(encounter, subject))


def members(one: Combatant) -> tuple[str, ...]:
    """Return what can be asked about a combatant."""
    return tuple(dict.fromkeys([*one.pools, "at", "life", "movement", *one.resources, "conditions", "hand", "combat"]))


def _of_combatant(who: str, member: str) -> Reading:
    def read(encounter: Encounter) -> Any:
        one = encounter.combatants.get(who)
        if one is None:
            return None
        if member in PARTS:
            return PARTS[member](encounter, one)
        return one.pools[member].now if member in one.pools else one.resources.get(member, 0)

    return read


def hand_of(encounter: Encounter, side: str) -> tuple[str, ...]:
    """Return the ids of the cards a side holds."""
    return tuple(card.id for card in encounter.hand(side))


def combat_of(encounter: Encounter, one: Combatant) -> str | None:
    """Return the id of the combat that somebody alive is in."""
    engagement = encounter.engagement_of(one.id) if one.alive else None
    return engagement.id if engagement is not None else None


def _turn(encounter: Encounter) -> str | None:
    """Return who has the turn: the newest one that is open."""
    return next((each.context["who"] for each in reversed(encounter.decisions) if each.kind == "turn"), None)


def _pending(encounter: Encounter) -> dict[str, Any]:
    waiting = pending(encounter) if encounter.system in RULESETS else IDLE
    return {"kind": waiting.kind, "owner": waiting.owner, "who": waiting.who, "options": waiting.options}


PARTS: dict[str, Callable[[Encounter, Combatant], Any]] = {
    "at": lambda _, one: one.at,
    "life": lambda _, one: one.life,
    "conditions": lambda _, one: tuple(one.conditions),
    "hand": lambda encounter, one: hand_of(encounter, one.side),
    "combat": combat_of,
}
WHOLE: dict[str, Reading] = {
    "turn": _turn,
    "pending": _pending,
    "mover": mover,
    "outcome": lambda encounter: encounter.outcome,
}


def _what_can_be_asked(encounter: Encounter, subject: str) -> str:
    """Return the sentence of an unknown subject, with the names of this encounter."""
    example = next(iter(encounter.combatants.values()), None)
    some = [f"{example.id}.{member}" for member in members(example)] if example is not None else []
    others = [one for one in encounter.combatants if example is not None and one != example.id]
    likewise = f" (likewise of {listed(others)})" if others else ""
    known = listed([*some, *WHOLE], "or")
    return f"Nothing here is called {inert(subject[:80])!r}. Ask for the number of a line, or for {known}{likewise}."
