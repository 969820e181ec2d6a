"""What a command could come to, before it is given."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request

from api.calls.commands import IfMatch, declared_here, must_be_meant_for, version_of
from api.lanes import lanes_of
from api.seats import AtTable, Seated, TheLedger
from api.shapes.documentation import takes
from api.shapes.messages import Declared
from api.shapes.problems import Wrong, documented
from api.shapes.samples import ATTACKS
from ledger.application import Ledger
from ledger.line.lines import plain
from ledger.table.accepting import must_be_the_time
from ledger.table.answers import Declaration
from ledger.table.fight import Fight
from projections.odds import NotCounted, Odds, odds
from projections.odds.disclosure import odds_to
from projections.preview import Preview, preview

router = APIRouter(prefix="/api/encounters/{encounter}", tags=["playing"])


@router.post(
    "/odds",
    openapi_extra=takes("Declared", ATTACKS),
    responses=documented(401, 403, 404, 409, 412, 413, 415, 422, 503),
)
async def the_odds(
    request: Request,
    at: AtTable,
    ledger: TheLedger,
    declared: Annotated[Declared[Any], Depends(declared_here)],
    if_match: IfMatch = None,
) -> Odds:
    """Tell the exact odds of a command. Nothing is written and no die is rolled.

    The body is that of a command, and what would be refused as one is refused here in the same words.
    """
    return await lanes_of(request).odds.do(lambda: _counted(at, ledger, declared, if_match))


@router.post(
    "/preview",
    openapi_extra=takes("Declared", ATTACKS),
    responses=documented(401, 403, 404, 409, 412, 413, 415, 422),
)
def the_preview(
    at: AtTable,
    ledger: TheLedger,
    declared: Annotated[Declared[Any], Depends(declared_here)],
    if_match: IfMatch = None,
) -> Preview:
    """Tell what a command would do, as far as this seat can know before any die falls. Nothing is written or rolled.

    The body is that of a command, and what would be refused as one is refused here in the same words.
    """
    fight, wish = _asked(at, ledger, declared, if_match, "A preview is")
    return preview(fight, at.seat, wish.action, plain(wish.action))


def _counted(at: Seated, ledger: Ledger, declared: Declared[Any], if_match: str | None) -> Odds:
    fight, wish = _asked(at, ledger, declared, if_match, "Odds are")
    try:
        return odds_to(fight, odds(fight.encounter, wish.action))
    except NotCounted as why:
        raise Wrong("no-odds", str(why)) from None


def _asked(
    at: Seated, ledger: Ledger, declared: Declared[Any], if_match: str | None, what: str
) -> tuple[Fight, Declaration]:
    """Return the fight as a seat knows it and what it would declare; refuses what could not be declared now."""
    must_be_meant_for(at, declared)
    wish = Declaration(
        action=declared.action,
        cmd=declared.cmd,
        seen=declared.seen,
        version=version_of(if_match),
        seq=declared.seq,
    )
    if declared.faces is not None:
        raise Wrong("not-a-command", f"{what} over every face the dice can show: none can be given.")
    fight = ledger.fight(at.encounter, at.seat)
    must_be_the_time(fight, at.seat, wish, plain(wish.action), ledger.waits.left)
    return fight, wish
