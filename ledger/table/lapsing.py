"""The clock of a table: until when an awaited decision may be made, and from when on its time can be claimed."""

from __future__ import annotations

from functools import reduce
from itertools import groupby
from operator import attrgetter
from threading import Lock
from typing import NamedTuple, cast
from weakref import WeakKeyDictionary

from domain import deciding
from domain.encounter import Encounter
from domain.events import EncounterOpened, HistoryRewound, MessageRecorded
from ledger.line.entries import FIGHT_EVENTS, CommandAccepted, Json
from ledger.line.forms import Wrong
from ledger.line.lines import Line
from ledger.refusals import InTime
from ledger.table.fight import Fight
from ledger.table.log import HAPPENING, Log, folded

CLAIM = "claim_time"
BESIDE = frozenset({"override", "reveal", "add_combatant", "change_board"}) | frozenset(
    {"rule", "call_save", "place", "act_next", "order_mount"}
)
"""Commands that can be given again and again: whose time runs has no more of it unless another decision is awaited."""
IDLE = frozenset({"hand_over", "end_encounter", "refuse_end", "set_stance"}) | BESIDE
"""Commands that answer nothing: who has somebody, whether the fight should end, a stance that can be taken back."""


class Running(NamedTuple):
    """The time of a decision that runs: the line from which on, and how long it is, in milliseconds."""

    line: Line
    limit: int


def running(fight: Fight) -> Running | None:
    """Return the time of what is awaited; None while no time runs.

    It runs from the last line that decided anything; where dice are awaited, nobody's does.
    """
    table, seconds = fight.table, fight.encounter.clock
    if seconds is None or fight.encounter.outcome is not None or table.open_roll is not None:
        return None
    if fight.imported or table.closed or deciding.awaited(fight.encounter) is None:
        return None
    return Running(fight.lines[_first_come(fight, _asked_since(fight))], 1000 * seconds)


def _first_come(fight: Fight, asked: int) -> int:
    """Return at which line a seat came so far first that took back alone and goes the way again.

    Where that asks somebody of another side, they have time from the newest line on.
    """
    line = fight.lines[asked]
    if not decides(line, fight.log) or not any(n < asked for n, _ in fight.log.rewinds):
        return asked
    seat = _decl(line, fight.log).get("seat")
    return _since(fight.log, asked).at(asked) if _asks_only_the_side_of(fight, seat) else asked


def _asks_only_the_side_of(fight: Fight, seat: str | None) -> bool:
    encounter, asked = fight.encounter, deciding.awaited(fight.encounter)
    if seat is None or asked is None:
        return False
    owners = asked.owner if isinstance(asked.owner, tuple) else (asked.owner,)
    names = owners if asked.who is None else (asked.who,)
    who = [each for each in fight.table.players if any(deciding.answers_for(encounter, each, name) for name in names)]
    own = deciding.sides(encounter, seat)
    return all(each == seat or own & deciding.sides(encounter, each) for each in who)


def _asked_since(fight: Fight) -> int:
    """Return the line from which on the time runs: what is said beside counts if it asks for another decision.

    What was taken back counts no more.
    """
    log = fight.log
    asked = since = _given(log, fight.version)
    state = fight.at(since)
    counting = (log.lines[n] for span in log.apart(fight.version, since)[0] for n in span)
    for _, lines in groupby((line for line in counting if line.type in HAPPENING), key=attrgetter("cause")):
        told = [*lines]
        before, state = state, reduce(folded, told, state)
        if _do(told[-1], log) in BESIDE and _question(before) != _question(state):
            asked = told[-1].n
    return asked


def _question(encounter: Encounter) -> tuple[object, ...] | None:
    asked = deciding.awaited(encounter)
    return None if asked is None else (asked.kind, asked.owner, asked.who)


def _do(line: Line, log: Log) -> str | None:
    """Return what was declared that a line came of; None where it came of none, or what is not known."""
    action = _decl(line, log).get("action", {})
    return cast("str | None", action.get("do"))


def _decl(line: Line, log: Log) -> Json:
    command = None if line.cause is None else log.lines[line.cause].entry
    return command.decl if isinstance(command, CommandAccepted) else {}


def begun(log: Log, version: int) -> int:
    """Return the line from which on what is awaited at a version was awaited: the last that decided anything.

    Words, seals, combatants that are handed over and requests, also to end the fight, decide nothing, nor do stances
    that can be changed and what is said beside; nor does a rewind that nobody agreed to, after which the time goes on
    as it went before what it took back. A referee who takes back alone gives time anew where that undoes what another
    seat decided since the last rewind. A sealed line counts as none, whatever it seals: else the clock would tell what
    it is.
    """
    n = version
    while (before := _before(log.lines[n], log)) != n:
        n = before
    return n


def _given(log: Log, version: int) -> int:
    """Return ``begun``, or the last rewind that gave the same moment time anew: none takes it back by another rewind.

    A file is not held to it: those written before kept ``begun``, which is never later.
    """
    since = begun(log, version)
    anew = (n for n, _ in reversed(log.rewinds) if since < n <= version and _before(log.lines[n], log) == n)
    return next((n for n in anew if _moment(n, log) == _moment(since, log)), since)


