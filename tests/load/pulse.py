"""Whether servers answer while everything waits for the store: each is asked for a sign of life again and again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import Event, Thread
from time import monotonic

import httpx2

from tests.load.servers import Server

EVERY = 0.05
LONG = 1.0
PATIENCE = 60


class Pulse:
    """The answers, by how long they took. Where nobody is there, because it was killed, there is none."""

    def __init__(self, what: Callable[[], str]) -> None:
        """``what`` is told by each that took long."""
        self.seconds: list[float] = []
        self.slow: list[str] = []
        self.done = Event()
        self._what = what

    def take(self, server: Server) -> None:
        """Ask one server until it is enough."""
        with httpx2.Client(timeout=PATIENCE) as client:
            while not self.done.wait(EVERY):
                began, what = monotonic(), self._what()
                try:
                    answered = client.get(f"{server.address}/healthz").status_code == 200
                except httpx2.TransportError:
                    continue
                if answered:
                    self._note(monotonic() - began, what, self._what())

    def _note(self, seconds: float, before: str, after: str) -> None:
        self.seconds.append(seconds)
        if seconds > LONG:
            self.slow.append(f"{seconds:.2f} s during {before!r}, {after!r} when it came")


@contextmanager
def taken(servers: Sequence[Server], what: Callable[[], str]) -> Iterator[Pulse]:
    """Take the pulse of these servers meanwhile; ``what`` says what is done to them just now."""
    pulse = Pulse(what)
    threads = [Thread(target=pulse.take, args=(each,), daemon=True) for each in servers]
    for thread in threads:
        thread.start()
    try:
        yield pulse
    finally:
        pulse.done.set()
        for thread in threads:
            thread.join(PATIENCE)
