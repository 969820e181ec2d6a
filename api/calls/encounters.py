"""Opening encounters, listing them, and the view of one at any version."""

from __future__ import annotations

from typing import Annotated, Any, Literal
from urllib.parse import quote

from fastapi import APIRouter, Depends, Query, Request, Response

from api.quotas import may_open
from api.seats import AtTheWindow, Seated, TheLedger, invitation, must_be_the_operator
from api.shapes import bodies
from api.shapes.documentation import takes
from api.shapes.messages import VERSION, Listed, Opened
from api.shapes.problems import UNCHANGED, Wrong, documented
from api.shapes.samples import OPENINGS
from domain.table.openings import Opening
from files.openings import shape_of_opening
from ledger.application import Ledger
from ledger.table import answers, knowledge
from ledger.table.fight import Fight
from ledger.table.knowledge import STRANGER
from projections.view import View, view

router = APIRouter(prefix="/api/encounters", tags=["encounters"])

At = Annotated[int | None, Query(alias="at", ge=0, le=VERSION, description="The version to look at; the newest else.")]
SeenAs = Annotated[
    str | None, Query(alias="as", min_length=1, max_length=40, description="As this seat sees it; for the referee.")
]
Hindsight = Annotated[
    Literal["now"] | None,
    Query(alias="known", description="`now`: with all that came to light since, where it happened."),
]

EVERYBODY = "everybody"
SeenBy = Annotated[
    str | None,
    Query(
        alias="as",
        min_length=1,
        max_length=40,
        description="`everybody`: only what every seat may know; or, for the referee, as this seat sees it.",
    ),
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
    return opened(ledger.open(opening), request, response)


def opened(new: answers.Opened, request: Request, response: Response) -> Opened:
    """Return a new encounter with the links of its seats, and say where it is."""
    response.headers["Location"] = f"/api/encounters/{new.encounter}"
    response.headers["ETag"] = etag(new.version)
    links = {seat: invitation(request, new.encounter, key) for seat, key in new.keys.items()}
    return Opened(encounter=new.encounter, version=new.version, keys=new.keys, invitations=links)


Page = Annotated[int, Query(alias="limit", ge=1, le=1000, description="So many at most.")]
Further = Annotated[
    str | None,
    Query(alias="after", pattern="^[0-9A-Za-z_-]{1,64}$", description="Those after this encounter, as `Link` says."),
]
LISTED: dict[int | str, dict[str, Any]] = {
    200: {
        "headers": {
            "Link": {
                "description": 'Where there are more: `<…?after=…>; rel="next"` (RFC 8288).',
                "schema": {"type": "string"},
            }
        }
    }
}


@router.get(
    "",
    response_model=list[Listed],
    dependencies=[Depends(must_be_the_operator)],
    responses={**LISTED, **documented(401, 404, 422)},
)
def encounters(ledger: TheLedger, response: Response, limit: Page = 500, after: Further = None) -> list[Listed]:
    """List all encounters, for the operator: id, system, version, outcome. Everybody else's list is the lobby.

    The newest come last, those that are archived first.
    """
    found = ledger.encounters(after, limit + 1)
    if len(found) > limit:
        last = quote(found[limit - 1].encounter)
        response.headers["Link"] = f'</api/encounters?limit={limit}&after={last}>; rel="next"'
    return [
        Listed(
            id=each.encounter,
            system=each.system,
            version=each.version,
            outcome=each.outcome,
            archived=each.archived,
            damaged=each.damaged or each.encounter in ledger.fights.damaged,
        )
        for each in found[:limit]
    ]


@router.get("/{encounter}", responses={**UNCHANGED, **documented(401, 403, 404, 422)})
def encounter(
    at: AtTheWindow,
    ledger: TheLedger,
    response: Response,
    version: At = None,
    hindsight: Hindsight = None,
    seen_as: SeenAs = None,
) -> View:
    """Show the encounter as this seat knows it now, or as it knew it at a version."""
    fight = looked_at(at, ledger, hindsight, seen_as)
    response.headers["ETag"] = etag(known(fight, version))
    return view(fight, known(fight, version))


def looked_at(at: Seated, ledger: Ledger, hindsight: str | None, seen_as: str | None = None) -> Fight:
    """Return the fight as a seat knows it: each thing from when it came to light, or in hindsight where it happened.

    The referee, who knows all that any seat knows, may look at it as another seat does (``seen_as``).
    """
    seat = at.seat if seen_as is None else _seen_by(at, ledger, seen_as)
    fight = ledger.fight(at.encounter, seat)
    if hindsight is None:
        return fight
    return knowledge.told_to(knowledge.in_hindsight(ledger.fight(at.encounter), seat), seat)


def seat_seen(at: Seated, ledger: Ledger, seen: str | None) -> str:
    """Return whose knowledge is asked for: one's own, everybody's, or for the referee a seat's; Wrong for others."""
    if seen == EVERYBODY:
        return STRANGER
    return at.seat if seen is None else _seen_by(at, ledger, seen)


def _seen_by(at: Seated, ledger: Ledger, seat: str) -> str:
    """Return the seat whose knowledge is looked at; Wrong for whoever is no referee, and for nobody's seat."""
    fight = ledger.fight(at.encounter)
    if fight.encounter.referee != at.seat and seat != at.seat:
        raise Wrong(
            "not-yours", f"{at.seat or 'Whoever has no key'} cannot see the fight as {seat[:40]}: only the referee can."
        )
    if seat not in fight.table.seats:
        raise Wrong("not-found", f"There is no seat {seat[:40]} in this fight.")
    return seat


def known(fight: Fight, version: int | None) -> int:
    """Return the version asked for, the newest if none was; Wrong (404) for one that is not there yet."""
    if version is not None and version > fight.version:
        raise Wrong("no-such-version", f"There is no version {version}: the newest is {fight.version}.")
    return fight.version if version is None else version


def etag(version: int) -> str:
    """Return the entity tag of a version."""
    return f'"{version}"'
