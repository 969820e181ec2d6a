"""How long a command takes beside listeners that read nothing.

    python -m tests.load.deaf

prints the median of 50 commands over HTTP without listeners, and beside 400 connections that never read their stream.
"""

from __future__ import annotations

import socket
from itertools import cycle
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, sleep
from urllib.parse import urlsplit

import httpx2

from ledger.application import Ledger
from tests.api.streaming import Serving
from tests.ledger.fights import BACK, SHOT

MANY = 400
COMMANDS = 50


def deaf(here: Serving) -> socket.socket:
    """Return a connection that asks for the stream and reads nothing of it."""
    url = urlsplit(here.address)
    connection = socket.create_connection((url.hostname or "", url.port or 0))
    asked = f"GET /api/encounters/{here.encounter}/stream HTTP/1.1\r\nHost: {url.netloc}\r\n"
    connection.sendall(f"{asked}Authorization: Bearer {here.keys['eve']}\r\n\r\n".encode())
    return connection


def milliseconds(here: Serving, numbers: range) -> float:
    """Return the median time of commands."""
    times = []
    with httpx2.Client(timeout=60) as client:
        for number, action in zip(numbers, cycle((SHOT, BACK))):
            headers = {"Authorization": f"Bearer {here.keys[action['who'].lower()]}"}
            began = perf_counter()
            body = {"action": action, "cmd": f"deaf-{number}"}
            answer = client.post(f"{here.address}/api/encounters/{here.encounter}/commands", headers=headers, json=body)
            times.append(perf_counter() - began)
            assert answer.status_code == 200, answer.text
    return 1000 * median(times)


def main() -> None:
    """Print both medians."""
    with TemporaryDirectory() as folder, Ledger(Path(folder)) as ledger:
        here = Serving(ledger)
        here.player.comes_to_blows()
        alone = milliseconds(here, range(COMMANDS))
        listening = [deaf(here) for _ in range(MANY)]
        while sum(len(each.listeners) for each in [*here.channels._channels.values()]) < MANY:
            sleep(0.1)
        crowded = milliseconds(here, range(COMMANDS, 2 * COMMANDS))
        for each in listening:
            each.close()
        here.stop()
    print(f"{alone:.1f} ms without listeners, {crowded:.1f} ms beside {MANY} that read nothing.")


if __name__ == "__main__":
    main()
