"""House rules: the settings that they were frozen from when the encounter was opened."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

from domain.encounter import Encounter
from domain.events import Facts

S = TypeVar("S")
MOST = 256
"""So many house rules are remembered as they stand in an encounter; then all are read anew."""


def reader(kind: type[S], **listed: type[Any]) -> Callable[[Encounter], S]:
    """Return what reads the house rules of an encounter as settings of that kind.

    ``listed`` are the kinds of what stands in lists, by house rule; what is a list in the line is a tuple there.
    """

    @cache
    def settings(stated: tuple[tuple[str, Any], ...]) -> S:
        return kind(**dict(stated))

    # The rules ask dozens of times a command, and an encounter keeps its house rules from the first event on.
    remembered: dict[int, tuple[Facts, S]] = {}

    def settings_of(encounter: Encounter) -> S:
        stated = encounter.house_rules
        known = remembered.get(id(stated))
        if known is not None and known[0] is stated:
            return known[1]
        if len(remembered) >= MOST:
            remembered.clear()
        found = settings(_read(stated, listed))
        remembered[id(stated)] = (stated, found)
        return found

    return settings_of


def _read(house_rules: Facts, listed: dict[str, type[Any]]) -> tuple[tuple[str, Any], ...]:
    stated = tuple(house_rules.items())
    if list not in map(type, house_rules.values()):
        return stated
    return tuple((name, _entries(value, listed.get(name))) for name, value in stated)


def _entries(value: Any, kind: type[Any] | None) -> Any:
    """Return what a house rule says: a list as a tuple, its entries of their kind."""
    if not isinstance(value, list):
        return value
    return tuple(value) if kind is None else tuple(kind(**entry) for entry in value)
