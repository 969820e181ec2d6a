"""Rows as Arrow tables, from which engines and files take them."""

from __future__ import annotations

from collections.abc import Sequence

import pyarrow as pa

from projections.analytics.shape import Kind, Row, Sheet

_TYPES: dict[Kind, pa.DataType] = {
    "string": pa.string(),
    "int32": pa.int32(),
    "int64": pa.int64(),
    "bool": pa.bool_(),
    "float64": pa.float64(),
    "time": pa.timestamp("ms", tz="UTC"),
    "strings": pa.list_(pa.string()),
}


def schema_of(sheet: Sheet) -> pa.Schema:
    """Return the schema of a table; where there may be no gap it says so."""
    return pa.schema([pa.field(each.name, _TYPES[each.kind], nullable=each.gaps) for each in sheet.columns])


def table_of(sheet: Sheet, rows: Sequence[Row]) -> pa.Table:
    """Return rows as a table."""
    schema = schema_of(sheet)
    columns = list(zip(*rows, strict=True)) if rows else [()] * len(sheet.columns)
    arrays = [pa.array(values, field.type) for values, field in zip(columns, schema, strict=True)]
    return pa.Table.from_arrays(arrays, schema=schema)
