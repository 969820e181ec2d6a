"""What decided a fight."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from bots.chances.course import NoChances, must_be_foreseeable
from bots.chances.judges import SEED
from bots.lab.regrets import costliest
from bots.lab.sentences import of_course, of_regrets
from bots.lab.swings import course, start_of
from cli.chances import judge_of
from cli.commands.options import DATA, File, Json
from cli.exported import fight_in
from cli.reporting import as_json
from cli.stopping import WRONG, say, stop
from domain.encounter import Encounter
from ledger.table.fight import Fight
from projections.wording import listed


def swings(
    file: File,
    side: Annotated[str | None, typer.Option(help="Whose chance is told; else that of the side that won.")] = None,
    fights: Annotated[
        int | None,
        typer.Option(min=40, max=100_000, help="How many fights the judge learns from; else as many as take seconds."),
    ] = None,
    seed: Annotated[int, typer.Option(help="For those fights: the same comes to the same.")] = SEED,
    rollouts: Annotated[
        bool, typer.Option("--rollouts", help="Look at the largest swings once more, by fights.")
    ] = False,
    choices: Annotated[
        bool, typer.Option("--regrets", help="Also say which choices cost most beside the best on offer.")
    ] = False,
    json: Json = False,
    data: Annotated[
        Path, typer.Option("--data", envvar="ENCOUNTER_DATA", help="The folder that keeps judges, if it is there.")
    ] = DATA,
) -> None:
    """Say which commands of an exported fight decided it, and how much of that was the dice."""
    fight = fight_in(file)
    start = _start(fight)
    whose = _side(fight, start, side)
    asked, worth = judge_of(start, data, fights=fights, seed=seed)
    if worth.fault is not None:
        stop(f"No judge of this fight is worth asking. {worth.fault}", WRONG)
    found = course(fight, asked, whose, seed, rollouts=rollouts)
    weighed = costliest(fight, asked, seed) if choices else None
    if json:
        regrets = {} if weighed is None else {"choices": weighed[0], "regrets": [asdict(each) for each in weighed[1]]}
        as_json({**asdict(found), "judge": asdict(worth), **regrets})
    else:
        said = [] if weighed is None else of_regrets(*weighed)
        say("\n".join([*of_course(found, worth), *said]))


def _start(fight: Fight) -> Encounter:
    if not fight.ends:
        stop("The fight has not begun: nothing can be said of it.")
    try:
        must_be_foreseeable(fight.encounter)
    except NoChances as reason:
        stop(str(reason), WRONG)
    return start_of(fight)


def _side(fight: Fight, start: Encounter, side: str | None) -> str:
    """Return whose chance is told; ends with a sentence for a side that is none."""
    sides = [*dict.fromkeys(who.side for who in start.combatants.values())]
    whose = side or fight.encounter.winner or sides[0]
    if whose not in sides:
        stop(f"There is no side {whose!r}: name {listed(sides, 'or')}.")
    return whose
