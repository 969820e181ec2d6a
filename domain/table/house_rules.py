"""House rules as the settings that they were frozen from when the encounter was opened."""

from __future__ import annotations

from functools import cache
from typing import Any, TypeVar

from domain.events import Facts

S = TypeVar("S")


def frozen(kind: type[S], house_rules: Facts) -> S:
    """Return the settings of a system that an encounter has as its house rules; what is a list there is a tuple."""
    stated = tuple(house_rules.items())
    if list in map(type, house_rules.values()):
        stated = tuple((name, tuple(value) if isinstance(value, list) else value) for name, value in stated)
    settings: S = _settings(kind, stated)  # type: ignore[arg-type]  # classes are hashable
    return settings


@cache
def _settings(kind: Any, house_rules: tuple[tuple[str, Any], ...]) -> Any:
    return kind(**dict(house_rules))
