"""Durable appends on both stores, one writer and many encounters at once, beside raw INSERTs of the same rows.

    python -m tests.bench.appends

A raw transaction inserts the lines of one command: on SQLite one after another, on PostgreSQL over a prepared
connection for each writer. The files of both lie on the same disk, and every transaction is flushed to it.
"""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from itertools import count
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, TypeAlias

import psycopg

from ledger.application import Ledger
from ledger.line.attachments import Beside
from ledger.line.lines import Line
from ledger.table.answers import Declaration
from tests.bench.fights import BEGINS, attack, opening
from tests.bench.figures import Figure
from tests.cluster import NoPostgres, database, own_cluster

AT_ONCE = 32
ROUNDS = 5
PART = 300
"""Commands in one part of a measurement; parts of ours and raw ones take turns."""
EACH = 40
"""Commands of each of the encounters that are played at once, in one part."""

ENOUGH = 8
"""What so many writers insert one after another is enough to know how fast that goes."""
WRITERS = {"SQLite": "one after another", "PostgreSQL": f"{AT_ONCE} connections"}
"""How the raw transactions of many writers go in: an SQLite file has one writer at a time."""

Groups: TypeAlias = list[list[Line]]
Raw: TypeAlias = Callable[[Groups, int], float]
"""Inserts each group in a transaction of its own, by so many writers; returns the transactions a second."""


def figures(scratch: Path) -> Iterator[Figure]:
    """Yield what both stores take; PostgreSQL only where there is one to be had."""
    yield from _of_a_store("SQLite", scratch / "append-sqlite", None, _raw_sqlite(scratch / "raw.sqlite"))
    try:
        with own_cluster(durable=True) as server, database(server.url) as url, database(server.url) as beside:
            yield from _of_a_store("PostgreSQL", scratch / "append-postgres", url, _raw_postgres(beside))
    except NoPostgres as missing:
        print(missing, file=sys.stderr)


def _of_a_store(store: str, folder: Path, url: str | None, raw: Raw) -> Iterator[Figure]:
    with Ledger(folder, database=url) as ledger:
        one = _Played(ledger)
        one.play(PART)
        groups = groups_of(ledger.lines(one.id))[:PART]
        yield from _one_writer(store, ledger, one, groups, raw)
        with ThreadPoolExecutor(AT_ONCE) as threads:
            yield from _many_at_once(store, ledger, threads, groups[: 2 * EACH], raw)


def _one_writer(store: str, ledger: Ledger, one: _Played, groups: Groups, raw: Raw) -> Iterator[Figure]:
    limits, appended, whole = [], [], []
    for _ in range(ROUNDS):
        limits.append(raw(groups, 1))
        appended.append(_rate(lambda: _append(ledger, groups)))
        whole.append(_rate(lambda: one.play(PART)))
    lines = sum(map(len, groups)) / len(groups)
    limit = f"{median(limits):,.0f} transactions/s with the same rows"
    yield Figure(
        work=f"durable append of a command's lines ({lines:.1f} on average), one writer, {store}",
        measured=_beside(appended, limits),
        raw=limit,
        goal="at least 0.6 of raw",
    )
    yield Figure(
        work=f"the whole command: decided, written, committed, answered, {store}",
        measured=_beside(whole, limits),
        raw=limit,
        goal="-",
    )


def _many_at_once(
    store: str, ledger: Ledger, threads: ThreadPoolExecutor, groups: Groups, raw: Raw
) -> Iterator[Figure]:
    several = [_Played(ledger) for _ in range(AT_ONCE)]
    limits, appended, whole = [], [], []
    for _ in range(ROUNDS):
        limits.append(raw(groups, AT_ONCE))
        appended.append(_rate(lambda: sum(threads.map(lambda _: _append(ledger, groups), several))))
        whole.append(_rate(lambda: sum(threads.map(lambda each: each.play(EACH), several))))
    limit = f"{median(limits):,.0f} transactions/s with the same rows, {WRITERS[store]}"
    yield Figure(
        work=f"durable append, {AT_ONCE} encounters at once in one process, {store}",
        measured=_beside(appended, limits),
        raw=limit,
        goal="at least raw",
    )
    yield Figure(
        work=f"whole commands, {AT_ONCE} encounters at once in one process, {store}",
        measured=_beside(whole, limits),
        raw=limit,
        goal="-",
    )


def _rate(work: Callable[[], int]) -> float:
    """Do some commands and return how many that were in a second."""
    began = perf_counter()
    done = work()
    return done / (perf_counter() - began)


