"""How lucky everybody was."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from cli import store
from cli.commands.options import DATA, Database, Folder, Json
from cli.exported import fight_in, fight_of
from cli.reporting import as_json
from cli.stopping import say, stop
from ledger.refusals import LedgerRefused
from ledger.table.fight import Fight
from projections.luck.reckoning import luck as reckoned
from projections.luck.sentences import sentences


def luck(
    files: Annotated[list[Path] | None, typer.Argument(help="Exported fights; several are counted together.")] = None,
    encounter: Annotated[str | None, typer.Option(help="An encounter of the store, in place of files.")] = None,
    data: Folder = DATA,
    database: Database = None,
    json: Json = False,
) -> None:
    """Say how lucky everybody's dice were in exported fights, and how often fair dice do the same."""
    if bool(files) == (encounter is not None):
        stop("Name either exported fights, or --encounter with the id of one in the store.")
    fights = [_kept(encounter, data, database)] if encounter is not None else [fight_in(file) for file in files or ()]
    if len({fight.id for fight in fights}) < len(fights):
        stop("Two of the files hold the same fight: name each fight once.")
    found = reckoned(fights)
    if json:
        as_json({**asdict(found), "sentences": sentences(found)})
    else:
        say("\n".join(sentences(found)))


def _kept(encounter: str, data: Path, database: str | None) -> Fight:
    """Return a fight of the store as everybody knows it; ends with a sentence where there is none."""
    with store.kept(data, database) as ledger:
        try:
            raw = ledger.export(encounter)
        except LedgerRefused as refused:
            stop(refused.message)
    return fight_of(raw, encounter)
