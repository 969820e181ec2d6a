"""Rows as the tests read them: by the names of their columns."""

from __future__ import annotations

from typing import Any

from projections.analytics.dictionary import SHEETS
from projections.analytics.extraction import Rows, extract
from projections.analytics.lines import Lines
from projections.analytics.shape import Column
from tests.projections.fights import Written

Named = dict[str, Any]


def named(rows: Rows, name: str) -> list[Named]:
    """Return the rows of a table by the names of its columns."""
    return [dict(zip(SHEETS[name].names, row, strict=True)) for row in rows[name]]


def told(fight: Written) -> Rows:
    """Return the tables of a fight that a test wrote down."""
    return extract(Lines(raw=[line.raw for line in fight.lines]))


def some(rows: list[Named], *columns: str) -> list[tuple[Any, ...]]:
    """Return a few columns of rows."""
    return [tuple(row[column] for column in columns) for row in rows]


def fits(column: Column, value: Any) -> bool:
    """Return whether a value may stand in a column."""
    if value is None:
        return column.gaps
    if column.kind == "strings":
        return type(value) is list and all(type(each) is str for each in value)
    kinds: dict[str, type] = {"string": str, "bool": bool, "float64": float}
    if type(value) is not kinds.get(column.kind, int):
        return False
    return column.kind != "int32" or (type(value) is int and -(2**31) <= value < 2**31)
