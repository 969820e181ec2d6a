"""What is measured. Each figure stands beside the raw limit of the same machine, taken in the same run."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from secrets import token_hex
from statistics import mean, median, quantiles
from time import perf_counter

import orjson

from domain.evolve import evolve
from ledger.accepting import accept
from ledger.answers import Declaration
from ledger.application import Ledger
from ledger.beside import Beside
from ledger.entries import FIGHT_EVENTS
from ledger.fight import Fight
from ledger.lines import Line, decode, plain
from ledger.stores import FILE
from ledger.writing import Writing
from tests.bench.fights import BEGINS, attack, opening

LINES = 10_000
ROUNDS = 5
PART = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One row of the table: what was measured, what came out, the raw limit beside it, what was wished for."""

    work: str
    measured: str
    raw: str
    goal: str


class Long:
    """An encounter of at least ten thousand lines in a store of its own, and how long each command took."""

    def __init__(self, folder: Path, commands: int) -> None:
        self.folder = folder
        self.ledger = Ledger(folder)
        self.id = self.ledger.open(opening()).encounter
        self.seconds: list[float] = []
        self._cmd = count()
        for command in BEGINS:
            self.record(command)
        while len(self.seconds) < commands:
            self.strike()

    def record(self, command: object) -> None:
        """Record one command and keep how long its answer took."""
        sent = Declaration(action=command, cmd=f"c{next(self._cmd)}")  # type: ignore[arg-type]
        began = perf_counter()
        self.ledger.record(self.id, "table", sent)
        self.seconds.append(perf_counter() - began)

    def strike(self) -> None:
        """Attack once: two commands."""
        for command in attack(self.ledger.fight(self.id).encounter):
            self.record(command)


def timed(work: Callable[[], object]) -> float:
    """Return the median seconds of a few runs."""
    taken = []
    for _ in range(ROUNDS):
        began = perf_counter()
        work()
        taken.append(perf_counter() - began)
    return median(taken)


def fold(long: Long) -> Figure:
    """From the stored bytes of ten thousand lines to the state, beside parsing the same bytes as plain JSON."""
    rows = [line.raw for line in long.ledger.lines(long.id)[:LINES]]

    def to_state() -> None:
        state = Fight().encounter
        for raw in rows:
            line = decode(raw)
            if line.type in FIGHT_EVENTS:
                state = evolve(state, line.entry)  # type: ignore[arg-type]

    ours, raw = timed(to_state), timed(lambda: [orjson.loads(row) for row in rows])
    return Figure(
        work="fold a stored encounter of 10,000 lines, bytes to state",
        measured=f"{len(rows) / ours:,.0f} lines/s",
        raw=f"{len(rows) / raw:,.0f} lines/s parsed as JSON",
        goal="at least 100,000 /s",
    )


def any_version(ten: Long) -> Iterator[Figure]:
    """The state at any version of ten thousand lines, loaded and from the disk, beside reading the rows."""
    fight = ten.ledger.fight(ten.id)
    asked = [version * 7919 % fight.version for version in range(500)]
    taken = [_seconds(lambda version=version: fight.at(version)) for version in asked]  # type: ignore[misc]
    yield Figure(
        work="any version of it, loaded (95th percentile)",
        measured=f"{quantiles(taken, n=20)[-1] * 1e3:.2f} ms",
        raw="-",
        goal="under 5 ms",
    )
    seldom = Ledger(ten.folder)

    def from_disk() -> None:
        seldom._memory.forget(ten.id)
        seldom.at(ten.id, asked[1])

    database = sqlite3.connect(ten.folder / FILE)
    statement = "SELECT state FROM stored_events WHERE originator_id=? ORDER BY originator_version"
    raw = timed(lambda: database.execute(statement, (ten.id,)).fetchall())
    yield Figure(
        work=f"any version of it from the disk ({fight.version + 1:,} lines)",
        measured=f"{timed(from_disk) * 1e3:.0f} ms",
        raw=f"{raw * 1e3:.0f} ms to select the rows",
        goal="under 100 ms",
    )
    seldom.close()


def _seconds(work: Callable[[], object]) -> float:
    began = perf_counter()
    work()
    return perf_counter() - began


def begun(ten: Long, one: Long) -> Figure:
    """From the disk to the answer of one command, in a long encounter and in a shorter one, with snapshots."""
    late, early = (median(_first_commands(long)) for long in (ten, one))
    long, short = (each.ledger.fight(each.id).version + 1 for each in (ten, one))
    return Figure(
        work=f"loading an encounter to give it a command: {long:,} lines against {short:,}",
        measured=f"{late / early:.2f} ({late * 1e3:.1f} ms against {early * 1e3:.1f} ms)",
        raw="-",
        goal="no growth",
    )


def _first_commands(long: Long) -> Iterator[float]:
    """Yield the seconds that the first command of a fresh ledger takes, its reading included."""
    long.ledger._photographer.wait()
    for _ in range(2 * ROUNDS + 1):
        with Ledger(long.folder) as fresh:
            for number, command in enumerate(attack(long.ledger.fight(long.id).encounter)):
                sent = Declaration(action=command, cmd=token_hex(8))
                seconds = _seconds(lambda sent=sent: fresh.record(long.id, "table", sent))  # type: ignore[misc]
                if number == 0:
                    yield seconds


