"""A server in a process of its own, on the store of a folder or of a database.

    python -m tests.api.served FOLDER [DATABASE]

It prints its address once it listens.
"""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from api import serving
from api.app import create_app
from ledger.application import Ledger


@dataclass(frozen=True, slots=True, kw_only=True)
class Served:
    """A running server."""

    process: subprocess.Popen[str]
    address: str


def served(folder: Path, database: str | None) -> Served:
    """Return a server that answers."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.api.served", str(folder), *([database] if database else [])],
        cwd=Path(__file__).parents[2],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    return Served(process=process, address=process.stdout.readline().strip())


def main(folder: str, database: str | None = None) -> None:
    """Serve until asked to end."""
    with Ledger(Path(folder), database=database) as ledger:
        listening = serving.listen("127.0.0.1", 0)
        print(serving.address(listening), flush=True)
        serving.serve(create_app(ledger), listening)


if __name__ == "__main__":
    main(*sys.argv[1:])
