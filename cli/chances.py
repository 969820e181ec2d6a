"""The chances of a fight, by a judge that learnt from automatic players; left out where it foresees nothing."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from pathlib import Path

from bots.chances.course import NoChances, must_be_foreseeable
from bots.chances.judges import SEED, Judges, fights_for
from bots.chances.shelf import judges_in
from bots.lab.fitting import NoNumpy
from bots.lab.judge import Judge
from bots.lab.swings import Course, course, start_of
from bots.lab.trial import Trial
from cli.progress import progress
from cli.reporting import aside
from cli.stopping import INTERRUPTED, ended_from_outside, stop
from domain.encounter import Encounter
from ledger.table.fight import Fight


def judged(fight: Fight, data: Path, *, rollouts: bool = False) -> tuple[Course, Trial] | None:
    """Return how the chance of the winner, or of the first side, went; None, said on stderr, without a good judge.

    With ``rollouts`` the largest swings are looked at by fights that go on from there.
    """
    if not fight.ends:
        return None
    try:
        must_be_foreseeable(fight.encounter)
    except NoChances as reason:
        aside(f"The report has no chances. {reason}")
        return None
    start = start_of(fight)
    side = fight.encounter.winner or next((who.side for who in start.combatants.values()), None)
    if side is None:
        return None
    asked, worth = judge_of(start, data)
    if worth.fault is not None:
        aside(f"No judge of this fight is worth asking, so the report has no chances. {worth.fault}")
        return None
    return course(fight, asked, side, SEED, rollouts=rollouts), worth


def judge_of(start: Encounter, data: Path, *, fights: int | None = None, seed: int = SEED) -> tuple[Judge, Trial]:
    """Return the judge of a fight: one that is kept in the data folder, else it learns now, and is kept there."""
    many = fights_for(start.system) if fights is None else fights
    try:
        with (
            may_end("Stopped while a judge was learning: nothing of that is kept."),
            progress("Learning", many) as step,
        ):
            return Judges(judges_in(data)).of(start, fights=many, seed=seed, workers=None, watch=step)
    except NoNumpy as missing:
        stop(str(missing))


@contextmanager
def may_end(said: str) -> Iterator[None]:
    """End with a sentence where Ctrl-C ends what goes on, of which that is ``said``, or somebody a process of it."""
    try:
        yield
    except BrokenProcessPool:
        ended_from_outside()
    except KeyboardInterrupt:
        stop(said, INTERRUPTED)
