"""Fights as tables, in files for other programs."""

from __future__ import annotations

from enum import StrEnum
from importlib import import_module
from pathlib import Path
from typing import Annotated

import typer

from analytics.exports import exporting
from analytics.exports.exporting import Exported, Wish
from analytics.exports.judging import Judges
from analytics.exports.manifest import NoTables
from analytics.exports.pseudonyms import BadKey, Pseudonyms, key_of
from analytics.extras import MissingExtra, must_have
from bots.chances.shelf import judges_in
from bots.lab.fitting import NoNumpy
from cli import store
from cli.chances import may_end
from cli.commands.options import DATA, Database, Folder, Json
from cli.commands.systems import must_be_a_system
from cli.progress import progress
from cli.reporting import as_json, aside
from cli.stopping import WRONG, contents, say, stop
from projections.analytics.dictionary_page import page
from projections.analytics.sources import Population
from projections.wording import counted, inert

UNFINISHED = "Stopped: what was not finished counts for nothing, so begin again."


class Written(StrEnum):
    """How tables are written."""

    PARQUET = "parquet"
    CSV = "csv"
    NDJSON = "ndjson"
    SQLITE = "sqlite"
    DUCKDB = "duckdb"


def tables(
    to: Annotated[Path | None, typer.Option(help="The folder for the tables; it may hold some already.")] = None,
    form: Annotated[
        Written, typer.Option("--format", help="parquet and duckdb need the extra `analytics`.")
    ] = Written.PARQUET,
    anew: Annotated[bool, typer.Option("--all", help="Write all fights, not only those that changed since.")] = False,
    since: Annotated[
        int | None, typer.Option(min=0, help="Only fights with lines after this position: a bookmark of a manifest.")
    ] = None,
    system: Annotated[str | None, typer.Option(help="Only fights of this system.")] = None,
    ended: Annotated[
        bool, typer.Option("--ended", help="Also fights that are over and not closed, as everybody knows them.")
    ] = False,
    forks: Annotated[bool, typer.Option("--forks", help="What-ifs too.")] = False,
    seat: Annotated[str | None, typer.Option(help="Fights as this seat knows them, of which it is one.")] = None,
    pseudonyms: Annotated[
        Path | None, typer.Option(help="A file with a key: names become pseudonyms, sheets drop out.")
    ] = None,
    options: Annotated[
        bool, typer.Option("--options", help="Also what else was on offer at each command: asks the rules again.")
    ] = False,
    judge: Annotated[
        bool, typer.Option("--judge", help="Also how the chances went: fights many times from each opening first.")
    ] = False,
    compact: Annotated[bool, typer.Option("--compact", help="Only put the many files of each month together.")] = False,
    dictionary: Annotated[bool, typer.Option("--dictionary", help="Only print what the columns are.")] = False,
    data: Folder = DATA,
    database: Database = None,
    json: Json = False,
) -> None:
    """Write fights as tables for other programs: all that are closed, or those that changed since the last time."""
    if dictionary:
        say(page().rstrip("\n"))
        return
    if to is None:
        stop("Name the folder for the tables with --to.")
    try:
        if compact:
            months = _compacted(to)
            say(f"{to}: {counted(months, 'month')} put together.")
            return
        if system is not None:
            must_be_a_system(system)
        if anew and since is not None:
            stop("Name one of --all and --since.")
        population = Population(system=system, ended=ended, forks=forks, seat=seat)
        key = _key(pseudonyms)
        with may_end(UNFINISHED), store.kept(data, database) as ledger, progress("Reading fights") as step:
            learning = step.beside("Learning")
            wish = Wish(
                population=population,
                form=form.value,
                anew=anew,
                since=since,
                pseudonyms=key,
                options=options,
                judges=Judges(shelf=judges_in(data), workers=None, watch=learning) if judge else None,
            )
            exported = exporting.export(ledger, to, wish, step=step)
    except (NoTables, MissingExtra, BadKey, NoNumpy) as refused:
        stop(str(refused))
    _tell(exported, to, json=json)


def _compacted(folder: Path) -> int:
    must_have("pyarrow")
    return int(import_module("analytics.exports.compaction").compact(folder))


def _key(file: Path | None) -> Pseudonyms | None:
    return None if file is None else Pseudonyms(key_of(contents(file)))


def _tell(exported: Exported, to: Path, *, json: bool) -> None:
    """Say what was written, what does not count, and what could not be read."""
    manifest = exported.manifest
    if json:
        as_json(
            {
                "fights": exported.fights,
                "lines": exported.lines,
                "bookmark": manifest.bookmark,
                "held": len(manifest.fights),
                "left_out": manifest.left_out,
                "unread": exported.unread,
            }
        )
    else:
        say(
            f"Wrote {counted(exported.fights, 'fight')} of {counted(exported.lines, 'line')}; {to} holds "
            f"{counted(len(manifest.fights), 'fight')} up to position {manifest.bookmark}."
        )
        for why, times in manifest.left_out.items():
            say(f"Left out: {counted(times, 'fight')} ({why}).")
    for each in exported.unread:
        aside(inert(f"{each.encounter}: {each.why}"))
    if exported.unread:
        raise typer.Exit(WRONG)
