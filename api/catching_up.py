"""What listeners missed: made once for all who go on from the same line, while somebody takes it."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Hashable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

from api.listeners import Event
from ledger.refusals import Busy

THREADS = 2
MOST, MOST_OF_ONE = 8, 2
"""Catch-ups that may be under way, and of those of one channel: whoever would begin another is told to come again."""
KEPT = 40
"""Parts of a catch-up that are kept for those who take them more slowly than others."""

Parts = Iterator[list[Event]]


class CatchUp:
    """The events after one version, a part at a time; what happens here happens in the event loop.

    A part is made when the first of those who take them asks for it, and none is once they have all left.
    """

    def __init__(self, parts: Parts, pool: ThreadPoolExecutor) -> None:
        self._parts = parts
        self._pool = pool
        self._kept: deque[list[Event]] = deque()
        self._first = 0
        self._making: asyncio.Future[None] | None = None
        self.takers = 0
        self.whole = True
        """Whether somebody may still begin with the first part."""
        self.ended = False
        """Whether nothing more is made."""

    async def taken(self) -> AsyncIterator[list[Event]]:
        """Yield the parts, no more of them to whoever is left too far behind, who is told apart from there on."""
        place = 0
        while (part := await self._part(place)) is not None:
            yield part
            place += 1

    def end(self) -> None:
        """Make nothing more; what is not begun yet is never begun."""
        self.whole, self.ended = False, True
        if self._making is not None:
            self._making.cancel()

    async def _part(self, place: int) -> list[Event] | None:
        while place >= self._first + len(self._kept):
            if self.ended:
                return None
            await self._made()
        return self._kept[place - self._first] if place >= self._first else None

    async def _made(self) -> None:
        """Return once the next part is made, by whoever asked for it first."""
        if self._making is None:
            self._making = asyncio.ensure_future(self._make())
            self._making.add_done_callback(_looked_at)
        await asyncio.shield(self._making)

    async def _make(self) -> None:
        try:
            part = await asyncio.get_running_loop().run_in_executor(self._pool, next, self._parts, None)
        except BaseException:
            self.whole, self.ended = False, True
            raise
        finally:
            self._making = None
        if part is None:
            self.ended = True
            return
        self._kept.append(part)
        if len(self._kept) > KEPT:
            self._kept.popleft()
            self._first += 1
            self.whole = False


def _looked_at(made: asyncio.Future[None]) -> None:
    """Let nobody be told of a failure that those who took part have left behind."""
    if not made.cancelled():
        made.exception()


class CatchUps:
    """All that are under way in one application. Everything but ``takers`` happens in the event loop."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(THREADS, thread_name_prefix="catching-up")
        self._joined: dict[tuple[Hashable, int], CatchUp] = {}
        self._made: list[tuple[Hashable, CatchUp]] = []
        self._over = False

    @property
    def takers(self) -> int:
        """Return how many are helped or wait for it; from any thread."""
        return sum(each.takers for _, each in self._made.copy())

    @contextmanager
    def joined(self, of: Hashable, after: int, make: Callable[[], Parts]) -> Iterator[CatchUp]:
        """Take part in the catch-up of a channel after a version, which is begun if there is none. Raises Busy."""
        found = self._joined.get((of, after))
        if found is None or not found.whole:
            found = self._begun(of, after, make)
        found.takers += 1
        try:
            yield found
        finally:
            found.takers -= 1
            if not found.takers:
                self._leave(of, after, found)

    def end(self) -> None:
        """End all of them, and those that begin after it at once."""
        self._over = True
        for _, each in self._made:
            each.end()
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _begun(self, of: Hashable, after: int, make: Callable[[], Parts]) -> CatchUp:
        under_way = [each for each, made in self._made if not made.ended]
        if len(under_way) >= MOST or under_way.count(of) >= MOST_OF_ONE:
            raise Busy("Many catch up with what they missed just now: come again.")
        begun = self._joined[of, after] = CatchUp(make(), self._pool)
        self._made.append((of, begun))
        if self._over:
            begun.end()
        return begun

    def _leave(self, of: Hashable, after: int, left: CatchUp) -> None:
        left.end()
        self._made.remove((of, left))
        if self._joined.get((of, after)) is left:
            del self._joined[of, after]
