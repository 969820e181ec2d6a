"""Which lines count, and which rewind skips the others."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass

Rewinds = tuple[tuple[int, int], ...]
"""Each rewind as its line and the version it went back to, oldest first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Skips:
    """The stretches of lines that do not count, ascending, each with the line of the rewind that skips it."""

    starts: tuple[int, ...]
    ends: tuple[int, ...]

    def by(self, version: int) -> int | None:
        """Return the line of the rewind that skips ``version``; None for a version that counts."""
        place = bisect_left(self.ends, version)
        if place < len(self.ends) and self.starts[place] <= version < self.ends[place]:
            return self.ends[place]
        return None


def skips(rewinds: Iterable[tuple[int, int]], last: int) -> Skips:
    """Return what the rewinds up to ``last`` skip; a rewind that is itself skipped skips nothing."""
    starts: list[int] = []
    ends: list[int] = []
    end = last
    for line, to_version in sorted(rewinds, reverse=True):
        if line <= end:
            starts.append(to_version + 1)
            ends.append(line)
            end = to_version
    return Skips(starts=tuple(reversed(starts)), ends=tuple(reversed(ends)))
