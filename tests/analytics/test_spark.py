"""The shipped questions in Spark, where it and Java are installed: the very rows of DuckDB, at six digits."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson
import pytest
from typer.testing import CliRunner

from analytics.engine.answers import NoAnswer
from analytics.engine.spark import Spark
from analytics.exports.exporting import Wish, export
from analytics.queries import Query, queries
from cli.main import app
from ledger.application import Ledger
from projections.analytics.sources import Population
from tests.analytics.golden_rows import GOLDEN, rounded, rows_of_all
from tests.analytics.stores import closed, ended

pytestmark = [
    pytest.mark.long,
    # PySpark leaves the sockets to its Java for the garbage collector.
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]


@pytest.fixture(scope="module")
def spark() -> Iterator[Spark]:
    """Give a Spark of this machine that holds the tables of the fights."""
    pytest.importorskip("pyspark.sql", reason="PySpark is not installed")
    if shutil.which("java") is None:
        pytest.skip("there is no Java")
    with Spark.of_rows(rows_of_all()) as session:
        yield session


@pytest.mark.parametrize("each", queries().values(), ids=queries())
def test_spark_finds_the_golden_rows(spark: Spark, each: Query) -> None:
    found = spark.ask(each.sql)
    rows = [{name: rounded(value) for name, value in zip(found.columns, row, strict=True)} for row in found.rows]
    golden = [orjson.loads(row) for row in (GOLDEN / f"{each.name}.ndjson").read_bytes().splitlines()]
    assert rows == [_near(row) for row in golden]


def _near(row: dict[str, Any]) -> dict[str, Any]:
    """Return a row whose fractions are compared at six digits, whichever way the last was rounded."""
    return {
        name: pytest.approx(value, abs=1.5e-6) if isinstance(value, float) else value for name, value in row.items()
    }


def test_what_it_cannot_answer_it_says_in_a_sentence(spark: Spark) -> None:
    with pytest.raises(NoAnswer) as caught:
        spark.ask("SELECT nothing FROM turn")
    assert str(caught.value).startswith("Spark cannot answer that: ")
    assert "\n" not in str(caught.value)


@pytest.mark.usefixtures("spark")
def test_of_a_folder_it_reads_what_is_current(tmp_path: Path) -> None:
    to, wish = tmp_path / "tables", Wish(population=Population(ended=True))
    with Ledger(tmp_path / "data") as ledger:
        changed = ended(ledger)
        closed(ledger)
        export(ledger, to, wish)
        ledger.close_ledger(changed.encounter, "ana", cmd="close")
        export(ledger, to, wish)
    words = ["query", "winners", "--from", str(to), "--json"]
    asked = [CliRunner().invoke(app, [*words, "--engine", engine]) for engine in ("duckdb", "spark")]
    assert [done.exit_code for done in asked] == [0, 0]
    assert orjson.loads(asked[0].stdout) == orjson.loads(asked[1].stdout)
    assert orjson.loads(asked[1].stdout)["fights"] == "2 fights."
