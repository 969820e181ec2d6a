"""Readers that come, want a long fight from its beginning, give up, and come again: a process of their own.

What they cost is not the server's, so a reader is no more than a socket that looks at the first bytes of its answer:
0.3 ms of processor time each time it comes, which is 13 % of a core for 200 of them, who come 430 times a second.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from typing import Any
from urllib.parse import urlsplit

PATIENCE = (0.1, 0.6)
"""Seconds, at least and at most, until a reader gives up …"""
PAUSE = 0.1
"""… and until it comes again."""
NO_ANSWER = "given up before an answer"


class Reader(asyncio.Protocol):
    """A client of the stream that wants everything after line 0 and never waits for the end of it."""

    def __init__(self, address: str, encounter: str, key: str, chance: random.Random) -> None:
        url = urlsplit(address)
        self._host, self._port = url.hostname or "", url.port or 0
        self._asked = (
            f"GET /api/encounters/{encounter}/stream HTTP/1.1\r\nHost: {url.netloc}\r\n"
            f"Authorization: Bearer {key}\r\nLast-Event-ID: 0\r\n\r\n"
        ).encode()
        self._chance = chance
        self._answer = NO_ANSWER
        self.answers: Counter[str] = Counter()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the stream."""
        assert isinstance(transport, asyncio.Transport)
        transport.write(self._asked)

    def data_received(self, data: bytes) -> None:
        """Look how the answer begins."""
        if self._answer is NO_ANSWER:
            self._answer = data.split(b" ", 2)[1].decode()

    async def run(self) -> None:
        """Come again and again."""
        loop = asyncio.get_running_loop()
        while True:
            self._answer, until = NO_ANSWER, loop.time() + self._chance.uniform(*PATIENCE)
            with suppress(TimeoutError, OSError):
                async with asyncio.timeout_at(until):
                    connection, _ = await loop.create_connection(lambda: self, self._host, self._port)
                await asyncio.sleep(until - loop.time())
                connection.close()
            self.answers[self._answer] += 1
            await asyncio.sleep(PAUSE)


@contextmanager
def crowd(address: str, encounter: str, key: str, readers: int) -> Iterator[Counter[str]]:
    """Let so many readers come; what they were answered is in the counter afterwards."""
    spawned, answers = get_context("spawn"), Counter[str]()
    here, there = spawned.Pipe()
    process = spawned.Process(target=_be, args=(address, encounter, key, readers, there), daemon=True)
    process.start()
    try:
        yield answers
        here.send("enough")
        answers.update(here.recv())
    finally:
        process.kill()
        process.join(30)


def _be(address: str, encounter: str, key: str, readers: int, told: Any) -> None:
    """Be so many readers until the pipe says that it is enough; tell what they were answered."""

    async def read() -> Counter[str]:
        every = [Reader(address, encounter, key, random.Random(number)) for number in range(readers)]
        tasks = [asyncio.ensure_future(each.run()) for each in every]
        await asyncio.to_thread(told.recv)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        return sum((each.answers for each in every), Counter())

    told.send(asyncio.run(read()))
