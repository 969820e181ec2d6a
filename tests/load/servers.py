"""Real server processes over one store, which can be killed, stopped, robbed of their disk, and started again."""

from __future__ import annotations

import json
import os
import re
import resource
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic

ROOT = Path(__file__).resolve().parents[2]


class Server:
    """One process of ``encounter serve`` on a port of its own; what it says goes to ``log``."""

    def __init__(self, folder: Path, number: int, database: str | None, limits: dict[str, int] | None = None) -> None:
        where = ["--data", str(folder), *(["--database", database] if database else [])]
        free = ["--rate", "none", "--address-rate", "none", "--open-rate", "none", "--log", "json"]
        self._command = [sys.executable, "-m", "tests.load.served", "serve", *where, *free]
        self._clock = folder / f"clock-{number}"
        self._environment = {**os.environ, "LOAD_CLOCK": str(self._clock), "LOAD_LIMITS": json.dumps(limits or {})}
        self._port = 0
        self._process: subprocess.Popen[str] | None = None
        self.address = ""
        self.log = folder / f"server-{number}.log"

    def start(self) -> None:
        """Start, on the same port as before, and return once calls are answered."""
        port = ["--port", str(self._port)]
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                self._command + port, cwd=ROOT, stdout=subprocess.PIPE, stderr=log, text=True, env=self._environment
            )
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if found := re.search(r"http://127\.0\.0\.1:(\d+)", line):
                self.address, self._port = found[0], int(found[1])
                return
        raise RuntimeError(f"The server ended before it answered: {self.log.read_text(errors='replace')[-500:]}")

    def kill(self) -> None:
        """End it as a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self) -> tuple[int, float]:
        """Ask it to end; return its exit status and how many seconds it took."""
        began = monotonic()
        return self._end(signal.SIGTERM), monotonic() - began

    def cpu(self) -> float:
        """Return the seconds of processor time that it took so far."""
        assert self._process is not None
        told = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(told[11]) + int(told[12])) / os.sysconf("SC_CLK_TCK")

    def jump(self, milliseconds: int) -> None:
        """Let its clock be wrong by so much, from now on and after a restart."""
        self._clock.write_text(str(milliseconds))
        assert self._process is not None
        self._process.send_signal(signal.SIGUSR1)

    def fill_disk(self, full: bool) -> None:
        """Let every write to a file fail from now on, or no more: the process may write no byte into any."""
        assert self._process is not None
        _, hard = resource.prlimit(self._process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(self._process.pid, resource.RLIMIT_FSIZE, (0 if full else hard, hard))

    def _end(self, how: signal.Signals) -> int:
        if self._process is None:
            return 0
        if self._process.poll() is None:
            self._process.send_signal(how)
        self._process.communicate(timeout=60)
        return self._process.returncode
