"""Openings out of the JSON that people write, the system told by its name."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field, TypeAdapter

from domain.openings import Opening

_OPENING: TypeAdapter[Opening] = TypeAdapter(Annotated[Opening, Field(discriminator="system")])


def opening_of(body: dict[str, Any]) -> Opening:
    """Return the opening that a body spells; pydantic's ValidationError if it is none."""
    return _OPENING.validate_python(body)
