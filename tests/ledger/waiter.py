"""A process of its own that does what is due in a database, and for which time passes so many times as fast.

    python -m tests.ledger.waiter DATABASE TIMES

It prints a line when it has begun, and ends when its input does.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from ledger.application import Ledger
from ledger.calls.timer import Timer
from ledger.line import clock


def waiter(database: str, times: int) -> subprocess.Popen[str]:
    """Return the process, when it has begun."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.ledger.waiter", database, str(times)],
        cwd=Path(__file__).parents[2],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "waits\n"
    return process


def main(database: str, times: str) -> None:
    """Do what is due until the input ends."""
    passed, began, at = clock.passed, clock.passed(), clock.now()

    def fast() -> int:
        return (passed() - began) * int(times)

    clock.passed = fast
    clock.now = lambda: at + fast()
    with Ledger(database=database, chain_length=64) as ledger, Timer(ledger, tick=0.05):
        print("waits", flush=True)
        sys.stdin.read()


if __name__ == "__main__":
    main(*sys.argv[1:])
