"""The lines of one encounter as they lie in memory, with what must be found in them quickly.

A log only grows. Fights that grew from each other share one; each reads no further than its own version.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from hashlib import sha256
from itertools import takewhile
from operator import itemgetter
from typing import TypeAlias

from domain.encounter import Encounter
from domain.events import HistoryRewound
from domain.evolve import evolve
from domain.replaying import live
from ledger.canonical import canon_trusted
from ledger.entries import (
    FIGHT_EVENTS,
    CommandAccepted,
    Entry,
    Json,
    RewindAnswered,
    RewindAsked,
    TableDiceTyped,
)
from ledger.lines import Line

KEEP_EVERY = 128
"""About so many lines at most are folded to reach a version."""


class Log:
    """Lines, the versions that end a command, rewinds, used command ids, and states kept on the way."""

    __slots__ = ("ends", "kept", "lines", "rewinds", "used")

    def __init__(self, lines: Iterable[Line] = ()) -> None:
        """Begin with these lines, numbered from 0."""
        self.lines: list[Line] = []
        self.ends: list[int] = []
        self.rewinds: list[tuple[int, int]] = []
        self.used: dict[tuple[str, str], tuple[int, bytes]] = {}
        self.kept: list[tuple[int, Encounter]] = []
        for line in lines:
            self.append(line)

    def append(self, line: Line) -> None:
        """Add the next line."""
        if line.type in FIGHT_EVENTS:
            before = self.lines[-1] if self.lines else line
            if self.ends and before.cause == line.cause and before.type in FIGHT_EVENTS:
                self.ends[-1] = line.n
            else:
                self.ends.append(line.n)
        elif isinstance(line.entry, HistoryRewound):
            self.rewinds.append((line.n, line.entry.to_version))
        elif (use := use_of(line.entry)) is not None:
            self.used.setdefault(use[0], (line.n, use[1]))
        self.lines.append(line)

    def keep(self, version: int, encounter: Encounter, *, always: bool = False) -> None:
        """Keep a state to begin from later, if the last one kept is far enough away."""
        if always or version - (self.kept[-1][0] if self.kept else 0) >= KEEP_EVERY:
            self.kept.append((version, encounter))

    def fold(self, encounter: Encounter, version: int) -> Encounter:
        """Return the state after all lines, from the state at ``version``."""
        for line in self.lines[version + 1 :]:
            if line.type in FIGHT_EVENTS:
                encounter = evolve(encounter, line.entry)  # type: ignore[arg-type]  # the name says it is one
                self.keep(line.n, encounter)
            elif isinstance(line.entry, HistoryRewound):
                encounter = self.state(line.entry.to_version)
                self.keep(line.n, encounter, always=True)
        return encounter

    def state(self, version: int) -> Encounter:
        """Return the state at a version: from the last one kept before it, past which nothing was taken back."""
        index = bisect_right(self.kept, version, key=itemgetter(0))
        start, encounter = self.kept[index - 1] if index else (-1, Encounter())
        for line in self.lines[start + 1 : version + 1]:
            if line.type in FIGHT_EVENTS:
                encounter = evolve(encounter, line.entry)  # type: ignore[arg-type]  # the name says it is one
        return encounter

    def upto(self, version: int) -> Log:
        """Return a log of its own with the lines up to ``version``."""
        cut = Log(self.lines[: version + 1])
        cut.kept = [*takewhile(lambda kept: kept[0] <= version, self.kept)]
        return cut

    def live(self, version: int) -> list[range]:
        """Return the versions that count at ``version``, oldest first."""
        return live(self.rewinds, version)

    def group(self, n: int) -> tuple[Line, ...]:
        """Return the line of a call and the lines it caused, as far as they are known."""
        first = self.lines[n]
        causes = {n} if first.cause is None else {n, first.cause}
        found = [first]
        for line in self.lines[n + 1 :]:
            if isinstance(line.entry, CommandAccepted) or (line.type == first.type and line.cause in causes):
                break
            if line.cause in causes:
                found.append(line)
        return tuple(found)


Call: TypeAlias = CommandAccepted | RewindAsked | RewindAnswered | TableDiceTyped
"""The lines that a seat's call begins with; each uses up the seat's ``cmd``."""


def use_of(entry: Entry) -> tuple[tuple[str, str], bytes] | None:
    """Return which seat's command id a line uses up, and the hash of what it was used for."""
    match entry:
        case CommandAccepted(decl=decl):
            return (decl["seat"], decl["cmd"]), body_of(entry)
        case RewindAsked(by=seat, cmd=cmd) | RewindAnswered(seat=seat, cmd=cmd) | TableDiceTyped(seat=seat, cmd=cmd):
            return (seat, cmd), body_of(entry)
        case _:
            return None


def body_of(call: Call) -> bytes:
    """Return the hash of what a call asks for."""
    match call:
        case CommandAccepted(decl=decl):
            return body_hash(decl["action"])
        case RewindAsked(to_version=to_version, reason=reason):
            return body_hash({"to_version": to_version, "reason": reason})
        case RewindAnswered(agree=agree):
            return body_hash({"agree": agree})
        case TableDiceTyped(by=by, dice=dice, faces=faces):
            return body_hash({"by": by, "dice": dice, "faces": list(faces)})


def body_hash(body: Json) -> bytes:
    """Return the hash by which the body of a call is known again."""
    return sha256(canon_trusted(body)).digest()
