"""A small disk of our own that can be filled up; only root may mount one."""

from __future__ import annotations

import errno
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class NoDisk(Exception):
    """None can be mounted; the message says why."""


class Disk:
    """A file system of a fixed size."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._ballast = folder / "ballast"

    def fill(self) -> None:
        """Leave no room."""
        with self._ballast.open("ab", buffering=0) as file:
            for size in (1 << 20, 1 << 12):
                try:
                    while file.write(bytes(size)) == size:
                        pass
                except OSError as error:
                    if error.errno != errno.ENOSPC:
                        raise

    def empty(self) -> None:
        """Give the room back."""
        self._ballast.unlink(missing_ok=True)


@contextmanager
def small_disk(folder: Path, megabytes: int) -> Iterator[Disk]:
    """Mount a disk at a folder, which is made. Raises NoDisk."""
    if os.geteuid() != 0:
        raise NoDisk("A disk that can be filled up is mounted, which only root may do.")
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=777", "tmpfs", str(folder)]
    done = subprocess.run(mount, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise NoDisk(f"A disk that can be filled up cannot be mounted here: {done.stderr.strip()}")
    try:
        yield Disk(folder)
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=False)
