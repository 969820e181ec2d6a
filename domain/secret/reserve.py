"""Those in reserve: off the board and out of the rules' sight until they are revealed, known to the referee alone.

No rule reads the reserve, so nothing that anybody does can depend on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from typing import Any, Protocol

from domain.commands import Command
from domain.encounter import IN_RESERVE, Encounter
from domain.events import CombatantJoined, ConditionApplied, Event
from domain.refusals import Refused
from domain.table.names import must_be_a_name

NOBODY: frozenset[str] = frozenset()


def hidden(encounter: Encounter) -> frozenset[str]:
    """Return who is in reserve."""
    return frozenset(encounter.reserve) if encounter.reserve else NOBODY


def entered(joined: CombatantJoined, referee: str | None) -> tuple[Event, Event]:
    """Return the events of somebody who comes into the reserve."""
    return joined, kept_back(joined.who, referee, *joined.rules)


def kept_back(who: str, referee: str | None, *rules: str) -> ConditionApplied:
    """Return that somebody who has joined is in reserve from now on."""
    return ConditionApplied(to=who, condition=IN_RESERVE, source=referee, rules=rules)


class Hideable(Protocol):
    """As much of a sheet as is asked here."""

    @property
    def id(self) -> str:
        """Return whose it is."""
        ...

    @property
    def hidden(self) -> bool:
        """Return whether they are to be in reserve."""
        ...


def must_be_hideable(sheet: Hideable, at: str | None, referee: str | None, dice: str, rule: str) -> None:
    """Refuse a reserve that has a place, that another seat would know of, or whose dice would lie on the table."""
    if not sheet.hidden:
        return
    controller = getattr(sheet, "controller", None)
    if at:
        raise Refused(
            "invalid_value", f"{sheet.id} cannot be in reserve and at {at}: reveal puts them there.", rule=rule
        )
    if controller not in (None, referee):
        message = f"{sheet.id} cannot be in reserve: only the referee's are, and this is {controller}'s."
        raise Refused("invalid_value", message, rule=rule)
    if dice == "table":
        message = f"{sheet.id} cannot be in reserve: what dice on the table show, everybody sees."
        raise Refused("unsupported_setting", message, rule=rule)


def must_be_free(command: Command, encounter: Encounter, rule: str) -> None:
    """Refuse a newcomer whose id somebody in reserve has, or whose name works unseen."""
    sheet = getattr(command, "sheet", None)
    name = getattr(sheet, "id", None)
    if (shown := getattr(sheet, "name", None)) is not None:
        must_be_a_name(shown, str(name), rule)
    if name in encounter.reserve:
        raise Refused("invalid_value", f"{name} cannot join: somebody of that name is in reserve.", rule=rule)


def mentioned(value: Any, names: frozenset[str]) -> frozenset[str]:
    """Return which names stand in a value: alone, behind a place of theirs (``belt:Aila``) or before a number."""
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
    if isinstance(value, tuple | list):
        return value
    return tuple(getattr(value, field.name) for field in fields(value)) if is_dataclass(value) else ()
