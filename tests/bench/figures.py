"""What is measured. Each figure stands beside the raw limit of the same machine, taken in the same run."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from secrets import token_hex
from statistics import mean, median, quantiles
from time import perf_counter

import orjson

from domain.evolve import evolve
from ledger.application import Ledger
from ledger.line.entries import FIGHT_EVENTS
from ledger.line.lines import decode, plain
from ledger.store.kinds import FILE
from ledger.table.accepting import accept
from ledger.table.answers import Declaration
from ledger.table.fight import Fight
from ledger.table.first_roll import Sources
from ledger.table.writing import Writing
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
    """An encounter of at least so many commands in a store of its own, and how long each command took."""

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
        seldom.fights.memory.forget(ten.id)
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
    long.ledger.fights.photographer.wait()
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
    sources = Sources(chains=long.ledger._chains, present=dict, faces=None)
    sources.chains.of(fight.id, fight.table.chain_base)
    commands = 0

    def attacks() -> None:
        nonlocal commands
        now, commands = fight, 0
        for number in range(150):
            for command in attack(now.encounter):
                sent = Declaration(action=command, cmd=f"x{number}{command.do}")
                writing = Writing(now, 1)
                written = accept(now, writing, "table", sent, plain(command), sources)
                now = now.then(writing.lines, written.state)
                commands += 1

    seconds = timed(attacks)
    return Figure(
        work="decide, fold, write and hash an etiquette attack, no disk",
        measured=f"{commands / seconds:,.0f} commands/s",
        raw="-",
        goal="at least 5,000 /s",
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
