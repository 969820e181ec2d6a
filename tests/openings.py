"""Openings out of the JSON that people write, the system told by its name."""

from __future__ import annotations

from functools import cache
from typing import Any

from pydantic import TypeAdapter

from domain.ruleset import RULESETS
from domain.table.openings import Opening


def opening_of(body: dict[str, Any]) -> Opening:
    """Return the opening that a body spells; pydantic's ValidationError if it is none."""
    return _shape(body["system"]).validate_python(body)


@cache
def _shape(system: str) -> TypeAdapter[Opening]:
    kind: Any = RULESETS[system].Opening
    return TypeAdapter(kind)
