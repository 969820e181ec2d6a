"""The folder of a device: what it knows of its fight, evidence against whoever cheats, and one program at a time."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from time import strftime
from typing import Any

import orjson

from client.device import FILE, Device
from ledger.line.canonical import canon_trusted
from ledger.line.entries import Json

LINES = "lines.ndjson"
LOCK = "lock"


class InUse(Exception):
    """Another program plays with this device: one chain used twice would be worth nothing."""


def home() -> Path:
    """Return the folder of all devices of whoever runs this."""
    base = os.environ.get("XDG_DATA_HOME")
    return (Path(base) if base else Path.home() / ".local" / "share") / "encounter-ledger"


def hash_of(key: str) -> str:
    """Return what is kept of a key that was spent, and what the server keeps of one that is good."""
    return sha256(key.encode()).hexdigest()


def devices(state: Path, encounter: str) -> Iterator[tuple[Path, Device]]:
    """Yield every device kept for a fight, with its folder; one that cannot be read is passed over."""
    for file in sorted((state / encounter).glob(f"*/{FILE}")):
        try:
            yield file.parent, Device.read(file.parent)
        except (OSError, ValueError, TypeError):
            continue


class Kept:
    """What a client keeps of a fight; nothing without a folder."""

    def __init__(self, folder: Path | None) -> None:
        """Take the folder for this program alone; InUse."""
        self.folder = folder
        self._lock: int | None = None
        self._lines: Any = None
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._lock = _locked(folder / LOCK)

    def rows(self) -> Iterator[tuple[bytes, Json | None] | str]:
        """Yield the lines kept before, each with what lies behind it, and the checkpoints; a torn row ends them."""
        if self.folder is None or not (self.folder / LINES).exists():
            return
        whole = 0
        raw = (self.folder / LINES).read_bytes()
        for row in raw.split(b"\n")[:-1]:
            whole += len(row) + 1
            value = orjson.loads(row)
            yield value["note"] if "note" in value else (canon_trusted(value["line"]), value.get("opened"))
        if whole < len(raw):
            os.truncate(self.folder / LINES, whole)

    def line(self, raw: bytes, opened: Json | None) -> None:
        """Keep a line; it is written with the next checkpoint."""
        told = b"" if opened is None else b',"opened":' + orjson.dumps(opened)
        self._write(b'{"line":' + raw + told + b"}\n")

    def note(self, note: str) -> None:
        """Keep a checkpoint, and hand what was kept to the system."""
        self._write(orjson.dumps({"note": note}) + b"\n")
        if self._lines is not None:
            self._lines.flush()

    def _write(self, row: bytes) -> None:
        if self.folder is None:
            return
        if self._lines is None:
            descriptor = os.open(self.folder / LINES, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
            self._lines = os.fdopen(descriptor, "wb")
        self._lines.write(row)

    def evidence(self, kind: str, told: Json) -> Path | None:
        """Write down what shows that somebody cheats; return the file."""
        if self.folder is None:
            return None
        file = self.folder / f"evidence-{kind}-{strftime('%Y%m%d-%H%M%S')}-{os.urandom(2).hex()}.json"
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as written:
            written.write(orjson.dumps(told, option=orjson.OPT_INDENT_2) + b"\n")
        return file

    def close(self) -> None:
        """Let go of the folder."""
        if self._lines is not None:
            self._lines.close()
            self._lines = None
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None


def _locked(file: Path) -> int:
    """Return the descriptor of a file that nobody else holds; InUse. The system lets go when the program ends."""
    descriptor = os.open(file, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        if sys.platform == "win32":
            import msvcrt  # noqa: PLC0415 - only there

            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl  # noqa: PLC0415 - not there

            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(descriptor)
        raise InUse(f"Another program plays with the device in {file.parent}: end it first.") from None
    return descriptor
