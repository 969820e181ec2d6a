"""The chances of a fight, by a judge that learnt from automatic players; left out where it foresees nothing."""

from __future__ import annotations

from pathlib import Path

from bots.chances.judges import LEARNT, SEED, Judges
from bots.chances.shelf import judges_in
from bots.lab.fitting import NoNumpy
from bots.lab.judge import Trial
from bots.lab.swings import Course, course, start_of
from cli.progress import progress
from cli.reporting import aside
from cli.stopping import stop
from ledger.table.fight import Fight


def judged(fight: Fight, data: Path) -> tuple[Course, Trial] | None:
    """Return how the chance of the winner, or of the first side, went; None, said on stderr, without a good judge.

    A judge that is kept in the data folder is asked, and kept there where it learns now.
    """
    if not fight.ends:
        return None
    start = start_of(fight)
    side = fight.encounter.winner or next((who.side for who in start.combatants.values()), None)
    if side is None:
        return None
    try:
        with progress("Learning", LEARNT) as step:
            asked, worth = Judges(judges_in(data)).of(start, fights=LEARNT, seed=SEED, watch=step)
    except NoNumpy as missing:
        stop(str(missing))
    if worth.fault is not None:
        aside(f"No judge of this fight is worth asking, so the report has no chances. {worth.fault}")
        return None
    return course(fight, asked, side, SEED), worth
