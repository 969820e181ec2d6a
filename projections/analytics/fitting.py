"""Whether rows hold what their columns promise: files come from anywhere, and engines take nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from types import NoneType
from typing import Any

from projections.analytics.dictionary import SHEETS
from projections.analytics.lines import Unreadable
from projections.analytics.shape import FACT, Column, Kind, Row, Sheet

_TYPES: dict[Kind, type] = {"string": str, "strings": list, "bool": bool, "float64": float}
_BOUNDS: dict[Kind, tuple[int, int]] = {
    "int32": (-(2**31), 2**31 - 1),
    "int64": (-(2**63), 2**63 - 1),
    "time": (-62_135_596_800_000, 253_402_300_799_999),
}
"""The moments are those of the years 1 to 9999."""


def must_fit(rows: dict[str, list[Row]]) -> None:
    """Raise Unreadable for the first row that holds what its column does not."""
    for name, sheet in SHEETS.items():
        found = rows[name]
        for column, values in zip(sheet.columns, zip(*found, strict=True), strict=True) if found else ():
            if not _fit(column, values):
                raise _misfit(sheet, column, found)


def _fit(column: Column, values: Sequence[Any]) -> bool:
    kinds = set(map(type, values))
    if column.gaps:
        kinds.discard(NoneType)
    if kinds - {_TYPES.get(column.kind, int)}:
        return False
    bounds = _BOUNDS.get(column.kind)
    if bounds is not None:
        numbers = [each for each in values if each is not None]
        return not numbers or (min(numbers) >= bounds[0] and max(numbers) <= bounds[1])
    return column.kind != "strings" or set(map(type, chain.from_iterable(values))) <= {str}


def _misfit(sheet: Sheet, column: Column, rows: Sequence[Row]) -> Unreadable:
    """Return which line is at fault, as far as it is one's."""
    place = sheet.place(column.name)
    row = next(row for row in rows if not _fit(column, [row[place]]))
    n = row[1] if sheet.columns[: len(FACT)] == FACT and type(row[1]) is int else 0
    return Unreadable(n, f"its {column.name} does not fit into the table {sheet.name}.")
