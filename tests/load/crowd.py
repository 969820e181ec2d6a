"""How long a command takes beside readers that come, want a long fight from its beginning, give up, and come again.

    python -m tests.load.crowd [--store sqlite|postgres] [--readers 200] [--lines 3000] [--commands 500] [--runs 5]

A server of its own, readers in a process of their own that takes little; whoever plays sends one command after
another, in each run first alone and then beside the readers. Printed are the median and the 99th percentile of
each, what the readers were answered, and how often they came.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import cycle, islice
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter, sleep
from typing import Any

import httpx2

from cli.progress import progress
from ledger.application import Ledger
from ledger.table.answers import Opened
from tests.cluster import NoPostgres, own_cluster
from tests.ledger.fights import BACK, LASTING, SHOT, Player, opening
from tests.load.readers import crowd
from tests.load.servers import Server

Body = dict[str, Any]
BLUNT = {"id": "bow", "damage": "1d6", "to_hit": {"dice": "3d6", "at_least": 18}}
"""With this a fight goes on for very long."""
SETTLING = 3
"""Seconds until all readers have come for the first time, and until what they left behind is done."""


def seconds(address: str, begun: Opened, name: str, actions: Sequence[Body]) -> list[float]:
    """Return how long each command took, one after another."""
    times = []
    with httpx2.Client(timeout=120) as client:
        for number, action in enumerate(actions):
            headers = {"Authorization": f"Bearer {begun.keys[action['who'].lower()]}"}
            body = {"action": action, "cmd": f"{name}-{number}"}
            began = perf_counter()
            answer = client.post(f"{address}/api/encounters/{begun.encounter}/commands", headers=headers, json=body)
            times.append(perf_counter() - began)
            assert answer.status_code == 200, answer.text
    return times


@contextmanager
def served(store: str, lines: int) -> Iterator[tuple[Server, Opened]]:
    """Serve a store with a fight of so many lines in it."""
    with ExitStack() as ending:
        folder = Path(ending.enter_context(TemporaryDirectory(prefix="crowd")))
        database = None if store == "sqlite" else ending.enter_context(own_cluster(durable=True)).url
        begun = written(folder, database, lines)
        server = Server(folder, 1, database)
        ending.callback(server.kill)
        server.start()
        yield server, begun


def written(folder: Path, database: str | None, lines: int) -> Opened:
    """Return an encounter with so many lines, with the next shot at Ana."""
    with Ledger(folder, database=database) as ledger:
        begun = ledger.open(opening(weapons=[BLUNT], combatants=LASTING))
        player = Player(ledger, begun.encounter)
        player.comes_to_blows()
        with progress("Writing a long fight", lines) as step:
            while (version := ledger.fight(player.encounter).version) < lines:
                step(version)
                player.does(SHOT)
                player.does(BACK)
    return begun


def measured(server: Server, begun: Opened, readers: int, commands: int, run: int) -> dict[str, Any]:
    """Return the times without and beside readers, in milliseconds, and the answers that those got."""
    turns = cycle((SHOT, BACK))
    alone = seconds(server.address, begun, f"alone-{run}", [*islice(turns, commands)])
    with crowd(server.address, begun.encounter, begun.keys["ana"], readers) as answers:
        began = perf_counter()
        sleep(SETTLING)
        beside = seconds(server.address, begun, f"beside-{run}", [*islice(turns, commands)])
        passed = perf_counter() - began
    sleep(SETTLING)
    before = server.cpu()
    sleep(1)
    return {
        "alone_ms": _told(alone),
        "beside_ms": _told(beside),
        "answers": dict(answers.most_common()),
        "came_per_second": round(answers.total() / passed),
        "cpu_after": round(server.cpu() - before, 2),
    }


def _told(times: list[float]) -> dict[str, float]:
    return {
        "median": round(median(times) * 1000, 1),
        "p99": round(quantiles(times, n=100)[-1] * 1000, 1),
        "longest": round(max(times) * 1000, 1),
    }


def _line(told: dict[str, Any]) -> str:
    alone, beside = told["alone_ms"], told["beside_ms"]
    return (
        f"alone, beside: median {alone['median']}, {beside['median']} ms, p99 {alone['p99']}, {beside['p99']} ms, "
        f"longest {alone['longest']}, {beside['longest']} ms; {told['answers']}, {told['came_per_second']} a second; "
        f"{told['cpu_after']:.0%} of a core after they left"
    )


def _middle(runs: Sequence[dict[str, Any]]) -> str:
    """Return the medians of all runs."""
    found = [[run[which][what] for run in runs] for what in ("median", "p99") for which in ("alone_ms", "beside_ms")]
    values = [median(each) for each in found]
    ratio = median(run["beside_ms"]["p99"] / run["alone_ms"]["p99"] for run in runs)
    return (
        f"Of all runs the median: median alone, beside {values[0]:.1f}, {values[1]:.1f} ms, "
        f"p99 {values[2]:.1f}, {values[3]:.1f} ms, p99 beside : p99 alone = {ratio:.2f}"
    )


def main() -> int:
    """Measure as asked."""
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    asked.add_argument("--store", choices=["sqlite", "postgres"], default="sqlite")
    asked.add_argument("--readers", type=int, default=200)
    asked.add_argument("--lines", type=int, default=3000)
    asked.add_argument("--commands", type=int, default=500)
    asked.add_argument("--runs", type=int, default=5)
    asked.add_argument("--json", action="store_true", help="print the figures for programs")
    given = asked.parse_args()
    runs = []
    try:
        with served(given.store, given.lines) as (server, begun):
            for run in range(given.runs):
                runs.append(measured(server, begun, given.readers, given.commands, run))
                if not given.json:
                    print(_line(runs[-1]), flush=True)
    except NoPostgres as reason:
        print(reason, file=sys.stderr)
        return 2
    print(json.dumps(runs, indent=2) if given.json else _middle(runs))
    return 0


if __name__ == "__main__":
    sys.exit(main())
