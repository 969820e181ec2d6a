"""What decided a fight."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from bots.chances.course import NoChances, must_be_foreseeable
from bots.chances.judges import SEED
from bots.lab.judge import Judge
from bots.lab.regrets import Regret, choices_of, costliest
from bots.lab.sentences import of_course, of_regrets
from bots.lab.swings import course, start_of
from cli.chances import judge_of, may_end
from cli.commands.options import DATA, File, Json
from cli.exported import fight_in
from cli.progress import progress
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
        bool,
        typer.Option("--regrets", help="Also say which choices cost most beside the best on offer: takes minutes."),
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
    weighed = _costliest(fight, asked, seed) if choices else None
    if json:
        regrets = {} if weighed is None else {"choices": weighed[0], "regrets": [asdict(each) for each in weighed[1]]}
        as_json({**asdict(found), "judge": asdict(worth), **regrets})
    else:
        said = [] if weighed is None else of_regrets(*weighed)
        say("\n".join([*of_course(found, worth), *said]))


def _costliest(fight: Fight, judge: Judge, seed: int) -> tuple[int, tuple[Regret, ...]]:
    """Return how many choices there were, and those that cost most; in a terminal it shows how far that is."""
    every = [*choices_of(fight)]
    with (
        may_end("Stopped while choices were weighed: nothing is said of any."),
        progress("Weighing choices", len(every)) as step,
    ):
        return costliest(every, judge, seed, weighing=step, fighting=step.beside("Fighting on from the costliest"))


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
