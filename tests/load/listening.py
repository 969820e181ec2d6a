"""Listeners of many streams in one thread: each checks that every line comes once, in order, without gap."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from hashlib import sha256
from json import JSONDecoder
from threading import Thread
from urllib.parse import urlsplit

AGAIN = 0.1
"""Seconds until a listener whose stream ended comes again."""
_JSON = JSONDecoder()


class Listener:
    """One client of a stream: it comes again with the last id, to whichever server answers."""

    def __init__(self, encounter: str, key: str, addresses: list[str], turn: int) -> None:
        """Begin at the server whose ``turn`` it is."""
        self.encounter = encounter
        self.last: int | None = None
        self.first: int | None = None
        self.hashes: dict[int, str] = {}
        self.streams = 0
        self.wrong: list[str] = []
        self._key = key
        self._addresses = addresses
        self._turn = turn
        self._enough: int | None = None

    def enough(self, version: int) -> None:
        """Let it end with the line of that number."""
        self._enough = version

    @property
    def whole(self) -> bool:
        """Return whether it has everything that it is to have."""
        return self._enough is not None and self.last is not None and self.last >= self._enough

    async def run(self) -> None:
        """Listen until there is enough."""
        while not self.whole and not self.wrong:
            with suppress(OSError, EOFError, ValueError):
                await self._listen(self._addresses[self._turn % len(self._addresses)])
            self._turn += 1
            await asyncio.sleep(AGAIN)

    async def _listen(self, address: str) -> None:
        url = urlsplit(address)
        reader, writer = await asyncio.open_connection(url.hostname, url.port)
        try:
            again = "" if self.last is None else f"Last-Event-ID: {self.last}\r\n"
            head = f"GET /api/encounters/{self.encounter}/stream HTTP/1.1\r\nHost: {url.netloc}\r\n"
            writer.write(f"{head}Authorization: Bearer {self._key}\r\n{again}\r\n".encode())
            status = int((await reader.readuntil(b"\r\n\r\n")).split(b" ", 2)[1])
            if status == 200:
                self.streams += 1
                await self._hear(reader)
            elif status != 503:
                self.wrong.append(f"{self.encounter}: the stream was answered with {status}")
        finally:
            writer.close()

    async def _hear(self, reader: asyncio.StreamReader) -> None:
        waiting = b""
        while not self.whole and (size := int(await reader.readline() or b"0", 16)):
            waiting += (await reader.readexactly(size + 2))[:-2]
            *told, waiting = waiting.split(b"\n\n")
            for event in told:
                if event.startswith(b"id: "):
                    self._take(event)

    def _take(self, event: bytes) -> None:
        first, kind, data = (line.partition(b": ")[2] for line in event.split(b"\n"))
        number = int(first)
        if kind == b"view" and self.last is None:
            self.first = self.last = number
        elif kind == b"line" and self.last is not None and number == self.last + 1:
            self.last = number
            self.hashes[number] = sha256(b"\x00" + _line(data)).hexdigest()
        else:
            self.wrong.append(f"{self.encounter}: {kind.decode()} {number} came after {self.last}")


def _line(data: bytes) -> bytes:
    """Return the stored bytes of a line out of the event that tells it, whatever else is told with it."""
    text = data.decode()
    begin = len('{"line":')
    _, end = _JSON.raw_decode(text, begin)
    return text[begin:end].encode()


class Listening:
    """The thread of all listeners."""

    def __init__(self) -> None:
        self.listeners: list[Listener] = []
        self._loop = asyncio.new_event_loop()
        self._tasks: set[asyncio.Task[None]] = set()
        self._thread = Thread(target=self._loop.run_forever, name="listening", daemon=True)

    def add(self, listener: Listener) -> None:
        """Let one more listen."""
        self.listeners.append(listener)
        self._loop.call_soon_threadsafe(self._begin, listener)

    def __enter__(self) -> Listening:
        """Begin."""
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """End all."""
        asyncio.run_coroutine_threadsafe(self._end(), self._loop).result(30)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)
        self._loop.close()

    def _begin(self, listener: Listener) -> None:
        task = self._loop.create_task(listener.run())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _end(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
