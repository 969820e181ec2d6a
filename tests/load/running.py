"""One run: tables, servers, faults, and the check of everything that was promised."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from threading import Event, Thread
from time import monotonic
from typing import Any

from ledger.application import Ledger
from ledger.tree import leaf
from ledger.verifying import verify
from tests.cluster import Cluster, own_cluster
from tests.laws.openings import OPENINGS
from tests.load.servers import Server
from tests.load.tables import Played, Playing, opening

BETWEEN_FAULTS = 4.0


@dataclass
class Report:
    """How a run went: what was played, what was killed, what is missing or broken afterwards."""

    played: list[Played]
    seconds: float
    killed: list[str]
    missing: list[str] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)
    lines: int = 0

    @property
    def whole(self) -> bool:
        """Return whether every promise is kept and every chain holds."""
        return not self.missing and not self.broken

    def told(self) -> dict[str, Any]:
        """Return the run in figures."""
        times = sorted(second for table in self.played for second in table.seconds)
        commands = sum(table.commands for table in self.played)
        return {
            "encounters": len(self.played),
            "commands": commands,
            "commands_per_second": round(commands / self.seconds, 1),
            "refused": sum(table.refused for table in self.played),
            "sent_again": sum(table.repeated for table in self.played),
            "ms_median": round(median(times) * 1000, 1),
            "ms_p95": round(quantiles(times, n=20)[-1] * 1000, 1),
            "lines": self.lines,
            "killed": self.killed,
            "missing": self.missing,
            "broken": self.broken,
        }


def run(*, store: str, encounters: int, seats: int, seconds: float, workers: int, faults: bool) -> Report:
    """Play for so many seconds and return the report."""
    with TemporaryDirectory(prefix="load") as folder, _store(store) as (database, cluster):
        place = Path(folder)
        with _served(place, database) as servers:
            report = _loaded(
                servers, cluster, encounters=encounters, seats=seats, for_=seconds, workers=workers, faults=faults
            )
        _check(report, place, database)
        return report


@contextmanager
def _served(folder: Path, database: str | None) -> Iterator[list[Server]]:
    """Start two servers and end them, whatever happens meanwhile."""
    servers = [Server(folder, database) for _ in range(2)]
    try:
        for server in servers:
            server.start()
        yield servers
    finally:
        for server in servers:
            server.stop()


def _loaded(
    servers: list[Server],
    cluster: Cluster | None,
    *,
    encounters: int,
    seats: int,
    for_: float,
    workers: int,
    faults: bool,
) -> Report:
    """Open the tables, let them play, break things meanwhile."""
    killed: list[str] = []
    began = monotonic()
    tables = _opened([server.address for server in servers], encounters, seats)
    done = Event()
    breaking = Thread(target=_break, args=(servers, cluster, killed, done))
    if faults:
        breaking.start()
    try:
        _play(tables, workers, monotonic() + for_)
    finally:
        done.set()
        if faults:
            breaking.join()
        for table in tables:
            table.close()
    return Report(played=[table.played for table in tables], seconds=monotonic() - began, killed=killed)


@contextmanager
def _store(kind: str) -> Iterator[tuple[str | None, Cluster | None]]:
    if kind == "sqlite":
        yield None, None
        return
    with own_cluster(durable=True) as cluster:
        yield cluster.url, cluster


def _opened(addresses: list[str], count: int, seats: int) -> list[Playing]:
    chance = random.Random("load")
    systems = list(OPENINGS)
    return [
        Playing(addresses, opening(systems[number % len(systems)], chance, seats), random.Random(number))
        for number in range(count)
    ]


def _play(tables: list[Playing], workers: int, until: float) -> None:
    """Let each worker play its share of the tables, one command at each in turn."""

    def share(number: int) -> None:
        mine = tables[number::workers]
        while monotonic() < until and any(not table.over for table in mine):
            for table in mine:
                if not table.over and monotonic() < until:
                    table.step()

    with ThreadPoolExecutor(workers) as pool:
        list(pool.map(share, range(workers)))


def _break(servers: list[Server], cluster: Cluster | None, killed: list[str], done: Event) -> None:
    """Kill one thing after another, and start it again."""
    deeds: list[tuple[str, Callable[[], None], Callable[[], None]]] = [
        (f"server {number}", server.kill, server.start) for number, server in enumerate(servers, 1)
    ]
    if cluster is not None:
        deeds.insert(0, ("postgres", cluster.kill, cluster.start))
    turn = 0
    while not done.wait(BETWEEN_FAULTS):
        name, kill, start = deeds[turn % len(deeds)]
        kill()
        start()
        killed.append(name)
        turn += 1


def _check(report: Report, folder: Path, database: str | None) -> None:
    """Look for every promised line in the store, and verify every fight."""
    with Ledger(folder, database=database) as ledger:
        for table in report.played:
            lines = ledger.lines(table.encounter)
            report.lines += len(lines)
            for version, head in table.promised.items():
                if version >= len(lines) or leaf(lines[version].raw).hex() != head:
                    report.missing.append(f"{table.encounter} line {version}")
            if (broken := verify(ledger.export(table.encounter)).broken) is not None:
                report.broken.append(f"{table.encounter} line {broken[0]}: {broken[1]}")