def _moment(n: int, log: Log) -> int:
    """Return the last line that decided anything before a version, whatever was taken back on the way."""
    while n and not decides(log.lines[n], log):
        entry = log.lines[n].entry
        n = entry.to_version if isinstance(entry, HistoryRewound) else n - 1
    return n


def _before(line: Line, log: Log) -> int:
    """Return the line itself where it decided something, or else the version at which to go on looking."""
    if isinstance(line.entry, HistoryRewound):
        alone = cast(EncounterOpened, log.lines[0].entry).rewind == "referee"
        agreed = line.entry.consents or (alone and _undoes(line.entry, line.n, log))
        return line.n if agreed else line.entry.to_version
    return line.n if line.n == 0 or decides(line, log) else line.n - 1


def _undoes(rewound: HistoryRewound, at: int, log: Log) -> bool:
    """Return whether a rewind takes back what a seat, not the one that wants it, decided since the last rewind."""
    for n in range(at - 1, rewound.to_version, -1):
        line = log.lines[n]
        if isinstance(line.entry, HistoryRewound):
            return False
        if decides(line, log) and _decl(line, log).get("seat", rewound.by) != rewound.by:
            return True
    return False


class Since:
    """From which line on the time runs at each line of a log, kept line by line: nobody looks back again and again.

    It is ``begun``, or earlier where a seat took back alone and decides again: until it goes further than it had come,
    counted in commands that decide, each gives the time that the first did with which it came so far. A roll, another
    seat that decides or takes back, and a rewind that gives time begin anew. A file is held to no more than this.
    """

    def __init__(self) -> None:
        self._begun: list[int] = []
        self._steps: list[int] = []
        self._seat: str | None = None
        self._command: int | None = None
        self._came: dict[int, int] = {}

    def takes(self, line: Line, log: Log) -> None:
        """Take note of the newest line of a log."""
        before = _before(line, log)
        steps, begun = self._steps[-1] if self._steps else 0, line.n if before == line.n else self._begun[before]
        if isinstance(line.entry, HistoryRewound):
            self._is_of(line.entry.by, anew=before == line.n)
            steps, self._command = self._steps[line.entry.to_version], None
        elif line.n and decides(line, log):
            self._is_of(_decl(line, log).get("seat"), anew=_holds(line, log))
            steps, self._command = steps + (line.cause != self._command), line.cause
            begun = self._comes(line, steps, log)
        self._begun.append(begun)
        self._steps.append(steps)

    def _is_of(self, seat: str | None, *, anew: bool) -> None:
        if anew or seat != self._seat:
            self._came.clear()
        self._seat = seat

    def _comes(self, line: Line, steps: int, log: Log) -> int:
        """Return the line with which the seat came so far first: this one, or one that it took back."""
        first = self._came.get(steps)
        if first is None or log.lines[first].cause == line.cause:
            self._came[steps] = first = line.n
        return first

    def at(self, n: int) -> int:
        """Return the line from which on the time runs at a line."""
        return self._begun[n]

    def newest(self) -> int:
        """Return the line from which on the time runs that runs now."""
        return self._begun[-1]

    def upto(self, n: int, log: Log) -> Since:
        """Return it after having taken note of all lines up to one."""
        for line in log.lines[len(self._begun) : n + 1]:
            self.takes(line, log)
        return self


_kept: WeakKeyDictionary[Log, Since] = WeakKeyDictionary()
_keeping = Lock()


def _since(log: Log, n: int) -> Since:
    log.older()  # if they must be fetched, then before others wait for this
    with _keeping:
        return _kept.setdefault(log, Since()).upto(n, log)


def _holds(line: Line, log: Log) -> bool:
    """Return whether nobody takes back alone what a line came of: a roll, where no referee takes back."""
    command = None if line.cause is None else log.lines[line.cause].entry
    rolls = isinstance(command, CommandAccepted) and command.roll is not None
    return rolls and cast(EncounterOpened, log.lines[0].entry).rewind == "until-roll"


def decides(line: Line, log: Log) -> bool:
    """Return whether a line is an open event of the fight that is more than words, and came of no idle command."""
    if line.type not in FIGHT_EVENTS or isinstance(line.entry, MessageRecorded):
        return False
    return _do(line, log) not in IDLE


def must_have_run_out(left: int | None) -> None:
    """Refuse to claim time of which milliseconds are left."""
    if left:
        whole = -(-left // 1000)
        seconds = "1 second is" if whole == 1 else f"{whole} seconds are"
        raise InTime(f"The time cannot be claimed yet: {seconds} left to decide.")


def must_have_been_late(log: Log, since: Since, decl: Json, at: int) -> None:
    """Refuse a line that claims time which was left by the times that the lines themselves state; raises Wrong."""
    if decl.get("action", {}).get("do") != CLAIM:
        return
    seconds = cast(EncounterOpened, log.lines[0].entry).clock
    if seconds is None or at < log.lines[since.newest()].at + 1000 * seconds:
        raise Wrong("The time of the decision had not run out.")
