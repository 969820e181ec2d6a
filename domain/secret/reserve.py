"""Those in reserve: in the fight, off the board, known to the referee alone. What is told does not name them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from domain.encounter import Encounter
from domain.events import CombatantJoined, ConditionApplied, Event

IN_RESERVE = "in_reserve"
NOWHERE = ""
"""The place of whoever has none."""

NOBODY: frozenset[str] = frozenset()


def hidden(encounter: Encounter) -> frozenset[str]:
    """Return who is in reserve."""
    if encounter.referee is None:
        return NOBODY
    return frozenset(one.id for one in encounter.combatants.values() if IN_RESERVE in one.conditions)


def entered(joined: CombatantJoined, referee: str | None) -> list[Event]:
    """Return the events of somebody who comes into the reserve: nowhere, and under the condition."""
    waiting = ConditionApplied(to=joined.who, condition=IN_RESERVE, source=referee, rules=joined.rules)
    return [joined, waiting]


def mentioned(value: Any, names: frozenset[str]) -> frozenset[str]:
    """Return which names stand in a value: alone, or behind a place of theirs (``belt:Aila``) or with a number."""
    return frozenset(_found(value, names)) if names else NOBODY


def _found(value: Any, names: frozenset[str]) -> Iterator[str]:
    if isinstance(value, str):
        yield from names & {value, value.partition(":")[2], value.partition("#")[0]}
    else:
        for each in _parts(value):
            yield from _found(each, names)


def _parts(value: Any) -> Iterable[Any]:
    """Return what a value is made of."""
    if isinstance(value, dict):
        return (*value.keys(), *value.values())
    if isinstance(value, tuple | list | set | frozenset):
        return value
    return tuple(getattr(value, field.name) for field in fields(value)) if is_dataclass(value) else ()
