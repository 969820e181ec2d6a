"""In which forms tables are written: a folder of files each, or one file of a database."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from analytics.exports import databases, plain
from analytics.exports.databases import Database
from analytics.extras import must_have
from projections.analytics.shape import Row, Sheet

Write: TypeAlias = Callable[[Path, Sheet, Sequence[Row]], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """How tables are written; ``needs`` are modules of the extra."""

    name: str
    suffix: str
    needs: tuple[str, ...] = ()

    def must_be_had(self) -> None:
        """Raise MissingExtra where what it needs is not installed."""
        must_have(*self.needs)


@dataclass(frozen=True, slots=True, kw_only=True)
class Apart(Form):
    """A file for each table and part."""

    write: Write


@dataclass(frozen=True, slots=True, kw_only=True)
class Together(Form):
    """One file of a database for all."""

    put: Database


def _parquet(path: Path, sheet: Sheet, rows: Sequence[Row]) -> None:
    from analytics.exports.parquet import write_parquet  # noqa: PLC0415 - the other forms do without pyarrow

    write_parquet(path, sheet, rows)


FORMS: dict[str, Apart | Together] = {
    form.name: form
    for form in (
        Apart(name="parquet", suffix=".parquet", write=_parquet, needs=("pyarrow",)),
        Apart(name="csv", suffix=".csv", write=plain.write_csv),
        Apart(name="ndjson", suffix=".ndjson", write=plain.write_ndjson),
        Together(name="sqlite", suffix=".sqlite", put=databases.into_sqlite),
        Together(name="duckdb", suffix=".duckdb", put=databases.into_duckdb, needs=("duckdb", "pyarrow")),
    )
}
