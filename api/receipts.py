"""Receipts: signed checkpoints, cosignatures of the seats, and proofs that a line is in a checkpoint."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Query, Response

from api import bodies, samples
from api.documentation import takes
from api.problems import Wrong, documented
from api.quotas import may_cosign
from api.seats import AtTable, TheLedger
from api.shapes import COSIGNING, VERSION, Cosigning, Proof

router = APIRouter(prefix="/api/encounters/{encounter}", tags=["receipts"])
NOTE = "text/plain; charset=utf-8"

Size = Annotated[int | None, Query(ge=1, le=VERSION, description="So many lines; all of them else.")]
OfLine = Annotated[int | None, Query(ge=0, le=VERSION, description="The line to prove.")]
Old = Annotated[int | None, Query(ge=1, le=VERSION, description="The size of the older checkpoint.")]


@router.get("/checkpoint", responses=documented(401, 404, 422), response_class=Response)
def checkpoint(at: AtTable, ledger: TheLedger, size: Size = None) -> Response:
    """Return the signed checkpoint of the fight (a C2SP note) with every cosignature on it."""
    return Response(ledger.note(at.encounter, size), media_type=NOTE)


@router.post(
    "/cosignatures",
    openapi_extra=takes("Cosigning", samples.COSIGN),
    dependencies=[Depends(may_cosign)],
    responses=documented(401, 403, 404, 409, 413, 415, 422, 429),
    response_class=Response,
)
def cosign(at: AtTable, ledger: TheLedger, line: Annotated[Cosigning, Depends(bodies.of(COSIGNING))]) -> Response:
    """Cosign a checkpoint with a device; the answer is the note with all cosignatures."""
    return Response(ledger.cosign(at.encounter, at.seat, line.party, line.size, f"{line.line}\n"), media_type=NOTE)


@router.get("/proofs", responses=documented(401, 404, 422))
def proofs(at: AtTable, ledger: TheLedger, line: OfLine = None, old: Old = None, size: Size = None) -> Proof:
    """Prove that a checkpoint holds a line, or that it only added to an older one (RFC 6962)."""
    if (line is None) == (old is None):
        raise Wrong("not-a-command", "Name either the line to prove, or the size of the older checkpoint in old.")
    if line is not None:
        wanted, hashes = ledger.included(at.encounter, line, size)
        raw = ledger.fight(at.encounter).lines[line].raw.decode()
    else:
        wanted, hashes = ledger.extended(at.encounter, old or 0, size)
        raw = None
    note = ledger.note(at.encounter, wanted)
    return Proof(size=wanted, proof=[each.hex() for each in hashes], line=raw, checkpoint=note)
