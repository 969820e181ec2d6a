"""Facts of events as they are stored: what is decided and told from memory is decided and told the same from a file."""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from typing import Any

from domain.changing import changed
from domain.events import Event
from domain.items import Carried

FACTS = ("Facts", "tuple[Facts, ...]", "Facts | None", "tuple[Carried, ...]")


def ordered(event: Event) -> Event:
    """Return the event with the keys of its facts sorted and with lists in them, as a stored line has them."""
    kind: Any = type(event)
    given = {name: value for name in _facts(kind) if (value := getattr(event, name))}
    return changed(event, **{name: _stored(value) for name, value in given.items()}) if given else event


@cache
def _facts(kind: Any) -> tuple[str, ...]:
    """Return which fields of an event hold facts."""
    return tuple(each.name for each in fields(kind) if each.type in FACTS)


def _stored(value: Any) -> Any:
    """Return what a field of facts holds, one or several, in the order of the keys."""
    if isinstance(value, tuple):
        return tuple(_stored(each) for each in value)
    return changed(value, facts=_sorted(value.facts)) if isinstance(value, Carried) else _sorted(value)


def _sorted(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _sorted(value[key]) for key in sorted(value)}
    if isinstance(value, list | tuple):
        return [_sorted(each) for each in value]
    return value
