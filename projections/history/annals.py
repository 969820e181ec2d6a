"""Chronicles that are kept and grow with their fights, so that whoever follows one costs only what is new."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from threading import Lock

from ledger.line.lines import Line
from ledger.table.fight import Fight
from ledger.table.log import Log
from projections import lost_keys
from projections.chronicle import (
    Disputes,
    Entry,
    belongs,
    chronicle,
    disputed,
    entry_of,
    leads,
    marked_now,
    rewinds_in,
    told_under,
)
from projections.lost_keys import NONE, LostKeys
from projections.sentences.seats import NOBODY, Seats, seated, told_to
from projections.skips import Rewinds

MOST = 20_000
"""Entries that are kept in all: those of the chronicles that were asked for last."""


class Annals:
    """The chronicle of the lines that were taken in so far, each group of them told once."""

    def __init__(self, viewer: str | None = None) -> None:
        self.version = -1
        self.entries: tuple[Entry, ...] = ()
        self._told: list[Entry | None] = []
        self._open: list[Line] = []
        self._place = -1
        self._stale = False
        self._disputes: Disputes = ()
        self._keys: LostKeys = NONE
        self._seats: Seats = told_to(viewer)
        self._then: tuple[Disputes, LostKeys, Seats] = ((), NONE, NOBODY)
        self._rewinds: Rewinds = ()

    def take(self, lines: Sequence[Line]) -> None:
        """Take in the lines that follow."""
        for line in lines:
            self._take(line)
        self._tell_open()
        if lines:
            self.version = lines[-1].n
            kept = (entry for entry in self._told if entry is not None)
            self.entries = marked_now(kept, self._rewinds, self.version)

    def _take(self, line: Line) -> None:
        self._disputes = disputed(line, self._disputes)
        self._keys = lost_keys.project(self._keys, line)
        self._seats = seated(self._seats, line)
        self._rewinds += rewinds_in(line)
        now = (self._disputes, self._keys, self._seats)
        if self._open and belongs(line, self._open[0]):
            self._open.append(line)
            self._then, self._stale = now, True
        elif leads(line):
            self._tell_open()
            self._open, self._then, self._stale, self._place = [line], now, True, len(self._told)
            self._told.append(None)
        else:
            self._told.append(entry_of([line], *now, self._number))

    def _number(self, line: int) -> int:
        """Return the number under which a line is told."""
        self._tell_open()
        return told_under(self._told, line)

    def _tell_open(self) -> None:
        """Tell the group that may still grow, if it has grown."""
        if self._stale:
            self._stale = False
            self._told[self._place] = entry_of(self._open, *self._then, self._number)


class Chronicles:
    """The chronicles of the fights that were asked for last; fights that grew from each other share one."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._kept: OrderedDict[tuple[Log, str | None], tuple[Annals, Lock]] = OrderedDict()
        self._choosing = Lock()

    def of(self, fight: Fight) -> tuple[Entry, ...]:
        """Return the chronicle of a fight, for which only the lines are told that nobody has asked for yet."""
        annals, turn = self._of(fight.log, fight.seat)
        with turn:
            if annals.version < fight.version:
                annals.take(fight.lines[annals.version + 1 :])
                self._spare()
            if annals.version == fight.version:
                return annals.entries
        return chronicle(fight.lines, fight.seat)

    def _of(self, log: Log, viewer: str | None) -> tuple[Annals, Lock]:
        with self._choosing:
            found = self._kept.setdefault((log, viewer), (Annals(viewer), Lock()))
            self._kept.move_to_end((log, viewer))
            return found

    def _spare(self) -> None:
        """Forget those that nobody asked for lately, all but the last."""
        with self._choosing:
            for log in list(self._too_many()):
                del self._kept[log]

    def _too_many(self) -> Iterator[tuple[Log, str | None]]:
        here = sum(len(annals.entries) for annals, _ in self._kept.values())
        for log, (annals, _) in list(self._kept.items())[:-1]:
            if here <= self._most:
                return
            here -= len(annals.entries)
            yield log
