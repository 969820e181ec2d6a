"""A folder of small files that could all be made again: the oldest go, and two processes make none of them twice."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

FOLDER = "chances"
"""In the data folder."""
KEPT = 500
"""So many files lie in a folder at most, those that were read last."""
ENDING = ".json"


class Shelf:
    """Files by name in a folder; without a folder, or where it cannot be used, nothing is kept."""

    def __init__(self, folder: Path | None, most: int = KEPT) -> None:
        self._folder = folder
        self._most = most

    def get(self, name: str) -> bytes | None:
        """Return what is kept under a name; None where nothing is."""
        if self._folder is None:
            return None
        file = self._file(self._folder, name)
        with suppress(OSError):
            raw = file.read_bytes()
            os.utime(file)
            return raw
        return None

    def put(self, name: str, raw: bytes) -> None:
        """Keep something under a name, whole or not at all; where there is no room it is not kept."""
        if self._folder is None:
            return
        file = self._file(self._folder, name)
        aside = file.with_suffix(f".{os.getpid()}.part")
        with suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            aside.write_bytes(raw)
            aside.replace(file)
            self._make_room(self._folder)

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Wait until no other process makes something for this folder, where the system can tell."""
        try:
            import fcntl  # noqa: PLC0415 - not there on every system
        except ImportError:
            yield
            return
        lock = None
        with suppress(OSError):
            if self._folder is not None:
                self._folder.mkdir(parents=True, exist_ok=True)
                lock = (self._folder / "lock").open("wb")
                fcntl.flock(lock, fcntl.LOCK_EX)
        try:
            yield
        finally:
            if lock is not None:
                lock.close()

    def _make_room(self, folder: Path) -> None:
        files = sorted(folder.glob(f"*{ENDING}"), key=lambda file: -file.stat().st_mtime_ns)
        for file in files[self._most :]:
            file.unlink(missing_ok=True)

    @staticmethod
    def _file(folder: Path, name: str) -> Path:
        return folder / f"{name}{ENDING}"


def judges_in(data: Path | None) -> Shelf:
    """Return the judges that are kept beside a store; where there is no such folder none are."""
    return Shelf(data / FOLDER / "judges" if data is not None and data.is_dir() else None)


def courses_in(data: Path | None) -> Shelf:
    """Return the courses of fights that are kept beside a store; where there is no such folder none are."""
    return Shelf(data / FOLDER if data is not None and data.is_dir() else None)
