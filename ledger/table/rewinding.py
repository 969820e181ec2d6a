"""Taking back: what a rewind would change, who may do it alone, and who must agree."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, replace
from itertools import chain

from domain.events import HistoryRewound
from ledger.line.entries import FIGHT_EVENTS, CommandAccepted, RewindAnswered, RewindAsked, RewindLapsed
from ledger.refusals import NoRewind, TooOften
from ledger.table import rolling
from ledger.table.accepting import must_play
from ledger.table.fight import Fight
from ledger.table.lapsing import begun
from ledger.table.log import Log
from ledger.table.standing import Request
from ledger.table.table import Table
from ledger.table.writing import Writing, Written

MOST_REQUESTS = 3
"""So often a seat asks the others to take something back, until something is decided."""
MOST_VOIDS = 1500
"""The numbers of so many rolls fit into one line, with a long reason and the consents of all seats."""
MOST_REWINDS = 1000
"""So often a fight is taken back: each time it is walked through from there to here."""
MOST_TARGETS = 20
"""So many moments to go back to are listed; any other that ends a command can be named as well."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rewind:
    """What a rewind does: the rolls it voids, and the seats that must agree first."""

    voids: tuple[int, ...]
    others: tuple[str, ...]


def rewind(log: Log, table: Table, version: int, seat: str, to_version: int, at: int | None) -> Rewind:
    """Return what it means that ``seat`` takes the fight at ``version`` back to ``to_version``, at a time.

    Whoever has kept everybody waiting for the link to their own roll is not asked to take back that command alone:
    else the table would wait for ever. Without a time the roller's link is known to have come.

    Raises:
        NoRewind: There is no such moment, nothing would change, or the encounter takes nothing back.
    """
    if table.rewind == "none":
        raise NoRewind("This encounter was opened so that nothing is taken back.")
    if table.rewind == "referee" and table.seats.get(seat) != "referee":
        raise NoRewind("Only the referee takes back here.")
    if log.rewound(version) >= MOST_REWINDS:
        raise NoRewind(f"A fight is taken back at most {MOST_REWINDS} times.")
    _must_end_a_command(log, version, to_version)
    removed, restored = ([*chain.from_iterable(spans)] for spans in log.apart(version, to_version))
    # A command that still waits for its dice has no events yet, and can be taken back all the same.
    if not any(log.lines[n].type in (*FIGHT_EVENTS, "CommandAccepted") for n in chain(removed, restored)):
        raise NoRewind(f"The fight already stands as it stood at version {to_version}.")
    voids = tuple(sorted(roll for each in _commands(log, removed) if (roll := each.roll) is not None))
    own = _is_ones_own(log, removed + restored, seat) and not _opens(log, removed + restored)
    alone_there = table.rewind == "free" and len(table.players) == 1
    if alone_there or table.rewind == "referee" or own:
        return Rewind(voids=voids, others=())
    late = None if at is None else rolling.overdue(table, at)
    alone = late is not None and not restored and _accepted(log, removed) == [late.line]
    unasked = {seat, late.seat} if late is not None and alone else {seat}
    return Rewind(voids=voids, others=tuple(each for each in table.players if each not in unasked))


def ask(fight: Fight, writing: Writing, asked: RewindAsked, came: rolling.Links) -> Written:
    """Write the request, and the rewind itself if nobody else need agree; return the request's line.

    ``came`` are the links that came for the open roll.
    """
    must_play(fight, asked.by)
    if (open_request := fight.table.request) is not None:
        raise NoRewind(f"{open_request.by} asks already to go back to version {open_request.to_version}.")
    at = None if rolling.has_come(fight.table, came) else writing.at
    wanted = rewind(fight.log, fight.table, fight.version, asked.by, asked.to_version, at)
    if fight.encounter.outcome is not None and fight.at(asked.to_version).outcome is not None:
        raise NoRewind("The encounter is over: only a rewind that reopens it can follow.")
    if wanted.others and _asked_in_vain(fight, asked.by) >= MOST_REQUESTS:
        raise TooOften(
            f"{asked.by} has asked {MOST_REQUESTS} times to take something back since the fight went on last: "
            "ask again once something has been decided."
        )
    if len(wanted.voids) > MOST_VOIDS:
        raise NoRewind(f"This voids {len(wanted.voids)} rolls: go back over at most {MOST_VOIDS} at a time.")
    line = writing.write(asked).n
    if not wanted.others:
        writing.write(_rewound(asked, wanted), cause=line)
    return Written(line)


