"""How long a roll takes that five seats salt, from its declaration until the outcome is on the stream, checked.

    python -m tests.bench.salted

The server is a process of its own, and so is each seat, all of them on this machine.
"""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from time import perf_counter, sleep

from client.calling import Calls
from client.client import Client
from client.joining import join
from tests.api.served import served
from tests.bench.figures import Figure
from tests.ledger.fights import ARCHERS, BACK, LASTING, SHOT, TO_BLOWS

ROLLS = 220
SEATS = ("ana", "bo", "eve", "fay", "gus")
_TRIES = 50


def figures(scratch: Path) -> Iterator[Figure]:
    """Yield how long rolls take that five seats salt."""
    taken = _milliseconds(_rolls(scratch))
    floor = _milliseconds(_floor(scratch))
    yield Figure(
        work=f"{ROLLS} rolls salted by {len(SEATS)} seats, from declaration to outcome on the stream (p50, p95)",
        measured=f"{taken[0]:.1f} ms, {taken[1]:.1f} ms",
        raw=f"{floor[0]:.1f} ms, {floor[1]:.1f} ms for what must be on a disk one after another",
        goal="p95 at most 15 ms",
    )


def _milliseconds(seconds: Sequence[float]) -> tuple[float, float]:
    cuts = quantiles(seconds, n=100)
    return 1000 * cuts[49], 1000 * cuts[94]


def _rolls(scratch: Path) -> list[float]:
    with ExitStack() as ending:
        server = served(scratch / "ledger", None)
        ending.callback(server.process.wait)
        ending.callback(server.process.terminate)
        with closing(Calls(server.address)) as calls:
            opened = calls.post("/api/encounters", _opening())
        links = opened["invitations"]
        for seat in SEATS[1:]:
            child = _seat(links[seat], scratch / seat)
            ending.callback(child.wait)
            ending.callback(child.terminate)
        client = ending.enter_context(join(links["ana"], scratch / "ana"))
        _until_all_are_there(client)
        for body in TO_BLOWS:
            client.do(body)
        return [_timed(client, number) for number in range(ROLLS)]


def _opening() -> dict[str, object]:
    """Return an opening with five seats, in which one shoots for both."""
    seats = [{"id": seat, "role": "player" if seat in SEATS[:2] else "spectator"} for seat in SEATS]
    combatants = [{**each, "controller": "ana"} for each in LASTING]
    return {**ARCHERS, "seats": seats, "combatants": combatants}


def _seat(link: str, state: Path) -> subprocess.Popen[str]:
    child = subprocess.Popen(
        [sys.executable, "-m", "tests.bench.salted", link, str(state)],
        cwd=Path(__file__).parents[2],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert child.stdout is not None
    assert child.stdout.readline() == "there\n"
    return child


def _until_all_are_there(client: Client) -> None:
    assert client.wait(lambda: len(client.history.table.devices) == len(SEATS))
    # The next signs of life of all.
    sleep(2.5)


def _timed(client: Client, number: int) -> float:
    begun = perf_counter()
    done = client.do(SHOT if number % 2 == 0 else BACK)
    taken = perf_counter() - begun
    assert len(done.lines[0]["contributors"]) == len(SEATS), "a seat was not there"
    return taken


def _floor(scratch: Path) -> list[float]:
    """Return how long two durable commits take, and a link's row on a disk between them."""
    taken = []
    store = sqlite3.connect(scratch / "floor.sqlite", isolation_level=None)
    store.execute("PRAGMA journal_mode=WAL")
    store.execute("PRAGMA synchronous=FULL")
    store.execute("CREATE TABLE lines (raw BLOB)")
    with closing(store), (scratch / "floor").open("ab") as file:
        for _ in range(_TRIES):
            begun = perf_counter()
            store.execute("INSERT INTO lines VALUES (?)", (os.urandom(700),))
            file.write(os.urandom(130))
            file.flush()
            os.fsync(file.fileno())
            store.execute("INSERT INTO lines VALUES (?)", (os.urandom(3000),))
            taken.append(perf_counter() - begun)
    return taken


def seat(link: str, state: Path) -> None:
    """Sit at the table until the end."""
    with join(link, state) as client:
        client.beat()
        print("there", flush=True)
        while not client.over:
            sleep(0.2)


def main(arguments: Sequence[str]) -> None:
    """Measure and print, or be one of the seats."""
    if arguments:
        seat(arguments[0], Path(arguments[1]))
        return
    with TemporaryDirectory() as scratch:
        for figure in figures(Path(scratch)):
            print(f"{figure.work}: {figure.measured} ({figure.raw}); {figure.goal}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
