"""Conditions in words: how one came, how one went, what somebody is under."""

from __future__ import annotations

import re

from domain.encounter import Condition
from domain.events import ConditionApplied, ConditionEnded
from projections.wording import facts, inert, quoted, spaced

STATES = frozenset(
    {
        "surprised",
        "hidden",
        "prone",
        "restrained",
        "disengaged",
        "entangled",
        "squeezing",
        "readied",
        "defending",
        "stable",
        "afoot",
        "incapacitated",
        "recovering",
    }
)
"""Conditions that are words for what somebody is; any other is a name."""

UNTIL = {
    "round_end": "until the end of the round",
    "turn_end": "until the end of {whose} turn",
    "turn_start": "until {whose} next turn",
    "first_turn_end": "until the end of {whose} first turn",
    "encounter_end": "until the end of the fight",
}
WHEN = {
    "turn_end": "as their turn ended",
    "turn_start": "as their turn began",
    "round_end": "as the round ended",
    "first_turn_over": "as their first turn was over",
    "surprise_round_over": "as the surprise round was over",
}
"""When what lasted for a time is over."""
SOURCES = {
    "own": "by choice",
    "ruling": "by ruling",
    "downed": "on going down",
    "fall": "by the fall",
    "critical_injury": "from the critical injury",
    "death_save": "from the death save",
}
MODIFIER = re.compile(r"(?P<value>defense|melee|ranged|damage)_mod(?P<on>_on_defense)?(_lasting)?")
"""Conditions that change a number: what they are called, and that of whom."""


def came(event: ConditionApplied) -> str:
    """Return how a condition came: ``GobA was surprised until the end of the first turn``."""
    who = inert(event.to)
    if event.condition == "stance" and event.value is not None:
        told = f"{who} took the {spaced(str(event.value))} stance"
    elif event.condition in STATES:
        told = f"{who} was {spaced(event.condition)}{_valued(event.value)}"
    elif (changes := MODIFIER.fullmatch(event.condition)) is not None and isinstance(event.value, int):
        told = f"{who} had{_valued(event.value)} on {_changed(changes)}"
    else:
        told = f"{who} came under {quoted(_named(event.condition))}{_valued(event.value)}"
    stacks = f" ×{event.stacks}" if event.stacks is not None and event.stacks > 1 else ""
    until = f" {lasting(event.until, who)}" if event.until else ""
    stated = f" ({facts(event.details)})" if event.details else ""
    return f"{told}{stacks}{_from(event)}{until}{stated}"


def _changed(changes: re.Match[str]) -> str:
    """Return which number a modifier changes: ``defense``, ``the defense against their shots``."""
    if changes["on"]:
        return f"the defense against their {'shots' if changes['value'] == 'ranged' else 'melee'}"
    return changes["value"]


def _named(condition: str) -> str:
    """Return a condition as it is called, however long it lasts."""
    return spaced(condition.removesuffix("_lasting"))


def _valued(value: str | int | None) -> str:
    return "" if value is None else f" {value:+}" if isinstance(value, int) else f" ({spaced(value)})"


def _from(event: ConditionApplied) -> str:
    if event.source is None:
        return ""
    by = "by" if event.condition in STATES else "from"
    return f" {SOURCES[event.source]}" if event.source in SOURCES else f" {by} the {inert(event.source)}"


def lasting(until: str, who: str) -> str:
    """Return until when: ``until the end of the round``, ``until the end of Kara’s turn``."""
    return UNTIL.get(until, f"until {spaced(until)}").replace("{whose}", f"{who}’s")


def went(event: ConditionEnded) -> str:
    """Return how a condition ended, or some of it: ``Gob1 was no longer entangled (struggle)``."""
    who = inert(event.to)
    why = f" {WHEN[event.reason]}" if event.reason in WHEN else f" ({spaced(event.reason)})"
    name = spaced(event.condition) if event.condition in STATES else f"under {quoted(_named(event.condition))}"
    if event.left:
        gone = f" by {event.stacks}" if event.stacks is not None else ""
        return f"{who} was less {name}{gone}, with {event.left} left{why}"
    return f"{who} was no longer {name}{why}"


def held(name: str, condition: Condition) -> str:
    """Return what somebody is under: ``entangled ×3``, ``stance aggressive``, ``defense mod -1``."""
    value = "" if condition.value is None else f" {spaced(str(condition.value))}"
    stacks = f" ×{condition.stacks}" if condition.stacks is not None and condition.stacks > 1 else ""
    return f"{spaced(name)}{value}{stacks}"
