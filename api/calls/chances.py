"""How the chance of each side went through a fight that is over: an estimate, made of what everybody knows."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, Field, TypeAdapter

from api.calls.encounters import etag
from api.estimates.waiting import Estimates, Said, UnderWay, estimates_of
from api.seats import AtTheWindow, TheLedger
from api.shapes.problems import Wrong, documented
from bots.chances.course import Chances, NoChances, must_be_foreseeable
from ledger.table.fight import Fight
from ledger.table.knowledge import STRANGER

router = APIRouter(prefix="/api/encounters/{encounter}", tags=["reading"])

SECONDS = 2
"""After so many seconds whoever waits may ask again."""


class Learning(BaseModel):
    """A judge learns first: of how many fights it did by now, of how many it will at most."""

    learnt: Annotated[int, Field(ge=0)]
    of: Annotated[int, Field(ge=0)]


class Unforeseen(BaseModel):
    """No chances are told of this fight, and why."""

    why: str


LEARNING: dict[int | str, dict[str, Any]] = {
    202: {
        "description": "A judge learns first: the same call later says more; `Retry-After` says when.",
        "model": Learning,
        "headers": {"Retry-After": {"description": "Seconds.", "schema": {"type": "integer"}}},
    }
}
_CHANCES = TypeAdapter(Chances)


@router.get(
    "/chances", responses={**LEARNING, **documented(401, 404, 409, 422, 503)}, response_model=Chances | Unforeseen
)
def the_chances(request: Request, at: AtTheWindow, ledger: TheLedger) -> Response:
    """Estimate how likely each side was to win at first and after every command, if automatic players had gone on.

    Only once the fight is over, and only from what everybody knows of it: with the ledger closed that is all but what
    is withheld. A judge learns from fights of automatic players that begin as this one did, in a process of its own;
    until then the answer is 202. Where nothing can be estimated, or foreseen, the answer is `why`, in a sentence.
    """
    fight = ledger.fight(at.encounter, STRANGER)
    if fight.encounter.outcome is None:
        raise Wrong("goes-on", "What the chances were is estimated once the fight is over.")
    said = _said(estimates_of(request), fight)
    if isinstance(said, UnderWay):
        body = Learning(learnt=said.learnt, of=said.of).model_dump_json()
        return Response(body, 202, {"Retry-After": str(SECONDS)}, media_type="application/json")
    headers = {"ETag": etag(fight.version)}
    if "why" in said:
        return Response(Unforeseen(why=said["why"]).model_dump_json(), headers=headers, media_type="application/json")
    found = _CHANCES.dump_json(_CHANCES.validate_python(said["chances"]))
    return Response(found, headers=headers, media_type="application/json")


def _said(estimates: Estimates, fight: Fight) -> Said | UnderWay:
    try:
        must_be_foreseeable(fight.encounter)
    except NoChances as reason:
        return {"why": str(reason)}
    return estimates.of(fight)
