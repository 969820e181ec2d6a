"""The picture under a board, by its hash: brought once, and given to whoever may see the board."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Request, Response

from api.seats import AtTable, AtTheWindow, TheLedger
from api.shapes import bodies
from api.shapes.problems import Wrong, documented
from api.sparing import has
from files.pictures import formats

router = APIRouter(prefix="/api/encounters/{encounter}/pictures", tags=["encounters"])

PICTURE: dict[str, Any] = {kind: {"schema": {"type": "string", "format": "binary"}} for kind in formats.TYPES}
GIVEN: dict[int | str, dict[str, Any]] = {
    200: {"description": "The picture, as it was brought.", "content": PICTURE},
    304: {"description": "The caller has it already."},
}
Hash = Annotated[str, Path(pattern="^[0-9a-f]{64}$", description="The SHA-256 of the picture, as the board names it.")]


async def _picture(request: Request) -> bytes:
    return await bodies.raw(request, formats.TYPES, formats.MOST_BYTES)


@router.put(
    "/{name}",
    status_code=204,
    openapi_extra={"requestBody": {"required": True, "content": PICTURE}},
    responses=documented(401, 403, 404, 409, 413, 415, 422),
)
def bring(at: AtTable, ledger: TheLedger, name: Hash, picture: Annotated[bytes, Depends(_picture)]) -> None:
    """Bring the picture that the board of the opening names: a PNG, JPEG or WebP that tells no more than it shows.

    Whoever opened the fight does, or the referee; of an imported fight, whoever brought that. It is kept beside the
    lines for as long as the encounter, and is not in its exports.
    """
    ledger.pictures.must_be_wanted(at.encounter, at.seat, name)
    try:
        formats.must_be_clean(picture)
    except formats.NoPicture as why:
        raise Wrong("no-picture", str(why)) from None
    if formats.name_of(picture) != name:
        raise Wrong("no-picture", "The picture has another SHA-256 than the address says.")
    ledger.pictures.keep(at.encounter, at.seat, picture)


@router.get("/{name}", responses={**GIVEN, **documented(401, 404, 409, 422)}, response_class=Response)
def picture(request: Request, at: AtTheWindow, ledger: TheLedger, name: Hash) -> Response:
    """Give the picture under the board, to every seat; what there is of it, every seat sees."""
    kept = ledger.pictures.of(at.encounter)
    if kept is None or formats.name_of(kept) != name:
        raise Wrong("not-found", "There is no such picture in this fight, or nobody has brought it.")
    headers = {"Cache-Control": "private, max-age=31536000, immutable", "ETag": f'"{name}"', "Vary": "Authorization"}
    if has(request.headers, headers["ETag"]):
        return Response(status_code=304, headers=headers)
    return Response(kept, headers=headers, media_type=formats.kind_of(kept))
