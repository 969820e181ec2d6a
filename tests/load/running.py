"""One run: tables, servers, streams, faults, and the check of everything that was promised."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Lock
from time import monotonic, sleep

import httpx2
from psycopg.conninfo import make_conninfo

from ledger.application import Ledger
from tests.cluster import own_cluster
from tests.laws.openings import OPENINGS
from tests.load.checking import check
from tests.load.disks import NoDisk, PowerDisk, power_disk
from tests.load.faults import SETTINGS, Fault, World, faults
from tests.load.listening import Listener, Listening
from tests.load.many import fill
from tests.load.network import network
from tests.load.pulse import taken
from tests.load.report import Broken, Report
from tests.load.servers import Server
from tests.load.tables import Playing, opening

BETWEEN = 3.0
BACK = 90
"""Seconds after which something that does not answer is not coming back by itself."""


@dataclass(kw_only=True)
class Wanted:
    """What is to be run. Without ``seconds`` each fault happens once; ``only`` names some of them.

    After each fault ``again`` commands must be answered before the next; ``megabytes`` are on each disk of PostgreSQL.
    So many lines as ``before`` lie in the store when it begins.
    """

    store: str = "postgres"
    encounters: int = 200
    seats: int = 5
    seconds: float = 0.0
    workers: int = 16
    listeners: int = 2
    only: Sequence[str] | None = None
    limits: dict[str, int] = field(default_factory=dict)
    between: float = BETWEEN
    again: int = 20
    megabytes: int = 512
    before: int = 0
    watch: Callable[[int], None] = lambda _: None


def run(wanted: Wanted) -> Report:
    """Play and break things as wanted; return the report."""
    report = Report(store=wanted.store, seats=wanted.seats)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="load")))
        world = World(folder=folder)
        database = (
            stack.enter_context(_database(world, report, wanted.megabytes)) if wanted.store == "postgres" else None
        )
        kept = fill(folder, database, wanted.before) if wanted.before else None
        served = _through_network(database, world)
        world.servers = [Server(folder, number, served, wanted.limits) for number in (1, 2)]
        stack.enter_context(_started(world.servers))
        listening = stack.enter_context(Listening())
        with taken(world.servers, lambda: world.doing) as pulse:
            _Run(wanted, world, listening, report).go(database)
        report.pulse, report.slow = pulse.seconds, pulse.slow
        check(report, listening.listeners, folder, database, kept)
    return report


@contextmanager
def _database(world: World, report: Report, megabytes: int) -> Iterator[str]:
    """Start a PostgreSQL on disks of its own where they can be mounted, with a network before it; yield its URL."""
    with ExitStack() as stack:
        tables = log = None
        try:
            world.disk = stack.enter_context(_disk(world.folder, "tables", megabytes))
            world.log = stack.enter_context(_disk(world.folder, "log", megabytes))
            tables, log = world.disk.folder / "data", world.log.folder / "wal"
        except NoDisk as missing:
            report.left_out.append(f"whatever needs a disk of its own. {missing}")
        cluster = world.cluster = stack.enter_context(
            own_cluster(durable=True, data=tables, wal=log, settings=SETTINGS)
        )
        world.network = stack.enter_context(network(cluster.socket))
        yield cluster.url


@contextmanager
def _disk(folder: Path, name: str, megabytes: int) -> Iterator[PowerDisk]:
    place = folder / name
    place.mkdir()
    with power_disk(place, folder / f"{name}.image", megabytes) as disk:
        yield disk


def _through_network(database: str | None, world: World) -> str | None:
    if database is None or world.network is None:
        return database
    plain = {"sslmode": "disable", "gssencmode": "disable"}
    return make_conninfo(database, host="127.0.0.1", port=world.network.port, **plain)


@contextmanager
def _started(servers: list[Server]) -> Iterator[None]:
    with ThreadPoolExecutor() as pool:
        try:
            list(pool.map(Server.start, servers))
            yield
        finally:
            list(pool.map(Server.kill, servers))


class NoSuchFault(Exception):
    """A fault is asked for that there is none of here; the message names those that there are."""


class _Run:
    """The tables of a run and the thread that breaks things."""

    def __init__(self, wanted: Wanted, world: World, listening: Listening, report: Report) -> None:
        self._wanted = wanted
        self._world = world
        self._listening = listening
        self._report = report
        self._tables: list[Playing] = []
        self._adding = Lock()
        self._numbers = count()
        self._chance = random.Random("load")
        self._done = Event()
        self._began = monotonic()
        world.problems = lambda: sum((table.played.problems for table in list(self._tables)), Counter())

    def go(self, database: str | None) -> None:
        """Open the tables, let them play, break one thing after another, and let the streams come to their ends."""
        for _ in range(self._wanted.encounters):
            self._open()
        self._began = monotonic()
        with ThreadPoolExecutor(self._wanted.workers) as pool:
            shares = [
                pool.submit(self._share, list(self._tables[n :: self._wanted.workers]))
                for n in range(self._wanted.workers)
            ]
            try:
                self._break()
            finally:
                self._done.set()
        for share in shares:
            if (error := share.exception()) is not None:
                self._report.wrong.append(f"{type(error).__name__}: {error}")
        self._report.seconds = monotonic() - self._began
        for table in self._tables:
            table.close()
        self._report.played = [table.played for table in self._tables]
        self._report.stops = self._world.stops
        self._end_streams(database)
        self._report.wrong += [
            f"{server.log.name}: {each}" for server in self._world.servers for each in _errors(server.log)
        ]

    def _open(self) -> Playing:
        with self._adding:
            number = next(self._numbers)
            system = list(OPENINGS)[number % len(OPENINGS)]
            begins = opening(system, self._chance, self._wanted.seats)
        addresses = [server.address for server in self._world.servers]
        table = Playing(addresses, begins, random.Random(number))
        with self._adding:
            self._tables.append(table)
        listening = random.Random(number).sample(sorted(table.keys), min(self._wanted.listeners, len(table.keys)))
        for turn, seat in enumerate(listening):
            self._listening.add(Listener(table.played.encounter, table.keys[seat], addresses, turn))
        return table

    def _share(self, mine: list[Playing]) -> None:
        """Play some tables, one command at each in turn; where a fight is over, the next one begins."""
        while not self._done.is_set():
            for index in range(len(mine)):
                if self._done.is_set():
                    return
                if mine[index].over:
                    mine[index] = self._open()
                mine[index].step()

    def _break(self) -> None:
        """Break one thing after another, each at least once; go on only once every server answers and tables play."""
        every = faults(self._world)
        names = [each for each in every if self._wanted.only is None or each in self._wanted.only]
        if self._wanted.only and not names:
            raise NoSuchFault(f"None of these can be broken here. These can: {', '.join(every)}.")
        self._play_on()
        for turn in count():
            if turn >= len(names) and monotonic() - self._began >= self._wanted.seconds:
                return
            self._pause()
            if names:
                self._break_one(names[turn % len(names)], every[names[turn % len(names)]])

    def _break_one(self, name: str, fault: Fault) -> None:
        before = self._world.problems().total()
        self._world.doing = name
        fault()
        self._world.doing, mended = f"after {name}", monotonic()
        self._until_ready()
        seconds = monotonic() - mended
        self._play_on()
        self._report.broken.append(Broken(name, self._world.problems().total() - before, seconds))

    def _pause(self) -> None:
        until = monotonic() + self._wanted.between
        while monotonic() < until:
            self._wanted.watch(int(monotonic() - self._began))
            sleep(0.1)

    def _until_ready(self) -> None:
        """Return once every server says that it can work."""
        until = monotonic() + BACK
        for server in self._world.servers:
            while not _ready(server.address):
                assert monotonic() < until, f"{server.address} did not come back"
                sleep(0.02)

    def _play_on(self) -> None:
        """Return once some more commands were answered."""
        before, until = self._commands(), monotonic() + BACK
        while self._commands() < before + self._wanted.again:
            assert monotonic() < until, "the tables do not go on"
            sleep(0.02)

    def _commands(self) -> int:
        return sum(table.played.commands for table in list(self._tables))

    def _end_streams(self, database: str | None) -> None:
        """Let every stream bring the last line of its encounter, as the store has it."""
        with Ledger(self._world.folder, database=database) as ledger:
            last = {table.played.encounter: ledger.fight(table.played.encounter).version for table in self._tables}
        for listener in self._listening.listeners:
            listener.enough(last[listener.encounter])
        until = monotonic() + BACK
        while monotonic() < until and not all(each.whole or each.wrong for each in self._listening.listeners):
            sleep(0.05)


def _ready(address: str) -> bool:
    try:
        return httpx2.get(f"{address}/readyz", timeout=BACK).status_code == 200
    except httpx2.TransportError:
        return False


def _errors(log: Path) -> list[str]:
    """Return every line in which a server speaks of a fault of its own."""
    lines = log.read_text(errors="replace").splitlines()
    told = [line for line in lines if '"level": "error"' in line or line.startswith("Traceback")]
    # That a server waits for some calls no longer than it must is none.
    return [line[-1000:] for line in told if "timeout graceful shutdown exceeded" not in line]
