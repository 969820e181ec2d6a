"""How long it takes from a commit until everybody who listens has the line: 50 spectators over real connections.

    python -m tests.bench.streams

The spectators are a process of their own. Commands go through the process that serves them, or through another one.
All processes of a machine have the same monotonic clock.
"""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from itertools import count
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from threading import Thread
from time import monotonic_ns, sleep

from api import serving
from api.app import create_app
from ledger.application import Ledger
from ledger.table.answers import Declaration
from tests.bench.fights import BEGINS, attack, opening
from tests.bench.figures import Figure
from tests.cluster import NoPostgres, database, own_cluster

SPECTATORS = 50
COMMANDS = 200
PAUSE = 0.03
STORE = "ENCOUNTER_BENCH_DATABASE"
Times = dict[int, int]
"""When a version was committed, in nanoseconds."""


def figures(scratch: Path) -> Iterator[Figure]:
    """Yield the delays on both stores, commands going through the same process and through another."""
    yield from _of_a_store("SQLite", scratch / "streams-sqlite", None)
    try:
        with own_cluster(durable=True) as server, database(server.url) as url:
            yield from _of_a_store("PostgreSQL", scratch / "streams-postgres", url)
    except NoPostgres as missing:
        print(missing, file=sys.stderr)


def _of_a_store(name: str, folder: Path, url: str | None) -> Iterator[Figure]:
    floor = None
    for where, commit in (("the same process", _commit_here), ("another process", _commit_elsewhere)):
        delays, sent = _delays(folder, url, commit)
        floor = floor or _milliseconds(_floor(sent))
        yield Figure(
            work=f"commit to {SPECTATORS} spectators, commands through {where}, {name} (p50, p99)",
            measured=_milliseconds(delays),
            raw=f"{floor} for the lines alone, from memory",
            goal="p99 under 20 ms",
        )


def _milliseconds(delays: Sequence[float]) -> str:
    cuts = quantiles(delays, n=100)
    return f"{cuts[49]:.1f} ms, {cuts[98]:.1f} ms"


Commit = Callable[[Ledger, Path, str | None, str], Times]


def _delays(folder: Path, url: str | None, commit: Commit) -> tuple[list[float], list[bytes]]:
    """Return the milliseconds from each commit to each spectator, and what one of them was sent, by command."""
    with Ledger(folder, database=url) as ledger, ExitStack() as ending:
        opened = ledger.open(opening())
        listening = serving.listen("127.0.0.1", 0)
        address = listening.getsockname()
        server = serving.server(create_app(ledger))
        thread = Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        ending.callback(thread.join)
        ending.callback(setattr, server, "should_exit", True)
        request = (
            f"GET /api/encounters/{opened.encounter}/stream HTTP/1.1\r\nHost: bench\r\n"
            f"Authorization: Bearer {opened.keys['table']}\r\n\r\n"
        )
        spectators = _spectators(address[1], request, SPECTATORS)
        committed = commit(ledger, folder, url, opened.encounter)
        heard = _heard(spectators)
        sent = [line.raw for line in ledger.lines(opened.encounter, opened.version)]
        delays = [
            (at - committed[version]) / 1e6 for version, times in heard.items() if version in committed for at in times
        ]
        assert len(delays) == SPECTATORS * len(committed), "a spectator missed something"
        return delays, sent


def _commit_here(ledger: Ledger, folder: Path, url: str | None, encounter: str) -> Times:
    """Give the commands in this process."""
    del folder, url
    return dict(_timed_commands(ledger, encounter))


def _commit_elsewhere(ledger: Ledger, folder: Path, url: str | None, encounter: str) -> Times:
    """Give the commands in a process of their own."""
    del ledger
    child = subprocess.run(
        [sys.executable, "-m", "tests.bench.streams", "commit", str(folder), encounter],
        cwd=Path(__file__).parents[2],
        env={**os.environ, STORE: url or ""},
        stdout=subprocess.PIPE,
        check=True,
        text=True,
    )
    return {int(version): int(at) for version, at in map(str.split, child.stdout.splitlines())}


