"""What one fight, or many, came to, as a page."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from analytics.gathering import Gathered, in_store
from analytics.report import campaign as campaigns
from analytics.report import fight, fights
from cli import store
from cli.asking import Place, gathered
from cli.chances import judged
from cli.commands.options import DATA, Database, Folder
from cli.commands.systems import must_be_a_system
from cli.exported import fight_of, verified
from cli.reporting import aside
from cli.stopping import WRONG, must_be_writable, say, stop, write
from ledger.table.fight import Fight
from projections.analytics.extraction import extract
from projections.analytics.lines import Lines, Unreadable, of_file
from projections.analytics.sources import Population


def report(
    files: Annotated[list[Path] | None, typer.Argument(help="Exported fights: one, or several together.")] = None,
    out: Annotated[Path, typer.Option(help="The file to write.")] = Path("report.html"),
    encounter: Annotated[str | None, typer.Option(help="One fight of the store, as everybody knows it.")] = None,
    system: Annotated[str | None, typer.Option(help="Only fights of this system.")] = None,
    campaign: Annotated[
        list[str] | None, typer.Option(help="Fights whose title begins so, as one campaign: evening by evening.")
    ] = None,
    ended: Annotated[bool, typer.Option("--ended", help="Of many, also fights that are over and not closed.")] = False,
    judge: Annotated[
        bool, typer.Option("--judge", help="Of one fight, also what decided it: fights it many times first.")
    ] = False,
    data: Folder = DATA,
    database: Database = None,
) -> None:
    """Write what one fight, or many, came to, as one page without a script, to be read on a screen or on paper."""
    if files and encounter is not None:
        stop("Name either exported fights, or --encounter with the id of one in the store.")
    if system is not None:
        must_be_a_system(system)
    must_be_writable(out)
    unread = False
    if campaign and encounter is not None:
        stop("One fight is no campaign: name one of --campaign and --encounter.")
    if judge and (campaign or (encounter is None and len(files or ()) != 1)):
        stop("A judge is asked of one fight: name one exported fight, or --encounter.")
    if encounter is not None:
        lines = _kept(encounter, data, database)
        made = _of_one(lines, fight_of(b"\n".join(lines.raw), encounter) if judge else None, data)
    elif files and len(files) == 1 and not campaign:
        ((file, raw),) = verified(files)
        made = _of_one(of_file(raw), fight_of(raw, str(file)) if judge else None, data)
    else:
        population = Population(system=system, ended=ended)
        titles = campaign or ()
        found = gathered(Place(paths=files or (), data=data, database=database, population=population, titles=titles))
        made, unread = _of_many(found, titles), bool(found.unread)
    page = made.encode()
    write(out, page)
    say(f"Wrote {out}: {len(page)} bytes.")
    if unread:
        raise typer.Exit(WRONG)


def _of_many(found: Gathered, titles: Sequence[str]) -> str:
    if found.left_out["of another title"] and not found.fights:
        aside("No fight that counts has a title that begins so.")
    return campaigns.report(found.rows, found.sentence, titles) if titles else fights.report(found.rows, found.sentence)


def _of_one(lines: Lines, folded: Fight | None, data: Path) -> str:
    """Return the report of a fight, with what decided it where it is given as it was folded."""
    try:
        rows = extract(lines)
    except Unreadable as unreadable:
        stop(str(unreadable), WRONG)
    return fight.report(rows, None if folded is None else judged(folded, data))


def _kept(encounter: str, data: Path, database: str | None) -> Lines:
    """Return the lines of a fight of the store; ends with a sentence where there is none."""
    with store.kept(data, database) as ledger:
        found: Sequence[tuple[str, Lines]] = [*in_store(ledger, Population(), encounter)]
    if not found:
        stop(f"There is no fight {encounter} in the store, or its lines are archived.")
    return found[0][1]
