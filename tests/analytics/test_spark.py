"""The shipped questions in Spark, where it and Java are installed: the very rows of DuckDB, at six digits."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson
import pytest
import sqlglot

from analytics.exports.parquet import write_parquet
from analytics.queries import Query, queries
from projections import rules
from projections.analytics.dictionary import ON_DEMAND, SHEETS
from tests.analytics.golden_rows import GOLDEN, rounded, rows_of_all

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def spark(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """Give a Spark of this machine that holds the tables of the fights."""
    sql = pytest.importorskip("pyspark.sql", reason="PySpark is not installed")
    if shutil.which("java") is None:
        pytest.skip("there is no Java")
    folder = tmp_path_factory.mktemp("tables")
    made = sql.SparkSession.builder.master("local[2]").config("spark.sql.session.timeZone", "UTC")
    session = made.config("spark.ui.enabled", "false").config("spark.sql.shuffle.partitions", "2").getOrCreate()
    for name, sheet in {**SHEETS, "swing": ON_DEMAND["swing"]}.items():
        write_parquet(folder / f"{name}.parquet", sheet, rows_of_all()[name])
        session.read.parquet(str(folder / f"{name}.parquet")).createOrReplaceTempView(name)
    _rulebook(folder / "rulebook.json")
    session.read.json(str(folder / "rulebook.json")).createOrReplaceTempView("rulebook")
    yield session
    session.stop()


def _rulebook(file: Path) -> None:
    known = [{"system": system, "rule": rule} for system, stated in rules.OF_EACH.items() for rule in stated]
    file.write_bytes(b"\n".join(orjson.dumps(each) for each in known))


@pytest.mark.parametrize("each", queries().values(), ids=queries())
def test_spark_finds_the_golden_rows(spark: Any, each: Query) -> None:
    found = spark.sql(sqlglot.transpile(each.sql, read="duckdb", write="spark")[0])
    rows = [{name: rounded(value) for name, value in zip(found.columns, row, strict=True)} for row in found.collect()]
    golden = [orjson.loads(row) for row in (GOLDEN / f"{each.name}.ndjson").read_bytes().splitlines()]
    assert rows == [_near(row) for row in golden]


def _near(row: dict[str, Any]) -> dict[str, Any]:
    """Return a row whose fractions are compared at six digits, whichever way the last was rounded."""
    return {
        name: pytest.approx(value, abs=1.5e-6) if isinstance(value, float) else value for name, value in row.items()
    }
