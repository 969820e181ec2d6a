"""What keeps a store in order."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cli import read_models, renewing, soundness, store
from cli.commands.options import DATA, Database, Folder, Json
from cli.progress import progress
from cli.reporting import as_json
from cli.stopping import WRONG, stop
from ledger.copying import copy_all
from ledger.dice.secrets import SecretsRefused, share_key
from ledger.refusals import LedgerRefused


def renew_chains(
    encounters: Annotated[list[str] | None, typer.Argument(help="The ids of encounters; all that roll else.")] = None,
    data: Folder = DATA,
    database: Database = None,
    new_key: Annotated[
        bool, typer.Option("--new-key", help="The key is lost: make another, or take the one that is there now.")
    ] = False,
    json: Json = False,
) -> None:
    """After an older copy of the store was put back: let the next rolls come from links that nobody has seen."""
    with store.kept(data, database, key="new" if new_key else "fits") as ledger:
        raise typer.Exit(0 if renewing.renew(ledger, encounters or (), json) else WRONG)


def check_store(
    encounters: Annotated[list[str] | None, typer.Argument(help="The ids of encounters; all without.")] = None,
    data: Folder = DATA,
    database: Database = None,
    json: Json = False,
) -> None:
    """Hold every line of the store against what was written, and name the encounters that are damaged."""
    with store.kept(data, database, whole=False) as ledger:
        raise typer.Exit(0 if soundness.tell(ledger, encounters or (), json) else WRONG)


def rebuild(
    name: Annotated[str | None, typer.Argument(help="lobby or tallies; all without a name.")] = None,
    data: Folder = DATA,
    database: Database = None,
    json: Json = False,
) -> None:
    """Build the tables of read models anew from the lines, while serving goes on."""
    with store.kept(data, database) as ledger:
        read_models.build_anew(ledger, name, json)


def copy_store(
    to: Annotated[str, typer.Option(help="Where to: the URL of a PostgreSQL database, or a folder.")],
    data: Folder = DATA,
    database: Database = None,
    json: Json = False,
) -> None:
    """Copy every encounter to another store, with its seats and dice, and compare both byte by byte."""
    folder, url = (data, to) if "=" in to or "://" in to else (Path(to), None)
    try:
        with store.kept(data, database) as source:
            share_key(data, folder)
            with store.opened(folder, url) as target:
                total = len(source.encounters())
                with progress("Moving", total) as step:
                    copied = []
                    for number, (_, new) in enumerate(copy_all(source, target), 1):
                        copied.append(new)
                        step(number)
    except (LedgerRefused, SecretsRefused) as refused:
        stop(str(refused), WRONG)
    if json:
        as_json({"encounters": total, "new": sum(copied)})
    else:
        print(f"Copied {sum(copied)} of {total} encounters to {to}; all {total} are there, byte for byte.")
