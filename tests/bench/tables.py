"""Tables: how fast lines become columns and files, and what a shipped question costs beside the same SQL alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from time import process_time

import duckdb
import orjson

from analytics.collecting import unsearched
from analytics.engine.asking import Asking
from analytics.exports.exporting import Wish, export
from analytics.exports.views import judged
from analytics.queries import queries
from bots.players import Choices, sensible
from cli.whole_fights import play
from files import rosters
from ledger.application import Ledger
from projections.analytics.dictionary import SHEETS
from projections.analytics.extraction import extract
from projections.analytics.lines import of_file
from tests.bench.figures import Figure

SYSTEMS = ("pursuit", "etiquette", "vanguard")
FIGHTS = 20
ROUNDS = 3
QUESTIONS = {name: each.sql for name, each in queries().items() if not re.search(r"\bFROM swing\b", each.sql)}
"""The shipped questions that are put to every fight; a judge would have to learn before the others."""


def figures(scratch: Path) -> Iterator[Figure]:
    """Yield the way from lines to columns, from a store to Parquet, and the shipped questions."""
    with Ledger(scratch / "store") as ledger:
        files = [played(ledger, system, number) for system in SYSTEMS for number in range(FIGHTS)]
        rows = [row for file in files for row in file.split(b"\n") if row.startswith(b"{") and b'"prev":' in row]
        parsed = len(rows) / _spent(lambda: [orjson.loads(row) for row in rows])
        raw = f"{parsed:,.0f} lines/s parsed by orjson"
        columns = len(rows) / _spent(lambda: [extract(of_file(file)) for file in files])
        yield Figure(
            work=f"lines of {len(files)} fights into the rows of 16 tables",
            measured=f"{columns:,.0f} lines/s",
            raw=raw,
            goal="at least 0.1 of parsing",
        )
        export(ledger, scratch / "first", Wish())  # reads what is read once
        stored = len(rows) / _spent(lambda: export(ledger, scratch / "tables", Wish(anew=True)))
        size = sum(file.stat().st_size for file in (scratch / "first").glob("tables=1/**/*.parquet"))
        yield Figure(
            work="the same from the store into Parquet",
            measured=f"{stored:,.0f} lines/s, {size / len(rows):.1f} bytes a line",
            raw=raw,
            goal="at least 60,000 lines/s",
        )
    yield _asked(scratch / "first")


def played(ledger: Ledger, system: str, number: int) -> bytes:
    """Return a fight of automatic players that is over and closed, as a file."""
    played = play(ledger, rosters.read(rosters.SAMPLES[system]), sensible, Choices(number))
    fight = ledger.fight(played.encounter)
    ledger.close_ledger(played.encounter, fight.encounter.referee or fight.table.players[0], cmd="close")
    return ledger.export(played.encounter)


def _spent(work: Callable[[], object]) -> float:
    """Return the least time of the processor that some work took."""
    times = []
    with unsearched():
        for _ in range(ROUNDS):
            began = process_time()
            work()
            times.append(process_time() - began)
    return min(times)


def _asked(folder: Path) -> Figure:
    """Return what all shipped questions take by their views, and over tables that lie in memory."""
    every = QUESTIONS.values()
    asking, _ = Asking.of_folder(folder)
    with asking, duckdb.connect() as bare:
        bare.execute("SET TimeZone = 'UTC'")
        for name in SHEETS:
            files = str(folder / f"tables=1/{name}/**/*.parquet")
            bare.execute(f"CREATE VIEW {name} AS SELECT * FROM read_parquet('{files}', hive_partitioning = false)")  # noqa: S608 - a table
        bare.execute("CREATE TABLE rulebook (system VARCHAR, rule VARCHAR, statement VARCHAR)")
        bare.execute(judged(there=False))
        shipped = _spent(lambda: [asking.ask(sql) for sql in every])
        alone = _spent(lambda: [bare.execute(sql).fetchall() for sql in every])
    return Figure(
        work=f"{len(every)} shipped questions, of Parquet",
        measured=f"{1000 * shipped:.0f} ms = {shipped / alone:.2f} of the same SQL alone",
        raw=f"{1000 * alone:.0f} ms",
        goal="at most 1.2",
    )
