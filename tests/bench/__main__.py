"""Measure, print the table, and write it to docs/performance.md."""

from __future__ import annotations

import platform
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console

from tests.bench import figures, rebuilds, skirmish, streams

PAGE = Path(__file__).parents[2] / "docs" / "performance.md"
COMMANDS = 10_000
TEN_THOUSAND_LINES = 1_680  # commands that come to so many
A_THOUSAND_LINES = 170


def measure(scratch: Path) -> Iterator[figures.Figure]:
    """Yield every figure; playing the long encounters takes most of the time."""
    ten = figures.Long(scratch / "ten", TEN_THOUSAND_LINES)
    yield figures.fold(ten)
    yield from figures.any_version(ten)
    one = figures.Long(scratch / "one", A_THOUSAND_LINES)
    yield figures.begun(ten, one)
    one.ledger.close()
    yield figures.without_disk(ten)
    yield from figures.durable(ten, scratch)
    yield figures.stored(ten)
    ten.ledger.close()
    yield from streams.figures(scratch)
    yield from skirmish.figures()
    yield from rebuilds.figures(scratch)
    long = figures.Long(scratch / "long", COMMANDS)
    yield figures.growing(long)
    long.ledger.close()


def page(rows: list[figures.Figure]) -> str:
    """Return the table as a page."""
    machine = f"Python {platform.python_version()}, {platform.system()} {platform.machine()}"
    lines = [
        "# How fast it is",
        "",
        f"Measured by `make bench` (`python3 dev.py bench`) on {datetime.now(UTC):%Y-%m-%d}, {machine}. Each figure",
        "stands beside the raw limit of the same machine in the same run. Machines differ and are noisy: compare the",
        "ratios, and run it on yours. Nothing in the tests depends on time.",
        "",
        "| work | measured | raw limit | goal |",
        "|---|---|---|---|",
        *(f"| {row.work} | {row.measured} | {row.raw} | {row.goal} |" for row in rows),
        "",
        "The attack is two commands (the attack, the defender's choice of dice) and twelve lines.",
        "A line has 64 digits of hash and some 70 bytes of number, time, cause and type before it says anything.",
        "A command that rolls is decided twice. Commands that wait together share one transaction.",
    ]
    return "\n".join(lines) + "\n"


def main() -> int:
    """Measure with a word on what is going on, then print and write the table."""
    said = Console(stderr=True)
    with TemporaryDirectory() as scratch, said.status(f"Playing {COMMANDS:,} commands and measuring …"):
        rows = list(measure(Path(scratch)))
    text = page(rows)
    sys.stdout.write(text)
    PAGE.write_text(text, encoding="utf-8")
    said.print(f"Written to {PAGE.name} in docs.")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
