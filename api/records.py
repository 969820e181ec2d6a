"""The fight as a record: the audit, one file out, one file in, the end of the ledger."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request, Response

from api import bodies
from api.encounters import etag
from api.importing import take_in
from api.problems import documented
from api.seats import AtTable, TheLedger
from api.shapes import Imported
from projections.audit import Audit, audit

router = APIRouter(tags=["records"])

LARGEST_FILE = 64 * 1024 * 1024
FILE_TYPES = ("application/x-ndjson", "application/octet-stream")
FILE: dict[str, Any] = {
    "requestBody": {"required": True, "content": {kind: {"schema": {"type": "string"}} for kind in FILE_TYPES}}
}
EXPORTED: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "One file that verifies by itself.",
        "content": {FILE_TYPES[0]: {"schema": {"type": "string"}}},
    }
}


@router.get("/api/encounters/{encounter}/audit", responses=documented(401, 404))
def the_audit(at: AtTable, ledger: TheLedger) -> Audit:
    """Check the chain and the dice, and decide again every command that this seat knows, on the state before it."""
    return audit(ledger.export(at.encounter, at.seat))


@router.get(
    "/api/encounters/{encounter}/export", responses={**EXPORTED, **documented(401, 404)}, response_class=Response
)
def export(at: AtTable, ledger: TheLedger) -> Response:
    """Hand out the fight as one file, which `encounter verify` checks anywhere; what is sealed only as far as known."""
    name = f'attachment; filename="{at.encounter}.ndjson"'
    return Response(
        ledger.export(at.encounter, at.seat), headers={"Content-Disposition": name}, media_type=FILE_TYPES[0]
    )


async def _file(request: Request) -> bytes:
    return await bodies.raw(request, FILE_TYPES, LARGEST_FILE)


@router.post("/api/imports", status_code=201, openapi_extra=FILE, responses=documented(409, 413, 415, 422))
def import_file(ledger: TheLedger, file: Annotated[bytes, Depends(_file)], response: Response) -> Imported:
    """Take in an exported fight, read only, after verifying and auditing it; the answer holds a key that reads it."""
    encounter = take_in(ledger, file)
    version = ledger.fight(encounter).version
    response.headers["ETag"] = etag(version)
    return Imported(encounter=encounter, version=version, key=ledger.reader(encounter))
