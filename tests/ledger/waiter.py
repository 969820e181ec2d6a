"""A process of its own that does what is due in a database, some time ahead of everybody else's clock.

    python -m tests.ledger.waiter DATABASE MILLISECONDS

It prints a line when it has begun, and ends when its input does.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from ledger.application import Ledger
from ledger.calls.timer import Timer
from ledger.line import clock


def waiter(database: str, ahead: int) -> subprocess.Popen[str]:
    """Return the process, when it has begun."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.ledger.waiter", database, str(ahead)],
        cwd=Path(__file__).parents[2],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "waits\n"
    return process


def main(database: str, ahead: str) -> None:
    """Do what is due until the input ends."""
    early = clock.now

    def now() -> int:
        return early() + int(ahead)

    clock.now = now
    with Ledger(database=database, chain_length=64) as ledger, Timer(ledger, tick=0.05):
        print("waits", flush=True)
        sys.stdin.read()


if __name__ == "__main__":
    main(*sys.argv[1:])
