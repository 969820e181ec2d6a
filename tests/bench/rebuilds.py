"""Rebuilding read models over many lines, on both stores, beside reading and parsing the same lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import count, cycle
from pathlib import Path
from time import perf_counter

import orjson
from eventsourcing.persistence import StoredEvent

from bots.players import PLAYERS, Choices
from cli import whole_fights
from files import rosters
from ledger.application import Ledger
from ledger.line.lines import Line
from ledger.line.tree import leaf
from projections.tables.lobby import Lobby
from projections.tables.rebuilding import rebuild
from projections.tables.runner import MODELS, PAGE, Runner
from tests.bench.appends import groups_of
from tests.bench.figures import Figure
from tests.cluster import NoPostgres, cluster, database

LINES = 1_000_000
OPEN_LINES = 200_000
AT_ONCE = 64
"""So many fights go on at the same time, a command each in turn."""
CHUNK = 5_000


def figures(scratch: Path, lines: int = LINES, still_open: int = OPEN_LINES) -> Iterator[Figure]:
    """Yield the figures of a rebuild on both stores; PostgreSQL only where there is one to be had.

    Of a fight that is over the lobby folds little; so one figure is of fights that all are still open.
    """
    names = [model.name for model in MODELS]
    yield from _measured("SQLite", scratch / "many", None, lines, names)
    yield from _measured("SQLite, all still open", scratch / "open", None, still_open, [Lobby.name], over=False)
    try:
        with cluster() as server:
            with database(server) as url:
                yield from _measured("PostgreSQL", scratch / "key", url, lines, names)
            with database(server) as url:
                store = "PostgreSQL, all still open"
                yield from _measured(store, scratch / "key", url, still_open, [Lobby.name], over=False)
    except NoPostgres:
        return


def _measured(
    store: str, folder: Path, url: str | None, lines: int, models: Sequence[str], *, over: bool = True
) -> Iterator[Figure]:
    with Ledger(folder, database=url) as ledger, closing(Runner(ledger)) as runner:
        held = fill(ledger, lines, over=over)
        read = held / _seconds_to_read(ledger)
        for model in models:
            done = rebuild(runner, model)
            if done.position < held or done.aside:
                raise AssertionError(f"{done.position} of {held} lines, {len(done.aside)} encounters set aside")
            yield Figure(
                work=f"rebuild of the {model} over {held:,} lines, {store}",
                measured=f"{held / done.seconds:,.0f} lines/s",
                raw=f"{read:,.0f} lines/s read in order and parsed as JSON",
                goal="at least 50,000 /s",
            )


def fill(ledger: Ledger, lines: int, *, over: bool = True) -> int:
    """Fill a store with fights of every system, many at a time, and return how many lines it holds then.

    They are a few fights really played, written again under other ids. Without ``over`` they lack the last command.
    """
    patterns = cycle([groups if over else groups[:-1] for groups in played()])
    going: list[Iterator[list[StoredEvent]]] = []
    ids, written = count(1), 0
    waiting: list[StoredEvent] = []
    while written < lines or going:
        while len(going) < AT_ONCE and written < lines:
            going.append(_again(next(patterns), f"{next(ids):032x}"))
        for fight in list(going):
            group = next(fight, None)
            if group is None:
                going.remove(fight)
                continue
            waiting += group
            written += len(group)
        if len(waiting) >= CHUNK or not going:
            ledger.store.insert_events(waiting)
            waiting = []
    return written


def _again(groups: list[list[Line]], encounter: str) -> Iterator[list[StoredEvent]]:
    """Yield the lines of a fight once more under another id, each of which follows from the one before."""
    known, before, now = orjson.loads(groups[0][0].raw)["encounter"], "", ""
    for group in groups:
        written: list[StoredEvent] = []
        for line in group:
            raw = line.raw.replace(known.encode(), encounter.encode())
            raw = raw.replace(before.encode(), now.encode()) if before else raw
            before, now = leaf(line.raw).hex(), leaf(raw).hex()
            written.append(StoredEvent(encounter, line.n, line.type, raw))
        yield written


def played() -> list[list[list[Line]]]:
    """Return two fights of each system, the lines of each command together."""
    with Ledger() as ledger:
        return [
            groups_of(ledger.lines(_play(ledger, sample, seed)))
            for seed in range(2)
            for sample in rosters.SAMPLES.values()
        ]


def _play(ledger: Ledger, roster: Path, seed: int) -> str:
    return whole_fights.play(ledger, rosters.read(roster), PLAYERS["sensible"], Choices(seed)).encounter


def _seconds_to_read(ledger: Ledger) -> float:
    began, position = perf_counter(), 0
    while page := ledger.store.select_notifications(position, PAGE, inclusive_of_start=False):
        for line in page:
            orjson.loads(line.state)
        position = page[-1].id
    return perf_counter() - began
