"""Commands through the real server, one encounter and many at once, beside boardgame.io's server with a duel like ours.

    python -m tests.bench.served

Both servers are processes of their own on this machine. An attack is 2d6 against 2d6: there one move, here two
commands. What is sent next waits for the answer to what was sent before, and a second client listens to every match.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import orjson

from ledger.application import Ledger
from ledger.table.answers import Declaration
from tests.api.served import served
from tests.bench.fights import BEGINS, PEOPLE, opening
from tests.bench.figures import Figure
from tests.cluster import NoPostgres, database, own_cluster

PEER = Path(__file__).parent / "boardgame"
MATCHES = (1, 16)
SECONDS = 3.0
PATIENCE = 60
"""Seconds after which the other side is given up."""
TONIC = 40
"""After so many attacks of a unit it heals the other one, whom two hits each cannot have brought down by then."""


class NoPeer(Exception):
    """The other server cannot be measured here; the message says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rate:
    """How many were answered in a second, and the milliseconds that answers took."""

    each_second: float
    milliseconds: list[float]

    @property
    def spread(self) -> str:
        """Return the median and the 99th percentile."""
        cuts = quantiles(self.milliseconds, n=100)
        return f"p50 {cuts[49]:.1f} ms, p99 {cuts[98]:.1f} ms"


def figures(scratch: Path) -> Iterator[Figure]:
    """Yield both sides, side by side where there is a node to run the other one."""
    theirs = {}
    try:
        theirs = _peer(scratch)
    except NoPeer as missing:
        print(missing, file=sys.stderr)
    yield from _of_a_store("SQLite", scratch / "served-sqlite", None, theirs)
    try:
        with own_cluster(durable=True) as server, database(server.url) as url:
            yield from _of_a_store("PostgreSQL", scratch / "served-postgres", url, theirs)
    except NoPostgres as missing:
        print(missing, file=sys.stderr)


def _of_a_store(store: str, folder: Path, url: str | None, theirs: dict[int, str]) -> Iterator[Figure]:
    for many in MATCHES:
        ours = _ours(folder, url, many)
        yield Figure(
            work=f"commands through the server, {_encounters(many)}, {store}, each durable",
            measured=f"{ours.each_second:,.0f} commands/s = {ours.each_second / 2:,.0f} attacks/s ({ours.spread})",
            raw=theirs.get(many, "-"),
            goal="-",
        )


def _encounters(many: int) -> str:
    return "one encounter" if many == 1 else f"{many} encounters"


# Ours


def _ours(folder: Path, url: str | None, many: int) -> Rate:
    with Ledger(folder, database=url) as ledger:
        opened = [ledger.open(opening()) for _ in range(many)]
        for one in opened:
            for number, command in enumerate(BEGINS):
                ledger.record(one.encounter, "table", Declaration(action=command, cmd=f"begin{number}"))
    running = served(folder, url)
    try:
        port = int(running.address.rpartition(":")[2])
        return asyncio.run(_play(port, [(one.encounter, one.keys["table"]) for one in opened]))
    finally:
        running.process.send_signal(signal.SIGTERM)
        running.process.wait(10)


async def _play(port: int, encounters: Sequence[tuple[str, str]]) -> Rate:
    listening = [asyncio.ensure_future(_listen(port, *each)) for each in encounters]
    players = [await _Player.at(port, *each) for each in encounters]
    await asyncio.gather(*(player.play(SECONDS / 3) for player in players))
    began = perf_counter()
    taken = await asyncio.gather(*(player.play(SECONDS) for player in players))
    seconds = perf_counter() - began
    for each in listening:
        each.cancel()
    await asyncio.gather(*listening, return_exceptions=True)
    every = [one for its in taken for one in its]
    return Rate(each_second=len(every) / seconds, milliseconds=every)


