"""What one fight, or many, came to, as a page."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from analytics.exports.judging import Judges
from analytics.gathering import Gathered, in_store
from analytics.report import campaign as campaigns
from analytics.report import fight, fights
from bots.chances.shelf import judges_in
from bots.lab.fitting import NoNumpy
from cli import store
from cli.asking import Place, gathered
from cli.chances import judged, may_end
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
        bool,
        typer.Option(
            "--judge",
            help="Of one fight, also what decided it; of many, how long they stay open: fights them many times first.",
        ),
    ] = False,
    rollouts: Annotated[
        bool, typer.Option("--rollouts", help="With --judge of one fight, also look at the largest swings by fights.")
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
    if campaign and (judge or encounter is not None):
        _stop_for_a_campaign(judge=judge)
    if rollouts and not (judge and (encounter is not None or len(files or ()) == 1)):
        stop("Rollouts look at what a judge saw in one fight: name --judge, and one exported fight or --encounter.")
    if encounter is not None:
        lines = _kept(encounter, data, database)
        folded = fight_of(b"\n".join(lines.raw), encounter) if judge else None
        made = _of_one(lines, folded, data, rollouts=rollouts)
    elif files and len(files) == 1 and not campaign:
        ((file, raw),) = verified(files)
        made = _of_one(of_file(raw), fight_of(raw, str(file)) if judge else None, data, rollouts=rollouts)
    else:
        population = Population(system=system, ended=ended)
        titles = campaign or ()
        judges = Judges(shelf=judges_in(data), workers=None) if judge else None
        place = Place(
            paths=files or (), data=data, database=database, population=population, titles=titles, judges=judges
        )
        found = _gathered(place)
        made, unread = _of_many(found, titles), bool(found.unread)
    page = made.encode()
    write(out, page)
    say(f"Wrote {out}: {len(page)} bytes.")
    if unread:
        raise typer.Exit(WRONG)


def _stop_for_a_campaign(*, judge: bool) -> NoReturn:
    if judge:
        stop("A judge is asked of one fight, or of many, but of no campaign: name one of --judge and --campaign.")
    stop("One fight is no campaign: name one of --campaign and --encounter.")


def _gathered(place: Place) -> Gathered:
    try:
        with may_end("Stopped while judges were learning: no report was written."):
            return gathered(place)
    except NoNumpy as missing:
        stop(str(missing))


def _of_many(found: Gathered, titles: Sequence[str]) -> str:
    if found.left_out["of another title"] and not found.fights:
        aside("No fight that counts has a title that begins so.")
    return campaigns.report(found.rows, found.sentence, titles) if titles else fights.report(found.rows, found.sentence)


def _of_one(lines: Lines, folded: Fight | None, data: Path, *, rollouts: bool) -> str:
    """Return the report of a fight, with what decided it where it is given as it was folded."""
    try:
        rows = extract(lines)
    except Unreadable as unreadable:
        stop(str(unreadable), WRONG)
    return fight.report(rows, None if folded is None else judged(folded, data, rollouts=rollouts))


def _kept(encounter: str, data: Path, database: str | None) -> Lines:
    """Return the lines of a fight of the store; ends with a sentence where there is none."""
    with store.kept(data, database) as ledger:
        found: Sequence[tuple[str, Lines]] = [*in_store(ledger, Population(), encounter)]
    if not found:
        stop(f"There is no fight {encounter} in the store, or its lines are archived.")
    return found[0][1]
