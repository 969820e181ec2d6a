"""How long a command takes beside readers that come, want a long fight from its beginning, give up, and come again.

    python -m tests.load.crowd [--readers 200] [--lines 5000] [--commands 500] [--json]

A server of its own, readers in a process of their own; whoever plays sends one command after another. Printed are the
median and the 99th percentile without and beside them, and what the readers were answered.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from itertools import cycle, islice
from multiprocessing import get_context
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter, sleep
from typing import Any
from urllib.parse import urlsplit

import httpx2

from cli.progress import progress
from ledger.application import Ledger
from tests.ledger.fights import BACK, LASTING, SHOT, Player, opening
from tests.load.servers import Server

Body = dict[str, Any]
BLUNT = {"id": "bow", "damage": "1d6", "to_hit": {"dice": "3d6", "at_least": 18}}
"""With this a fight goes on for very long."""
PATIENCE = (0.1, 0.6)
"""Seconds, at least and at most, until a reader gives up and comes again."""
SETTLING = 3
"""Seconds until all readers have come for the first time."""


class Reader:
    """A client of the stream that wants everything after line 0 and never waits for the end of it."""

    def __init__(self, address: str, encounter: str, key: str, chance: random.Random) -> None:
        self._address = urlsplit(address)
        self._asked = (
            f"GET /api/encounters/{encounter}/stream HTTP/1.1\r\nHost: {self._address.netloc}\r\n"
            f"Authorization: Bearer {key}\r\nLast-Event-ID: 0\r\n\r\n"
        ).encode()
        self._chance = chance
        self.answers: Counter[str] = Counter()

    async def run(self) -> None:
        """Come again and again."""
        while True:
            answer = "given up before an answer"
            with suppress(TimeoutError, OSError, EOFError, IndexError):
                async with asyncio.timeout(self._chance.uniform(*PATIENCE)):
                    reader, writer = await asyncio.open_connection(self._address.hostname, self._address.port)
                    try:
                        writer.write(self._asked)
                        answer = (await reader.readline()).split(b" ", 2)[1].decode()
                        await reader.read()
                        await asyncio.sleep(PATIENCE[1])
                    finally:
                        writer.close()
            self.answers[answer] += 1
            await asyncio.sleep(PATIENCE[0])


def crowd(address: str, encounter: str, key: str, readers: int, told: Any) -> None:
    """Be so many readers until the pipe says that it is enough; tell what they were answered."""

    async def read() -> Counter[str]:
        every = [Reader(address, encounter, key, random.Random(number)) for number in range(readers)]
        tasks = [asyncio.ensure_future(each.run()) for each in every]
        await asyncio.to_thread(told.recv)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        return sum((each.answers for each in every), Counter())

    told.send(asyncio.run(read()))


def seconds(address: str, encounter: str, keys: dict[str, str], name: str, actions: Sequence[Body]) -> list[float]:
    """Return how long each command took, one after another."""
    times = []
    with httpx2.Client(timeout=120) as client:
        for number, action in enumerate(actions):
            headers = {"Authorization": f"Bearer {keys[action['who'].lower()]}"}
            body = {"action": action, "cmd": f"{name}-{number}"}
            began = perf_counter()
            answer = client.post(f"{address}/api/encounters/{encounter}/commands", headers=headers, json=body)
            times.append(perf_counter() - began)
            assert answer.status_code == 200, answer.text
    return times


def measured(readers: int, lines: int, commands: int) -> dict[str, Any]:
    """Return the times without and beside readers, in milliseconds, and the answers that those got."""
    with TemporaryDirectory(prefix="crowd") as folder:
        turns = cycle((SHOT, BACK))
        with Ledger(Path(folder)) as ledger:
            begun = ledger.open(opening(weapons=[BLUNT], combatants=LASTING))
            player = Player(ledger, begun.encounter)
            player.comes_to_blows()
            with progress("Writing a long fight", lines) as step:
                while (version := ledger.fight(player.encounter).version) < lines:
                    step(version)
                    player.does(next(turns))
        server = Server(Path(folder), 1, None)
        server.start()
        try:
            alone = seconds(server.address, begun.encounter, begun.keys, "alone", [*islice(turns, commands)])
            spawned = get_context("spawn")
            here, there = spawned.Pipe()
            asked = (server.address, begun.encounter, begun.keys["ana"], readers, there)
            process = spawned.Process(target=crowd, args=asked, daemon=True)
            process.start()
            sleep(SETTLING)
            beside = seconds(server.address, begun.encounter, begun.keys, "beside", [*islice(turns, commands)])
            here.send("enough")
            answers = here.recv()
            process.join(30)
            sleep(1)
            before = server.cpu()
            sleep(2)
            after = (server.cpu() - before) / 2
        finally:
            server.kill()
    return {
        "readers": readers,
        "lines": lines,
        "alone_ms": _told(alone),
        "beside_ms": _told(beside),
        "answers": dict(answers.most_common()),
        "cpu_after": round(after, 2),
    }


def _told(times: list[float]) -> dict[str, float]:
    return {
        "median": round(median(times) * 1000, 1),
        "p99": round(quantiles(times, n=100)[-1] * 1000, 1),
        "longest": round(max(times) * 1000, 1),
    }


def main() -> int:
    """Measure as asked."""
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    asked.add_argument("--readers", type=int, default=200)
    asked.add_argument("--lines", type=int, default=5000)
    asked.add_argument("--commands", type=int, default=500)
    asked.add_argument("--json", action="store_true", help="print the figures for programs")
    given = asked.parse_args()
    found = measured(given.readers, given.lines, given.commands)
    if given.json:
        print(json.dumps(found, indent=2))
        return 0
    for name, words in (("alone_ms", "without readers"), ("beside_ms", f"beside {given.readers}")):
        times = found[name]
        print(f"{words}: median {times['median']} ms, p99 {times['p99']} ms, longest {times['longest']} ms")
    print(f"answers: {found['answers']}; a second after they left the server took {found['cpu_after']:.0%} of a core")
    return 0


if __name__ == "__main__":
    sys.exit(main())
