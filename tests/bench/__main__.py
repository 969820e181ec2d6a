"""Measure, print the table, and write it to docs/performance.md."""

from __future__ import annotations

import argparse
import platform
import sys
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console

from tests.bench import appends, figures, pages, rebuilds, salted, served, skirmish, sparring, streams, tables
from tests.bench.figures import Figure

PAGE = Path(__file__).parents[2] / "docs" / "performance.md"
COMMANDS = 10_000
TEN_THOUSAND_LINES = 1_680  # commands that come to so many
A_THOUSAND_LINES = 170


def one_fight(scratch: Path) -> Iterator[Figure]:
    """Yield what is measured on one encounter of ten thousand lines."""
    ten = figures.Long(scratch / "ten", TEN_THOUSAND_LINES)
    yield figures.fold(ten)
    yield from figures.any_version(ten)
    one = figures.Long(scratch / "one", A_THOUSAND_LINES)
    yield figures.begun(ten, one)
    one.ledger.close()
    yield figures.without_disk(ten)
    yield figures.stored(ten)
    ten.ledger.close()


def long_fight(scratch: Path) -> Iterator[Figure]:
    """Yield what a late command costs."""
    long = figures.Long(scratch / "long", COMMANDS)
    yield figures.growing(long)
    long.ledger.close()


PARTS: dict[str, Callable[[Path], Iterator[Figure]]] = {
    "fight": one_fight,
    "append": appends.figures,
    "streams": streams.figures,
    "salted": salted.figures,
    "served": served.figures,
    "sparring": lambda _: sparring.figures(),
    "crowd": lambda _: skirmish.figures(),
    "page": pages.figures,
    "rebuild": rebuilds.figures,
    "tables": tables.figures,
    "long": long_fight,
}


def page(rows: list[Figure]) -> str:
    """Return the table as a page."""
    day = f"{datetime.now(UTC):%Y-%m-%d}"
    machine = f"Python {platform.python_version()}, {platform.system()} {platform.machine()}"
    lines = [
        "# How fast it is",
        "",
        f"Measured by `make bench` (`python3 dev.py bench`; `--only append` for that part) on {day}, {machine}.",
        "Each figure stands beside the raw limit of the same machine in the same run. Machines differ and are noisy:",
        "compare the ratios, and run it on yours. Nothing in the tests depends on time.",
        "",
        "| work | measured | raw limit | goal |",
        "|---|---|---|---|",
        *(f"| {row.work} | {row.measured} | {row.raw} | {row.goal} |" for row in rows),
        "",
        "The attack is two commands (the attack, the defender's choice of dice) and twelve lines.",
        "A line has 64 digits of hash and some 70 bytes of number, time, cause and type before it says anything.",
        "A command is decided once. Commands that wait together share one transaction.",
        "Whole commands of many encounters take turns at one interpreter; appends alone wait for the disk together.",
        "Through the server every encounter has one more client, which listens; an attack is one move of boardgame.io.",
    ]
    return "\n".join(lines) + "\n"


def told_beside(page: str) -> str:
    """Return what somebody wrote below the table of a page, under headings of its own."""
    _, heading, told = page.partition("\n## ")
    return heading + told


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure with a word on what is going on, then print the table, and write it if it is whole."""
    reading = argparse.ArgumentParser(prog="bench", description="Measure this machine.")
    reading.add_argument(
        "--only", nargs="+", choices=PARTS, metavar="PART", help=f"of {', '.join(PARTS)}; writes no page"
    )
    only = reading.parse_args(arguments).only
    said = Console(stderr=True)
    rows: list[Figure] = []
    for part in only or PARTS:
        with TemporaryDirectory() as scratch, said.status(f"Measuring: {part} …"):
            rows += PARTS[part](Path(scratch))
        said.print(f"Measured: {part}.")
    text = page(rows)
    sys.stdout.write(text)
    if not only:
        before = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
        PAGE.write_text(text + told_beside(before), encoding="utf-8")
        said.print(f"Written to {PAGE.name} in docs.")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
