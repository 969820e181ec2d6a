"""The live stream of an encounter: server-sent events, one for each line, with what it changes in the view."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from contextlib import AbstractContextManager, ExitStack, nullcontext, suppress
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Header, Request, Response
from starlette.concurrency import run_in_threadpool
from starlette.types import Receive, Scope, Send

from api import server_bots
from api.calls.encounters import known
from api.catching_up import CatchUp
from api.channels import Channel, Channels
from api.listeners import Event, Listener
from api.quotas import quotas_of
from api.seats import AtTheWindow, Presented, TheLedger
from api.shapes.messages import VERSION
from api.shapes.problems import documented
from ledger.refusals import LedgerRefused
from ledger.table.knowledge import STRANGER

router = APIRouter(prefix="/api/encounters/{encounter}", tags=["reading"])

MEDIA_TYPE = "text/event-stream"
EXAMPLE = (
    'id: 11\nevent: view\ndata: {"encounter":"…","version":11,…}\n\n'
    'id: 12\nevent: line\ndata: {"line":{"n":12,"type":"CommandAccepted",…}}\n\n'
    'id: 13\nevent: line\ndata: {"line":{"n":13,"type":"TurnEnded",…},'
    '"patch":[{"op":"replace","path":"/version","value":13}]}\n\n'
    'event: links\ndata: {"links":{"roll":3,"line":12,"came":["ana"],"missing":["bo"],"until":1790000010000,'
    '"dice":{"by":"Ana","purpose":"attack","dice":"1d20","line":12}}}\n\n'
    'event: seats\ndata: {"seats":[{"seat":"ana","there":["ana"],"away":[]}]}\n\n'
    'event: request\ndata: {"request":{"rewind":null,"end":{"agreed":["ana"],"asked":["bo"]}}}\n\n'
    'event: deadline\ndata: {"deadline":null}\n\n'
    'event: pending\ndata: {"pending":{"kind":"turn","owner":"Ana","who":"Ana","options":[],"dice":null}}\n\n'
    ": ping\n\n"
)
STREAMED: dict[int | str, dict[str, Any]] = {
    200: {
        "description": (
            "It goes on until the client leaves, falls too far behind, or the server ends; then come again with "
            "`Last-Event-ID`. `view`: the whole view, as it begins. `line`: a stored line as it is, and with the "
            "last one of a command the JSON Patch (RFC 6902) from the view before to the view after; of a sealed "
            "line what this seat may know of it is `opened`, with the salt of its commitment. Where the first line "
            "of a fight is sealed the stream ends once, since from then on each seat has its own. What is waited for "
            "comes beside the lines, as it stands when the stream begins or is taken up again, and again only when "
            "it changes, as this seat may know it; these events have no `id`. `links`: the open roll, whose links "
            "came, whose are missing, until when it waits, and the dice that fall first; null while none is open. "
            "`seats`: of each seat with devices those that are there or away (not for whoever has no key). "
            "`request`: the open wish to take back (`rewind`) or to end (`end`), with who agreed and who is asked. "
            "`deadline`: when the time of the open decision is up (ms), or null. `pending`: what is asked of whom, "
            "and the dice of the table to be typed in."
        ),
        "content": {MEDIA_TYPE: {"schema": {"type": "string"}, "example": EXAMPLE}},
    }
}
LastEventId = Annotated[
    int | None,
    Header(ge=0, le=VERSION, description="The `id` of the last event that came: the version to go on after."),
]


PATIENCE = 20.0
"""Seconds within which a client has to take a part of what it missed."""
_FOR_SEATS = frozenset({"seats"})
"""Events for those who have a key: who is at home just now is nobody else's to know."""
_CHANGES_KEYS = b'"type":"SeatKeyChanged"'
"""What a line says after which a key may be good for nothing any more."""


async def _channels(request: Request) -> Channels:
    channels: Channels = request.app.state.channels
    return channels


@router.get("/stream", responses={**STREAMED, **documented(401, 404, 422, 429)}, response_class=Response)
def stream(
    request: Request,
    at: AtTheWindow,
    ledger: TheLedger,
    channels: Annotated[Channels, Depends(_channels)],
    key: Presented,
    last_event_id: LastEventId = None,
) -> Response:
    """Tell every line as it is written, without gap or repeat."""
    quotas = quotas_of(request)
    counted = quotas.listening(quotas.must_listen(request))
    fight = ledger.fight(at.encounter)
    server_bots.of(request).watch(at.encounter)
    if last_event_id is not None:
        known(fight, last_event_id)

    def good() -> bool:
        if at.seat == STRANGER:
            return ledger.shown(at.encounter) != "none"
        try:
            return ledger.seat(at.encounter, key) == at.seat
        except LedgerRefused:
            return False

    seat = at.seat if fight.table.secret or fight.encounter.disclosure else None
    watched = at.seat == STRANGER
    return EventStream(channels, at.encounter, last_event_id, seat, good, counted, anybody=watched)


