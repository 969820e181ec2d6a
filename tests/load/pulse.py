"""Whether servers answer while everything waits for the store: each is asked for a sign of life again and again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import Event, Thread
from time import monotonic

import httpx2

from tests.load.servers import Server

EVERY = 0.05
PATIENCE = 60


class Pulse:
    """The answers, by how long they took. Where nobody is there, because it was killed, there is none."""

    def __init__(self) -> None:
        self.seconds: list[float] = []
        self.done = Event()

    def take(self, server: Server) -> None:
        """Ask one server until it is enough."""
        with httpx2.Client(timeout=PATIENCE) as client:
            while not self.done.wait(EVERY):
                began = monotonic()
                try:
                    answered = client.get(f"{server.address}/healthz").status_code == 200
                except httpx2.TransportError:
                    continue
                if answered:
                    self.seconds.append(monotonic() - began)


@contextmanager
def taken(servers: Sequence[Server]) -> Iterator[Pulse]:
    """Take the pulse of these servers meanwhile."""
    pulse = Pulse()
    threads = [Thread(target=pulse.take, args=(each,), daemon=True) for each in servers]
    for thread in threads:
        thread.start()
    try:
        yield pulse
    finally:
        pulse.done.set()
        for thread in threads:
            thread.join(PATIENCE)
