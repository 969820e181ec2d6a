"""The log beside an SQLite file, while both are in use: is what lies in it still what was written?

SQLite reads of its log only what a connection has not read before. What was cut off or written over it notices too
late: what is committed then lies behind a gap, and is lost with all before it. The index beside the log says how far
the log goes and how it ends; looking at both ends costs some microseconds. Of every frame a sum is remembered, and
where somebody else wrote to the log since, frames are held against these, 400 (1.6 MB) in about a millisecond.
"""

from __future__ import annotations

import os
import struct
import sys
from array import array
from collections import deque
from pathlib import Path
from threading import Lock
from typing import ClassVar, NamedTuple
from zlib import crc32

_INDEX = struct.Struct("=IIIBBHIIII8s")
_FORM = 3_007_000
_COPY = 48
"""Bytes of the head of the index, which lies there twice: both are alike but while it is being written."""
_HEAD, _FRAME = struct.Struct(">IIII8sII"), struct.Struct(">II8sII")
_LARGEST_PAGE = 65536
_MOST_FRAMES = 400
"""So many frames at most are looked at before a commit that follows another process's; each goes on from the last."""
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
        self._frames = _Frames(self._log)

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
            self._frames.remember(end)

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
        if not alone:
            return None
        most, known = _MOST_FRAMES, self._known
        if known != (end, found.st_mtime_ns):
            self._frames.doubt()
            self._known = (end, found.st_mtime_ns)
            if known is not None and known[0] == end:
                # No process that commits: one that had to give up, which is rare, or somebody who should not.
                most = end.frames
        return None if self._frames.are_the_same(end, most) else "was written over"

    def _ends_as(self, end: _End) -> bool:
        """Say whether the log begins and ends with what the index says."""
        head = os.pread(self._log, _HEAD.size, 0)
        last = os.pread(self._log, _FRAME.size, end.size - end.frame)
        if len(head) < _HEAD.size or len(last) < _FRAME.size:
            return False
        _, _, _, _, salts, *its = _HEAD.unpack(head)
        _, _, at_the_end, *sums = _FRAME.unpack(last)
        if salts != end.salts or _summed(head[:-8], end.big) != tuple(its):
            return False
        return at_the_end == end.salts and tuple(sums) == end.sums


class _Frames:
    """What the frames of a log were when they were seen first; once committed, none changes until it begins anew."""

    def __init__(self, log: int) -> None:
        self._log = log
        self._salts = b""
        self._upto = self._doubtful = 0
        self._seen = deque[tuple[int, int, int]]()
        """The first frame of some that came together, the one after the last, and the sum of them."""

    def remember(self, end: _End) -> None:
        """Take the sum of those that came since."""
        if self._salts != end.salts:
            # It began anew.
            self._salts, self._upto, self._doubtful = end.salts, 0, 0
            self._seen.clear()
        first, last = self._upto, min(end.frames, self._upto + _MOST_FRAMES)
        if first < last:
            self._seen.append((first, last, self._sum(end, first, last)))
            self._upto = last

    def doubt(self) -> None:
        """Let all that are remembered be looked at, those first that were not for longest."""
        self._doubtful = len(self._seen)

    def are_the_same(self, end: _End, most: int) -> bool:
        """Say whether those in doubt are what they were, as many as may be looked at; the next call goes on."""
        if self._salts != end.salts:
            return True
        looked = 0
        while self._doubtful and (not looked or looked + _many(self._seen[0]) <= most):
            first, last, known = self._seen[0]
            if self._sum(end, first, last) != known:
                return False
            looked += last - first
            self._seen.rotate(-1)
            self._doubtful -= 1
        return True

    def _sum(self, end: _End, first: int, last: int) -> int:
        return crc32(os.pread(self._log, (last - first) * end.frame, _HEAD.size + first * end.frame))


def _many(some: tuple[int, int, int]) -> int:
    return some[1] - some[0]


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


def _summed(raw: bytes, big: bool) -> tuple[int, int]:
    """Return the sum of SQLite over words of four bytes."""
    words = array("I", raw)
    if big != (sys.byteorder == "big"):
        words.byteswap()
    one = other = 0
    for at in range(0, len(words), 2):
        one = (one + words[at] + other) & 0xFFFFFFFF
        other = (other + words[at + 1] + one) & 0xFFFFFFFF
    return one, other
