"""The form of what no rule decides: set-up, rewinds, and the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from domain.events import EVENTS, EncounterEnded, EncounterOpened, HistoryRewound
from domain.replaying import live
from ledger.entries import CommandAccepted, LedgerClosed
from ledger.lines import Line


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """What is wrong with line ``n``."""

    n: int
    what: str


def faults(lines: Sequence[Line]) -> tuple[Fault, ...]:
    """Return what is wrong with the form of a fight, in the order of its lines."""
    found = [*_set_up(lines), *_rewinds(lines), *_endings(lines)]
    return tuple(sorted(found, key=lambda fault: fault.n))


def _set_up(lines: Sequence[Line]) -> Iterator[Fault]:
    """Yield lines that are no command's though they come after the set-up, and openings in the middle."""
    commanded = False
    for line in lines:
        if isinstance(line.entry, EncounterOpened) != (line.n == 0):
            yield Fault(n=line.n, what="A fight is opened by its first line and by no other.")
        commanded = commanded or isinstance(line.entry, CommandAccepted)
        if isinstance(line.entry, EVENTS) and commanded and line.cause is None:
            yield Fault(n=line.n, what=f"{line.type} follows from no command.")
        if line.cause is not None and not 0 <= line.cause < line.n:
            yield Fault(n=line.n, what=f"Line {line.cause}, its cause, does not stand before it.")


def _rewinds(lines: Sequence[Line]) -> Iterator[Fault]:
    """Yield rewinds to no moment of the fight, those against its policy, and those that name other rolls as void."""
    opened = lines[0].entry if lines else None
    policy = opened.rewind if isinstance(opened, EncounterOpened) else ""
    ends = _ends(lines)
    rewinds: list[tuple[int, int]] = []
    for line in lines:
        if not isinstance(line.entry, HistoryRewound):
            continue
        if policy == "none":
            yield Fault(n=line.n, what="This fight was opened so that nothing is taken back.")
        if line.entry.to_version not in ends or line.entry.to_version >= line.n:
            yield Fault(n=line.n, what=f"Line {line.entry.to_version} ends no command.")
            continue
        voids = _voided(lines, rewinds, line.n, line.entry.to_version)
        if voids != line.entry.voids:
            yield Fault(n=line.n, what=f"It makes the rolls {list(voids)} void, not {list(line.entry.voids)}.")
        rewinds.append((line.n, line.entry.to_version))


def _voided(lines: Sequence[Line], rewinds: list[tuple[int, int]], n: int, to_version: int) -> tuple[int, ...]:
    """Return the rolls that counted before a rewind and do not after it."""
    counted = set(chain.from_iterable(live(rewinds, n - 1)))
    kept = set(chain.from_iterable(live([each for each in rewinds if each[0] <= to_version], to_version)))
    taken_back = [lines[each].entry for each in counted - kept]
    rolls = [entry.roll for entry in taken_back if isinstance(entry, CommandAccepted) and entry.roll is not None]
    return tuple(sorted(rolls))


def _ends(lines: Sequence[Line]) -> frozenset[int]:
    """Return the versions that end a command or the set-up."""
    ends: list[int] = []
    before: Line | None = None
    for line in lines:
        if isinstance(line.entry, EVENTS):
            if before is not None and isinstance(before.entry, EVENTS) and before.cause == line.cause:
                ends.pop()
            ends.append(line.n)
        before = line
    return frozenset(ends)


def _endings(lines: Sequence[Line]) -> Iterator[Fault]:
    """Yield what goes on after an end."""
    ended = closed = False
    for line in lines:
        if closed:
            yield Fault(n=line.n, what="The ledger was closed before it.")
        if ended and isinstance(line.entry, EVENTS):
            yield Fault(n=line.n, what="The fight was over before it.")
        ended = isinstance(line.entry, EncounterEnded) or (ended and not isinstance(line.entry, HistoryRewound))
        closed = closed or isinstance(line.entry, LedgerClosed)
