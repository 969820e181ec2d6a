"""A network of our own before PostgreSQL, a process by itself: it passes bytes, and on demand it does not.

    python -m tests.load.network SOCKET

It prints its port, passes what comes there on to a socket in the file system, and reads orders: hold, release, cut.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


class Network:
    """The process, as the others see it."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout is not None
        self._process = process
        self.port = int(process.stdout.readline())

    def hold(self) -> None:
        """Pass nothing any more: what is sent waits, connections stay open, new ones are accepted and not answered."""
        self._order("hold")

    def release(self) -> None:
        """Pass on what waited, and everything after it."""
        self._order("release")

    def cut(self) -> None:
        """Break every connection; what waited is lost."""
        self._order("cut")

    def _order(self, what: str) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{what}\n")
        self._process.stdin.flush()
        assert self._process.stdout.readline() == "done\n"


@contextmanager
def network(to: str) -> Iterator[Network]:
    """Yield a network that leads to a socket in the file system."""
    command = [sys.executable, "-m", "tests.load.network", to]
    root = Path(__file__).resolve().parents[2]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=root, text=True, stdin=pipe, stdout=pipe) as process:
        try:
            yield Network(process)
        finally:
            process.kill()


class _Passing:
    """What the process does."""

    def __init__(self, to: str) -> None:
        self._to = to
        self._open = asyncio.Event()
        self._open.set()
        self._writers: set[asyncio.StreamWriter] = set()
        self._pumps: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Pass bytes, and do as ordered, until nobody orders any more."""
        server = await asyncio.start_server(self._join, "127.0.0.1", 0)
        print(server.sockets[0].getsockname()[1], flush=True)
        orders = {"hold": self._open.clear, "release": self._open.set, "cut": self._cut}
        while order := (await asyncio.to_thread(sys.stdin.readline)).strip():
            orders[order]()
            print("done", flush=True)

    def _cut(self) -> None:
        for writer in self._writers:
            writer.transport.abort()

    async def _join(self, asked: asyncio.StreamReader, asking: asyncio.StreamWriter) -> None:
        self._writers.add(asking)
        try:
            await self._open.wait()
            answers, answering = await asyncio.open_unix_connection(self._to)
        except OSError:
            asking.transport.abort()
            return
        finally:
            self._writers.discard(asking)
        for reader, writer, other in ((asked, answering, asking), (answers, asking, answering)):
            pump = asyncio.ensure_future(self._pump(reader, writer, other))
            self._pumps.add(pump)
            pump.add_done_callback(self._pumps.discard)

    async def _pump(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, other: asyncio.StreamWriter
    ) -> None:
        self._writers.add(writer)
        try:
            with suppress(OSError):
                while part := await reader.read(65536):
                    await self._open.wait()
                    writer.write(part)
                    await writer.drain()
        finally:
            self._writers.discard(writer)
            for each in (writer, other):
                each.close()


if __name__ == "__main__":
    asyncio.run(_Passing(sys.argv[1]).run())