def _asked_in_vain(fight: Fight, seat: str) -> int:
    """Return how often a seat has asked the others since anything was decided; what it took back alone is none."""
    since = fight.lines[begun(fight.log, fight.version) + 1 :]
    alone = {line.cause for line in since if isinstance(line.entry, HistoryRewound) and not line.entry.consents}
    return sum(isinstance(line.entry, RewindAsked) and line.entry.by == seat and line.n not in alone for line in since)


def answer(fight: Fight, writing: Writing, answered: RewindAnswered, came: rolling.Links) -> Written:
    """Write the answer to the open request, and the end of it if this was the last one; return the answer's line.

    Whoever asked has agreed to it by asking, and withdraws it by not agreeing.
    """
    must_play(fight, answered.seat)
    request = fight.table.request
    if request is None:
        raise NoRewind("Nobody asks to take anything back.")
    withdraws = answered.seat == request.by and not answered.agree
    if not withdraws and (answered.seat == request.by or answered.seat in dict(request.agreed)):
        raise NoRewind(f"{answered.seat} has agreed already.")
    line = writing.write(answered, cause=request.line).n
    if not answered.agree:
        writing.write(RewindLapsed(reason="withdrawn" if withdraws else "refused"), cause=request.line)
        return Written(line)
    at = None if rolling.has_come(fight.table, came) else writing.at
    wanted = rewind(fight.log, fight.table, fight.version, request.by, request.to_version, at)
    agreed = {**dict(request.agreed), answered.seat: line}
    if all(seat in agreed for seat in wanted.others):
        consents = tuple({"line": n, "seat": seat} for seat, n in agreed.items())
        writing.write(replace(_rewound(request, wanted), consents=consents), cause=request.line)
    return Written(line)


def _rewound(request: Request | RewindAsked, wanted: Rewind) -> HistoryRewound:
    return HistoryRewound(to_version=request.to_version, by=request.by, reason=request.reason, voids=wanted.voids)


def _must_end_a_command(log: Log, version: int, to_version: int) -> None:
    if not 0 <= to_version <= version:
        raise NoRewind(f"There is no version {to_version} to go back to: the last one is {version}.")
    if not log.is_end(to_version):
        ends = _live_ends(log, version)
        index = bisect_left(ends, to_version)
        near = " or ".join(str(end) for end in ends[max(0, index - 1) : index + 1])
        raise NoRewind(f"Version {to_version} is no last line of a command: go back to one, as {near} is.")


def _live_ends(log: Log, version: int) -> list[int]:
    """Return the last lines of the commands that count at ``version``, and of the set-up."""
    ends = log.ends
    spans = ((bisect_left(ends, span.start), bisect_left(ends, span.stop)) for span in log.live(version))
    return [end for first, after in spans for end in ends[first:after]]


def targets(fight: Fight, seat: str) -> tuple[int, ...]:
    """Return the versions that a seat may ask to go back to, the newest first: ends of commands that count."""
    found: list[int] = []
    for end in reversed(_live_ends(fight.log, fight.version)):
        try:
            rewind(fight.log, fight.table, fight.version, seat, end, None)
        except NoRewind:
            continue
        found.append(end)
        if len(found) == MOST_TARGETS:
            break
    return tuple(found)


def _accepted(log: Log, versions: list[int]) -> list[int]:
    return [n for n in versions if log.lines[n].type == "CommandAccepted"]


def _commands(log: Log, versions: list[int]) -> list[CommandAccepted]:
    return [entry for n in versions if isinstance(entry := log.lines[n].entry, CommandAccepted)]


def _opens(log: Log, versions: list[int]) -> bool:
    """Return whether anything was brought to light: nobody forgets it."""
    return any(log.lines[n].type == "Unsealed" for n in versions)


def _is_ones_own(log: Log, versions: list[int], seat: str) -> bool:
    return all(each.roll is None and each.decl["seat"] == seat for each in _commands(log, versions))
