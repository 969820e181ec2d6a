"""The shapes of openings: of all systems for a server, of one where it is known, as a command has only one to read."""

from __future__ import annotations

from functools import cache, reduce
from operator import or_
from typing import TYPE_CHECKING, Annotated, Any, NewType

from pydantic import Field, TypeAdapter

from domain.ruleset import RULESETS
from files.strict import STRICT

if TYPE_CHECKING:
    from domain.table.openings import Opening


def opening_shape(system: object) -> TypeAdapter[Opening]:
    """Return the shape of the openings of a system; of all of them where there is none of that name."""
    return _shape_of(system) if isinstance(system, str) and system in RULESETS else any_opening()


def shape_of_opening(value: object) -> TypeAdapter[Opening]:
    """Return the shape of an opening that is stated so."""
    return opening_shape(value.get("system") if isinstance(value, dict) else None)


@cache
def any_opening() -> TypeAdapter[Opening]:
    """Return the shape of every opening, told apart by its system."""
    every: Any = reduce(or_, (ruleset.Opening for ruleset in RULESETS.values()))
    return TypeAdapter(Annotated[every, Field(discriminator="system")], config=STRICT)


@cache
def _shape_of(system: str) -> TypeAdapter[Opening]:
    # Pydantic takes a configuration only for a type that is no dataclass itself.
    named: Any = NewType
    return TypeAdapter(named("Opening", RULESETS[system].Opening), config=STRICT)
