"""The fight as a seat knows it: the same lines under the same numbers, and of what is sealed what it may know.

Nobody's view needs what was opened later: lines that stand in tell everybody how things stand. What was opened is read
by whoever looks back with what is known now, and by all once the ledger is closed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from threading import Lock
from typing import TypeAlias

from domain.changing import changed
from ledger.line.entries import CommandAccepted, Json, LedgerClosed, Unsealed, Withheld
from ledger.line.lines import Line, decode
from ledger.table.fight import Fight
from ledger.table.log import InMemory

Payload: TypeAlias = tuple[int, bytes, bytes]
"""The line it belongs to, the salt of its commitment, and the bytes."""
SHARED = 8
"""A line that a seat sees as it stands takes so many times less memory than one of its own."""
NOTE = "seal"
STRANGER = ""
"""Whoever knows only what all know."""


def by(fight: Fight, seat: str) -> Fight:
    """Return the fight as a seat knows it; the very same where nothing is kept from it."""
    if not fight.table.secret or seat == fight.encounter.referee or fight.imported:
        return fight
    return _views(fight).of(fight, seat if seat in fight.table.seats else STRANGER)


def told_to(fight: Fight, seat: str) -> Fight:
    """Return the fight as it is told to a seat, which need not be shown all numbers."""
    return changed(fight, seat=seat) if fight.encounter.disclosure and not fight.imported else fight


def known_to(fight: Fight, seat: str) -> Fight:
    """Return the fight as a seat knows it, and as it is told to it."""
    return told_to(by(fight, seat), seat)


def in_hindsight(fight: Fight, seat: str) -> Fight:
    """Return the fight with all that a seat knows by now, each thing where it happened."""
    if not fight.table.secret or seat == fight.encounter.referee or fight.imported:
        return fight
    if fight.table.closed:
        return _closed(fight, seat)
    opened = {line.entry.of: line.entry.payload for line in fight.lines if isinstance(line.entry, Unsealed)}
    return _again(fight, _may(seat), opened)


def at(fight: Fight, version: int) -> Fight:
    """Return the fight as it stood at a version."""
    if version == fight.version:
        return fight
    line = fight.lines[version]
    return changed(fight, encounter=fight.at(version), version=version, head=fight.log.leaf(version), clock=line.at)


def knows(line: Line, seat: str) -> bool:
    """Return whether a seat may know what lies behind a line."""
    return line.inner is not None and seat in line.inner.to


def payloads(fight: Fight, seat: str, kept: Iterable[Payload]) -> list[Payload]:
    """Return of what is kept beside the lines of a fight what a seat may read: words, and what it knows by now."""
    lines = in_hindsight(fight, seat).lines
    return [row for row in kept if row[0] < len(lines) and (row[2].startswith(b'{"text"') or _reads(lines[row[0]]))]


def _reads(line: Line) -> bool:
    return line.inner is not None and bool(line.inner.payload)


class Views:
    """What each seat knows of the lines of one log, kept up with it."""

    def __init__(self) -> None:
        self._of: dict[str, Fight] = {}
        self._lock = Lock()

    @property
    def held(self) -> InMemory:
        """Return what lies in memory for seats alone; most of their lines are those of the log."""
        every = [fight.log.held for fight in self._of.copy().values()]
        lines, length = sum(each.lines for each in every), sum(each.length for each in every)
        return InMemory(lines // SHARED, sum(each.states for each in every), length // SHARED)

    def of(self, fight: Fight, seat: str) -> Fight:
        """Return the fight as a seat knows it."""
        with self._lock:
            seen = self._of.get(seat)
            if seen is None or seen.version > fight.version:
                seen = Fight(imported=fight.imported)
            lines = fight.log.lines[seen.version + 1 : fight.version + 1]
            if any(line.type == "LedgerClosed" for line in lines):
                seen = _closed(fight, seat)
            elif lines:
                seen = seen.then(list(known(lines, _may(seat))))
            # Once all of it is open it is no view of a seat's: kept as one, the log would be counted within itself.
            if seen is not fight and seen.version >= self._of.get(seat, Fight()).version:
                self._of[seat] = seen
            return seen


def _views(fight: Fight) -> Views:
    """Return the views of a log, made when they are first asked for."""
    if fight.log.views is None:
        fight.log.views = Views()
    views: Views = fight.log.views
    return views


May = Callable[[Line], bool]


def _may(seat: str) -> May:
    return lambda line: knows(line, seat)


def known(lines: Sequence[Line], may: May, opened: dict[int, Json] | None = None) -> Iterator[Line]:
    """Yield lines with what lies behind them where somebody may know it, or it was ``opened``."""
    for line in lines:
        if opened is not None and line.n in opened:
            yield decode(line.raw, opened[line.n])
        elif line.inner is None or (line.inner.payload and may(line)):
            yield line
        else:
            yield shut(line)


def shut(line: Line) -> Line:
    """Return a line without what lies behind it."""
    if isinstance(line.entry, CommandAccepted) and "sealed" in line.entry.decl:
        decl = {name: value for name, value in line.entry.decl.items() if name != "action"}
        return line._replace(entry=replace(line.entry, decl=decl), inner=None)
    return line._replace(inner=None)


def _again(fight: Fight, may: May, opened: dict[int, Json]) -> Fight:
    return Fight(imported=fight.imported).then(list(known(fight.lines, may, opened)))


def _closed(fight: Fight, seat: str) -> Fight:
    """Return the fight once the ledger is closed: all of it but what is withheld, each with its whole command.

    A note that its seat neither opened nor withheld stays that seat's own, unless it is that seat which closed.
    """
    closed = _withheld(fight.lines) | _unopened_notes(fight.lines)
    if not closed:
        return fight
    return _again(fight, lambda line: command_of(line) not in closed or knows(line, seat), {})


def _withheld(lines: Sequence[Line]) -> set[int]:
    """Return the commands of which a seat said that they stay shut."""
    return {command_of(lines[line.entry.of]) for line in lines if isinstance(line.entry, Withheld)}


def _unopened_notes(lines: Sequence[Line]) -> set[int]:
    """Return the commands that sealed a note of another seat than the one that closed, and were not opened by it."""
    opened = {line.entry.of for line in lines if isinstance(line.entry, Unsealed)}
    closer = next((line.entry.by for line in lines if isinstance(line.entry, LedgerClosed)), None)
    return {line.n for line in lines if _is_a_note(line, closer) and line.n not in opened}


def _is_a_note(line: Line, closer: str | None) -> bool:
    if not isinstance(line.entry, CommandAccepted):
        return False
    decl = line.entry.decl
    return bool(decl.get("action", {}).get("do") == NOTE and decl["seat"] != closer)


def command_of(line: Line) -> int:
    """Return the line of the command that a line follows from; its own where it follows from none."""
    return line.n if line.cause is None else line.cause
