"""Which links a device gave, and for which lines: written to the disk before a link leaves it."""

from __future__ import annotations

import os
from pathlib import Path

FILE = "links"


class Given:
    """The links given so far of one chain: of the last one the line it was given for, of all the highest number.

    The file has one row a link: the anchor of the chain, the number, the hash of the line.
    """

    def __init__(self, folder: Path | None, anchor: bytes) -> None:
        self._folder = folder
        self._file: int | None = None
        self._anchor = anchor
        self.last = 0
        self._lines: dict[int, bytes] = {}
        if folder is not None:
            self._read(folder / FILE)

    def line_of(self, k: int) -> bytes | None:
        """Return the hash of the line that link ``k`` was given for; None if it was not given."""
        return self._lines.get(k)

    def note(self, k: int, declared: bytes) -> None:
        """Write down that a link is given for a line; when this returns, the disk has it."""
        self._lines[k] = declared
        self.last = max(self.last, k)
        if self._folder is None:
            return
        if self._file is None:
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._file = os.open(self._folder / FILE, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
            # A row that a crash cut off ends here.
            os.write(self._file, b"\n")
        os.write(self._file, f"{self._anchor.hex()} {k} {declared.hex()}\n".encode())
        os.fsync(self._file)

    def begin(self, anchor: bytes) -> None:
        """Begin another chain."""
        self._anchor, self._lines, self.last = anchor, {}, 0

    def close(self) -> None:
        """Let go of the file."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _read(self, file: Path) -> None:
        if not file.exists():
            return
        for row in file.read_text().splitlines():
            anchor, _, rest = row.partition(" ")
            k, _, declared = rest.partition(" ")
            # A row that was cut off by a crash was never sent; its number is spent all the same.
            if anchor == self._anchor.hex() and k.isdigit():
                self.last = max(self.last, int(k))
                if len(declared) == 64:
                    self._lines[int(k)] = bytes.fromhex(declared)
