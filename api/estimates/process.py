"""A process that estimates the chances of one fight: it is started, heard, and ended where it takes too long."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryFile
from threading import Lock, Timer
from typing import Any

import orjson

MODULE = "bots.chances"
ROOT = Path(__file__).parents[2]
"""Where the folders lie, in a wheel within its one package."""
LONGEST = 1800.0
"""Seconds after which it is ended, whatever it does."""


class Failed(Exception):
    """It came to no end; the message is a sentence."""


class Process:
    """One process at a time; whoever ends it ends the one that runs."""

    def __init__(self, longest: float = LONGEST) -> None:
        self._longest = longest
        self._changing = Lock()
        self._running: subprocess.Popen[bytes] | None = None
        self._ended = False

    def run(self, raw: bytes, data: Path | None, watch: Callable[[int, int], object]) -> dict[str, Any]:
        """Return what it says at last of an exported fight; ``watch`` hears of how many fights it learnt.

        Raises:
            Failed: It was ended, or fell over.
        """
        said: dict[str, Any] = {}
        with TemporaryFile() as file:
            file.write(raw)
            file.seek(0)
            process = self._start(file, data)
            late = Timer(self._longest, process.kill)
            late.start()
            try:
                for said in _lines(process):
                    if "learnt" in said:
                        watch(said["learnt"], said["of"])
            finally:
                late.cancel()
                process.kill()
                process.wait()
                with self._changing:
                    self._running = None
        if "learnt" in said or not said:
            raise Failed("The process that estimates the chances was ended, or fell over.")
        return said

    def end(self) -> None:
        """End the one that runs, and start none any more."""
        with self._changing:
            self._ended = True
            if self._running is not None:
                self._running.kill()

    def _start(self, file: Any, data: Path | None) -> subprocess.Popen[bytes]:
        with self._changing:
            if self._ended:
                raise Failed("The server ends.")
            told = [] if data is None else [str(data.absolute())]
            command = [sys.executable, "-P", "-m", MODULE, *told]
            paths = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))
            # In a session of its own: Ctrl-C is for the server, which ends it.
            self._running = subprocess.Popen(  # noqa: S603 - the same program
                command,
                stdin=file,
                stdout=subprocess.PIPE,
                env={**os.environ, "PYTHONPATH": paths},
                start_new_session=True,
            )
            return self._running


def _lines(process: subprocess.Popen[bytes]) -> Iterator[dict[str, Any]]:
    assert process.stdout is not None  # noqa: S101  # it is a pipe
    with process.stdout:
        for line in process.stdout:
            yield orjson.loads(line)
