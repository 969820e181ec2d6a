"""Work that takes long, in threads of its own: those that answer whoever plays never wait for it."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncGenerator, Callable, Hashable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Lock
from typing import Any, TypeVar

from fastapi import Request

from ledger.refusals import Busy

THREADS = 2
MOST = 16
"""Calls that may be under way or wait in one lane; whoever comes then is told to come again."""
KEPT = 256
"""Results that are remembered, the last ones used."""

Result = TypeVar("Result")


class Lane:
    """Threads for one kind of work, and a short queue before them."""

    def __init__(self, name: str, threads: int = THREADS, most: int = MOST) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._most = most
        self._under_way = 0
        self._counting = Lock()

    async def do(self, work: Callable[[], Result]) -> Result:
        """Return what the work returns. Raises Busy where too much of it waits already."""
        self._begin()
        begun = self._pool.submit(work)
        begun.add_done_callback(self._done)
        return await asyncio.wrap_future(begun)

    async def stream(self, parts: Iterator[bytes]) -> AsyncGenerator[bytes, None]:
        """Yield what somebody makes piece by piece, each piece in a thread. Raises Busy as ``do``, before the first."""
        self._begin()
        try:
            while part := await asyncio.wrap_future(self._pool.submit(next, parts, b"")):
                yield part
        finally:
            self._done(None)

    def _begin(self) -> None:
        with self._counting:
            if self._under_way >= self._most:
                raise Busy("Too much of this is asked for at once: nothing was done, try again.")
            self._under_way += 1

    def _done(self, _: Future[Any] | None) -> None:
        with self._counting:
            self._under_way -= 1


class Lanes:
    """The lanes of one application: files that come in, and what takes long to work out for those who are there."""

    def __init__(self) -> None:
        self.imports = Lane("imports", threads=1, most=4)
        self.reports = Lane("reports")
        self.odds = Lane("odds", threads=1)
        self.chronicles = Lane("chronicles", most=64)
        self.known = Remembered()


class Remembered:
    """Results by what they were asked of, so that the same is not worked out twice."""

    def __init__(self, most: int = KEPT) -> None:
        self._most = most
        self._found: OrderedDict[Hashable, Any] = OrderedDict()
        self._changing = Lock()

    def of(self, key: Hashable, work: Callable[[], Result]) -> Result:
        """Return the result for a key, from the last time if it is still known."""
        with self._changing:
            if key in self._found:
                self._found.move_to_end(key)
                known: Result = self._found[key]
                return known
        result = work()
        with self._changing:
            self._found[key] = result
            while len(self._found) > self._most:
                self._found.popitem(last=False)
        return result


def lanes_of(request: Request) -> Lanes:
    """Return the lanes of the application that a call came to."""
    lanes: Lanes = request.app.state.lanes
    return lanes
