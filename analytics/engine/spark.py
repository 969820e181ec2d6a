"""The shipped questions put to Spark, for tables that have outgrown one machine: translated, with the same rows."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from analytics.engine.answers import Found, NoAnswer
from analytics.exports import manifest as manifests
from analytics.exports.folder import sheets, sheets_of
from analytics.exports.manifest import Manifest, NoTables
from analytics.exports.views import SWING
from analytics.extras import must_have
from projections import rules
from projections.analytics.dictionary import ON_DEMAND
from projections.analytics.shape import Kind, Row, Sheet

EXTRA = "spark"
_TYPES: dict[Kind, str] = {
    "string": "STRING",
    "int32": "INT",
    "int64": "BIGINT",
    "bool": "BOOLEAN",
    "float64": "DOUBLE",
    "time": "TIMESTAMP",
    "strings": "ARRAY<STRING>",
}
SETTINGS = {
    "spark.sql.session.timeZone": "UTC",
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.sql.shuffle.partitions": "8",
    "spark.log.level": "ERROR",
}
"""What questions rest on, and what makes it quiet; where it runs is for the environment to say (SPARK_MASTER)."""


class Spark:
    """Tables as Spark reads them, until it is let go of."""

    def __init__(self) -> None:
        """Start a session. Raises MissingExtra, NoTables where there is no Java."""
        must_have("pyspark", "sqlglot", "pyarrow", extra=EXTRA)
        if shutil.which("java") is None and "JAVA_HOME" not in os.environ:
            raise NoTables(
                "Spark runs on Java 17, and there is none on this machine: install it, or ask without Spark."
            )
        from pyspark.sql import SparkSession  # noqa: PLC0415 - only who asks for it has it

        active = SparkSession.getActiveSession()
        self._alone = active is None
        self._session: Any = _started(SparkSession) if active is None else active.newSession()
        self._passing: TemporaryDirectory[str] | None = None
        self._rulebook()

    def __enter__(self) -> Spark:
        return self

    def __exit__(self, *_: object) -> None:
        """Let go of it."""
        if self._alone:
            self._session.stop()
        if self._passing is not None:
            self._passing.cleanup()

    @classmethod
    def of_rows(cls, rows: Mapping[str, Sequence[Row]]) -> Spark:
        """Return the tables of some fights, put into files that are gone afterwards."""
        spark = cls()
        from analytics.exports.parquet import write_parquet  # noqa: PLC0415 - nothing else here needs pyarrow

        spark._passing = TemporaryDirectory(prefix="encounter-")
        for name, sheet in sheets(*(each for each in ON_DEMAND if each in rows)).items():
            file = Path(spark._passing.name) / f"{name}.parquet"
            write_parquet(file, sheet, rows.get(name, ()))
            spark._view(sheet, [spark._session.read.parquet(str(file))])
        spark._judged()
        return spark

    @classmethod
    def of_folder(cls, folder: Path) -> tuple[Spark, Manifest]:
        """Return the tables of a folder of Parquet, and its manifest. Raises NoTables, MissingExtra."""
        manifest = manifests.read(folder)
        if manifest is None:
            raise NoTables(f"{folder} holds no tables: write some with `encounter tables --to {folder}`.")
        if manifest.format != "parquet":
            raise NoTables(f"{folder} holds tables as {manifest.format}: Spark is asked of Parquet.")
        manifests.must_be_whole(folder, manifest)
        spark = cls()
        for sheet in sheets_of(manifest).values():
            spark._view(sheet, spark._parts(folder.absolute(), manifest, sheet))
        spark._judged()
        return spark, manifest

    def _parts(self, folder: Path, manifest: Manifest, sheet: Sheet) -> list[Any]:
        """Return what is current of a table, batch by batch where some of it is not."""
        outdated, files = manifest.outdated(), manifest.of(sheet.name)
        read = self._session.read.option("mergeSchema", "true")
        whole = [str(folder / each.path) for each in files if each.batch not in outdated]
        parts = [read.parquet(*whole)] if whole else []
        for batch, stale in outdated.items():
            some = [str(folder / each.path) for each in files if each.batch == batch]
            if some:
                every = read.parquet(*some)
                parts.append(every.where(~every["encounter"].isin(stale)))
        return parts

    def _view(self, sheet: Sheet, parts: Sequence[Any], name: str | None = None) -> None:
        """Give a table its name; columns that an older program did not write hold nothing."""
        typed = ", ".join(f"{each.name} {_TYPES[each.kind]}" for each in sheet.columns)
        whole = self._session.createDataFrame([], typed)
        for part in parts:
            whole = whole.unionByName(part, allowMissingColumns=True)
        whole.select(*sheet.names).createOrReplaceTempView(name or sheet.name)

    def _judged(self) -> None:
        """Tell the swings also where no judge was asked: then there are none."""
        if not self._session.catalog.tableExists(SWING):
            self._view(ON_DEMAND[SWING], (), "judged")
        else:
            self._session.table(SWING).createOrReplaceTempView("judged")

    def _rulebook(self) -> None:
        known = [(system, rule, said) for system, stated in rules.OF_EACH.items() for rule, said in stated.items()]
        told = self._session.createDataFrame(known, "system STRING, rule STRING, statement STRING")
        told.createOrReplaceTempView("rulebook")

    def ask(self, sql: str) -> Found:
        """Return what a shipped question finds, which is in SQL that both engines read alike. Raises NoAnswer."""
        import sqlglot  # noqa: PLC0415 - only who asks for it has it
        from pyspark.errors import PySparkException  # noqa: PLC0415 - as above

        (translated,) = sqlglot.transpile(sql, read="duckdb", write="spark")
        try:
            found = self._session.sql(translated)
            rows = tuple(tuple(map(_plain, row)) for row in found.collect())
        except PySparkException as error:
            raise NoAnswer(f"Spark cannot answer that: {str(error).strip().splitlines()[0].rstrip('.')}.") from None
        return Found(columns=tuple(found.columns), rows=rows)


def _started(sessions: Any) -> Any:
    """Return a fresh session, in as many threads as there are cores unless the environment says where it runs."""
    made = sessions.builder.master(os.environ.get("SPARK_MASTER", "local[*]")).appName("encounter query")
    for name, value in SETTINGS.items():
        made = made.config(name, value)
    return made.getOrCreate()


def _plain(value: Any) -> Any:
    return float(value) if isinstance(value, Decimal) else value
