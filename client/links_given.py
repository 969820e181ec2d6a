"""Which links a device gave, and for which lines: written down before a link leaves it.

That is synchronous for every sixteenth link only. The others survive the end of this program, but not of the machine:
after a restart of that, what may have been given is taken as given. Where a machine does not tell one start from
another, every link is written so that it survives.
"""

from __future__ import annotations

import os
from pathlib import Path

FILE = "links"
AHEAD = 16
BOOT = Path("/proc/sys/kernel/random/boot_id")


class LinksGiven:
    """The links given so far of one chain: for which lines, and the highest number.

    The file has one row a link: the anchor of the chain, the number, the hash of the line; and before some of them one
    that says until where rows may be missing after the machine's present run.
    """

    def __init__(self, folder: Path | None, anchor: bytes) -> None:
        self._folder = folder
        self._file: int | None = None
        self._anchor = anchor
        self._run = _run_of_the_machine()
        self._until = 0
        self.last = 0
        self._lines: dict[int, bytes] = {}
        if folder is not None:
            self._read(folder / FILE)

    def line_of(self, k: int) -> bytes | None:
        """Return the hash of the line that link ``k`` was given for; None if it was not given."""
        return self._lines.get(k)

    def note(self, k: int, declared: bytes) -> None:
        """Write down that a link is given for a line."""
        self._lines[k] = declared
        self.last = max(self.last, k)
        if self._folder is None:
            return
        if self._file is None:
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._file = os.open(self._folder / FILE, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
            # A row that a crash cut off ends here.
            os.write(self._file, b"\n")
        if k > self._until:
            self._until = k + AHEAD - 1 if self._run else k
            os.write(self._file, f"{self._anchor.hex()} until {self._until} {self._run}\n".encode())
            os.write(self._file, self._row(k))
            os.fsync(self._file)
        else:
            os.write(self._file, self._row(k))

    def begin(self, anchor: bytes) -> None:
        """Begin another chain."""
        self._anchor, self._lines, self.last, self._until = anchor, {}, 0, 0

    def close(self) -> None:
        """Let go of the file: all of it is there then, whatever comes."""
        if self._file is not None:
            os.write(self._file, f"{self._anchor.hex()} until {self.last} {self._run}\n".encode())
            os.fsync(self._file)
            os.close(self._file)
            self._file = None

    def _row(self, k: int) -> bytes:
        return f"{self._anchor.hex()} {k} {self._lines[k].hex()}\n".encode()

    def _read(self, file: Path) -> None:
        """Take what was given before, and what may have been."""
        if not file.exists():
            return
        run = self._run
        for row in file.read_text().splitlines():
            match row.split(" "):
                case [anchor, "until", number, run] if anchor == self._anchor.hex():
                    self._until = int(number)
                case [anchor, number, declared] if anchor == self._anchor.hex() and len(declared) == 64:
                    self._lines[int(number)] = bytes.fromhex(declared)
        self.last = max(self._lines, default=0)
        if run != self._run or not run:
            self.last = max(self.last, self._until)


def _run_of_the_machine() -> str:
    """Return a text that is another one after each start of the machine; nothing where there is none."""
    try:
        return BOOT.read_text().strip()
    except OSError:
        return ""
