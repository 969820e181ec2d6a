"""Openings out of the JSON that people write, the system told by its name."""

from __future__ import annotations

from typing import Any

from pydantic import TypeAdapter

from domain.ruleset import RULESETS
from domain.table.openings import Opening


def opening_of(body: dict[str, Any]) -> Opening:
    """Return the opening that a body spells; pydantic's ValidationError if it is none."""
    kind: Any = RULESETS[body["system"]].Opening
    shape: TypeAdapter[Opening] = TypeAdapter(kind)
    return shape.validate_python(body)
