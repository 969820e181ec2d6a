"""How long a command takes beside listeners that read nothing.

    python -m tests.load.deaf

prints the median of 50 commands over HTTP without listeners, and beside 400 connections that never read their stream.
"""

from __future__ import annotations

import socket
from contextlib import ExitStack
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
    """Return a connection to which the stream was granted, and that reads nothing of it.

    It asks again where too many began just now; RuntimeError where it is refused for good.
    """
    url = urlsplit(here.address)
    asked = f"GET /api/encounters/{here.encounter}/stream HTTP/1.1\r\nHost: {url.netloc}\r\n"
    while True:
        connection = socket.create_connection((url.hostname or "", url.port or 0))
        connection.sendall(f"{asked}Authorization: Bearer {here.keys['eve']}\r\n\r\n".encode())
        status = connection.recv(len("HTTP/1.1 200"), socket.MSG_WAITALL).split(b" ")[-1]
        if status == b"200":
            return connection
        connection.close()
        if status != b"503":
            raise RuntimeError(f"A stream was refused with {status.decode()}.")
        sleep(0.1)


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


def measured(here: Serving, commands: int, many: int) -> tuple[float, float]:
    """Return the median time of a command in milliseconds, alone and beside so many that read nothing."""
    here.player.comes_to_blows()
    alone = milliseconds(here, range(commands))
    with ExitStack() as listening:
        for _ in range(many):
            listening.enter_context(deaf(here))
        return alone, milliseconds(here, range(commands, 2 * commands))


def main() -> None:
    """Print both medians."""
    with TemporaryDirectory() as folder, Ledger(Path(folder)) as ledger:
        here = Serving(ledger)
        alone, crowded = measured(here, COMMANDS, MANY)
        here.stop()
    print(f"{alone:.1f} ms without listeners, {crowded:.1f} ms beside {MANY} that read nothing.")


if __name__ == "__main__":
    main()
