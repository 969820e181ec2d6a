"""Rows that nobody played, for questions whose answer is known beforehand."""

from __future__ import annotations

from typing import Any

from projections.analytics.dictionary import ON_DEMAND, SHEETS
from projections.analytics.shape import Kind, Row

_PLAIN: dict[Kind, Any] = {"string": "", "bool": True, "strings": [], "time": 0, "int32": 0, "int64": 0}


def row(table: str, **values: Any) -> Row:
    """Return a row of a table with these values; where there may be no gap, something plain stands for the others."""
    columns = {**SHEETS, **ON_DEMAND}[table].columns
    assert values.keys() <= {column.name for column in columns}
    return [values.get(each.name, None if each.gaps else _PLAIN[each.kind]) for each in columns]
