"""``encounter serve`` with a clock that jumps on demand, and with as little patience as a test has.

    python -m tests.load.served serve …

``LOAD_CLOCK`` names a file that says by how many milliseconds the clock is wrong; it is read on SIGUSR1.
``LOAD_LIMITS`` may say, in JSON, how many ``connections`` there are and for how many seconds a silent database is put
up with (``patience``).
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from pathlib import Path

_wrong_by = 0
_right, _right_ns = time.time, time.time_ns


def _jump(*_: object) -> None:
    global _wrong_by  # noqa: PLW0603 - the clock of a process is one
    _wrong_by = int(Path(os.environ["LOAD_CLOCK"]).read_text())


def main() -> int:
    """Serve as the command line says."""
    # Before anything is imported that takes the clock by its name.
    time.time = lambda: _right() + _wrong_by / 1000
    time.time_ns = lambda: _right_ns() + _wrong_by * 1_000_000
    if Path(os.environ["LOAD_CLOCK"]).exists():
        _jump()
    signal.signal(signal.SIGUSR1, _jump)
    _limit(json.loads(os.environ.get("LOAD_LIMITS", "{}")))
    from cli.main import main as serve  # noqa: PLC0415 - the clock comes first

    serve()
    return 0


def _limit(limits: dict[str, int]) -> None:
    from ledger.store import postgres, sqlite  # noqa: PLC0415 - the clock comes first

    if (connections := limits.get("connections")) is not None:
        postgres.POOL = postgres.MOST_CONNECTIONS = connections
    if (patience := limits.get("patience")) is not None:
        postgres.Patient.patience = patience
        postgres.CONNECTING = postgres.DETECT["connect_timeout"] = patience
        sqlite.WRITER_WAITS = patience


if __name__ == "__main__":
    sys.exit(main())
