"""House rules as people ask about them: only those that are off their default."""

from __future__ import annotations

from dataclasses import asdict
from functools import cache
from typing import Any

from domain.deciding import RULESETS


@cache
def defaults(system: str) -> dict[str, Any]:
    """Return the default of every house rule of a system, by name; none for a system this program does not know."""
    return asdict(RULESETS[system].Settings()) if system in RULESETS else {}


def off_default(system: str, house_rules: dict[str, Any]) -> dict[str, Any]:
    """Return the settings that differ from the defaults; all of them for a system this program does not know."""
    default = defaults(system)
    return {name: value for name, value in house_rules.items() if name not in default or default[name] != _kept(value)}


def _kept(value: Any) -> Any:
    """Return a value as the settings have it: what is a list in a line is a tuple there."""
    return tuple(_kept(each) for each in value) if isinstance(value, list) else value
