"""Ten million lines: how long they take to become Parquet, what the shipped questions take then, and in what memory.

    python -m tests.bench.scale FOLDER --lines 10000000

Fights are really played, and copied under other names until there are enough lines: what is measured is work, not how
small a file gets. Each part runs in a process of its own, whose memory is told; Ctrl-C leaves what is written.
"""

from __future__ import annotations

import argparse
import resource
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from itertools import count
from multiprocessing import get_context
from pathlib import Path
from time import monotonic, process_time
from typing import NamedTuple

import duckdb

from analytics.collecting import unsearched
from analytics.engine.asking import Asking
from analytics.exports.batches import Told, batched
from analytics.exports.folder import Folder, only_one, sheets
from analytics.exports.manifest import Manifest
from analytics.exports.views import judged
from ledger.application import Ledger
from projections.analytics.dictionary import SHEETS
from projections.analytics.extraction import extract
from projections.analytics.lines import of_file
from tests.bench.tables import QUESTIONS, SYSTEMS, played

FIGHTS = 60
"""So many of each system are really played."""


class Cost(NamedTuple):
    """What some work took: seconds on the clock and of the processor, and the most memory, in MB."""

    name: str
    clock: float
    processor: float
    memory: float

    def __str__(self) -> str:
        """Return it as a row."""
        return f"{self.name:12} {self.clock:8.1f} s {self.processor:8.1f} s CPU {self.memory:6.0f} MB"


def costs(name: str, work: Callable[[], object]) -> Cost:
    """Return what some work costs; the memory is that of the whole process so far."""
    clock, processor = monotonic(), process_time()
    work()
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1 if sys.platform == "linux" else 1024)
    return Cost(name, monotonic() - clock, process_time() - processor, most / 1024)


def play_some(folder: Path) -> int:
    """Play the fights that are copied, and keep them as files; return how many lines they have."""
    lines = 0
    with Ledger(folder / "store") as ledger:
        for system in SYSTEMS:
            for number in range(FIGHTS):
                raw = played(ledger, system, number)
                lines += len(of_file(raw).raw)
                (folder / f"{system}-{number}.ndjson").write_bytes(raw)
    return lines


def copies(folder: Path, most: int) -> Iterator[Told]:
    """Yield the tables of as many fights as come to so many lines, each read anew from its lines."""
    originals = [of_file(file.read_bytes()) for file in sorted(folder.glob("*.ndjson"))]
    told = 0
    for number in count():
        original = originals[number % len(originals)]
        rows = extract(replace(original, raw=[_renamed(original.raw[0], number), *original.raw[1:]]))
        ((encounter, *_),) = rows["encounter"]
        told += len(original.raw)
        yield Told(encounter=encounter, version=len(original.raw) - 1, rows=rows)
        if told >= most:
            return


def _renamed(first: bytes, number: int) -> bytes:
    """Return the first line of a fight under a name of its own."""
    before, name, after = first.partition(b'"encounter":"')
    return before + name + f"{number + 1:032x}".encode() + after[32:]


def write(played_in: Path, into: Path, most: int) -> Cost:
    """Write so many lines as Parquet."""

    def work() -> None:
        into.mkdir()
        with only_one(into), unsearched():
            manifest = Manifest(format="parquet", view="everybody", scope={"on_demand": []})
            folder = Folder(into, manifest, sheets())
            for batch in batched(copies(played_in, most)):
                folder.take(batch)
            folder.finish()

    return costs("lines", work)


def ask_shipped(folder: Path) -> list[Cost]:
    """Put every shipped question as `encounter query` does."""
    asking, _ = Asking.of_folder(folder)
    with asking:
        return [costs(name, partial(asking.ask, sql)) for name, sql in QUESTIONS.items()]


def ask_bare(folder: Path) -> list[Cost]:
    """Put the same SQL to DuckDB alone, over the same files."""
    with duckdb.connect() as bare:
        bare.execute("SET TimeZone = 'UTC'")
        bare.execute("CREATE TABLE rulebook (system VARCHAR, rule VARCHAR, statement VARCHAR)")
        for name in SHEETS:
            files = str(folder / f"tables=1/{name}/**/*.parquet")
            bare.execute(f"CREATE VIEW {name} AS SELECT * FROM read_parquet('{files}', hive_partitioning = false)")  # noqa: S608 - a table
        bare.execute(judged(there=False))
        return [costs(name, lambda sql=sql: bare.execute(sql).fetchall()) for name, sql in QUESTIONS.items()]  # type: ignore[misc]


def alone(work: Callable[..., object], *about: object) -> object:
    """Return what some work comes to in a process of its own."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(work, *about).result()


def main() -> None:
    """Measure and print."""
    wanted = argparse.ArgumentParser(description=__doc__.split("\n\n")[0] if __doc__ else "")
    wanted.add_argument("folder", type=Path)
    wanted.add_argument("--lines", type=int, default=10_000_000)
    asked = wanted.parse_args()
    fights, tables = asked.folder / "fights", asked.folder / "tables"
    if not fights.exists():
        fights.mkdir(parents=True)
        print(f"{alone(play_some, fights):,} lines of {FIGHTS * len(SYSTEMS)} fights were played.", flush=True)
    if not tables.exists():
        print(alone(write, fights, tables, asked.lines), flush=True)
    size = sum(file.stat().st_size for file in tables.rglob("*.parquet"))
    print(f"{size / 1024**2:,.0f} MB of Parquet", flush=True)
    for title, work in (("as shipped", ask_shipped), ("DuckDB alone", ask_bare)):
        print(title, *alone(work, tables), sep="\n", flush=True)  # type: ignore[misc]


if __name__ == "__main__":
    main()
