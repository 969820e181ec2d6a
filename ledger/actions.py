"""The action of a declaration, read as the command that it is."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, TypeAdapter

from domain.commands import Command
from ledger.entries import Json

_COMMAND: TypeAdapter[Command] = TypeAdapter(Annotated[Command, Field(discriminator="do")])


def command_of(action: Json) -> Command:
    """Return the command, its kind told by ``do``; pydantic's ValidationError if there is none like that."""
    return _COMMAND.validate_python(action)
