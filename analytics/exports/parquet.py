"""Tables as Parquet: zstd, row groups of 100,000."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from analytics.arrow import schema_of, table_of
from projections.analytics.shape import Row, Sheet

GROUP = 100_000
LEVEL = 3


def write_parquet(path: Path, sheet: Sheet, rows: Sequence[Row]) -> None:
    """Write rows."""
    write_table(path, table_of(sheet, rows))


def write_table(path: Path, table: pa.Table) -> None:
    """Write a table."""
    pq.write_table(table, path, compression="zstd", compression_level=LEVEL, row_group_size=GROUP)


def read_parquet(paths: Sequence[Path], sheet: Sheet) -> pa.Table:
    """Return the rows of some files; columns that an older file lacks hold nothing."""
    wanted = schema_of(sheet)
    nullable = pa.schema([field.with_nullable(True) for field in wanted])
    tables = [nullable.empty_table(), *(pq.read_table(path, partitioning=None) for path in paths)]
    lenient = [each.cast(pa.schema([field.with_nullable(True) for field in each.schema])) for each in tables]
    return pa.concat_tables(lenient, promote_options="default").select(nullable.names).cast(wanted)
