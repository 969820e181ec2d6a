"""Commands as they are read: strictly, by the types of a system."""

from __future__ import annotations

from functools import cache
from typing import Any

from pydantic import TypeAdapter

from domain.commands import Command
from files.strict import STRICT
from ledger.line.actions import either, union_of


@cache
def actions(system: str) -> TypeAdapter[Command]:
    """Return the shape of the commands of a system."""
    return TypeAdapter(union_of(system), config=STRICT)


def acted(system: str, action: Any) -> TypeAdapter[Command]:
    """Return the shape to read an action in: a command of the system, or one that only another system has."""
    return either(system, action, actions, _one)


@cache
def _one(kind: Any) -> TypeAdapter[Command]:
    return TypeAdapter(kind)