async def _listen(port: int, encounter: str, key: str) -> None:
    """Take what the stream of an encounter sends, and look at none of it."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET /api/encounters/{encounter}/stream {_head(key)}\r\n".encode())
    try:
        while await reader.read(1 << 16):
            pass
    finally:
        writer.close()


def _head(key: str) -> str:
    return f"HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer {key}\r\n"


class _Player:
    """Gives the commands of one encounter over one connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, path: str) -> None:
        self._reader = reader
        self._writer = writer
        self._path = path
        self._given = 0
        self._turn = 0

    @staticmethod
    async def at(port: int, encounter: str, key: str) -> _Player:
        """Return a connected one."""
        head = f"POST /api/encounters/{encounter}/commands {_head(key)}Content-Type: application/json\r\n"
        return _Player(*await asyncio.open_connection("127.0.0.1", port), head)

    async def play(self, seconds: float) -> list[float]:
        """Attack for so long; return how many milliseconds each answer took."""
        taken: list[float] = []
        until = perf_counter() + seconds
        while perf_counter() < until:
            for action in self._commands():
                began = perf_counter()
                await self._ask(action)
                taken.append((perf_counter() - began) * 1e3)
        return taken

    def _commands(self) -> list[dict[str, Any]]:
        who, target = PEOPLE if self._turn % 2 == 0 else PEOPLE[::-1]
        self._turn += 1
        if self._turn > TONIC * 2 and self._turn % (TONIC * 2) < len(PEOPLE):
            return [{"do": "use_item", "who": who, "item": f"tonic-{who}", "target": target}]
        return [{"do": "attack", "who": who, "target": target}, {"do": "defend_with", "who": target, "dice": 2}]

    async def _ask(self, action: dict[str, Any]) -> None:
        self._given += 1
        body = orjson.dumps({"action": action, "cmd": f"c{self._given}"})
        self._writer.write(f"{self._path}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        head = await self._reader.readuntil(b"\r\n\r\n")
        length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])
        answer = await self._reader.readexactly(length)
        if not head.startswith(b"HTTP/1.1 200"):
            raise AssertionError(f"{action}: {answer.decode()}")


# Theirs


def _peer(scratch: Path) -> dict[int, str]:
    """Return what the other server does in one match and in many, with either of its stores. Raises NoPeer."""
    folder = scratch / "boardgame"
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        raise NoPeer("boardgame.io is not measured: it needs node and npm, and they are not installed.")
    shutil.copytree(PEER, folder)
    install = [npm, "install", "--no-package-lock", "--no-audit", "--no-fund"]
    if subprocess.run(install, cwd=folder, capture_output=True, check=False).returncode:
        raise NoPeer("boardgame.io is not measured: npm cannot install it here.")
    rates: dict[int, list[str]] = {many: [] for many in MATCHES}
    for store, where in (("in memory", "memory"), ("in files", str(scratch / "matches"))):
        with _their_server(node, folder, where) as port:
            for many in MATCHES:
                rates[many].append(f"{_theirs(node, folder, port, many)} {store}")
    return {many: f"boardgame.io: {', '.join(its)}" for many, its in rates.items()}


@contextmanager
def _their_server(node: str, folder: Path, where: str) -> Iterator[str]:
    with ExitStack() as ending:
        process = subprocess.Popen(
            [node, "server.js", where],
            cwd=folder,
            env={**os.environ, "NODE_ENV": "production"},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        ending.callback(process.wait, 10)
        ending.callback(process.kill)
        assert process.stdout is not None
        for line in process.stdout:
            if line.startswith("port "):
                yield line.split()[1]
                return
        raise NoPeer("boardgame.io is not measured: its server does not start here.")


def _theirs(node: str, folder: Path, port: str, many: int) -> str:
    try:
        said = subprocess.run(
            [node, "play.js", port, str(many), str(SECONDS)],
            cwd=folder,
            env={**os.environ, "NODE_ENV": "production"},
            stdout=subprocess.PIPE,
            check=True,
            text=True,
            timeout=PATIENCE,
        ).stdout
    except subprocess.SubprocessError as error:
        raise NoPeer(f"boardgame.io is not measured: its matches do not go on here ({error}).") from None
    found = json.loads(said)
    rate = Rate(each_second=len(found["taken"]) / found["seconds"], milliseconds=found["taken"])
    return f"{rate.each_second:,.0f} moves/s ({rate.spread})"


def main() -> None:
    """Measure and print."""
    with TemporaryDirectory() as scratch:
        for figure in figures(Path(scratch)):
            print(f"{figure.work}: {figure.measured} ({figure.raw}); {figure.goal}", flush=True)


if __name__ == "__main__":
    main()
