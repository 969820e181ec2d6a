"""Play many tables at once through two server processes, kill things meanwhile, and check what was promised.

    python -m tests.load [--store sqlite|postgres] [--encounters 200] [--seats 5] [--seconds 60] [--no-faults]

Prints commands a second, times, what was killed, and whether any acknowledged line is missing. Status 1 if one is.
"""

from __future__ import annotations

import argparse
import json
import sys

from tests.load.running import Report, run


def main() -> int:
    """Run as asked and return the status."""
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    asked.add_argument("--store", choices=["sqlite", "postgres"], default="postgres")
    asked.add_argument("--encounters", type=int, default=200)
    asked.add_argument("--seats", type=int, default=5)
    asked.add_argument("--seconds", type=float, default=60)
    asked.add_argument("--workers", type=int, default=16)
    asked.add_argument("--no-faults", action="store_true")
    given = asked.parse_args()
    report: Report = run(
        store=given.store,
        encounters=given.encounters,
        seats=given.seats,
        seconds=given.seconds,
        workers=given.workers,
        faults=not given.no_faults,
    )
    print(json.dumps(report.told(), indent=2))
    return 0 if report.whole else 1


if __name__ == "__main__":
    sys.exit(main())
