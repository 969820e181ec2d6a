"""The fight as a record: the audit, one file out, one file in, the end of the ledger."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Path, Query, Request, Response
from pydantic import TypeAdapter

from api.calls.encounters import SeenBy, etag, seat_seen
from api.estimates.waiting import estimates_of
from api.lanes import lanes_of
from api.quotas import may_open
from api.seats import AtTable, AtTheWindow, TheLedger
from api.shapes import bodies
from api.shapes.messages import VERSION, Imported
from api.shapes.problems import Wrong, documented
from files.pages.replay import replay_of
from ledger.proof.roll_proofs import RollProof, of_line, roll_proofs
from projections.admission import take_in
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
        "content": {kind: {"schema": {"type": "string"}} for kind in (FILE_TYPES[0], "text/html")},
    }
}


_AUDIT = TypeAdapter(Audit)


@router.get("/api/encounters/{encounter}/audit", responses=documented(401, 404, 503), response_model=Audit)
async def the_audit(request: Request, at: AtTable, ledger: TheLedger) -> Response:
    """Check the chain and the dice, and decide again every command that this seat knows, on the state before it."""

    def told() -> bytes:
        return _AUDIT.dump_json(audit(ledger.export(at.encounter, at.seat)))

    return Response(await lanes_of(request).reports.do(told), media_type="application/json")


_ROLLS = TypeAdapter(tuple[RollProof, ...])
_ROLL = TypeAdapter(RollProof)
Roll = Annotated[int, Path(ge=1, le=VERSION, description="The number of the roll, as its dice say it.")]
OfLine = Annotated[int | None, Query(ge=0, le=VERSION, description="Only those of the command of this line.")]


@router.get(
    "/api/encounters/{encounter}/rolls",
    responses=documented(401, 403, 404, 422, 503),
    response_model=tuple[RollProof, ...],
)
async def rolls(request: Request, at: AtTheWindow, ledger: TheLedger, line: OfLine = None) -> Response:
    """List the rolls that this seat knows of, each checked anew, with its grade and what proves it."""

    def told() -> bytes:
        found = roll_proofs(ledger.fight(at.encounter, at.seat), ledger.export(at.encounter, at.seat))
        return _ROLLS.dump_json(found if line is None else of_line(found, line))

    return Response(await lanes_of(request).reports.do(told), media_type="application/json")


@router.get(
    "/api/encounters/{encounter}/rolls/{roll}",
    responses=documented(401, 403, 404, 422, 503),
    response_model=RollProof,
)
async def roll_of(request: Request, at: AtTheWindow, ledger: TheLedger, roll: Roll) -> Response:
    """Show one roll, checked anew: its grade, who gave which link, the declaration and what was revealed."""

    def told() -> bytes:
        found = roll_proofs(ledger.fight(at.encounter, at.seat), ledger.export(at.encounter, at.seat))
        # A fork counts its own rolls anew after those that it repeats.
        one = next((each for each in reversed(found) if each.roll == roll), None)
        if one is None:
            raise Wrong("not-found", f"There is no roll {roll} in this fight.")
        return _ROLL.dump_json(one)

    return Response(await lanes_of(request).reports.do(told), media_type="application/json")


Form = Annotated[
    Literal["lines", "html"],
    Query(
        alias="format", description="`lines` to be verified, or `html`: to be looked at too, and verified by itself."
    ),
]


@router.get(
    "/api/encounters/{encounter}/export",
    responses={**EXPORTED, **documented(401, 403, 404, 422, 503)},
    response_class=Response,
)
async def export(
    request: Request, at: AtTheWindow, ledger: TheLedger, form: Form = "lines", seen: SeenBy = None
) -> Response:
    """Hand out the fight as one file, which `encounter verify` checks anywhere; what is sealed only as far as known."""
    seat = seat_seen(at, ledger, seen)
    reports, name = lanes_of(request).reports, f'attachment; filename="{at.encounter}.%s"'
    if form == "html":
        told = estimates_of(request).in_a_file
        file = await reports.do(lambda: replay_of(ledger, at.encounter, seat, told))
        # Opened from here it would be a page of this server: it is one to keep.
        headers = {"Content-Disposition": name % "html", "Content-Security-Policy": "sandbox"}
        return Response(file, headers=headers, media_type="text/html; charset=utf-8")
    file = await reports.do(lambda: ledger.export(at.encounter, seat))
    return Response(file, headers={"Content-Disposition": name % "ndjson"}, media_type=FILE_TYPES[0])


async def _file(request: Request) -> bytes:
    return await bodies.raw(request, FILE_TYPES, LARGEST_FILE)


@router.post(
    "/api/imports",
    status_code=201,
    openapi_extra=FILE,
    dependencies=[Depends(may_open)],
    responses=documented(403, 409, 413, 415, 422, 429),
)
async def import_file(
    request: Request, ledger: TheLedger, file: Annotated[bytes, Depends(_file)], response: Response
) -> Imported:
    """Take in an exported fight, read only, after verifying and auditing it; the answer holds a key that reads it."""

    def taken_in() -> Imported:
        encounter = take_in(ledger, file)
        return Imported(
            encounter=encounter, version=ledger.fight(encounter).version, key=ledger.records.reader(encounter)
        )

    imported = await lanes_of(request).imports.do(taken_in)
    response.headers["ETag"] = etag(imported.version)
    return imported
