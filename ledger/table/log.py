"""The lines of one encounter as they lie in memory, with what must be found in them quickly.

A log only grows. Fights that grew from each other share one; each reads no further than its own version. A log may
begin at a state in the middle: then the lines before it are fetched once when somebody asks for them.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import takewhile
from operator import add, itemgetter
from threading import Lock
from typing import Any, NamedTuple, TypeAlias

from domain.encounter import Encounter
from domain.events import HistoryRewound, MessageRecorded
from domain.evolve import evolve
from domain.replaying import live
from ledger.line.canonical import canon_trusted
from ledger.line.entries import FIGHT_EVENTS, CommandAccepted, Entry, Json, SeatCall, is_call
from ledger.line.lines import Inner, Line
from ledger.line.sequence import Lines, Older
from ledger.line.tree import Tree, leaf
from ledger.table.signing import declared
from ledger.table.table import seat_of

KEEP_EVERY = 128
"""About so many lines at most are folded to reach a version."""
NEAR = 200
"""Lines after an old call among which those that it caused are looked for first."""
TWO = 2
"""A command id that is recalled takes about half as much memory as a line."""
_SUM = 32
_SUMS = 1 << (8 * _SUM)
TREE_EVERY = 32
"""About so many lines at most are hashed anew to reach the tree of a version."""


HAPPENING = FIGHT_EVENTS | {"Sealed"}
"""Lines that tell what happened in the fight, if only to some."""

Use: TypeAlias = tuple[int, bytes]
"""The line in which a seat used a command id, and the hash of what it was used for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """Where a log begins: the first line in memory, the state before it, and the lines before it if they are wanted.

    ``stirred`` is the last version before it at which the fight changed, ``head`` the hash of the line before it;
    ``uses`` counts the command ids used before it and ``uses_sum`` sums them up, ``rewound`` counts the rewinds;
    ``peaks`` are those of the tree over the lines before it.
    """

    first: int
    encounter: Encounter
    stirred: int
    head: bytes
    peaks: tuple[bytes, ...]
    uses: int
    uses_sum: bytes
    rewound: int
    older: Older


class InMemory(NamedTuple):
    """How much of an encounter lies in memory: lines, states that are kept on the way, and the bytes of the lines."""

    lines: int
    states: int
    length: int


