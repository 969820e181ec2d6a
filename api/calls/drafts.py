"""Openings that are not begun: ready fights, rosters of one's own, and the form of what a system begins with."""

from __future__ import annotations

from dataclasses import replace
from functools import cache, partial, reduce
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request
from fastapi.concurrency import run_in_threadpool
from pydantic import BaseModel, Field

from api.lanes import lanes_of
from api.shapes import bodies
from api.shapes.documentation import takes
from api.shapes.problems import Wrong, documented
from api.shapes.samples import MAPS, OPENINGS
from domain.deciding import open_encounter
from domain.encounter import Encounter
from domain.evolve import evolve
from domain.ruleset import RULESETS
from domain.table.openings import Opening
from domain.table.policies import possible
from files import documents, rosters
from files.documents import Document
from files.malformed import Malformed
from files.maps import read_map
from files.schemas import roster_schema
from files.written_rosters import OURS, as_written
from projections.boards.mustering import mustered, without_places
from projections.placings import placings
from projections.view import View, viewed

router = APIRouter(prefix="/api", tags=["encounters"])

JSON, YAML = "application/json", "application/yaml"
LARGEST_MAP = 8 * 1024 * 1024
"""Bytes of a map file without its picture, at most."""
FIRST = "verdigris"
"""The ready fight that comes first: dice fall in it after one command, so that a newcomer sees at once what it is."""


class Playing(BaseModel):
    """A seat, and whom it plays by name; a referee plays whoever is nobody's."""

    seat: str
    role: str
    plays: list[str]


class Draft(BaseModel):
    """An opening that holds, and the fight as it would begin: nothing of it is written anywhere."""

    system: str
    seats: list[Playing]
    opening: dict[str, Any] = Field(description="What `POST /api/encounters` takes.")
    begins: View
    places: dict[str, str] = Field(
        description="By everybody on the board who can begin elsewhere the field of `opening` that states their place, "
        "as a JSON Pointer (RFC 6901); where it is not there yet, it can be added."
    )
    may_wait: list[str] = Field(
        description="Those of `places` who may also begin nowhere, without that field, and be put on the board later."
    )
    possible: dict[str, list[str]] = Field(
        description="By each option of `opening` that is one of a few words those that it can be, as all else stands."
    )


class Mapped(BaseModel):
    """A map as the `board` of an opening, and what is to be told of it."""

    board: dict[str, Any]
    told: list[str]


class Example(Draft):
    """A ready fight."""

    name: str
    title: str = Field(description="A sentence on who fights here, and over what.")


@router.get("/examples")
def examples() -> list[Example]:
    """Return every ready fight: first the one in which dice fall soonest, then by name."""
    return _ready()


async def _sent(request: Request) -> tuple[bytes, str]:
    given = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    return await bodies.raw(request, (JSON, YAML), bodies.LIMIT), given


Muster = Annotated[
    bool,
    Query(description="Put whoever stands nowhere where the rules let them: beside their side, sides far apart."),
]


@router.post("/drafts", openapi_extra=takes("Opening", OPENINGS), responses=documented(413, 415, 422, 503))
async def draft(request: Request, sent: Annotated[tuple[bytes, str], Depends(_sent)], muster: Muster = False) -> Draft:
    """Hold an opening against the rules, or a roster in YAML, and show the fight as it would begin.

    What is wrong is told with its line, where it stands in one, and its field. A roster that names a map beside it has
    to hold the board itself: `encounter map` prints it.
    """
    work = partial(_held, *sent, muster=muster)
    return await (lanes_of(request).imports.do(work) if muster else run_in_threadpool(work))


def _held(raw: bytes, kind: str, *, muster: bool) -> Draft:
    """Return an opening that holds. Raises Wrong."""
    try:
        document = documents.parse(raw, "The roster", json=kind == JSON)
        opening = rosters.opening_of(document)
    except Malformed as malformed:
        raise Wrong("not-a-command", str(malformed)) from None
    if not muster:
        return Draft(**_drawn(opening, document.content))
    content = mustered(document.content, _begun)
    return Draft(**_drawn(rosters.opening_of(replace(document, content=content)), content))


def _begun(content: dict[str, Any]) -> Encounter | None:
    """Return the fight that an opening begins; None for one that does not hold."""
    try:
        return _first(rosters.opening_of(Document(name="The roster", content=content, lines={})))
    except Malformed:
        return None


async def _map_file(request: Request) -> bytes:
    return await bodies.raw(request, (JSON,), LARGEST_MAP)


@router.post("/maps", openapi_extra=takes("MapFile", MAPS), responses=documented(413, 415, 422, 503))
async def drawn_map(request: Request, sent: Annotated[bytes, Depends(_map_file)]) -> Mapped:
    """Draw the board of squares that a Universal VTT file states; its picture is not looked at and may be left out.

    `told` are the sentences on what of the file is not on the board, or became something else.
    """

    def read() -> Mapped:
        try:
            found = read_map(sent)
        except Malformed as malformed:
            raise Wrong("not-a-command", str(malformed)) from None
        return Mapped(board=found.board, told=list(found.told))

    return await lanes_of(request).reports.do(read)


@router.get("/rosters/{system}", responses=documented(404))
def roster(system: str) -> dict[str, Any]:
    """Return the JSON Schema of what a system begins with, which says of every house rule what it settles."""
    if system not in RULESETS:
        raise Wrong("not-found", f"There is no system {system[:40]!r}: {rosters.SYSTEMS}.")
    return _schema(system)


@cache
def _schema(system: str) -> dict[str, Any]:
    return roster_schema(system)


@cache
def _ready() -> list[Example]:
    return [_example(name, OURS[name]) for name in sorted(OURS, key=lambda name: (name != FIRST, name))]


def _example(name: str, path: Path) -> Example:
    document = as_written(path)
    said = path.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ")
    return Example(name=name, title=said, **_drawn(rosters.opening_of(document), document.content))


def _drawn(opening: Opening, content: dict[str, Any]) -> dict[str, Any]:
    """Return what is told of an opening, which is stated so."""
    encounter = _first(opening)
    people = encounter.combatants.values()
    seats = [
        Playing(
            seat=seat.id,
            role=seat.role,
            plays=[one.id for one in people if one.controller == seat.id and seat.role != "referee"],
        )
        for seat in opening.seats
    ]
    empty = _begun(without_places(content))
    return {
        "system": opening.system,
        "seats": seats,
        "opening": content,
        "begins": viewed(encounter, 0),
        "places": (places := {who: at for who, at in placings(content).items() if who in encounter.combatants}),
        "may_wait": [who for who in places if empty is not None and not empty.combatants[who].at],
        "possible": possible(opening, opening.system, opening.roles),
    }


def _first(opening: Opening) -> Encounter:
    """Return a fight as it begins."""
    return reduce(evolve, open_encounter(opening, "draft"), Encounter())
