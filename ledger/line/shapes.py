"""Old shapes of stored lines, brought up to date when read. A stored line is never rewritten.

A line says ``v`` when its shape is not the first one of its name. ``UPCASTS[name][old]`` turns the fields of shape
``old`` into those of ``old + 1``; the newest shape of a name is one more than its newest upcast. A new field needs
a new shape too, unless None or empty is its default: such a field is not written.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Fields = dict[str, Any]
Upcasts = dict[str, dict[int, Callable[[Fields], Fields]]]

UPCASTS: Upcasts = {}


def newest(name: str, upcasts: Upcasts = UPCASTS) -> int:
    """Return the number of the shape that is written today."""
    return max(upcasts.get(name, {0: None})) + 1


def up_to_date(name: str, fields: Fields, upcasts: Upcasts = UPCASTS) -> Fields:
    """Return the fields in today's shape; ValueError for a shape that this program does not know."""
    shape, last = fields.pop("v", 1), newest(name, upcasts)
    if type(shape) is not int or not 1 <= shape <= last:
        raise ValueError(f"{name} has no shape {shape!r}: this program knows 1 to {last}.")
    for old in range(shape, last):
        fields = upcasts[name][old](fields)
    return fields
