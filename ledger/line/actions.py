"""The action of a declaration, read as the command that it is."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, reduce
from operator import or_
from typing import Annotated, Any, TypeVar

from pydantic import Field, TypeAdapter

from domain.commands import Command
from domain.deciding import kind_of, kinds
from ledger.line.entries import Json

Shape = TypeVar("Shape")


def command_of(action: Json, system: str) -> Command:
    """Return the command, its kind told by ``do``; pydantic's ValidationError if there is none like that.

    A command that only other systems have is read as theirs, so that the rules can refuse it.
    """
    return either(system, action, shape_of, _shape).validate_python(action)


def either(system: str, action: Any, own: Callable[[str], Shape], one: Callable[[Any], Shape]) -> Shape:
    """Return the shape to read an action in: of the system's ``own`` commands, or of ``one`` that only others have.

    The latter is read so that the rules can refuse it by name.
    """
    do = action.get("do") if isinstance(action, dict) else None
    kind = kind_of(system, do) if isinstance(do, str) else None
    return own(system) if kind is None or kind in kinds(system) else one(kind)


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
