"""The lobby: where is something going on, and whose word is waited for?

Whoever calls shows keys, as many as they have: each opens the one encounter that it belongs to, and the lobby lists
these and no others. The keys come in a header, for an address is written down by proxies and browsers, and a call that
reads stays a GET. The operator's key lists all: there is nobody else whom all encounters concern.
"""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request

from api.seats import ShownKeys, TheLedger, belonging
from api.shapes.problems import Wrong, documented
from projections.tables.listing import LobbyPage, NoSuchPage, Wanted, listed
from projections.tables.parts import NewerTables, NotBuilt
from projections.tables.runner import Runner

router = APIRouter(prefix="/api/lobby", tags=["encounters"])

MOST_ROWS = 100
WITHIN = 0.25
"""Seconds that an answer waits, at most, until the lobby holds everything written before the call."""
NAME = r"^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$"

System = Annotated[str | None, Query(pattern=NAME, description="Only encounters of this system.")]
State = Annotated[Literal["open", "over"] | None, Query(description="Only encounters that go on, or that are over.")]
Deciding = Annotated[
    str | None, Query(pattern=NAME, description="Only where a seat of this name is to decide, or is asked to agree.")
]
Mine = Annotated[bool, Query(description="Only where a seat is to decide, or asked to agree, whose key is shown.")]
Limit = Annotated[int, Query(ge=1, le=MOST_ROWS, description="So many at most.")]
Cursor = Annotated[str | None, Query(max_length=100, description="`next` of the page before.")]


@router.get("", responses=documented(401, 404, 422, 503))
def lobby(
    request: Request,
    ledger: TheLedger,
    keys: ShownKeys,
    system: System = None,
    state: State = None,
    deciding: Deciding = None,
    mine: Mine = False,
    limit: Limit = 50,
    cursor: Cursor = None,
) -> LobbyPage:
    """List the encounters that the keys belong to, the last one in which something happened first.

    While the list is built from the lines it is what there is of it, and not `complete`.
    """
    wanted = Wanted(
        keys=belonging(request, ledger, keys),
        system=system,
        over=None if state is None else state == "over",
        deciding=deciding,
        mine=mine,
        limit=limit,
        cursor=cursor,
    )
    runner: Runner = request.app.state.runner
    try:
        runner.refresh(WITHIN)
        return listed(runner.tables, wanted, runner.newest)
    except NoSuchPage as error:
        raise Wrong("not-a-command", str(error)) from None
    except (NotBuilt, NewerTables) as error:
        raise Wrong("not-built", str(error)) from None
