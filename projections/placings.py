"""Where an opening states the place of each combatant, whatever it calls the list and the field."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, get_args, get_type_hints

from domain.meanings import meanings, name_in_json
from domain.ruleset import RULESETS


def placings(content: dict[str, Any]) -> dict[str, str]:
    """Return by the id of everybody whom an opening lists the field that states their place, as a JSON Pointer.

    The field need not be there: an opening may leave it out, and whoever writes the pointer adds it.
    """
    return dict(_placings(content))


def _placings(content: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for name, field in _listed(content["system"]).items():
        for at, sheet in enumerate(content.get(name) or ()):
            yield sheet["id"], f"/{name}/{at}/{field}"


@cache
def _listed(system: str) -> dict[str, str]:
    """Return the lists of an opening that hold whoever has a place, each with the field that is the place."""
    kind: Any = RULESETS[system].Opening
    hints = get_type_hints(kind, include_extras=True)
    found = {name_in_json(each): _place_in(_sheet(hints[each.name])) for each in fields(kind)}
    return {name: field for name, field in found.items() if field is not None}


def _sheet(hint: Any) -> type[Any] | None:
    """Return what a list holds, if that is written out."""
    if isinstance(hint, type) and is_dataclass(hint):
        return hint
    return next((found for each in get_args(hint) if (found := _sheet(each)) is not None), None)


def _place_in(sheet: type[Any] | None) -> str | None:
    """Return the field of somebody's sheet that is their place; None for what is no such sheet."""
    if sheet is None or "id" not in (each.name for each in fields(sheet)):
        return None
    stated: Any = sheet
    return next((name for name, meaning in meanings(stated).items() if meaning == "place"), None)
