"""The picture under a board, by its hash: brought once, given to whoever may see all of it, to others as a copy."""

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
NONE = "There is no such picture in this fight, or nobody has brought it."
COPY: dict[int | str, dict[str, Any]] = {
    200: {"description": "The copy, as it was brought.", "content": PICTURE},
    204: {"description": "The caller is shown this copy, and nobody has brought it yet."},
    304: {"description": "The caller has it already."},
}
Hash = Annotated[str, Path(pattern="^[0-9a-f]{64}$", description="The SHA-256 of the picture, as the board names it.")]
Masked = Annotated[str, Path(pattern="^[0-9a-f]{64}$", description="The name of the copy, out of the board's covers.")]


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
    _must_be_clean(picture)
    if formats.name_of(picture) != name:
        raise Wrong("no-picture", "The picture has another SHA-256 than the address says.")
    ledger.pictures.keep(at.encounter, at.seat, picture)


@router.get("/{name}", responses={**GIVEN, **documented(401, 404, 409, 422)}, response_class=Response)
def picture(request: Request, at: AtTheWindow, ledger: TheLedger, name: Hash) -> Response:
    """Give the picture under the board to every seat from which nothing of it is covered now.

    Any other is told that there is none, and finds in ``covers`` of the board which copy is shown to it.
    """
    kept = ledger.pictures.shown_to(at.encounter, at.seat)
    if kept is None or formats.name_of(kept) != name:
        raise Wrong("not-found", NONE)
    headers = {"Cache-Control": "private, max-age=31536000, immutable", "ETag": f'"{name}"', "Vary": "Authorization"}
    if has(request.headers, headers["ETag"]):
        return Response(status_code=304, headers=headers)
    return Response(kept, headers=headers, media_type=formats.kind_of(kept))


@router.put(
    "/{name}/masks/{mask}",
    status_code=204,
    openapi_extra={"requestBody": {"required": True, "content": PICTURE}},
    responses=documented(401, 403, 404, 409, 413, 415, 422),
)
def bring_copy(
    at: AtTable, ledger: TheLedger, name: Hash, mask: Masked, picture: Annotated[bytes, Depends(_picture)]
) -> None:
    """Bring the copy of the picture that some seats are shown instead of it, with what is covered painted over.

    The referee does, who sees all of it: the server looks into no picture. It keeps the copies that somebody is shown.
    """
    ledger.pictures.must_mask(at.encounter, at.seat, name, mask)
    _must_be_clean(picture)
    ledger.pictures.keep_mask(at.encounter, at.seat, name, mask, picture)


@router.get("/{name}/masks/{mask}", responses={**COPY, **documented(401, 404, 409, 422)}, response_class=Response)
def copy(request: Request, at: AtTheWindow, ledger: TheLedger, name: Hash, mask: Masked) -> Response:
    """Give the copy of the picture that the caller is shown now; the referee can ask for that of any seat."""
    if not ledger.pictures.is_masked_for(at.encounter, at.seat, name, mask):
        raise Wrong("not-found", NONE)
    kept = ledger.pictures.mask(at.encounter, mask)
    if kept is None:
        return Response(status_code=204, headers={"Cache-Control": "no-store"})
    # Somebody may bring a better one: it is asked for each time, and sent only where it is another.
    headers = {"Cache-Control": "private, no-cache", "ETag": f'"{formats.name_of(kept)}"', "Vary": "Authorization"}
    if has(request.headers, headers["ETag"]):
        return Response(status_code=304, headers=headers)
    return Response(kept, headers=headers, media_type=formats.kind_of(kept))


def _must_be_clean(picture: bytes) -> None:
    """Refuse what is no picture, and one that tells more than it shows. Wrong."""
    try:
        formats.must_be_clean(picture)
    except formats.NoPicture as why:
        raise Wrong("no-picture", str(why)) from None
