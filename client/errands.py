"""What a client does beside what it is asked: each kind of work in a thread of its own, which keeps no other back."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Event, Thread
from time import monotonic
from typing import TypeAlias

from client.calling import NoServer, Problem
from client.history import Alarm
from client.standing import Standing

Errand: TypeAlias = Callable[[], None]


class Errands:
    """The errands of one client, until all is over; who cheats, what does not work and every fault is told."""

    def __init__(self, standing: Standing) -> None:
        self.over = standing.over
        self._standing = standing
        self._coming: SimpleQueue[Errand] = SimpleQueue()
        self._chains: SimpleQueue[Errand] = SimpleQueue()
        self._threads: list[Thread] = []
        standing.endings.append(self._wake)

    def begin(self, name: str, work: Errand) -> None:
        """Begin a thread; a fault in it is told."""
        thread = Thread(target=self.run, args=(work,), name=name, daemon=True)
        self._threads.append(thread)
        thread.start()

    def put(self, errand: Errand) -> None:
        """Have something done as it comes up."""
        self._coming.put(errand)

    def put_between(self, errand: Errand) -> None:
        """Have something done between two signs of life."""
        self._chains.put(errand)

    def work(self) -> None:
        """Do what comes up."""
        while not self.over.is_set():
            self.do(self._coming.get())

    def between(self, seconds: float) -> None:
        """Do for so long what may come between two signs of life."""
        end = monotonic() + seconds
        while not self.over.is_set() and (left := end - monotonic()) > 0:
            with suppress(Empty):
                self.do(self._chains.get(timeout=left))

    def do(self, errand: Errand) -> None:
        """Do something now, unless all is over; who cheats and what does not work is told."""
        try:
            if not self.over.is_set():
                errand()
        except Alarm as alarm:
            self._standing.alarmed(alarm)
        except (Problem, NoServer) as trouble:
            self._standing.troubled(str(trouble))

    def settle(self, seconds: float) -> None:
        """Wait for so long until what has come up is done."""
        done = Event()
        self._coming.put(done.set)
        done.wait(seconds)

    def _wake(self) -> None:
        """Let every thread see that all is over."""
        for waiting in (self._coming, self._chains):
            waiting.put(lambda: None)

    def join(self, seconds: float) -> None:
        """Wait for the threads, for so long in all."""
        end = monotonic() + seconds
        for thread in self._threads:
            thread.join(max(0.0, end - monotonic()))

    def run(self, work: Errand) -> None:
        """Do the work of a thread; a fault in it is told, and raised."""
        try:
            work()
        except Exception as fault:
            self._standing.failed(fault)
            raise
