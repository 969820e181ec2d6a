"""Events as they are sent, and the clients they wait for."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence
from dataclasses import fields
from typing import NamedTuple

import orjson

from projections.streams.awaited import Awaited
from projections.streams.live import Change, Json

AWAITED = tuple(each.name for each in fields(Awaited))
"""The events that tell what is waited for, beside the lines."""


class Event(NamedTuple):
    """One event as it is sent, and the version it brings."""

    n: int
    raw: bytes


def of_line(change: Change, salt: bytes | None = None) -> Event:
    """Return the event of a line, with what lies behind it and the ``salt`` of its commitment where that is told."""
    told = b"" if change.patch is None else b',"patch":' + orjson.dumps(change.patch)
    if change.payload is not None and salt is not None:
        told += b',"opened":' + orjson.dumps({"payload": change.payload, "salt": salt.hex()})
    return Event(change.n, b'id: %d\nevent: line\ndata: {"line":%b%b}\n\n' % (change.n, change.raw, told))


def of_view(version: int, view: Json) -> Event:
    """Return the event of a whole view."""
    return Event(version, b"id: %d\nevent: view\ndata: %b\n\n" % (version, orjson.dumps(view)))


def of_awaited(told: Awaited) -> dict[str, bytes]:
    """Return the event of each thing that is waited for: without an id, it is no line to go on from."""
    parts = {kind: orjson.dumps({kind: getattr(told, kind)}) for kind in AWAITED}
    return {kind: b"event: %b\ndata: %b\n\n" % (kind.encode(), part) for kind, part in parts.items()}


def receipted(events: Sequence[Event], note: str | None) -> list[Event]:
    """Return events of which the last one brings the checkpoint of all lines up to it, if there is one.

    The checkpoint is an event without an id of its own: it comes again with its line, and is no place to go on from.
    """
    if note is None or not events:
        return [*events]
    *others, last = events
    return [*others, Event(last.n, b"%bevent: checkpoint\ndata: %b\n\n" % (last.raw, orjson.dumps({"note": note})))]


class Listener:
    """What waits for one client, at most ``most`` events. Everything here happens in the event loop."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._waiting: deque[Event] = deque()
        self._more = asyncio.Event()
        self.over = False

    def put(self, events: Sequence[Event]) -> None:
        """Let events wait until it is woken; a listener for whom too many wait is over."""
        if self.over:
            return
        if len(self._waiting) + len(events) > self._most:
            self.end()
            return
        self._waiting.extend(events)

    def wake(self) -> None:
        """Let whoever takes take what waits."""
        self._more.set()

    def end(self) -> None:
        """Send nothing any more, not even what waits: it is all in the store."""
        self.over = True
        self._waiting.clear()
        self._more.set()

    async def take(self, seconds: float) -> list[Event] | None:
        """Return what waits, once something does; nothing after so many seconds, None at the end."""
        try:
            async with asyncio.timeout(seconds):
                await self._more.wait()
        except TimeoutError:
            return []
        self._more.clear()
        taken = list(self._waiting)
        self._waiting.clear()
        return None if self.over else taken
