"""The views by which DuckDB reads a folder of tables: of each fight what is current, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from analytics.exports.manifest import Manifest
from projections import rules
from projections.analytics.dictionary import ON_DEMAND
from projections.analytics.shape import Kind, Sheet

_TYPES: dict[Kind, str] = {
    "string": "VARCHAR",
    "int32": "INTEGER",
    "int64": "BIGINT",
    "bool": "BOOLEAN",
    "float64": "DOUBLE",
    "time": "TIMESTAMPTZ",
    "strings": "VARCHAR[]",
}
SWING = "swing"
_HEAD = """\
-- Run in this folder: duckdb -init views.sql
-- Written together with manifest.json; each fight is read from the batch that is current for it.
SET TimeZone = 'UTC';
"""


def views(manifest: Manifest, tables: Mapping[str, Sheet], folder: Path | None = None) -> str:
    """Return the statements; paths are relative to the folder, or below the one that is named."""
    outdated = manifest.outdated()
    every = "".join(_view(manifest, sheet, outdated, folder) for sheet in tables.values())
    return f"{_HEAD}{every}{judged(there=SWING in tables)}{rulebook()}"


def judged(*, there: bool) -> str:
    """Return the statement that tells the swings also where no judge was asked: then there are none."""
    swings = ON_DEMAND[SWING]
    source = f"SELECT {', '.join(swings.names)} FROM {SWING}" if there else _nothing(swings)
    return f"CREATE OR REPLACE VIEW judged AS\n{source};\n"


def rulebook() -> str:
    """Return the statement that tells every rule of the systems, for questions about those that never came up."""
    told = (
        f"({quoted(system)}, {quoted(rule)}, {quoted(statement)})"
        for system, stated in rules.OF_EACH.items()
        for rule, statement in stated.items()
    )
    listed = ",\n".join(told)
    return f"CREATE OR REPLACE VIEW rulebook AS\nSELECT * FROM (VALUES\n{listed}) AS known(system, rule, statement);\n"


def _view(manifest: Manifest, sheet: Sheet, outdated: Mapping[str, list[str]], folder: Path | None) -> str:
    files = manifest.of(sheet.name)
    columns = ", ".join(sheet.names)
    whole = [each.path for each in files if each.batch not in outdated]
    parts = [f"SELECT {columns} FROM {_grown(manifest, sheet, whole, folder)}"] if whole else []
    for batch, stale in outdated.items():
        some = [each.path for each in files if each.batch == batch]
        if some:
            read = _grown(manifest, sheet, some, folder)
            parts.append(f"SELECT {columns} FROM {read} WHERE encounter NOT IN ({', '.join(map(quoted, stale))})")
    return f"CREATE OR REPLACE VIEW {sheet.name} AS\n" + ("\nUNION ALL ".join(parts) or _nothing(sheet)) + ";\n"


def _grown(manifest: Manifest, sheet: Sheet, paths: list[str], folder: Path | None) -> str:
    return grown(sheet, _read(manifest.format, sheet, paths, folder))


def grown(sheet: Sheet, source: str) -> str:
    """Return what reads a table with all columns there are by now: those that it lacks hold nothing."""
    return f"({_nothing(sheet)} UNION ALL BY NAME SELECT * FROM {source})"


def _nothing(sheet: Sheet) -> str:
    typed = ", ".join(f"CAST(NULL AS {_TYPES[each.kind]}) AS {each.name}" for each in sheet.columns)
    return f"SELECT {typed} WHERE false"


def _read(form: str, sheet: Sheet, paths: list[str], folder: Path | None) -> str:
    listed = ", ".join(quoted(path if folder is None else str(folder / path)) for path in paths)
    if form == "parquet":
        return f"read_parquet([{listed}], union_by_name = true, hive_partitioning = false)"
    if form == "csv":
        return _csv(sheet, listed)
    types = ", ".join(f"{quoted(each.name)}: {quoted(_TYPES[each.kind])}" for each in sheet.columns)
    return f"read_json([{listed}], format = 'newline_delimited', columns = {{{types}}}, hive_partitioning = false)"


def _csv(sheet: Sheet, listed: str) -> str:
    """Return what reads files of CSV, each by its own header, and says what stands in the columns."""
    told = ", ".join(
        f"""from_json({each.name}, '["VARCHAR"]') AS {each.name}"""
        if each.kind == "strings"
        else f"CAST({each.name} AS {_TYPES[each.kind]}) AS {each.name}"
        for each in sheet.columns
    )
    nothing = ", ".join(f"CAST(NULL AS VARCHAR) AS {each.name}" for each in sheet.columns)
    how = "header = true, all_varchar = true, union_by_name = true, delim = ',', quote = '\"', escape = '\"'"
    read = f"read_csv([{listed}], {how}, hive_partitioning = false)"
    return f"(SELECT {told} FROM (SELECT {nothing} WHERE false UNION ALL BY NAME SELECT * FROM {read}))"


def quoted(text: str) -> str:
    """Return a text as SQL writes it."""
    return "'" + text.replace("'", "''") + "'"
