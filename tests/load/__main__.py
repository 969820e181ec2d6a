"""Play many tables at once through two server processes, break things meanwhile, and check what was promised.

    python -m tests.load [--store sqlite|postgres] [--encounters 200] [--seats 5] [--seconds 200] [--before 0] [--json]

Each fault happens in turn until the time is over (--no-faults for none). The status is 1 if a promise was not kept.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import replace

from cli.progress import progress
from tests.cluster import NoPostgres
from tests.load.running import NoSuchFault, Wanted, run


def main() -> int:
    """Run as asked and return the status."""
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    asked.add_argument("--store", choices=["sqlite", "postgres"], default="postgres")
    asked.add_argument("--encounters", type=int, default=200)
    asked.add_argument("--seats", type=int, default=5)
    asked.add_argument("--seconds", type=float, default=200)
    asked.add_argument("--workers", type=int, default=16)
    asked.add_argument("--listeners", type=int, default=2, help="streams for each encounter")
    asked.add_argument("--connections", type=int, default=4, help="of each server to PostgreSQL")
    asked.add_argument("--only", action="append", help="a fault by its name; more than once for more")
    asked.add_argument("--before", type=int, default=0, help="lines that lie in the store when it begins")
    asked.add_argument("--megabytes", type=int, default=512, help="on each disk of PostgreSQL")
    asked.add_argument("--no-faults", action="store_true")
    asked.add_argument("--json", action="store_true", help="print the report for programs")
    given = asked.parse_args()
    wanted = Wanted(
        store=given.store,
        encounters=given.encounters,
        seats=given.seats,
        seconds=given.seconds,
        workers=given.workers,
        listeners=given.listeners,
        only=[] if given.no_faults else given.only,
        limits={"connections": given.connections},
        before=given.before,
        megabytes=given.megabytes,
    )
    try:
        with progress("Playing", int(given.seconds)) as step:
            report = run(replace(wanted, watch=step))
    except (NoPostgres, NoSuchFault) as reason:
        print(reason, file=sys.stderr)
        return 2
    print(json.dumps(report.figures(), indent=2) if given.json else report.text())
    return 0 if report.whole else 1


if __name__ == "__main__":
    sys.exit(main())
