"""Files into the store, and out of it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cli import archiving, store
from cli.commands.options import DATA, Database, File, Folder, Json
from cli.reporting import as_json
from cli.stopping import WRONG, contents, stop
from ledger.refusals import LedgerRefused
from projections.admission import take_in


def import_file(file: File, data: Folder = DATA, database: Database = None, json: Json = False) -> None:
    """Take an exported fight into the store, read only, after verifying it."""
    raw = contents(file)
    with store.opened(data, database) as ledger:
        try:
            taken = take_in(ledger, raw)
        except LedgerRefused as refused:
            stop(refused.message, WRONG)
    if json:
        as_json({"encounter": taken})
    else:
        print(f"Imported {taken} into {data}.")


def archive(
    to: Annotated[Path, typer.Option(help="The folder for the files, one an encounter.")],
    encounters: Annotated[list[str] | None, typer.Argument(help="The ids of encounters that are over.")] = None,
    ended_before: Annotated[
        str | None, typer.Option(help="All that ended, and were last changed, before this date: 2026-03-31.")
    ] = None,
    data: Folder = DATA,
    database: Database = None,
    json: Json = False,
) -> None:
    """Write fights that are over to files, verify these, and only then take the lines out of the store."""
    with store.kept(data, database) as ledger:
        wanted = archiving.chosen(ledger, encounters or (), ended_before)
        raise typer.Exit(archiving.STATUS[archiving.archive(ledger, wanted, to, json)])


def restore(
    files: Annotated[list[Path], typer.Argument(help="Files that fights were archived to.")],
    data: Folder = DATA,
    database: Database = None,
    json: Json = False,
) -> None:
    """Put archived fights back into the store, as they were."""
    with store.kept(data, database) as ledger:
        raise typer.Exit(archiving.STATUS[archiving.restore(ledger, files, json)])
