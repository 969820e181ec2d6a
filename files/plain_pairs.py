"""Objects of JSON as they are read: no field twice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


class Twin(ValueError):
    """A field stands there twice; ``name`` says which, short enough to be shown."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name[:40]


def object_of(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    """Return the object of these fields, each looked at once. Raises Twin."""
    found = dict(pairs)
    if len(found) < len(pairs):
        met: set[str] = set()
        for name, _ in pairs:
            if name in met:
                raise Twin(name)
            met.add(name)
    return found
