"""The view of an encounter as it goes on: line by line, with what each command changed in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise, zip_longest
from typing import Any, NamedTuple, TypeAlias

from pydantic import TypeAdapter

from domain.encounter import Encounter
from domain.events import HistoryRewound
from ledger.line.entries import LedgerClosed
from ledger.line.lines import Line
from ledger.table.fight import Fight
from ledger.table.log import HAPPENING, folded
from projections import lost_keys, naming
from projections.disputes import OpenDispute, project, standing
from projections.lost_keys import NONE, LostKeys
from projections.naming import NAMELESS, Names
from projections.streams.patching import Operation, patch
from projections.view import View, viewed

_VIEW = TypeAdapter(View)
Json: TypeAlias = dict[str, Any]


class Change(NamedTuple):
    """A line, and what changed in the view since the last patch; None while more of its command follows.

    ``payload`` is what lies behind the line, for those who may know.
    """

    n: int
    raw: bytes
    patch: list[Operation] | None
    payload: Json | None = None


class Live:
    """The view at ``version``, kept up with the lines that follow. ``state_at`` tells where a rewind goes back to."""

    def __init__(
        self,
        encounter: Encounter,
        version: int,
        state_at: Callable[[int], Encounter],
        disputes: tuple[OpenDispute, ...] = (),
        keys: LostKeys = NONE,
        names: Names = NAMELESS,
        names_at: Callable[[int], Names] | None = None,
        seat: str | None = None,
    ) -> None:
        """Begin with the ``disputes`` that are open then, with what is told of lost ``keys``, and with ``names``."""
        self._encounter = encounter
        self._state_at = state_at
        self._disputes = disputes
        self._keys = keys
        self._names = names
        self._names_at = names_at
        self._seat = seat
        self.version = version
        self.view = self._as_it_is()

    def after(self, lines: Sequence[Line], state: Encounter | None = None) -> list[Change]:
        """Take the lines that follow, of the last command all; return what each of them changes.

        ``state`` is the encounter after all of them, where it is known: then lines of one command are not folded again.
        """
        known = state if all(goes_on(*each) for each in pairwise(lines)) else None
        # Asked before anything is taken in: where the store is gone just now, all of the lines can be told again.
        back = {
            line.n: self._state_at(line.entry.to_version) for line in lines if isinstance(line.entry, HistoryRewound)
        }
        # With the end of the ledger everything comes to light.
        ends = [line.n for line in lines if isinstance(line.entry, LedgerClosed)]
        back |= {n: self._state_at(n) for n in ends}
        names = {n: self._names_at(n) for n in ends if self._names_at is not None}
        if known is not None:
            self._encounter = known
        folds = known is None
        return [self._change(line, then, back, names, folds=folds) for line, then in zip_longest(lines, lines[1:])]

    def _as_it_is(self) -> Json:
        return as_sent(viewed(self._encounter, self.version, self._disputes, self._keys, self._names, self._seat))

    def _change(
        self,
        line: Line,
        following: Line | None,
        back: Mapping[int, Encounter],
        names: Mapping[int, Names],
        *,
        folds: bool,
    ) -> Change:
        if folds and line.type in HAPPENING:
            self._encounter = folded(self._encounter, line)
        elif folds and line.n in back:
            self._encounter = back[line.n]
        self._disputes = project(self._disputes, line)
        self._keys = lost_keys.project(self._keys, line)
        self._names = names.get(line.n) or naming.project(self._names, line)
        self.version = line.n
        payload = line.inner.payload or None if line.inner is not None else None
        if following is not None and goes_on(line, following):
            return Change(line.n, line.raw, None, payload)
        before, self.view = self.view, self._as_it_is()
        return Change(line.n, line.raw, patch(before, self.view), payload)


def as_sent(view: View) -> Json:
    """Return a view as the JSON that is sent of it."""
    found: Json = _VIEW.dump_python(view, mode="json", by_alias=True)
    return found


def goes_on(line: Line, following: Line) -> bool:
    """Return whether the patch waits for a later line: the next one belongs to the same command.

    It is for the lines alone to say, not for when they were written: whoever resumes elsewhere gets the same patches.
    A line that changes the fight waits only for another that does, and those are always written together.
    """
    same = _command(line) == _command(following)
    return same and (following.type in HAPPENING or not _changes_the_fight(line))


def patched(lines: Sequence[Line], version: int) -> int:
    """Return the version of the view that somebody has who got every line up to ``version``."""
    while version >= 0 and version + 1 < len(lines) and goes_on(lines[version], lines[version + 1]):
        version -= 1
    return version


def from_version(fight: Fight, version: int) -> Live:
    """Return the view as somebody has it who got every line up to ``version``."""
    start = patched(fight.lines, version)
    return Live(
        fight.at(start),
        start,
        fight.at,
        standing(fight, start),
        lost_keys.at(fight, start),
        naming.at(fight, start),
        lambda version: naming.at(fight, version),
        fight.seat,
    )


def parts(lines: Sequence[Line], most: int) -> list[Sequence[Line]]:
    """Return the lines in parts of about ``most``, none of which ends within a command."""
    cuts = [0]
    for index, (line, following) in enumerate(pairwise(lines), 1):
        if index - cuts[-1] >= most and not goes_on(line, following):
            cuts.append(index)
    return [lines[start:end] for start, end in pairwise([*cuts, len(lines)])]


def _changes_the_fight(line: Line) -> bool:
    return line.type in HAPPENING or line.type == "HistoryRewound"


def _command(line: Line) -> int:
    """Return the line that began what this one belongs to."""
    return line.n if line.cause is None else line.cause