class EventStream(Response):
    """An answer that goes on: what was missed, then what happens, then the end."""

    media_type = MEDIA_TYPE

    def __init__(
        self,
        channels: Channels,
        encounter: str,
        after: int | None,
        seat: str | None = None,
        good: Callable[[], bool] = lambda: True,
        counted: AbstractContextManager[None] | None = None,
        *,
        anybody: bool = False,
    ) -> None:
        """Begin; ``good`` asks the store whether whoever listens still may: where keys have changed, or has none."""
        self._anybody = anybody
        self.status_code = 200
        self.background = None
        self.init_headers({"X-Accel-Buffering": "no"})
        self._channels = channels
        self._encounter = encounter
        self._seat = seat
        self._after = after
        self._good = good
        self._counted = counted or nullcontext()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send events until the client leaves or the stream is over."""
        with self._counted:
            await self._listen(scope, receive, send)

    async def _listen(self, scope: Scope, receive: Receive, send: Send) -> None:
        channel, listener = await self._channels.join(self._encounter, self._seat)
        try:
            with ExitStack() as helped:
                missed = helped.enter_context(self._missed(channel))
                await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
                if not _is_head(scope):
                    # Where the store is gone the stream ends: whoever comes again is told why.
                    with suppress(LedgerRefused, TimeoutError):
                        await _until_first(self._tell(channel, listener, missed, helped, send), _gone(receive))
        finally:
            self._channels.leave(channel, listener)
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _tell(
        self, channel: Channel, listener: Listener, missed: CatchUp | None, helped: ExitStack, send: Send
    ) -> None:
        if channel.parted:
            return
        with helped:
            sent = await self._catch_up(channel, listener, missed, send)
        told: dict[str, bytes] = {}
        listener.wake()
        while (events := await listener.take(self._channels.ping)) is not None:
            new = [event for event in events if event.n > sent]
            # Asked before anything is sent: what is waited for is never further than the lines.
            awaited = self._changed(channel, told)
            if new:
                sent = await _send(send, new)
                asked = self._anybody or any(_CHANGES_KEYS in event.raw for event in new)
                if asked and not await run_in_threadpool(self._good):
                    return
            if awaited:
                await _send_raw(send, b"".join(awaited.values()))
                told |= awaited
            elif not events:
                await _send_raw(send, b": ping\n\n")

    def _changed(self, channel: Channel, told: Mapping[str, bytes]) -> dict[str, bytes]:
        """Return the events of what is waited for that the client does not have yet; whoever has no key gets fewer."""
        return {
            kind: event
            for kind, event in channel.awaited.items()
            if event != told.get(kind) and not (self._anybody and kind in _FOR_SEATS)
        }

    async def _catch_up(self, channel: Channel, listener: Listener, missed: CatchUp | None, send: Send) -> int:
        """Send what the client does not have yet, up to where the listener began; return the version it has then."""
        if self._after is None:
            return await _send(send, [channel.begin()])
        sent = self._after
        if missed is not None:
            sent = await _sent(send, missed, sent, listener)
        # It may have been begun by somebody who came earlier: what was written since then is missing still.
        while (recent := channel.recent(sent)) is None and not listener.over:
            with self._channels.missed(channel, sent) as more:
                sent = await _sent(send, more, sent, listener)
        return await _send(send, recent) if recent else sent

    def _missed(self, channel: Channel) -> AbstractContextManager[CatchUp | None]:
        """Return what has to be made from the store for this client. Raises Busy where too many catch up."""
        if self._after is None or channel.parted or channel.recent(self._after) is not None:
            return nullcontext()
        return self._channels.missed(channel, self._after)


async def _sent(send: Send, missed: CatchUp, sent: int, listener: Listener) -> int:
    """Send what was missed, and return the version it brings."""
    async for events in missed.taken():
        if events:
            # Whoever takes nothing for so long keeps others from being helped.
            async with asyncio.timeout(PATIENCE):
                sent = await _send(send, events)
        if listener.over:
            break
    return sent


async def _send(send: Send, events: list[Event]) -> int:
    """Send events in one piece and return the version they bring."""
    await _send_raw(send, b"".join(event.raw for event in events))
    return events[-1].n


async def _send_raw(send: Send, body: bytes) -> None:
    await send({"type": "http.response.body", "body": body, "more_body": True})


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _is_head(scope: Mapping[str, Any]) -> bool:
    return scope.get("asked") == "HEAD"


async def _until_first(*works: Coroutine[Any, Any, None]) -> None:
    """Do all of these until one of them is done, whose error is raised."""
    tasks = [asyncio.ensure_future(work) for work in works]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        ended = await asyncio.gather(*tasks, return_exceptions=True)
    for error in ended:
        if isinstance(error, Exception):
            raise error
