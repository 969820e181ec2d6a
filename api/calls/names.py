"""Names: what the fight, and what is in it, is called."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Response

from api.calls.commands import HAPPENED, answered
from api.seats import AtTable, TheLedger
from api.shapes import bodies
from api.shapes.documentation import takes
from api.shapes.messages import RENAMING, Renaming, called
from api.shapes.problems import documented
from api.shapes.samples import RENAME

router = APIRouter(prefix="/api/encounters/{encounter}", tags=["encounters"])
ANSWERS: dict[int | str, dict[str, Any]] = {200: HAPPENED[200], **documented(401, 403, 404, 409, 413, 415, 422)}


@router.post("/names", openapi_extra=takes("Renaming", RENAME), responses=ANSWERS)
def rename(at: AtTable, ledger: TheLedger, said: Annotated[Renaming, Depends(bodies.of(RENAMING))]) -> Response:
    """Give the fight, or somebody, a thing or a place in it, another name, until the ledger is closed.

    The host and the referee may. Everybody sees it; commands and lines go on naming by the id.
    """
    return answered(ledger.rename(at.encounter, at.seat, said.of, said.name, **called(said)))
