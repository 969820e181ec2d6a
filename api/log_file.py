"""Where log lines are written: what cannot be written is counted and lost, and nobody waits for who reads them."""

from __future__ import annotations

import atexit
import sys
from collections.abc import Callable
from queue import Full, Queue
from threading import Lock, Thread
from typing import TextIO

MOST = 10_000
"""Pieces of text that may wait to be written; whoever reads more slowly than they come misses some."""
GRACE = 1.0
"""Seconds that what still waits has to be written when the program ends."""


class LogFile:
    """Writes to stderr in a thread of its own, so that a full disk or a stuck pipe fails and delays no call."""

    def __init__(self, lost: Callable[[], None], most: int = MOST) -> None:
        """Begin; ``lost`` is called for every text that is not written."""
        self._lost = lost
        self._waiting: Queue[tuple[TextIO, str]] = Queue(most)
        self._starting = Lock()
        self._thread: Thread | None = None

    def write(self, text: str) -> int:
        """Let a text be written soon; it is lost where too much waits already."""
        try:
            self._waiting.put_nowait((sys.stderr, text))
            if self._thread is None:
                self._start()
        except (Full, RuntimeError):
            self._lost()
        return len(text)

    def flush(self) -> None:
        """Do nothing: whoever writes a line does not wait for it."""

    def drain(self, seconds: float = GRACE) -> bool:
        """Wait until everything so far is written or lost; return whether it is."""
        with self._waiting.all_tasks_done:
            return self._waiting.all_tasks_done.wait_for(lambda: not self._waiting.unfinished_tasks, seconds)

    def _start(self) -> None:
        with self._starting:
            if self._thread is None:
                thread = Thread(target=self._work, name="log lines", daemon=True)
                thread.start()
                self._thread = thread
                atexit.register(self.drain)

    def _work(self) -> None:
        while True:
            file, text = self._waiting.get()
            try:
                file.write(text)
                if self._waiting.empty():
                    file.flush()
            except Exception:
                self._lost()
            finally:
                self._waiting.task_done()
