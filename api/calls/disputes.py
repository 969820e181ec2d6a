"""Disputes with their evidence, words on dice that were typed in, and the end of a ledger."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Response

from api.calls.commands import HAPPENED, answered
from api.calls.encounters import etag
from api.seats import AtTable, AtTheWindow, TheLedger
from api.shapes import bodies
from api.shapes.documentation import takes
from api.shapes.messages import (
    ATTESTING,
    CALL,
    CONTESTING,
    SETTLING,
    VERSION,
    Attesting,
    Call,
    Contesting,
    Settling,
    called,
)
from api.shapes.problems import Wrong, documented
from api.shapes.samples import CLOSING, CONTEST, SAW, SETTLE, WITHHOLD
from ledger.refusals import NoDispute
from projections.disputes import DisputeInFull, DisputeView, in_full
from projections.disputes import disputes as listed

router = APIRouter(prefix="/api/encounters/{encounter}", tags=["disputes"])
ANSWERS: dict[int | str, dict[str, Any]] = {200: HAPPENED[200], **documented(401, 403, 404, 409, 412, 413, 415, 422)}
Raised = Annotated[int, Path(ge=0, le=VERSION, description="The line that the dispute was raised in.")]


@router.get("/disputes", responses=documented(401, 403, 404))
def disputes(at: AtTheWindow, ledger: TheLedger, response: Response) -> list[DisputeView]:
    """List every dispute, the oldest first, with what was said of it and how it ended."""
    fight = ledger.fight(at.encounter, at.seat)
    response.headers["ETag"] = etag(fight.version)
    return listed(fight)


@router.get("/disputes/{line}", responses=documented(401, 404, 422))
def dispute(at: AtTable, ledger: TheLedger, line: Raised) -> DisputeInFull:
    """Show a dispute with all that bears on it: declaration, dice with proof, rules, why, as this seat knows it."""
    try:
        return in_full(ledger.fight(at.encounter, at.seat), line)
    except NoDispute as none:
        raise Wrong("not-found", none.message) from None


@router.post("/disputes", openapi_extra=takes("Contesting", CONTEST), responses=ANSWERS)
def contest(at: AtTable, ledger: TheLedger, said: Annotated[Contesting, Depends(bodies.of(CONTESTING))]) -> Response:
    """Contest a line, and say why; the line of this call is the dispute's number."""
    return answered(ledger.disputes.contest(at.encounter, at.seat, said.of, said.reason, **called(said)))


@router.post("/disputes/{line}/answers", openapi_extra=takes("Settling", SETTLE), responses=ANSWERS)
def settle(
    at: AtTable, ledger: TheLedger, line: Raised, said: Annotated[Settling, Depends(bodies.of(SETTLING))]
) -> Response:
    """Say how a dispute ends: a referee settles it, or the same word of all who play where there is none."""
    return answered(
        ledger.disputes.settle(at.encounter, at.seat, line, said.result, said.reason, said.action, **called(said))
    )


@router.post("/attestations", openapi_extra=takes("Attesting", SAW), responses=ANSWERS)
def attest(at: AtTable, ledger: TheLedger, said: Annotated[Attesting, Depends(bodies.of(ATTESTING))]) -> Response:
    """Say of dice that another seat typed in whether this seat saw them."""
    return answered(ledger.disputes.attest(at.encounter, at.seat, said.of, said.verdict, **called(said)))


@router.post("/withheld", openapi_extra=takes("Contesting", WITHHOLD), responses=ANSWERS)
def withhold(at: AtTable, ledger: TheLedger, said: Annotated[Contesting, Depends(bodies.of(CONTESTING))]) -> Response:
    """Keep shut what a line of this seat sealed, also when the ledger is closed, and say why."""
    return answered(ledger.withhold(at.encounter, at.seat, said.of, said.reason, **called(said)))


@router.post("/close", openapi_extra=takes("Call", CLOSING), responses=ANSWERS)
def close(at: AtTable, ledger: TheLedger, said: Annotated[Call, Depends(bodies.of(CALL))]) -> Response:
    """Close the ledger of a fight that is over; disputes that are open are named in it, and nothing follows."""
    return answered(ledger.close_ledger(at.encounter, at.seat, **called(said)))
