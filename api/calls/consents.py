"""Taking back: the wish, and what the other seats say to it."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Response

from api.calls.commands import HAPPENED, answered
from api.seats import AtTable, TheLedger
from api.shapes import bodies
from api.shapes.documentation import takes
from api.shapes.messages import CONSENT, TAKE_BACK, VERSION, Consent, TakeBack, called
from api.shapes.problems import documented
from api.shapes.samples import AGREE, BACK
from ledger.line import clock
from ledger.table.accepting import must_play
from ledger.table.rewinding import Rewind
from ledger.table.rewinding import rewind as rewind_of

router = APIRouter(prefix="/api/encounters/{encounter}", tags=["taking back"])
ANSWERS: dict[int | str, dict[str, Any]] = {200: HAPPENED[200], **documented(401, 403, 404, 409, 412, 413, 415, 422)}


ToVersion = Annotated[int, Query(ge=0, le=VERSION, description="The last line of a command: what `rewinds` lists.")]


@router.get("/rewind", responses=documented(401, 404, 409, 422))
def would_rewind(at: AtTable, ledger: TheLedger, to_version: ToVersion) -> Rewind:
    """Tell what it would mean that this seat takes back to a version: the rolls it voids, and who must agree first."""
    fight = ledger.fight(at.encounter, at.seat)
    must_play(fight, at.seat)
    return rewind_of(fight.log, fight.table, fight.version, at.seat, to_version, clock.now())


@router.post("/rewind", openapi_extra=takes("TakeBack", BACK), responses=ANSWERS)
def rewind(at: AtTable, ledger: TheLedger, wish: Annotated[TakeBack, Depends(bodies.of(TAKE_BACK))]) -> Response:
    """Take back to a version, at once where the policy allows it, else when every other player has agreed."""
    return answered(ledger.ask_rewind(at.encounter, at.seat, wish.to_version, wish.reason, **called(wish)))


@router.post("/consents", openapi_extra=takes("Consent", AGREE), responses=ANSWERS)
def consent(at: AtTable, ledger: TheLedger, said: Annotated[Consent, Depends(bodies.of(CONSENT))]) -> Response:
    """Agree to the open wish to take something back, or do not; whoever asked withdraws it by not agreeing."""
    return answered(ledger.answer_rewind(at.encounter, at.seat, said.agree, **called(said)))