def without_disk(long: Long) -> Figure:
    """Decide, fold, write and hash the lines of attacks, without a store."""
    fight = long.ledger.fight(long.id)
    chains = long.ledger._chains
    chains.of(fight.id, fight.table.chain_base)
    commands = 0

    def attacks() -> None:
        nonlocal commands
        now, commands = fight, 0
        for number in range(150):
            for command in attack(now.encounter):
                sent = Declaration(action=command, cmd=f"x{number}{command.do}")
                writing = Writing(now, 1)
                accept(now, writing, "table", sent, plain(command), chains, None)
                now = now.then(writing.lines, writing.state)
                commands += 1

    seconds = timed(attacks)
    return Figure(
        work="decide, fold, write and hash an etiquette attack, no disk",
        measured=f"{commands / seconds:,.0f} commands/s",
        raw="-",
        goal="at least 5,000 /s",
    )


def durable(ten: Long, scratch: Path) -> Iterator[Figure]:
    """One writer, each command committed to the disk, beside a raw INSERT of the same rows with the same durability."""
    groups = _groups(ten.ledger.lines(ten.id))[-PART:]
    whole, append, raw = [], [], []
    for part in range(ROUNDS):
        before = len(ten.seconds)
        while len(ten.seconds) < before + PART:
            ten.strike()
        whole.append(mean(ten.seconds[before:]))
        append.append(mean(_append(scratch / f"append{part}", groups)))
        raw.append(mean(_insert(scratch / f"raw{part}.sqlite", groups)))
    limit = f"{1 / median(raw):,.0f} transactions/s with the same rows"
    lines = sum(map(len, groups)) / len(groups)
    yield Figure(
        work=f"durable append of a command's lines ({lines:.1f} on average), one writer, SQLite",
        measured=f"{1 / median(append):,.0f} /s = {median(raw) / median(append):.2f} of raw",
        raw=limit,
        goal="at least 0.6 of raw",
    )
    yield Figure(
        work="the whole command: decided, written, committed, answered",
        measured=f"{1 / median(whole):,.0f} commands/s = {median(raw) / median(whole):.2f} of raw",
        raw=limit,
        goal="-",
    )


def growing(long: Long) -> Figure:
    """What a command costs late in a long encounter, against an early one."""
    early, late = mean(long.seconds[50:250]), mean(long.seconds[-200:])
    return Figure(
        work=f"cost of the {len(long.seconds):,}th command against the 100th",
        measured=f"{late / early:.2f} ({late * 1e6:.0f} µs against {early * 1e6:.0f} µs)",
        raw="-",
        goal="at most 1.2",
    )


def _append(folder: Path, groups: list[list[Line]]) -> list[float]:
    """Append each group through the ledger's own store; return the seconds each took."""
    taken = []
    with Ledger(folder) as ledger:
        for group in groups:
            began = perf_counter()
            ledger._put(group, Beside(encounter="0" * 32))
            taken.append(perf_counter() - began)
    return taken


def _groups(lines: Sequence[Line]) -> list[list[Line]]:
    """Return the lines of each command together."""
    groups: list[list[Line]] = []
    for line in lines:
        if line.type in ("CommandAccepted", "EncounterOpened"):
            groups.append([])
        groups[-1].append(line)
    return groups


def _insert(file: Path, groups: list[list[Line]]) -> list[float]:
    """Insert each group in a transaction of its own, flushed to the disk; return the seconds each took."""
    database = sqlite3.connect(file, isolation_level=None)
    database.execute("PRAGMA journal_mode=WAL")
    database.execute("PRAGMA synchronous=FULL")
    database.execute(
        "CREATE TABLE events (id INTEGER PRIMARY KEY AUTOINCREMENT, encounter TEXT NOT NULL, n INTEGER NOT NULL,"
        " topic TEXT NOT NULL, state BLOB NOT NULL, UNIQUE (encounter, n))"
    )
    taken = []
    for group in groups:
        rows = [("0" * 32, line.n, line.type, line.raw) for line in group]
        began = perf_counter()
        database.execute("BEGIN IMMEDIATE")
        database.executemany("INSERT INTO events (encounter, n, topic, state) VALUES (?,?,?,?)", rows)
        database.execute("COMMIT")
        taken.append(perf_counter() - began)
    database.close()
    return taken


def stored(long: Long) -> Figure:
    """Bytes of a line, and of an attack with everything it causes."""
    lines = long.ledger.lines(long.id)
    sizes = [len(line.raw) for line in lines]
    attacks = sum(line.type == "OutcomeResolved" for line in lines)
    return Figure(
        work="bytes stored, a line on average; an etiquette attack",
        measured=f"{sum(sizes) / len(sizes):.0f}; {sum(sizes) / attacks / 1024:.2f} KiB",
        raw="-",
        goal="at most 300; 2.5 KiB",
    )
