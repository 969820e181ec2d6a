"""Taking back: the wish, and what the other seats say to it."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Response

from api.calls.commands import HAPPENED, answered
from api.seats import AtTable, TheLedger
from api.shapes import bodies
from api.shapes.documentation import takes
from api.shapes.messages import CONSENT, TAKE_BACK, Consent, TakeBack, called
from api.shapes.problems import documented
from api.shapes.samples import AGREE, BACK

router = APIRouter(prefix="/api/encounters/{encounter}", tags=["taking back"])
ANSWERS: dict[int | str, dict[str, Any]] = {200: HAPPENED[200], **documented(401, 403, 404, 409, 412, 413, 415, 422)}


@router.post("/rewind", openapi_extra=takes("TakeBack", BACK), responses=ANSWERS)
def rewind(at: AtTable, ledger: TheLedger, wish: Annotated[TakeBack, Depends(bodies.of(TAKE_BACK))]) -> Response:
    """Take back to a version, at once where the policy allows it, else when every other player has agreed."""
    return answered(ledger.ask_rewind(at.encounter, at.seat, wish.to_version, wish.reason, **called(wish)))


@router.post("/consents", openapi_extra=takes("Consent", AGREE), responses=ANSWERS)
def consent(at: AtTable, ledger: TheLedger, said: Annotated[Consent, Depends(bodies.of(CONSENT))]) -> Response:
    """Agree to the open wish to take something back, or do not."""
    return answered(ledger.answer_rewind(at.encounter, at.seat, said.agree, **called(said)))
