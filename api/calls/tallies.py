"""What fights add up to: of those whose keys are shown; of all for the operator."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request

from api.calls.lobby import NAME, WITHIN
from api.seats import ShownKeys, TheLedger, belonging
from api.shapes.problems import Wrong, documented
from ledger.refusals import NoSuchEncounter
from projections.tables.parts import NewerTables, NotBuilt
from projections.tables.runner import Runner
from projections.tables.totals import Totals, totals

router = APIRouter(prefix="/api/tallies", tags=["encounters"])

System = Annotated[str | None, Query(pattern=NAME, description="Only encounters of this system.")]
One = Annotated[str | None, Query(pattern="^[0-9a-f]{32}$", description="Only this encounter.")]


@router.get("", responses=documented(401, 404, 422, 503))
def tallies(
    request: Request, ledger: TheLedger, keys: ShownKeys, system: System = None, encounter: One = None
) -> Totals:
    """Count who dealt, took, healed, rolled and moved how much, as `encounter stats` does.

    What was taken back, or overruled, does not count, and neither does what is still sealed.
    """
    mine = belonging(request, ledger, keys)
    within = None if mine is None else [each for each in mine if encounter in (None, each)]
    if within == [] or (mine is None and encounter is not None and not _is_there(ledger, encounter)):
        raise Wrong("not-found", "There is no such encounter, or none for these keys.")
    runner: Runner = request.app.state.runner
    try:
        runner.refresh(WITHIN)
        return totals(runner.tables, system=system, within=[encounter] if encounter else within)
    except (NotBuilt, NewerTables) as error:
        raise Wrong("not-built", str(error)) from None


def _is_there(ledger: TheLedger, encounter: str) -> bool:
    try:
        return bool(ledger.system(encounter))
    except NoSuchEncounter:
        return False
