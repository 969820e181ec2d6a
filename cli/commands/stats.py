"""Who did how much."""

from __future__ import annotations

from typing import Annotated

import typer

from cli import examples, read_models, store
from cli.commands.options import DATA, Database, Folder, Json
from cli.commands.systems import must_be_a_system
from cli.stopping import stop


def stats(
    system: Annotated[str | None, typer.Option(help="Only encounters of this system.")] = None,
    encounter: Annotated[str | None, typer.Option(help="Only this encounter.")] = None,
    data: Folder = DATA,
    database: Database = None,
    json: Json = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print for spreadsheets: one row a measure.")] = False,
) -> None:
    """Count who dealt, took, healed, rolled and moved how much; what was taken back, or overruled, does not count."""
    if json and as_csv:
        stop("Name one of --json and --csv.")
    if system is not None:
        must_be_a_system(system)
    wanted = read_models.Wanted(system=system, encounter=encounter, without=examples.kept_in(data))
    with store.kept(data, database) as ledger:
        read_models.print_tallies(ledger, wanted, "csv" if as_csv else "json" if json else "text")
