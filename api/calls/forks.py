"""What would have been: an encounter that branches off from another one."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response

from api.calls.encounters import opened
from api.quotas import may_open
from api.seats import AtTable, TheLedger
from api.shapes import bodies
from api.shapes.documentation import takes
from api.shapes.messages import FORKING, Forking, Opened
from api.shapes.problems import documented
from api.shapes.samples import FORK

router = APIRouter(prefix="/api/encounters/{encounter}", tags=["encounters"])


@router.post(
    "/forks",
    status_code=201,
    openapi_extra=takes("Forking", FORK),
    dependencies=[Depends(may_open)],
    responses=documented(401, 403, 404, 409, 413, 415, 422, 429),
)
def fork(
    request: Request,
    at: AtTable,
    wish: Annotated[Forking, Depends(bodies.of(FORKING))],
    ledger: TheLedger,
    response: Response,
) -> Opened:
    """Open a what-if: a new encounter that repeats this one as the seat knows it up to a line, with dice of its own.

    Until the ledger is closed only the referee may, or who plays alone. The answer holds a key for each seat of it.
    """
    return opened(ledger.fork(at.encounter, at.seat, wish.at), request, response)