class Log:
    """Lines, the versions that end a command, rewinds, used command ids, and states kept on the way.

    ``snapshot`` is the last version that the store has a snapshot of, as far as is known here.
    """

    __slots__ = (
        "__weakref__",
        "_ends",
        "_growing",
        "_kept",
        "_length",
        "_newest",
        "_older",
        "_reading",
        "_recalled",
        "_rewinds",
        "_start",
        "_trees",
        "_used",
        "first",
        "recent",
        "snapshot",
        "views",
    )

    def __init__(self, lines: Iterable[Line] = (), start: Start | None = None) -> None:
        """Begin with these lines, numbered from 0 or from the start."""
        self._start = start
        self._older: Log | None = None
        self._recalled: dict[tuple[str, str], Use] | None = None
        self._reading = Lock()
        self._growing = Lock()
        self.first = 0 if start is None else start.first
        self._trees: list[tuple[int, tuple[bytes, ...]]] = [(self.first, () if start is None else start.peaks)]
        # The last tree that was asked for: mostly the next one only adds the lines of a command to it.
        self._newest = self._trees[0]
        self.snapshot = self.first - 1
        self.recent: list[Line] = []
        self._length = 0
        # What each seat knows of the lines (ledger.table.knowledge).
        self.views: Any = None
        self._ends: list[int] = []
        self._rewinds: list[tuple[int, int]] = []
        self._used: dict[tuple[str, str], Use] = {}
        self._kept: list[tuple[int, Encounter]] = [] if start is None else [(start.first - 1, start.encounter)]
        for line in lines:
            self.append(line)

    def __len__(self) -> int:
        """Return the number of lines, those included that are not in memory."""
        return self.first + len(self.recent)

    def __bool__(self) -> bool:
        return True

    @property
    def recalls(self) -> bool:
        """Return whether it can say of every command id whether it was used, without the store."""
        return self._start is None or self._older is not None or self._recalled is not None

    def recall(self) -> None:
        """Fetch the command ids that were used before the lines in memory, if all of them are kept."""
        if self.recalls or self._start is None:
            return
        found = self._start.older.uses(self.first)
        if summed(found) == self._start.uses_sum:
            self._recalled = found
            self._start.older.fetched()

    @property
    def lines(self) -> Lines:
        """Return all lines."""
        return Lines(self, len(self))

    @property
    def ends(self) -> list[int]:
        """Return the versions that end the set-up or a command."""
        return self._ends if self._start is None else self._before().ends + self._ends

    @property
    def rewinds(self) -> list[tuple[int, int]]:
        """Return (line, to_version) of every rewind."""
        return self._rewinds if self._start is None else self._before().rewinds + self._rewinds

    def rewound(self, version: int) -> int:
        """Return how often the fight was taken back up to a version that is in memory."""
        before = 0 if self._start is None else self._start.rewound
        return before + bisect_right(self._rewinds, version, key=itemgetter(0))

    @property
    def used(self) -> dict[tuple[str, str], Use]:
        """Return every use of a command id, by seat and id."""
        return self._used if self._start is None else self._before().used | self._used

    @property
    def recently_used(self) -> dict[tuple[str, str], Use]:
        """Return the uses in the lines that are in memory."""
        return self._used

    def uses(self, version: int) -> int:
        """Return how many command ids were used up to a version that is in memory."""
        before = 0 if self._start is None else self._start.uses
        return before + sum(n <= version for n, _ in self._used.copy().values())

    def uses_sum(self, version: int) -> bytes:
        """Return the sum of the command ids used up to a version that is in memory, as ``summed`` makes it."""
        used = {key: use for key, use in self._used.copy().items() if use[0] <= version}
        return summed(used, b"" if self._start is None else self._start.uses_sum)

    @property
    def held(self) -> InMemory:
        """Return what lies in memory: lines, states, and the bytes of the lines; what seats know of their own too."""
        length = self._length + (0 if self._start is None else self._start.older.length)
        held = InMemory(len(self.recent) + len(self._recalled or ()) // TWO, len(self._kept), length)
        for more in (self._older, self.views):
            if more is not None:
                held = InMemory(*map(add, held, more.held))
        return held

    def older(self) -> list[Line]:
        """Return the lines before the first one in memory."""
        return [] if self._start is None else self._before().recent

    def _before(self) -> Log:
        """Return the log up to the first line in memory, fetched once."""
        assert self._start is not None  # noqa: S101  # only a log with a start has lines before it
        if self._older is None:
            # Before others are waited for who fetch them.
            self._start.older.may_be_read()
        with self._reading:
            if self._older is None:
                older = Log(self._start.older.lines(self.first))
                older.fold(Encounter(), -1)
                self._older = older
                self._start.older.fetched()
            return self._older

    def use(self, seat: str, cmd: str) -> Use | None:
        """Return where a seat used a command id, and the hash of what for; None if it did not."""
        found = self._used.get((seat, cmd))
        if found is None and self._start is not None:
            if self._older is not None:
                return self._older.use(seat, cmd)
            if self._recalled is not None:
                return self._recalled.get((seat, cmd))
            return self._start.older.use(seat, cmd)
        return found

    def leaf(self, n: int) -> bytes:
        """Return the hash of a line."""
        if n >= self.first:
            return leaf(self.recent[n - self.first].raw)
        assert self._start is not None  # noqa: S101  # it has lines before the first
        if n == self.first - 1:
            return self._start.head
        return leaf(self._start.older.raw(n)) if self._older is None else self._older.leaf(n)

    def leaves(self, size: int) -> list[bytes]:
        """Return the hashes of the first lines, so many; what older ones say need not be read for it."""
        here = [leaf(line.raw) for line in self.recent[: max(0, size - self.first)]]
        if self._start is None:
            return here
        older = self._older or self._start.older
        return older.leaves(self.first)[:size] + here

    def tree(self, version: int) -> Tree:
        """Return the tree over the lines up to a version that is in memory, or the last one before."""
        with self._growing:
            newest = self._trees[-1][0]
            while newest <= version - TREE_EVERY:
                near = newest <= self._newest[0] <= newest + TREE_EVERY
                grown = self._grown(self._newest if near else self._trees[-1], newest + TREE_EVERY)
                self._trees.append((len(grown), grown.peaks))
                self._newest = max(self._newest, self._trees[-1], key=itemgetter(0))
                newest = len(grown)
            index = bisect_right(self._trees, version + 1, key=itemgetter(0))
            known = self._trees[max(0, index - 1)]
            if known[0] < self._newest[0] <= version + 1:
                known = self._newest
            grown = self._grown(known, version + 1)
            if version + 1 > self._newest[0]:
                self._newest = (len(grown), grown.peaks)
            return grown

    def _grown(self, known: tuple[int, tuple[bytes, ...]], size: int) -> Tree:
        """Return a tree that is known after more lines, up to a size."""
        tree = Tree(size=known[0], peaks=known[1])
        for line in self.recent[known[0] - self.first : max(0, size - self.first)]:
            tree.append(leaf(line.raw))
        return tree

    def stirred(self, version: int) -> int:
        """Return the last version up to this one at which the fight changed."""
        while version >= self.first and not stirs(self.recent[version - self.first]):
            version -= 1
        if version >= self.first:
            return version
        return 0 if self._start is None else self._start.stirred

    def append(self, line: Line) -> None:
        """Add the next line."""
        before = self.recent[-1] if self.recent else line
        if line.type in HAPPENING:
            if before.inner is not None and before.inner.stands_in:
                line = passed_by(line, before.inner.stands_in - 1)
            if self._ends and before.cause == line.cause and before.type in HAPPENING:
                self._ends[-1] = line.n
            else:
                self._ends.append(line.n)
        elif isinstance(line.entry, HistoryRewound):
            self._rewinds.append((line.n, line.entry.to_version))
        elif (use := use_of(line.entry)) is not None:
            self._used.setdefault(use[0], (line.n, use[1]))
        self.recent.append(line)
        self._length += len(line.raw)

    def keep(self, version: int, encounter: Encounter, *, always: bool = False) -> None:
        """Keep a state to begin from later, if the last one kept is far enough away."""
        if always or version - (self._kept[-1][0] if self._kept else 0) >= KEEP_EVERY:
            self._kept.append((version, encounter))

    def fold(self, encounter: Encounter, version: int) -> Encounter:
        """Return the state after all lines, from the state at ``version``."""
        for line in self.lines[version + 1 :]:
            if line.type in HAPPENING:
                encounter = folded(encounter, line)
                self.keep(line.n, encounter)
            elif isinstance(line.entry, HistoryRewound):
                encounter = self.state(line.entry.to_version)
                self.keep(line.n, encounter, always=True)
        return encounter

    def state(self, version: int) -> Encounter:
        """Return the state at a version: from the last one kept before it, past which nothing was taken back."""
        if version < self.first - 1:
            return self._before().state(version)
        index = bisect_right(self._kept, version, key=itemgetter(0))
        start, encounter = self._kept[index - 1] if index else (-1, Encounter())
        for line in self.lines[start + 1 : version + 1]:
            if line.type in HAPPENING:
                encounter = folded(encounter, line)
        return encounter

    def upto(self, version: int) -> Log:
        """Return a log of its own with the lines up to ``version``."""
        cut = Log(self.recent[: version + 1 - self.first], self._start)
        cut._kept = [*takewhile(lambda kept: kept[0] <= version, self._kept)]
        return cut

    def live(self, version: int) -> list[range]:
        """Return the versions that count at ``version``, oldest first."""
        return live(self.rewinds, version)

    def is_end(self, version: int) -> bool:
        """Return whether a command, or the set-up, ends with this version."""
        ends = self._ends if version >= self.first else self.ends
        index = bisect_left(ends, version)
        return index < len(ends) and ends[index] == version

    def apart(self, one: int, other: int) -> tuple[list[range], list[range]]:
        """Return what counts at one version and not at another, and the other way round, the oldest first.

        Both are gone back from until they meet, so that what both share costs nothing.
        """
        here: list[range] = []
        there: list[range] = []
        while one != other:
            if one > other:
                one = self._back(one, other, here)
            else:
                other = self._back(other, one, there)
        return here[::-1], there[::-1]

    def _back(self, version: int, until: int, spans: list[range]) -> int:
        """Go back from a version to the last rewind before it, but no further than to another; return where that is."""
        if version < self.first:
            return self._before()._back(version, until, spans)
        index = bisect_right(self._rewinds, version, key=itemgetter(0))
        line, to_version = self._rewinds[index - 1] if index else (self.first - 1, -1)
        if index and line == version:
            return to_version
        start = max(line, until)
        spans.append(range(start + 1, version + 1))
        return start

    def group(self, n: int) -> tuple[Line, ...]:
        """Return the line of a call and the lines it caused, as far as they are known."""
        if n < self.first and self._older is None and self._start is not None:
            # Of an old call these few are read alone, not everything before what is in memory.
            near = Log(self._start.older.some(n, NEAR, self.first)).recent
            whole = n + len(near) == self.first
            found, ended = _caused([*near, *self.recent] if whole else near)
            if ended or whole:
                return found
        return _caused(self.lines[n:])[0]


def _caused(lines: Sequence[Line]) -> tuple[tuple[Line, ...], bool]:
    """Return the first of some lines and those that it caused, and whether those after it were all looked at."""
    first = lines[0]
    causes = {first.n} if first.cause is None else {first.n, first.cause}
    found = [first]
    for line in lines[1:]:
        if isinstance(line.entry, CommandAccepted) or (line.type == first.type and line.cause in causes):
            return tuple(found), True
        if line.cause in causes:
            found.append(line)
    return tuple(found), False


def folded(encounter: Encounter, line: Line) -> Encounter:
    """Return the encounter after a line that tells what happened, as far as it is known."""
    if line.inner is None:
        return evolve(encounter, line.entry) if line.type in FIGHT_EVENTS else encounter  # type: ignore[arg-type]
    for event in line.inner.events:
        encounter = evolve(encounter, event)
    return encounter


def stirs(line: Line) -> bool:
    """Return whether a line changes the fight, as far as is known; messages and ledger lines do not."""
    return line.type == "HistoryRewound" or not all(isinstance(event, MessageRecorded) for event in line.events)


def passed_by(line: Line, more: int = 0) -> Line:
    """Return a line that tells nothing to those who know what it stands in for, as ``more`` after it do not."""
    return line._replace(inner=Inner({}, stands_in=more))


def summed(used: Mapping[tuple[str, str], Use], before: bytes = b"") -> bytes:
    """Return what uses of command ids are known again by, in whatever order, with the sum of those ``before``."""
    total = int.from_bytes(before)
    for (seat, cmd), (n, body) in used.items():
        total += int.from_bytes(sha256(b"%b\0%b\0%d\0%b" % (seat.encode(), cmd.encode(), n, body)).digest())
    return (total % _SUMS).to_bytes(_SUM)


def use_of(entry: Entry) -> tuple[tuple[str, str], bytes] | None:
    """Return which seat's command id a line uses up, and the hash of what it was used for."""
    if isinstance(entry, CommandAccepted):
        return (entry.decl["seat"], entry.decl["cmd"]), body_of(entry)
    if is_call(entry) and entry.cmd is not None:
        return (seat_of(entry), entry.cmd), body_of(entry)
    return None


def body_of(call: CommandAccepted | SeatCall) -> bytes:
    """Return the hash of what a call asks for."""
    if isinstance(call, CommandAccepted):
        return body_hash(call.decl["action"] if "action" in call.decl else {"sealed": call.decl["sealed"]})
    return body_hash(declared(call, "")["action"])


def body_hash(body: Json) -> bytes:
    """Return the hash by which the body of a call is known again."""
    return sha256(canon_trusted(body)).digest()
