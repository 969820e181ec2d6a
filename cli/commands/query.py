"""Shipped questions, and questions of one's own, asked of fights."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from analytics import queries as shipped
from analytics.engine.dialects import Dialect, said_in
from analytics.extras import MissingExtra
from analytics.queries import NoSuchQuery, Query
from cli import asking
from cli.asking import Engine, Place, Printed
from cli.commands.options import DATA, Database, Folder, Json
from cli.commands.systems import must_be_a_system
from cli.reporting import as_json
from cli.stopping import say, stop
from projections.analytics.sources import Population

Where = Annotated[
    list[Path] | None,
    typer.Option("--from", help="A folder of tables, or an exported fight; several fights with --from each."),
]
System = Annotated[str | None, typer.Option(help="Only fights of this system.")]
Ended = Annotated[bool, typer.Option("--ended", help="Also fights that are over and not closed.")]
Running = Annotated[bool, typer.Option("--running", help="Also fights that go on, as everybody knows them.")]
Csv = Annotated[bool, typer.Option("--csv", help="Print for spreadsheets.")]


def query(
    name: Annotated[str | None, typer.Argument(help="A question; without one they are listed.")] = None,
    where: Where = None,
    system: System = None,
    ended: Ended = False,
    running: Running = False,
    data: Folder = DATA,
    database: Database = None,
    json: Json = False,
    as_csv: Csv = False,
    engine: Annotated[Engine, typer.Option(help="What is asked: spark needs the extra of its name, and Java.")] = (
        Engine.DUCKDB
    ),
    as_sql: Annotated[
        bool, typer.Option("--sql", help="Only print the question in SQL, to be asked elsewhere.")
    ] = False,
    dialect: Annotated[
        Dialect, typer.Option(help="With --sql, whose SQL; others than duckdb are translated, and not tried.")
    ] = Dialect.DUCKDB,
) -> None:
    """Ask a shipped question of many fights: who wins, how long it takes, which rule never comes up."""
    form = _form(json=json, as_csv=as_csv)
    if name is None:
        _list(form)
        return
    try:
        wanted = shipped.query(name)
    except NoSuchQuery as nothing:
        stop(str(nothing.args[0]))
    if as_sql:
        say(_translated(wanted, dialect).rstrip("\n"))
        return
    place = _place(where, data, database, system, ended=ended, running=running)
    with asking.asked(place, engine) as (tables, sentence):
        found = asking.must_answer(tables, wanted.sql)
        asking.print_answer(found, sentence, form, _head(wanted))


def _translated(wanted: Query, dialect: Dialect) -> str:
    try:
        return said_in(wanted, dialect)
    except MissingExtra as missing:
        stop(str(missing))


def sql(
    statement: Annotated[str, typer.Argument(help="One statement of SQL that reads; docs/tables.md has the columns.")],
    where: Where = None,
    system: System = None,
    ended: Ended = False,
    running: Running = False,
    data: Folder = DATA,
    database: Database = None,
    json: Json = False,
    as_csv: Csv = False,
) -> None:
    """Ask a question of one's own of many fights, in SQL, by an engine that reaches nothing but their tables."""
    form = _form(json=json, as_csv=as_csv)
    with asking.asked(_place(where, data, database, system, ended=ended, running=running)) as (tables, sentence):
        asking.print_answer(asking.must_answer(tables, statement), sentence, form)


def _form(*, json: bool, as_csv: bool) -> Printed:
    if json and as_csv:
        stop("Name one of --json and --csv.")
    return "csv" if as_csv else "json" if json else "text"


def _place(
    where: list[Path] | None, data: Path, database: str | None, system: str | None, *, ended: bool, running: bool
) -> Place:
    if system is not None:
        must_be_a_system(system)
    paths = where or []
    missing = next((path for path in paths if not path.exists()), None)
    if missing is not None:
        stop(f"There is no folder and no file {missing}.")
    if (system is not None or ended or running) and any(path.is_dir() for path in paths):
        stop("Which fights a folder of tables holds was said when it was written: ask it as it is.")
    return Place(
        paths=paths, data=data, database=database, population=Population(system=system, ended=ended, running=running)
    )


def _head(wanted: Query) -> tuple[str, ...]:
    return (wanted.question, f"{wanted.of} Read it so: {wanted.reads}")


def _list(form: Printed) -> None:
    """Print the questions, with who asks them."""
    every = shipped.queries()
    if form == "json":
        as_json([{"name": each.name, "asks": each.asks, "question": each.question} for each in every.values()])
        return
    wide = max(map(len, every))
    asks = ""
    for each in every.values():
        if each.asks != asks:
            asks = each.asks
            say(f"For the {asks}")
        say(f"  {each.name:{wide}}  {each.question}")
