"""What fights come to together: who won how often, whose dice were lucky, at what pace who plays."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter, Request

from api.calls.tallies import System
from api.lanes import lanes_of
from api.seats import ShownKeys, TheLedger, belonging
from api.shapes.problems import documented
from ledger.application import Ledger
from ledger.refusals import LedgerRefused
from ledger.table.knowledge import STRANGER
from projections.analytics.dictionary import SHEETS
from projections.analytics.extraction import Rows, extract
from projections.analytics.lines import Unreadable
from projections.analytics.sources import Population, left_out, of_store
from projections.analytics.summing import Pace, SeatsLuck, Winning, lucks, turns_of, wins

router = APIRouter(prefix="/api/summary", tags=["encounters"])

MOST = 100
"""So many fights are looked at, the newest."""
MOST_OF_ALL = 1000
"""Among so many the operator's are looked for."""
OVER = Population(ended=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Summing:
    """What the ``fights`` that are over come to; ``left_out`` go on, are what-ifs, or cannot be read."""

    fights: int
    left_out: int
    won: tuple[Winning, ...]
    luck: tuple[SeatsLuck, ...]
    pace: tuple[Pace, ...]


@router.get("", responses=documented(401, 404, 422, 503))
async def the_summary(request: Request, ledger: TheLedger, keys: ShownKeys, system: System = None) -> Summing:
    """Sum up the fights that the keys belong to: how often each side won, the luck of each seat, its pace.

    It is made of what everybody knows of fights that are over, as `encounter report` and `encounter query` count it:
    what was taken back does not count, and neither do what-ifs. Of more than 100 fights the newest are looked at; the
    operator's are sought among the newest 1000.
    """
    lanes = lanes_of(request)

    def summed() -> Summing:
        mine = belonging(request, ledger, keys)
        wanted = [each for each in by_age(ledger, mine) if system in (None, each[1])][-MOST:]
        found: Summing = lanes.known.of(("summary", *wanted), lambda: _summed(ledger, [each for each, *_ in wanted]))
        return found

    return await lanes.reports.do(summed)


def by_age(ledger: Ledger, mine: Iterable[str] | None) -> list[tuple[str, str, int]]:
    """Return the fights that are asked for, by id, system and version, the newest last; of the operator any."""
    if mine is None:
        return [(each.encounter, each.system, each.version) for each in ledger.newest(MOST_OF_ALL)]
    found = []
    for encounter in mine:
        with suppress(LedgerRefused):
            found.append(ledger.fight(encounter, STRANGER))
    found.sort(key=lambda fight: fight.lines[0].at)
    return [(fight.id, fight.encounter.system, fight.version) for fight in found]


def _summed(ledger: Ledger, encounters: Sequence[str]) -> Summing:
    rows: dict[str, list[Any]] = {name: [] for name in SHEETS}
    fights = 0
    for encounter in encounters:
        if (told := _rows(ledger, encounter)) is not None:
            fights += 1
            for name, some in told.items():
                rows[name] += some
    return Summing(
        fights=fights, left_out=len(encounters) - fights, won=wins(rows), luck=lucks(rows), pace=turns_of(rows)
    )


def _rows(ledger: Ledger, encounter: str) -> Rows | None:
    """Return the rows of a fight as everybody knows it; None for one that does not count, or cannot be read."""
    try:
        rows = extract(of_store(ledger, encounter, STRANGER))
    except (Unreadable, LedgerRefused):
        return None
    return None if left_out(rows, OVER) is not None else rows
