"""Opening encounters, listing them, and the view of one at any version."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Query, Request, Response

from api.quotas import may_open
from api.seats import AtTable, Seated, TheLedger, invitation, must_be_the_operator
from api.shapes import bodies
from api.shapes.documentation import takes
from api.shapes.messages import VERSION, Listed, Opened
from api.shapes.problems import UNCHANGED, Wrong, documented
from api.shapes.samples import OPENINGS
from domain.table.openings import Opening
from files.openings import shape_of_opening
from ledger.application import Ledger
from ledger.table import knowledge
from ledger.table.fight import Fight
from projections.view import View, view

router = APIRouter(prefix="/api/encounters", tags=["encounters"])

At = Annotated[int | None, Query(alias="at", ge=0, le=VERSION, description="The version to look at; the newest else.")]
Hindsight = Annotated[
    Literal["now"] | None,
    Query(alias="known", description="`now`: with all that came to light since, where it happened."),
]

SeenBy = Annotated[
    Literal["everybody"] | None, Query(alias="as", description="`everybody`: only what every seat may know.")
]


@router.post(
    "",
    status_code=201,
    openapi_extra=takes("Opening", OPENINGS),
    dependencies=[Depends(may_open)],
    responses=documented(403, 409, 413, 415, 422, 429),
)
def open_encounter(
    request: Request,
    opening: Annotated[Opening, Depends(bodies.of(shape_of_opening))],
    ledger: TheLedger,
    response: Response,
) -> Opened:
    """Open an encounter; the answer holds a key for each seat, which is shown this once."""
    opened = ledger.open(opening)
    response.headers["Location"] = f"/api/encounters/{opened.encounter}"
    response.headers["ETag"] = etag(opened.version)
    links = {seat: invitation(request, opened.encounter, key) for seat, key in opened.keys.items()}
    return Opened(encounter=opened.encounter, version=opened.version, keys=opened.keys, invitations=links)


@router.get(
    "",
    response_model=list[Listed],
    dependencies=[Depends(must_be_the_operator)],
    responses=documented(401, 404),
)
def encounters(ledger: TheLedger) -> list[Listed]:
    """List all encounters, for the operator: id, system, version, outcome. Everybody else's list is the lobby."""
    return [
        Listed(
            id=each.encounter,
            system=each.system,
            version=each.version,
            outcome=each.outcome,
            archived=each.archived,
        )
        for each in ledger.encounters()
    ]


@router.get("/{encounter}", responses={**UNCHANGED, **documented(401, 404, 422)})
def encounter(
    at: AtTable, ledger: TheLedger, response: Response, version: At = None, hindsight: Hindsight = None
) -> View:
    """Show the encounter as this seat knows it now, or as it knew it at a version."""
    fight = looked_at(at, ledger, hindsight)
    response.headers["ETag"] = etag(known(fight, version))
    return view(fight, known(fight, version))


def looked_at(at: Seated, ledger: Ledger, hindsight: str | None) -> Fight:
    """Return the fight as a seat knows it: each thing from when it came to light, or in hindsight where it happened."""
    fight = ledger.fight(at.encounter, at.seat)
    return fight if hindsight is None else knowledge.in_hindsight(ledger.fight(at.encounter), at.seat)


def known(fight: Fight, version: int | None) -> int:
    """Return the version asked for, the newest if none was; Wrong (404) for one that is not there yet."""
    if version is not None and version > fight.version:
        raise Wrong("no-such-version", f"There is no version {version}: the newest is {fight.version}.")
    return fight.version if version is None else version


def etag(version: int) -> str:
    """Return the entity tag of a version."""
    return f'"{version}"'
