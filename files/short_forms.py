"""How check files write events: every field by its name, or the short forms of the rulebook's examples.

Flat names stand for what an event holds in its context, parameters, details; ``health: 4->3`` for a pool or resource
with what it was before and after; ``life: active->dead`` for a change of life.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from functools import cache
from typing import Any, TypeAlias

from pydantic import TypeAdapter, ValidationError

from domain.events import EVENTS, Event, LifeStateChanged
from files.exact import exact
from files.fields import wrong_fields

Kind: TypeAlias = type[Any]
"""The class of an event."""

_KINDS: dict[str, Kind] = {kind.__name__: kind for kind in EVENTS}
_FACTS = ("context", "parameters", "details", "detail", "parts", "sheet", "budgets")
_CHANGE = re.compile(r"(-?\d{1,9})->(-?\d{1,9})")
_TURN_OF_LIFE = re.compile(r"([a-z]+)->([a-z]+)")


class NoEvent(ValueError):
    """What stands there is no event; ``field`` names what is wrong, the message says what is allowed."""

    def __init__(self, message: str, field: str = "") -> None:
        super().__init__(message)
        self.field = field


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """An event as far as a file states it: its kind, its fields by their JSON names, its facts."""

    kind: Kind
    fields: dict[str, Any]
    facts: dict[str, Any]


def names(kind: Kind) -> tuple[str, ...]:
    """Return the JSON names of an event's fields."""
    return tuple(field.metadata.get("alias", field.name) for field in fields(kind))


def facts_field(kind: Kind) -> str | None:
    """Return the field that holds whatever else an event of this kind states."""
    return next((name for name in names(kind) if name in _FACTS), None)


def written(short: dict[str, Any]) -> Written:
    """Return what a short form states, in full names. Raises NoEvent."""
    kind = _KINDS.get(str(short.get("type")))
    if kind is None:
        raise NoEvent(f"type must be one of {', '.join(_KINDS)}", "type")
    stated: dict[str, Any] = {}
    facts: dict[str, Any] = {}
    for key, value in short.items():
        if key == "type":
            continue
        if key in names(kind):
            stated[key] = value
        elif (change := _change(kind, key, value)) is not None:
            stated.update(change)
        elif facts_field(kind) is not None:
            facts[key] = value
        else:
            raise NoEvent(f"{kind.__name__} has no field of this name; it has {', '.join(names(kind))}", key)
    return Written(kind=kind, fields=stated, facts=facts)


def _change(kind: Kind, key: str, value: Any) -> dict[str, Any] | None:
    """Return the fields that ``before->after`` stands for; None if it is no such short form."""
    if not isinstance(value, str):
        return None
    if kind is LifeStateChanged and key == "life" and (turn := _TURN_OF_LIFE.fullmatch(value)):
        return {"from": turn[1], "to": turn[2]}
    if "before" in names(kind) and (change := _CHANGE.fullmatch(value)):
        store = "pool" if "pool" in names(kind) else "resource"
        return {store: key, "before": int(change[1]), "after": int(change[2])}
    return None


def event_of(short: dict[str, Any]) -> Event:
    """Return the event that a file states in full, short forms or not. Raises NoEvent."""
    stated = written(short)
    whole = dict(stated.fields)
    if stated.facts:
        name = str(facts_field(stated.kind))
        given = whole.get(name, {})
        whole[name] = {**given, **stated.facts} if isinstance(given, dict) else given
    shape = _shape(stated.kind)
    try:
        event: Event = exact(shape).validate_python(whole)
    except ValidationError as error:
        wrong = next(wrong_fields(shape, whole, error))
        raise NoEvent(f"{stated.kind.__name__}: {wrong.at or 'it'} {wrong.problem}", wrong.at) from None
    return event


def as_json(event: Event) -> dict[str, Any]:
    """Return the fields of an event by their JSON names."""
    shown: dict[str, Any] = _shape(type(event)).dump_python(event, mode="json", by_alias=True)
    return shown


def _shape(kind: Kind) -> TypeAdapter[Any]:
    return _shape_named(kind.__name__)


@cache
def _shape_named(kind: str) -> TypeAdapter[Any]:
    return TypeAdapter(_KINDS[kind])
