"""Questions asked of tables on the command line: where the tables are, and how an answer is printed."""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from importlib import import_module
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import typer
from rich.cells import cell_len

from analytics import gathering
from analytics.engine.answers import Found, NoAnswer
from analytics.exports.manifest import NoTables
from analytics.extras import MissingExtra, must_have
from analytics.gathering import Gathered
from cli import store
from cli.exported import verified
from cli.progress import progress
from cli.reporting import as_json, aside
from cli.stopping import WRONG, say, stop
from projections.analytics.lines import of_file
from projections.analytics.sources import Population, unseen
from projections.wording import inert

if TYPE_CHECKING:
    from analytics.engine.asking import Asking
    from analytics.engine.spark import Spark
    from analytics.exports.judging import Judges

WIDTH = 100
"""Sentences above an answer are no longer."""
Printed: TypeAlias = Literal["text", "json", "csv"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where the fights are: in a folder of tables, in exported files, or in a store; and which of them count."""

    paths: Sequence[Path]
    data: Path
    database: str | None
    population: Population
    titles: Sequence[str] = ()
    judges: Judges | None = None


class Engine(StrEnum):
    """What questions are put to."""

    DUCKDB = "duckdb"
    SPARK = "spark"


@contextmanager
def asked(place: Place, engine: Engine = Engine.DUCKDB) -> Iterator[tuple[Asking | Spark, str]]:
    """Give the tables, and a sentence on which fights they are of; ends with a sentence where there are none."""
    try:
        asking, sentence, unread = _of(place, _engine(engine))
    except (MissingExtra, NoTables) as refused:
        stop(str(refused))
    with asking:
        yield asking, sentence
    if unread:
        raise typer.Exit(WRONG)


def _engine(engine: Engine) -> type[Asking | Spark]:
    """Return what questions are put to. Raises MissingExtra where it is not installed."""
    if engine is Engine.SPARK:
        found: type[Spark] = import_module("analytics.engine.spark").Spark
        return found
    must_have("duckdb", "pyarrow")
    usual: type[Asking] = import_module("analytics.engine.asking").Asking
    return usual


def _of(place: Place, engine: type[Asking | Spark]) -> tuple[Asking | Spark, str, bool]:
    folders = [path for path in place.paths if path.is_dir()]
    if folders and len(place.paths) > 1:
        raise NoTables("Name one folder of tables, or files of fights; not both, and no second folder.")
    if folders:
        asking, manifest = engine.of_folder(folders[0])
        return asking, gathering.told(len(manifest.fights), manifest.left_out), False
    found = gathered(place)
    return engine.of_rows(found.rows), found.sentence, bool(found.unread)


def gathered(place: Place) -> Gathered:
    """Return the tables of exported files, or of a store; says on stderr what cannot be read."""
    if place.paths:
        found = _in_files(place)
    else:
        with store.kept(place.data, place.database) as ledger, progress("Reading fights"):
            lines = gathering.in_store(ledger, place.population)
            found = gathering.gathered(lines, place.population, place.titles, place.judges)
            found.left_out += unseen(ledger, place.population)
    for each in found.unread:
        aside(inert(each))
    if not found.fights and found.left_out["not closed"]:
        aside("A fight counts once its ledger is closed; with --ended it counts as soon as it is over.")
    return found


def _in_files(place: Place) -> Gathered:
    """Return the tables of exported files, each verified first; ends with a sentence for one that is no fight."""
    lines = [(file.name, of_file(raw)) for file, raw in verified(place.paths)]
    return gathering.gathered(lines, place.population, place.titles, place.judges)


def print_answer(found: Found, sentence: str, form: Printed, head: Sequence[str] = ()) -> None:
    """Print an answer, and which fights it is of."""
    if form == "json":
        rows = [dict(zip(found.columns, row, strict=True)) for row in found.rows]
        as_json({"fights": sentence, "rows": rows})
    elif form == "csv":
        into = csv.writer(sys.stdout, lineterminator="\n")
        into.writerow(found.columns)
        into.writerows([_cell(value) for value in row] for row in found.rows)
    else:
        told = [line for each in (*head, f"Of {sentence}") for line in wrap(inert(each), WIDTH)]
        say("\n".join([*told, "", *_table(found)]))


def _table(found: Found) -> Iterator[str]:
    """Yield the rows as text: numbers to the right."""
    if not found.rows:
        yield "Nothing."
        return
    told = [[_text(value) for value in row] for row in found.rows]
    columns = list(zip(found.columns, *told, strict=True))
    wide = [max(map(cell_len, column)) for column in columns]
    right = [all(isinstance(row[n], int | float | None) for row in found.rows) for n in range(len(columns))]
    for row in ([*found.columns], *told):
        cells = (
            f"{'':{width - cell_len(cell)}}{cell}" if to_the_right else f"{cell}{'':{width - cell_len(cell)}}"
            for cell, width, to_the_right in zip(row, wide, right, strict=True)
        )
        yield "  ".join(cells).rstrip()


def _text(value: Any) -> str:
    """Return a value as people read it: fractions to three digits."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.3f}".rstrip("0").rstrip(".")
    return inert(", ".join(map(str, value)) if isinstance(value, list) else str(value))


def _cell(value: Any) -> Any:
    """Return what stands in a cell: a text that a spreadsheet would take for a formula begins with an apostrophe."""
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return f"'{inert(value)}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@") else value


def must_answer(asking: Asking | Spark, sql: str) -> Found:
    """Return what a question finds; ends with a sentence where the tables cannot answer it."""
    try:
        return asking.ask(sql)
    except NoAnswer as refused:
        stop(inert(str(refused)), WRONG)