def _beside(ours: Sequence[float], raw: Sequence[float]) -> str:
    return f"{median(ours):,.0f} /s = {median(ours) / median(raw):.2f} of raw"


class _Played:
    """An encounter that is played."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._cmd = count()
        self.id = ledger.open(opening()).encounter
        for command in BEGINS:
            self._record(command)

    def play(self, commands: int) -> int:
        """Give at least so many commands, and return how many."""
        given = 0
        while given < commands:
            for command in attack(self._ledger.fights.memory.get(self.id).encounter):  # type: ignore[union-attr]
                self._record(command)
                given += 1
        return given

    def _record(self, command: object) -> None:
        self._ledger.record(self.id, "table", Declaration(action=command, cmd=f"c{next(self._cmd)}"))  # type: ignore[arg-type]


_NAMES = count()


def _append(ledger: Ledger, groups: Groups) -> int:
    """Append each group through the ledger's own store, to an encounter of its own; return how many."""
    encounter = Beside(encounter=f"{next(_NAMES):032x}")
    for group in groups:
        ledger.commits.put(group, encounter)
    return len(groups)


def groups_of(lines: Sequence[Line]) -> Groups:
    """Return the lines of each command together."""
    groups: Groups = []
    for line in lines:
        if line.type in ("CommandAccepted", "EncounterOpened"):
            groups.append([])
        groups[-1].append(line)
    return groups


def _raw_sqlite(file: Path) -> Raw:
    """Return what inserts into a file, always one transaction after another: SQLite has one writer at a time."""

    def insert(groups: Groups, writers: int) -> float:
        rows = [group for _ in range(min(writers, ENOUGH)) for group in _rows(f"{next(_NAMES):032x}", groups)]
        with closing(sqlite3.connect(file, isolation_level=None)) as store:
            store.execute("PRAGMA journal_mode=WAL")
            store.execute("PRAGMA synchronous=FULL")
            store.execute(
                "CREATE TABLE IF NOT EXISTS events (id INTEGER PRIMARY KEY AUTOINCREMENT, encounter TEXT NOT NULL,"
                " n INTEGER NOT NULL, topic TEXT NOT NULL, state BLOB NOT NULL, UNIQUE (encounter, n))"
            )
            began = perf_counter()
            for group in rows:
                store.execute("BEGIN IMMEDIATE")
                store.executemany("INSERT INTO events (encounter, n, topic, state) VALUES (?,?,?,?)", group)
                store.execute("COMMIT")
            return len(rows) / (perf_counter() - began)

    return insert


def _raw_postgres(url: str) -> Raw:
    """Return what inserts into a database, each writer over a connection of its own."""
    with psycopg.connect(url) as connection:
        connection.execute(
            'CREATE TABLE events (id bigint GENERATED ALWAYS AS IDENTITY UNIQUE, encounter text COLLATE "C" NOT NULL,'
            " n bigint NOT NULL, topic text NOT NULL, state bytea NOT NULL, PRIMARY KEY (encounter, n))"
        )

    def insert(groups: Groups, writers: int) -> float:
        with ExitStack() as ending:
            connections = [ending.enter_context(psycopg.connect(url, autocommit=True)) for _ in range(writers)]
            threads = ending.enter_context(ThreadPoolExecutor(writers))
            rows = [_rows(f"{next(_NAMES):032x}", groups) for _ in connections]
            began = perf_counter()
            list(threads.map(_insert, connections, rows))
            return writers * len(groups) / (perf_counter() - began)

    return insert


def _rows(encounter: str, groups: Groups) -> list[list[tuple[Any, ...]]]:
    return [[(encounter, line.n, line.type, line.raw) for line in group] for group in groups]


def _insert(connection: psycopg.Connection[Any], groups: list[list[tuple[Any, ...]]]) -> None:
    for rows in groups:
        columns = [list(column) for column in zip(*rows, strict=True)]
        connection.execute(
            "INSERT INTO events (encounter, n, topic, state)"
            " SELECT * FROM unnest(%s::text[], %s::bigint[], %s::text[], %s::bytea[])",
            columns,
            prepare=True,
        )


def main() -> None:
    """Measure and print."""
    with TemporaryDirectory() as scratch:
        for figure in figures(Path(scratch)):
            print(f"{figure.work}: {figure.measured} ({figure.raw}); {figure.goal}", flush=True)


if __name__ == "__main__":
    main()
