"""What the events of check files leave unsaid and the fight tells, by rule system; of most, that is nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, cast

from domain.encounter import Encounter
from domain.events import Event
from domain.registry import Registry, found
from domain.ruleset import RULESETS

SpeltOut: TypeAlias = Callable[[Encounter, Event], list[Event]]


def spelt_out(encounter: Encounter, event: Event) -> list[Event]:
    """Return an event of a check file with what it leaves unsaid; what it says is never replaced."""
    return OMISSIONS.get(encounter.system, as_stated)(encounter, event)


def as_stated(_: Encounter, event: Event) -> list[Event]:
    """Return the event as it is stated."""
    return [event]


def _read(system: str) -> SpeltOut:
    return cast(SpeltOut, found("files.omissions", system, "spelt_out", as_stated))


OMISSIONS = Registry(RULESETS, _read)
