"""A fight over time: all of it to be played again elsewhere, and what differs between two moments."""

from __future__ import annotations

import zlib
from collections.abc import AsyncGenerator, Iterator
from contextlib import aclosing
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import StreamingResponse

from api.calls.encounters import Hindsight, SeenBy, etag, known, looked_at, seat_seen
from api.lanes import lanes_of
from api.seats import AtTheWindow, Seated, TheLedger
from api.shapes.messages import VERSION
from api.shapes.problems import Wrong, documented
from api.sparing import takes_gzip
from projections.history.annals import Chronicles
from projections.history.bundle import Bundle, bundle
from projections.history.difference import Difference, difference
from projections.luck.reckoning import Luck, luck

router = APIRouter(prefix="/api/encounters/{encounter}", tags=["reading"])

Since = Annotated[int, Query(alias="from", ge=0, le=VERSION, description="The earlier version.")]
Upto = Annotated[int | None, Query(alias="to", ge=0, le=VERSION, description="The later version; the newest else.")]


@router.get("/replay", responses=documented(401, 403, 404, 422, 503), response_model=Bundle)
async def replay(
    request: Request, at: AtTheWindow, ledger: TheLedger, hindsight: Hindsight = None, seen: SeenBy = None
) -> Response:
    """Hand out the whole fight to be played again without a call a step: chronicle, moments, the view of each command.

    The first of the `steps` holds the view that the set-up ended with, and every 50th the whole view again; each of the
    others the JSON Patch (RFC 6902) from the view of the step before. `left` tells of each side what is left of its
    combatants' first pools, and of how much. `moments` are what one looks for: who `fell`, was `healed`, came `late`,
    a `great` roll (at most one in twenty is as high), what was taken `back`, a `dispute`, a `ruling`. `disputes` are
    what `GET …/disputes` lists, and `luck` is what `GET …/luck` says.
    """
    chronicles: Chronicles = request.app.state.chronicles

    def told() -> Iterator[bytes]:
        whose = Seated(encounter=at.encounter, seat=seat_seen(at, ledger, seen))
        fight = looked_at(whose, ledger, hindsight)
        yield from bundle(fight, chronicles.of(fight))

    pieces = lanes_of(request).reports.stream(told())
    first = await anext(pieces)
    pressed = takes_gzip(request.headers)
    headers = {"Vary": "Accept-Encoding", **({"Content-Encoding": "gzip"} if pressed else {})}
    whole = _after(first, pieces)
    return StreamingResponse(_pressed(whole) if pressed else whole, media_type="application/json", headers=headers)


async def _after(first: bytes, pieces: AsyncGenerator[bytes, None]) -> AsyncGenerator[bytes, None]:
    """Yield the first piece and the others, and let go of them where nobody takes them any more."""
    async with aclosing(pieces):
        yield first
        async for piece in pieces:
            yield piece


async def _pressed(pieces: AsyncGenerator[bytes, None]) -> AsyncGenerator[bytes, None]:
    """Yield pieces gzipped."""
    packing = zlib.compressobj(6, wbits=31)
    async with aclosing(pieces):
        async for piece in pieces:
            if packed := packing.compress(piece):
                yield packed
    yield packing.flush()


@router.get("/luck", responses=documented(401, 403, 404, 422, 503))
async def lucky(
    request: Request, at: AtTheWindow, ledger: TheLedger, response: Response, hindsight: Hindsight = None
) -> Luck:
    """Say how lucky the dice of each combatant, side and seat were, and how often fair dice are as far from the middle.

    `luck` goes from 0 to 100; of fair dice it is 50 on average, and between `low` and `high` 19 times of 20. Rolls
    that are neither good nor bad when they are high, and what was taken back, do not count.
    """

    def told() -> tuple[int, Luck]:
        fight = looked_at(at, ledger, hindsight)
        return fight.version, luck([fight])

    version, found = await lanes_of(request).reports.do(told)
    response.headers["ETag"] = etag(version)
    return found


@router.get("/diff", responses=documented(401, 404, 422))
def diff(
    at: AtTheWindow, ledger: TheLedger, response: Response, since: Since, upto: Upto = None, hindsight: Hindsight = None
) -> Difference:
    """Tell every value that differs between two versions, before and after, with the lines that made it so.

    Lines that count at neither version are left out; a rewind between them counts as the line that took back what the
    earlier version had. `GET …/why?value=<value>&at=<n>` explains each.
    """
    fight = looked_at(at, ledger, hindsight)
    later = known(fight, upto)
    if since > later:
        raise Wrong("not-a-command", f"`from` is the earlier version: {since} comes after {later}.")
    response.headers["ETag"] = etag(later)
    return difference(fight, since, later)