def _timed_commands(ledger: Ledger, encounter: str) -> Iterator[tuple[int, int]]:
    """Give the commands, one after a pause; yield the version after each, and when its commit had just returned."""
    told, moments = ledger.tailer.committed, [0]

    def stamped() -> None:
        moments[0] = monotonic_ns()
        told()

    ledger.tailer.committed = stamped  # type: ignore[method-assign]
    for version in _commands(ledger, encounter):
        yield version, moments[0]
        sleep(PAUSE)


def _commands(ledger: Ledger, encounter: str) -> Iterator[int]:
    """Give the commands of attack after attack; yield the version after each."""
    numbers = count()

    def given(command: object) -> int:
        sent = Declaration(action=command, cmd=f"c{next(numbers)}")  # type: ignore[arg-type]
        return ledger.record(encounter, "table", sent).version

    for command in BEGINS:
        given(command)
    for _ in range(COMMANDS // 2):
        for command in attack(ledger.fight(encounter).encounter):
            yield given(command)


def _floor(sent: list[bytes]) -> list[float]:
    """Return the milliseconds that as many bytes take to as many spectators, straight from memory."""
    begun: Times = {}

    async def serve() -> subprocess.Popen[str]:
        writers: list[asyncio.StreamWriter] = []

        async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.readline()
            writer.write(b"\nid: 0\n")
            writers.append(writer)

        server = await asyncio.start_server(answer, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        spectators = await asyncio.to_thread(_spectators, port, "\n", SPECTATORS)
        for number in range(1, COMMANDS):
            begun[number] = monotonic_ns()
            body = b"".join(sent[6 * number : 6 * number + 6]) + b"\nid: %d\n" % number
            for writer in writers:
                writer.write(body)
            await asyncio.sleep(PAUSE)
        for writer in writers:
            writer.close()
        server.close()
        return spectators

    heard = _heard(asyncio.run(serve()))
    return [(at - begun[number]) / 1e6 for number, times in heard.items() if number in begun for at in times]


def _spectators(port: int, request: str, many: int) -> subprocess.Popen[str]:
    """Return the spectators, all of them listening."""
    child = subprocess.Popen(
        [sys.executable, "-m", "tests.bench.streams", "listen", str(port), request, str(many)],
        cwd=Path(__file__).parents[2],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert child.stdout is not None
    assert child.stdout.readline() == "all\n"
    return child


def _heard(spectators: subprocess.Popen[str]) -> dict[int, list[int]]:
    """Return when each spectator had each version, once nothing more comes."""
    sleep(0.5)
    found: dict[int, list[int]] = {}
    for line in spectators.communicate("\n")[0].splitlines():
        version, at = map(int, line.split())
        found.setdefault(version, []).append(at)
    return found


async def listen(port: int, request: str, many: int) -> None:
    """Open so many streams, say when all have begun, and note what comes until a line is typed."""
    noted: list[tuple[int, int]] = []
    begun = asyncio.Semaphore(0)
    ids = re.compile(rb"^id: (\d+)$", re.MULTILINE)

    async def one() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        with closing(writer):
            writer.write(request.encode())
            first = True
            rest = b""
            while piece := await reader.read(1 << 16):
                at = monotonic_ns()
                whole, _, rest = (rest + piece).rpartition(b"\n")
                found = [int(number) for number in ids.findall(whole + b"\n")]
                noted.extend((number, at) for number in found)
                if first and found:
                    first = False
                    begun.release()

    tasks = [asyncio.ensure_future(one()) for _ in range(many)]
    for _ in range(many):
        await begun.acquire()
    print("all", flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    sys.stdout.write("".join(f"{number} {at}\n" for number, at in noted))


def commit(folder: str, encounter: str) -> None:
    """Give the commands and print the version after each, and when it was committed."""
    with Ledger(Path(folder), database=os.environ.get(STORE) or None) as ledger:
        for version, moment in _timed_commands(ledger, encounter):
            print(version, moment, flush=True)


def main(arguments: Sequence[str]) -> None:
    """Measure and print, or be one of the processes that this takes."""
    match arguments:
        case ["listen", port, request, many]:
            asyncio.run(listen(int(port), request, int(many)))
        case ["commit", folder, encounter]:
            commit(folder, encounter)
        case _:
            with TemporaryDirectory() as scratch:
                for figure in figures(Path(scratch)):
                    print(f"{figure.work}: {figure.measured} ({figure.raw}); {figure.goal}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
