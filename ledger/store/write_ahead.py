"""The log beside an SQLite file, while both are in use: is what lies in it still what was written?

SQLite reads of its log only what a connection has not read before. What was cut off or written over it notices too
late: what is committed then lies behind a gap, and is lost with all before it. The index beside the log says how far
the log goes and how it ends; looking at both ends costs some microseconds. Its frames are looked at, up to some
thousands from the last one back, where somebody wrote to the log, and nothing was committed.
"""

from __future__ import annotations

import os
import struct
import sys
from array import array
from pathlib import Path
from threading import Lock
from typing import ClassVar, NamedTuple

_INDEX = struct.Struct("=IIIBBHIIII8s")
_FORM = 3_007_000
_COPY = 48
"""Bytes of the head of the index, which lies there twice: both are alike but while it is being written."""
_HEAD, _FRAME = struct.Struct(">IIII8sII"), struct.Struct(">II8sII")
_LARGEST_PAGE = 65536
_MOST_FRAMES = 4000
"""So many frames at most are looked at, the last ones."""
_TRIES = 20


class _End(NamedTuple):
    """How far a log goes, as its index says: so many frames of pages of this size, and how the last one ends."""

    page: int
    frames: int
    sums: tuple[int, int]
    salts: bytes
    big: bool

    @property
    def frame(self) -> int:
        return _FRAME.size + self.page

    @property
    def size(self) -> int:
        return _HEAD.size + self.frames * self.frame


class WriteAheadLog:
    """The log of one file, and the index of it. They are opened once, and closed when the file is closed."""

    def __init__(self, log: Path, index: Path) -> None:
        self._index = _Index.opened(index)
        try:
            self._log = os.open(log, os.O_RDONLY)
        except OSError:
            self._index.leave()
            raise
        self._known: tuple[_End, int] | None = None

    def trouble(self, *, alone: bool) -> str | None:
        """Return what is wrong with the log, None if nothing is; whoever may write now is ``alone`` at it."""
        for _ in range(_TRIES):
            end = self._end()
            if end is None or not end.frames:
                return None
            found = self._looked_at(end, alone)
            if found is None or self._end() == end:
                return found
        return None

    def written(self) -> None:
        """Take note that it is as it should be: something was just committed."""
        self._known = None
        if (end := self._end()) is not None:
            self._known = (end, os.fstat(self._log).st_mtime_ns)

    def close(self) -> None:
        """Let go of both."""
        os.close(self._log)
        self._index.leave()

    def _end(self) -> _End | None:
        """Return what the index says; None while it is being written, or where it is of another format."""
        raw = os.pread(self._index.file, 2 * _COPY, 0)
        if len(raw) < 2 * _COPY or raw[:_COPY] != raw[_COPY:]:
            return None
        form, _, _, there, big, page, frames, _, one, other, salts = _INDEX.unpack_from(raw)
        size = _LARGEST_PAGE if page == 1 else page
        return _End(size, frames, (one, other), salts, bool(big)) if there and form == _FORM else None

    def _looked_at(self, end: _End, alone: bool) -> str | None:
        found = os.fstat(self._log)
        if found.st_size < end.size:
            return "was cut short"
        if not self._ends_as(end):
            return "was written over"
        known = self._known
        if not alone or known is None or known[0] != end or known[1] == found.st_mtime_ns:
            return None
        # Somebody wrote to it and committed nothing: mostly one who had to give up.
        if not self._is_whole(end):
            return "was written over"
        self._known = (end, found.st_mtime_ns)
        return None

    def _ends_as(self, end: _End) -> bool:
        """Say whether the log begins and ends with what the index says."""
        head = os.pread(self._log, _HEAD.size, 0)
        last = os.pread(self._log, _FRAME.size, end.size - end.frame)
        if len(head) < _HEAD.size or len(last) < _FRAME.size:
            return False
        _, _, salts, *sums = _FRAME.unpack(last)
        return _HEAD.unpack(head)[4] == salts == end.salts and tuple(sums) == end.sums

    def _is_whole(self, end: _End) -> bool:
        """Say whether each of the last frames has its sum, which goes on from that of the frame before."""
        first = max(0, end.frames - _MOST_FRAMES)
        at = _HEAD.size + first * end.frame
        # The head and every frame end with their sum.
        form, there = (_HEAD, 0) if first == 0 else (_FRAME, at - end.frame)
        before = os.pread(self._log, form.size, there)
        if len(before) < form.size:
            return False
        sums = form.unpack(before)[-2:]
        if first == 0 and _summed(before[:-8], (0, 0), end.big) != sums:
            return False
        for begin in range(at, end.size, end.frame):
            frame = os.pread(self._log, end.frame, begin)
            if len(frame) < end.frame:
                return False
            _, _, salts, *its = _FRAME.unpack_from(frame)
            sums = _summed(frame[_FRAME.size :], _summed(frame[:8], sums, end.big), end.big)
            if salts != end.salts or tuple(its) != sums:
                return False
        return True


class _Index:
    """The index of a log, opened once a process for all who look at it.

    The system forgets every lock that a process has on a file as soon as it closes that file anywhere, and SQLite locks
    this one: so it stays open as long as anybody has the database open.
    """

    _open: ClassVar[dict[tuple[int, int], _Index]] = {}
    _opening: ClassVar[Lock] = Lock()

    def __init__(self, file: int, known: tuple[int, int]) -> None:
        self.file = file
        self._name = known
        self._users = 0

    @classmethod
    def opened(cls, path: Path) -> _Index:
        """Return the index, whoever opened it first."""
        with cls._opening:
            found = path.stat()
            known = (found.st_dev, found.st_ino)
            if known not in cls._open:
                cls._open[known] = cls(os.open(path, os.O_RDONLY), known)
            cls._open[known]._users += 1
            return cls._open[known]

    def leave(self) -> None:
        """Close it with the last who looks at it."""
        with self._opening:
            self._users -= 1
            if not self._users:
                del self._open[self._name]
                os.close(self.file)


def _summed(raw: bytes, sums: tuple[int, int], big: bool) -> tuple[int, int]:
    """Return the sum of SQLite over words of four bytes, going on from another."""
    words = array("I", raw)
    if big != (sys.byteorder == "big"):
        words.byteswap()
    one, other = sums
    for at in range(0, len(words), 2):
        one = (one + words[at] + other) & 0xFFFFFFFF
        other = (other + words[at + 1] + one) & 0xFFFFFFFF
    return one, other
