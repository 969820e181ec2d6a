"""The chances of a fight, by a judge that learnt from automatic players; left out where it foresees nothing."""

from __future__ import annotations

from bots.lab.fitting import NoNumpy
from bots.lab.judge import Trial, judge
from bots.lab.swings import Course, course, start_of
from bots.players import PLAYERS
from bots.sparring import seats_in
from cli.progress import progress
from cli.reporting import aside
from cli.stopping import stop
from ledger.table.fight import Fight

LEARNT = 400
"""So many fights a judge learns from."""
SEED = 1


def judged(fight: Fight) -> tuple[Course, Trial] | None:
    """Return how the chance of the winner, or of the first side, went; None, said on stderr, without a good judge."""
    if not fight.ends:
        return None
    start = start_of(fight)
    side = fight.encounter.winner or next((who.side for who in start.combatants.values()), None)
    if side is None:
        return None
    try:
        with progress("Learning", LEARNT) as step:
            asked, worth = judge(start, seats_in(start), PLAYERS["sensible"], fights=LEARNT, seed=SEED, watch=step)
    except NoNumpy as missing:
        stop(str(missing))
    if worth.fault is not None:
        aside(f"No judge of this fight is worth asking, so the report has no chances. {worth.fault}")
        return None
    return course(fight, asked, side, SEED), worth
