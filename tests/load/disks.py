"""Small disks of our own that can be filled up, and that can lose their power; only root may mount one."""

from __future__ import annotations

import errno
import fcntl
import os
import shutil
import struct
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep


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


class PowerDisk(Disk):
    """A file system that can be cut off as by the power: what was not synced by then is gone."""

    def __init__(self, folder: Path, image: Path) -> None:
        super().__init__(folder)
        self._image = image

    def mount(self) -> None:
        """Mount it, as a machine does that starts: the journal is played back. Raises NoDisk."""
        _run("mount", "-o", "loop", str(self._image), str(self.folder))

    def unmount(self) -> None:
        """Take it away, whoever still has files there open."""
        subprocess.run(["umount", "--lazy", str(self.folder)], check=False, capture_output=True)

    def cut(self) -> None:
        """Cut the power: from now on nothing is written or synced any more, and every call says so."""
        place = os.open(self.folder, os.O_RDONLY)
        try:
            fcntl.ioctl(place, _SHUTDOWN, struct.pack("I", _WITHOUT_ITS_JOURNAL))
        finally:
            os.close(place)

    def mend(self) -> None:
        """Give the power back, once nobody has files there open."""
        until = monotonic() + 20
        while (told := _said("umount", str(self.folder))) is not None:
            if monotonic() > until:
                raise AssertionError(f"The disk is in use still: {told}")
            sleep(0.1)
        self.mount()


_SHUTDOWN, _WITHOUT_ITS_JOURNAL = 0x8004587D, 2
"""What Linux calls EXT4_IOC_SHUTDOWN, and EXT4_GOING_FLAGS_NOLOGFLUSH."""


@contextmanager
def power_disk(folder: Path, image: Path, megabytes: int) -> Iterator[PowerDisk]:
    """Mount such a disk, which lies in an image, at a folder. Raises NoDisk."""
    if os.geteuid() != 0 or shutil.which("mkfs.ext4") is None:
        raise NoDisk("A disk that can lose its power needs root, and mkfs.ext4.")
    with image.open("wb") as file:
        file.truncate(megabytes * 2**20)
    _run("mkfs.ext4", "-q", "-F", str(image))
    disk = PowerDisk(folder, image)
    disk.mount()
    folder.chmod(0o777)
    try:
        yield disk
    finally:
        disk.unmount()


def _run(*command: str) -> None:
    if (told := _said(*command)) is not None:
        raise NoDisk(f"{command[0]} says: {told}")


def _said(*command: str) -> str | None:
    """Return why a command failed; None if it did not."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return None if done.returncode == 0 else done.stderr.strip() or str(done.returncode)


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
