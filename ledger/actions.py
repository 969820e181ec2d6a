"""The action of a declaration, read as the command that it is."""

from __future__ import annotations

from functools import cache, reduce
from operator import or_
from typing import Annotated, Any

from pydantic import Field, TypeAdapter

from domain.commands import Command, names
from domain.deciding import RULESETS, kind_of
from ledger.entries import Json


def command_of(action: Json, system: str) -> Command:
    """Return the command, its kind told by ``do``; pydantic's ValidationError if there is none like that.

    A command that only other systems have is read as theirs, so that the rules can refuse it.
    """
    return shape_for(system, action).validate_python(action)


def shape_for(system: str, action: Any) -> TypeAdapter[Command]:
    """Return the shape that an action of a system is to be read in: any command of the system, or one of another's."""
    do = action.get("do") if isinstance(action, dict) else None
    if isinstance(do, str) and do not in names(RULESETS[system].COMMANDS) and (kind := kind_of(system, do)):
        return _shape(kind)  # type: ignore[arg-type]  # classes are hashable
    return shape_of(system)


@cache
def shape_of(system: str) -> TypeAdapter[Command]:
    """Return the shape of the commands of a system."""
    return TypeAdapter(union_of(system))


def union_of(system: str) -> Any:
    """Return the commands of a system as one type, told apart by ``do``."""
    return Annotated[reduce(or_, RULESETS[system].COMMANDS), Field(discriminator="do")]


@cache
def _shape(kind: Any) -> TypeAdapter[Command]:
    return TypeAdapter(kind)
