"""Replay: the fold of stored lines, with the rewinds resolved."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from operator import itemgetter

from domain.encounter import Encounter
from domain.events import Event, HistoryRewound
from domain.evolve import evolve


def live(rewinds: Sequence[tuple[int, int]], last: int) -> list[range]:
    """Return the versions that count at ``last``, oldest first; ``rewinds`` are (line, to_version), in order."""
    spans: list[range] = []
    end = last
    while end >= 0:
        before = bisect_right(rewinds, end, key=itemgetter(0))
        line, to_version = rewinds[before - 1] if before else (-1, -1)
        if line < end:
            spans.append(range(line + 1, end + 1))
        end = to_version
    return spans[::-1]


def replay(lines: Sequence[Event | HistoryRewound | None], start: Encounter | None = None) -> Encounter:
    """Return the encounter after ``lines``, the index being the version; a ledger line stands there as None."""
    rewinds = [(n, line.to_version) for n, line in enumerate(lines) if isinstance(line, HistoryRewound)]
    encounter = start or Encounter()
    for span in live(rewinds, len(lines) - 1):
        for line in lines[span.start : span.stop]:
            if line is not None and not isinstance(line, HistoryRewound):
                encounter = evolve(encounter, line)
    return encounter
