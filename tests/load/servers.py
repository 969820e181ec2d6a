"""Real server processes over one store, which can be killed and started again."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


class Server:
    """One process of ``encounter serve`` on a port of its own."""

    def __init__(self, folder: Path, database: str | None) -> None:
        where = ["--data", str(folder), *(["--database", database] if database else [])]
        free = ["--rate", "none", "--address-rate", "none"]
        self._command = [sys.executable, "-m", "api", "serve", *where, *free]
        self._port = 0
        self.address = ""
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Start, on the same port as before, and return once calls are answered."""
        port = ["--port", str(self._port)]
        self._process = subprocess.Popen(self._command + port, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if found := re.search(r"http://127\.0\.0\.1:(\d+)", line):
                self.address, self._port = found[0], int(found[1])
                return
        raise RuntimeError("The server ended before it answered.")

    def kill(self) -> None:
        """End it as a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Ask it to end."""
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(how)
        if self._process is not None:
            self._process.communicate(timeout=30)
