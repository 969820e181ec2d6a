"""A fight as a file that verifies by itself."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from api.estimates.waiting import Estimates
from cli import store
from cli.commands.options import DATA, Database, Folder, State
from cli.playing import starting
from cli.stopping import stop, write
from files.pages.replay import replay_of
from ledger.application import Ledger
from ledger.refusals import LedgerRefused, NoStore


class Form(StrEnum):
    """How a fight is written."""

    LINES = "lines"
    HTML = "html"


def export(
    encounter: Annotated[str, typer.Argument(help="The id of an encounter in the store, or the link of a seat.")],
    form: Annotated[
        Form, typer.Option("--format", help="`lines` to be verified, or `html`: to be looked at in a browser too.")
    ] = Form.LINES,
    out: Annotated[Path | None, typer.Option(help="The file to write; standard output else.")] = None,
    data: Folder = DATA,
    database: Database = None,
    state: State = None,
) -> None:
    """Write a fight to a file that verifies by itself; by the link of a seat as far as that seat knows it."""
    if "#" in encounter:
        raw = starting.exported_there(encounter, state, form.value)
    else:
        raw = _exported(encounter, form, data, database)
    if out is None:
        sys.stdout.buffer.write(raw)
    else:
        write(out, raw)
        print(f"Wrote {out}: {len(raw)} bytes.")


def _exported(encounter: str, form: Form, data: Path, database: str | None) -> bytes:
    # Of a file that is damaged some fights are whole.
    with store.kept(data, database, whole=False) as ledger:
        try:
            told = Estimates(ledger, data).in_a_file
            return replay_of(ledger, encounter, None, told) if form is Form.HTML else ledger.export(encounter)
        except LedgerRefused as refused:
            stop(f"{refused.message} {_those_in(ledger, data)}")


def _those_in(ledger: Ledger, folder: Path) -> str:
    """Return which encounters a store holds, in a sentence."""
    try:
        there = [each.encounter for each in ledger.encounters() if not each.archived][-5:]
    except NoStore:
        return "`encounter check-store` names what can still be read."
    return f"The newest in {folder}: {', '.join(there)}." if there else f"There is none at all in {folder}."
