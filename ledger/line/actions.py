"""The action of a declaration, read as the command that it is."""

from __future__ import annotations

from functools import cache, reduce
from operator import or_
from typing import Annotated, Any

from pydantic import Field, TypeAdapter

from domain.commands import Command
from domain.deciding import kind_of, kinds
from ledger.line.entries import Json


def command_of(action: Json, system: str) -> Command:
    """Return the command, its kind told by ``do``; pydantic's ValidationError if there is none like that.

    A command that only other systems have is read as theirs, so that the rules can refuse it.
    """
    kind = foreign(system, action)
    shape = shape_of(system) if kind is None else _shape(kind)  # type: ignore[arg-type]  # classes are hashable
    return shape.validate_python(action)


def foreign(system: str, action: Any) -> type[Any] | None:
    """Return the kind of a command that only other systems have; None for every other action."""
    do = action.get("do") if isinstance(action, dict) else None
    kind = kind_of(system, do) if isinstance(do, str) else None
    return None if kind in kinds(system) else kind


@cache
def shape_of(system: str) -> TypeAdapter[Command]:
    """Return the shape of the commands of a system."""
    return TypeAdapter(union_of(system))


def union_of(system: str) -> Any:
    """Return the commands of a system as one type, told apart by ``do``."""
    return Annotated[reduce(or_, kinds(system)), Field(discriminator="do")]


@cache
def _shape(kind: Any) -> TypeAdapter[Command]:
    return TypeAdapter(kind)
