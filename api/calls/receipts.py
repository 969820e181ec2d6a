"""Receipts: signed checkpoints, cosignatures of the seats, and proofs that a line is in a checkpoint."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request, Response

from api.lanes import lanes_of
from api.quotas import may_cosign
from api.seats import AtTable, AtTheWindow, TheLedger
from api.shapes import bodies, samples
from api.shapes.documentation import takes
from api.shapes.messages import COSIGNING, VERSION, Cosigning, Proof
from api.shapes.problems import Wrong, documented
from ledger.application import Ledger

router = APIRouter(prefix="/api/encounters/{encounter}", tags=["receipts"])
NOTE = "text/plain; charset=utf-8"
ROLL_PROOF = {
    "type": "object",
    "required": ["checkpoint", "lines", "proof"],
    "properties": {
        "proof": {"const": "el1/roll"},
        "checkpoint": {"type": "string"},
        "lines": {"type": "array", "items": {"type": "object"}},
    },
}
"""The file of `encounter proof`."""

Size = Annotated[int | None, Query(ge=1, le=VERSION, description="So many lines; all of them else.")]
OfLine = Annotated[int | None, Query(ge=0, le=VERSION, description="The line to prove.")]
OfRoll = Annotated[
    int | None, Query(ge=1, le=VERSION, description="The roll to prove, by a file of its own: not with size.")
]
Old = Annotated[int | None, Query(ge=1, le=VERSION, description="The size of the older checkpoint.")]


@router.get("/checkpoint", responses=documented(401, 404, 422), response_class=Response)
def checkpoint(at: AtTable, ledger: TheLedger, size: Size = None) -> Response:
    """Return the signed checkpoint of the fight (a C2SP note) with every cosignature on it."""
    return Response(ledger.receipts.note(at.encounter, size), media_type=NOTE)


@router.post(
    "/cosignatures",
    openapi_extra=takes("Cosigning", samples.COSIGN),
    dependencies=[Depends(may_cosign)],
    responses=documented(401, 403, 404, 409, 413, 415, 422, 429),
    response_class=Response,
)
def cosign(at: AtTable, ledger: TheLedger, line: Annotated[Cosigning, Depends(bodies.of(COSIGNING))]) -> Response:
    """Cosign a checkpoint with a device; the answer is the note with all cosignatures."""
    return Response(
        ledger.receipts.cosign(at.encounter, at.seat, line.party, line.size, f"{line.line}\n"), media_type=NOTE
    )


PROVED: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "Hashes beside a checkpoint; with `roll`, a file that proves it to each verifier alone.",
        "content": {"application/json": {"schema": {"anyOf": [{"$ref": "#/components/schemas/Proof"}, ROLL_PROOF]}}},
    }
}


@router.get("/proofs", responses={**PROVED, **documented(401, 403, 404, 422, 503)}, response_model=Proof)
async def proofs(
    request: Request,
    at: AtTheWindow,
    ledger: TheLedger,
    line: OfLine = None,
    old: Old = None,
    roll: OfRoll = None,
    size: Size = None,
) -> Proof | Response:
    """Prove one roll, that a checkpoint holds a line, or that it only added to an older one (RFC 6962)."""
    if [line, old, roll].count(None) != 2 or (roll is not None and size is not None):
        raise Wrong("not-a-command", "Name one to prove: a line, a roll, or the size of the older checkpoint in old.")

    def proved() -> Proof | Response:
        if roll is not None:
            return Response(ledger.receipts.roll_proof(at.encounter, roll), media_type="application/json")
        wanted, hashes = _proved(ledger, at.encounter, line, old, size)
        raw = None if line is None else ledger.fight(at.encounter).lines[line].raw.decode()
        note = ledger.receipts.note(at.encounter, wanted)
        return Proof(size=wanted, proof=[each.hex() for each in hashes], line=raw, checkpoint=note)

    return await lanes_of(request).reports.do(proved)


def _proved(
    ledger: Ledger, encounter: str, line: int | None, old: int | None, size: int | None
) -> tuple[int, list[bytes]]:
    if line is not None:
        return ledger.receipts.included(encounter, line, size)
    return ledger.receipts.extended(encounter, old or 0, size)
