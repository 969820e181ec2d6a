"""What is broken in the middle of a run, and put right again; that the service then goes on is its own business."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic, sleep

import psycopg

from ledger.store.kinds import FILE
from tests.cluster import Cluster
from tests.load.disks import PowerDisk
from tests.load.network import Network
from tests.load.servers import Server

HOUR = 3_600_000
CONNECTIONS = 40
"""Connections that the PostgreSQL of a run takes."""
SETTINGS = (f"max_connections={CONNECTIONS}", "max_wal_size=64MB", "min_wal_size=32MB")
"""Of its log little is kept to be written again, so that its disk can be full soon."""
FULL = "No space left on device"


@dataclass
class World:
    """Everything that can be broken. ``problems`` counts what those were told who are to come again."""

    folder: Path
    servers: list[Server] = field(default_factory=list)
    problems: Callable[[], Counter[str]] = Counter
    cluster: Cluster | None = None
    network: Network | None = None
    disk: PowerDisk | None = None
    log: PowerDisk | None = None
    stops: list[tuple[int, float]] = field(default_factory=list)
    doing: str = "nothing"

    def until_told(self, seconds: float = 30.0, *, of: str = "") -> None:
        """Return once somebody was told to come again, because of this, or after so many seconds."""
        before, until = self._told(of), monotonic() + seconds
        while self._told(of) == before and monotonic() < until:
            sleep(0.05)

    def _told(self, of: str) -> int:
        return sum(times for said, times in self.problems().items() if of in said)


Fault = Callable[[], None]
_END = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'encounter-ledger'"
_BALLAST = "INSERT INTO ballast SELECT string_agg(random()::text, '') FROM generate_series(1, 9999)"


def faults(world: World) -> dict[str, Fault]:
    """Return what can be broken in this world, by name."""
    found: dict[str, Fault] = {
        "kill -9 of server 1": lambda: _killed(world.servers[0]),
        "kill -9 of server 2": lambda: _killed(world.servers[1]),
        "clocks an hour ahead and a day behind": lambda: _jumped(world),
        "stop of server 1": lambda: _stopped(world, world.servers[0]),
    }
    if world.cluster is None:
        return {
            **found,
            "full disk": lambda: _full_files(world),
            "store locked by another program": lambda: _locked(world),
        }
    found["kill -9 of PostgreSQL"] = lambda: _killed_database(world)
    found["connections ended in the middle of commits"] = lambda: _ended(world)
    found["store locked until no connection is left"] = lambda: _locked_table(world)
    found["as many connections as PostgreSQL takes"] = lambda: _crowded_out(world)
    if world.disk is not None and world.log is not None:
        found["full disk"] = lambda: _full_disk(world)
        found["full disk under the log"] = lambda: _full_log(world)
        found["failed sync of the log"] = lambda: _cut(world, world.log)
        found["power cut under PostgreSQL"] = lambda: _cut(world, world.disk, world.log)
    if world.network is not None:
        found["network holds for 2 s"] = lambda: _held(world, 2.0)
        found["network cuts every connection"] = world.network.cut
        found["network silent until it is noticed"] = lambda: _silent(world)
        found["stop of server 2 in a silent network"] = lambda: _stopped_in_silence(world)
    return found


def _killed(server: Server) -> None:
    server.kill()
    server.start()


def _stopped(world: World, server: Server) -> None:
    world.stops.append(server.stop())
    server.start()


def _stopped_in_silence(world: World) -> None:
    assert world.network is not None
    world.network.hold()
    sleep(1)
    world.stops.append(world.servers[1].stop())
    world.network.release()
    world.servers[1].start()


def _jumped(world: World) -> None:
    world.servers[0].jump(HOUR)
    world.servers[1].jump(-24 * HOUR)
    sleep(0.5)
    world.servers[0].jump(-HOUR)
    world.servers[1].jump(0)


def _killed_database(world: World) -> None:
    assert world.cluster is not None
    world.cluster.kill()
    world.cluster.start()


def _ended(world: World) -> None:
    """End every connection of the servers again and again, whatever is under way on it."""
    assert world.cluster is not None
    with psycopg.connect(world.cluster.url, autocommit=True) as other:
        for _ in range(20):
            other.execute(_END)
            sleep(0.05)


def _crowded_out(world: World) -> None:
    """Take every connection that PostgreSQL gives, so that the servers get none until somebody was told so."""
    assert world.cluster is not None
    with ExitStack() as taken:
        first = taken.enter_context(psycopg.connect(world.cluster.url, autocommit=True))
        until = monotonic() + 30
        before = world.problems().total()
        while world.problems().total() == before and monotonic() < until:
            first.execute(_END)
            with suppress(psycopg.OperationalError):
                while True:
                    taken.enter_context(psycopg.connect(world.cluster.url))
            sleep(0.2)


def _cut(world: World, *disks: PowerDisk | None) -> None:
    """Let nothing be written or synced any more on these disks, what was not synced is lost; then start again."""
    assert world.cluster is not None
    for disk in disks:
        assert disk is not None
        disk.cut()
    world.until_told()
    world.cluster.kill()
    for disk in disks:
        assert disk is not None
        disk.mend()
    world.cluster.start()


def _full_log(world: World) -> None:
    """Fill the disk of the log until PostgreSQL itself ends; it starts again once there is room."""
    assert world.log is not None
    assert world.cluster is not None
    before, until = world.cluster.log.count(FULL), monotonic() + 120
    world.log.fill()
    with suppress(psycopg.Error), psycopg.connect(world.cluster.url, autocommit=True) as other:
        # Of the log some segments are there already: they are written full.
        other.execute("CREATE TABLE IF NOT EXISTS ballast (weight text)")
        while world.cluster.log.count(FULL) == before and monotonic() < until:
            other.execute(_BALLAST)
    assert world.cluster.log.count(FULL) > before, "the log was not filled"
    world.until_told()
    world.log.empty()
    world.cluster.kill()
    world.cluster.start()


def _full_disk(world: World) -> None:
    assert world.disk is not None
    world.disk.fill()
    try:
        world.until_told(of=FULL)
        sleep(1)
    finally:
        world.disk.empty()


def _full_files(world: World) -> None:
    for server in world.servers:
        server.fill_disk(True)
    world.until_told(of="/problems/no-store")
    sleep(0.5)
    for server in world.servers:
        server.fill_disk(False)


def _locked(world: World) -> None:
    with closing(sqlite3.connect(world.folder / FILE, isolation_level=None, timeout=30)) as other:
        other.execute("BEGIN IMMEDIATE")
        world.until_told(of="/problems/busy")
        other.execute("ROLLBACK")


def _locked_table(world: World) -> None:
    assert world.cluster is not None
    with psycopg.connect(world.cluster.url) as other:
        other.execute("LOCK TABLE stored_events IN ACCESS EXCLUSIVE MODE")
        world.until_told()


def _held(world: World, seconds: float) -> None:
    assert world.network is not None
    world.network.hold()
    sleep(seconds)
    world.network.release()


def _silent(world: World) -> None:
    """Say nothing until somebody was told so, and then cut what waited: as a network that comes back does not."""
    assert world.network is not None
    world.network.hold()
    world.until_told(of="said nothing")
    sleep(0.5)
    world.network.cut()
    world.network.release()
