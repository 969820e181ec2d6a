"""Whether those may look on who have no key: switched by the host, listed nowhere."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Request
from pydantic import BaseModel, Field

from api.seats import AtTable, AtTheWindow, TheLedger, to_look_at
from api.shapes import bodies
from api.shapes.documentation import takes
from api.shapes.messages import SHOWING, Showing
from api.shapes.problems import documented
from api.shapes.samples import SHOW
from ledger.application import Ledger

router = APIRouter(prefix="/api/encounters/{encounter}", tags=["encounters"])
PROBLEMS: dict[int | str, dict[str, Any]] = documented(401, 403, 404, 413, 415, 422)


class Shown(BaseModel):
    """How far those may look who have no key, and at which address of the page."""

    public: Literal["none", "live", "replay"]
    link: str = Field(description="An address without a key: it opens nothing while `public` is `none`.")
    over: bool


@router.post("/public", openapi_extra=takes("Showing", SHOW), responses=PROBLEMS)
def show(
    request: Request, at: AtTable, ledger: TheLedger, said: Annotated[Showing, Depends(bodies.of(SHOWING))]
) -> Shown:
    """Show the fight to whoever has its address, as it goes on or once it is over, or to nobody; the host does.

    They are told what every seat may know, by every call that reads. It is listed nowhere, and no line says so.
    """
    ledger.show(at.encounter, at.seat, said.public)
    return _shown(request, ledger, at.encounter)


@router.get("/public", responses=documented(401, 404, 409))
def how_far(request: Request, at: AtTheWindow, ledger: TheLedger) -> Shown:
    """Say how far those may look who have no key."""
    return _shown(request, ledger, at.encounter)


def _shown(request: Request, ledger: Ledger, encounter: str) -> Shown:
    over = ledger.fight(encounter).encounter.outcome is not None
    return Shown(public=ledger.shown(encounter), link=to_look_at(request, encounter), over=over)
