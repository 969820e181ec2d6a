"""A process of its own that takes lines into the tables and is killed, as kill -9 does, in the middle of a page.

    python -m tests.projections.tables.runs FOLDER URL WRITES

Before the transaction of the write WRITES is committed the process kills itself; without so many it ends by itself.
A negative WRITES lets it say `writing` and stand still there. URL may be empty.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from ledger.application import Ledger
from projections.tables.builds import Builds
from projections.tables.parts import Build, PagePart
from projections.tables.rebuilding import rebuild
from projections.tables.runner import Runner
from projections.tables.schema import Table

PAGE = 9


def run(folder: Path, url: str | None, writes: int, *models: str) -> int:
    """Return how the process ended; with ``models`` it rebuilds these."""
    with started(folder, url, writes, *models) as process:
        return process.wait(60)


def started(folder: Path, url: str | None, writes: int, *models: str) -> subprocess.Popen[str]:
    """Return the process, started."""
    command = [sys.executable, "-m", "tests.projections.tables.runs", str(folder), url or "", str(writes), *models]
    return subprocess.Popen(command, cwd=Path(__file__).parents[3], stdout=subprocess.PIPE, text=True)


def main(folder: str, url: str, writes: str, *models: str) -> None:
    """Take in all lines, or die on the way."""
    left, stands_still = abs(int(writes)), int(writes) < 0
    write = Builds._write

    def dying(tables: Builds, c: Any, build: Build, kinds: Sequence[Table], parts: Sequence[PagePart]) -> None:
        nonlocal left
        left -= 1
        write(tables, c, build, kinds if left else kinds[:1], parts)
        if not left and stands_still:
            print("writing", flush=True)
            signal.pause()
        if not left:
            os.kill(os.getpid(), signal.SIGKILL)

    Builds._write = dying  # type: ignore[method-assign, assignment]  # it is this process that is to die
    with Ledger(Path(folder), database=url or None) as ledger, closing(Runner(ledger, page=PAGE)) as runner:
        for model in models:
            rebuild(runner, model)
        runner.catch_up()


if __name__ == "__main__":
    main(*sys.argv[1:])
