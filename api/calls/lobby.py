"""The lobby: where is something going on, and whose word is waited for?

Whoever calls shows keys, as many as they have: each opens the one encounter that it belongs to, and the lobby lists
these and no others. The keys come in a header, for an address is written down by proxies and browsers, and a call that
reads stays a GET. The operator's key lists all: there is nobody else whom all encounters concern.
"""

from __future__ import annotations

import re
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Header, Query, Request, Security
from fastapi.security import HTTPAuthorizationCredentials

from api.seats import BEARER, KEY, TheLedger, is_the_operators
from api.shapes.problems import Wrong, documented
from ledger.application import Ledger
from ledger.dice.secrets import token_hash
from projections.tables.listing import LobbyPage, NoSuchPage, Wanted, listed
from projections.tables.parts import NewerTables, NotBuilt
from projections.tables.runner import Runner

router = APIRouter(prefix="/api/lobby", tags=["encounters"])

MOST_KEYS = 100
MOST_ROWS = 100
WITHIN = 0.25
"""Seconds that an answer waits, at most, until the lobby holds everything written before the call."""
NAME = r"^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$"

Keys = Annotated[
    str | None,
    Header(
        alias="Encounter-Keys",
        max_length=MOST_KEYS * 50,
        description=f"More keys, of other encounters or seats, with commas between them; {MOST_KEYS} at most.",
    ),
]
System = Annotated[str | None, Query(pattern=NAME, description="Only encounters of this system.")]
State = Annotated[Literal["open", "over"] | None, Query(description="Only encounters that go on, or that are over.")]
Deciding = Annotated[
    str | None, Query(pattern=NAME, description="Only where a seat of this name is to decide, or is asked to agree.")
]
Mine = Annotated[bool, Query(description="Only where a seat is to decide, or asked to agree, whose key is shown.")]
Limit = Annotated[int, Query(ge=1, le=MOST_ROWS, description="So many at most.")]
Cursor = Annotated[str | None, Query(max_length=100, description="`next` of the page before.")]


def _keys(key: Annotated[HTTPAuthorizationCredentials | None, Security(BEARER)], more: Keys = None) -> list[str]:
    """Return the keys that a call shows. Raises Wrong (401) for none, and for what is none."""
    shown = [] if key is None else [key.credentials]
    shown += [each for each in re.split(r"[,\s]+", more or "") if each]
    if not shown or not all(KEY.fullmatch(each) for each in shown):
        raise Wrong("no-key", "This call needs keys: Authorization: Bearer <key>, and more of them in Encounter-Keys.")
    if len(shown) > MOST_KEYS + 1:
        raise Wrong("not-a-command", f"These are {len(shown)} keys: show {MOST_KEYS} at a time.")
    return shown


@router.get("", responses=documented(401, 404, 422, 503))
def lobby(
    request: Request,
    ledger: TheLedger,
    keys: Annotated[list[str], Depends(_keys)],
    system: System = None,
    state: State = None,
    deciding: Deciding = None,
    mine: Mine = False,
    limit: Limit = 50,
    cursor: Cursor = None,
) -> LobbyPage:
    """List the encounters that the keys belong to, the last one in which something happened first."""
    wanted = Wanted(
        keys=_belonging(request, ledger, keys),
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
        return listed(runner.tables, wanted)
    except NoSuchPage as error:
        raise Wrong("not-a-command", str(error)) from None
    except (NotBuilt, NewerTables) as error:
        raise Wrong("not-built", str(error)) from None


def _belonging(request: Request, ledger: Ledger, keys: list[str]) -> dict[str, list[str]] | None:
    """Return the seats of the keys by encounter; None for the operator. Raises Wrong (404) if they are nobody's."""
    hashes = [token_hash(key) for key in keys]
    if is_the_operators(request, hashes):
        return None
    found: dict[str, list[str]] = {}
    for encounter, seat in ledger.seats_with(hashes):
        found.setdefault(encounter, []).append(seat)
    if not found:
        raise Wrong("not-found", "There is no encounter here for these keys.")
    return found
