"""The fight of the etiquette transcript and a judge of it, which learns once for all tests of a process."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from bots.lab.judge import Judge, judge
from bots.lab.swings import start_of
from bots.lab.trial import Trial
from bots.players import sensible
from bots.sparring import seats_in
from ledger.proof import exporting
from ledger.table.fight import Fight

FIGHT = Path(__file__).parent / "transcripts" / "etiquette.ndjson"
FIGHTS = 80
"""From fewer it is not asked."""


@cache
def fought() -> Fight:
    """Return the fight."""
    return Fight().then(exporting.read(FIGHT.read_bytes())[1])


@cache
def judged() -> tuple[Judge, Trial]:
    """Return the judge, and what it is worth."""
    start = start_of(fought())
    return judge(start, seats_in(start), sensible, fights=FIGHTS, seed=1)
