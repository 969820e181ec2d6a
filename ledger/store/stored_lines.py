"""Lines as a store has them: read in one go, and the older ones of an encounter when somebody asks for them."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from itertools import pairwise

import orjson

from ledger.line.hidden import blind_commit, commit
from ledger.line.lines import NO_LEAF, Line, commitment, decode
from ledger.line.tree import follows, leaf
from ledger.refusals import Archived, Damaged, LedgerRefused
from ledger.store.fetching import may_fetch
from ledger.store.protocol import Newest, Row, Store
from ledger.table.log import Use, summed

_LEAF = len(NO_LEAF)


def chained(
    encounter: str, rows: Sequence[Row], newest: Newest | None, after: int = -1, head: bytes = NO_LEAF
) -> list[bytes]:
    """Return the hashes of rows, each of which follows from the one before, up to the newest that was written at least.

    ``head`` is the hash of line ``after``. Raises Damaged with the first line that does not, or is not there.
    """
    leaves = [head, *(leaf(row.raw) for row in rows)]
    for n, (row, (before, _)) in enumerate(zip(rows, pairwise(leaves), strict=True), after + 1):
        if not follows(row.raw, before):
            raise Damaged(
                encounter, n, f"line {n} does not follow from line {n - 1}" if n else "line 0 is not the first"
            )
    if newest is not None:
        _must_reach(encounter, newest, after, leaves)
    return leaves[1:]


def sound(
    encounter: str, rows: Sequence[Row], newest: Newest | None, after: int = -1, head: bytes = NO_LEAF
) -> Sequence[Row]:
    """Return rows that are ``chained``, and beside which lies what they promise; Damaged."""
    chained(encounter, rows, newest, after, head)
    for n, row in enumerate(rows, after + 1):
        if row.payload is not None:
            _must_be_as_promised(encounter, n, row)
    return rows


def _must_be_as_promised(encounter: str, n: int, row: Row) -> None:
    """Raise Damaged where what lies beside a line is not what it commits to."""
    try:
        value, beside = orjson.loads(row.raw), orjson.loads(row.payload or b"")
        blind, promised = beside.pop("blind", None), commitment(value)
        holds = promised is not None and promised == commit(row.salt or b"", beside)
        holds = holds and (blind is None or value["blind"] == blind_commit(bytes.fromhex(blind)).hex())
    except (ValueError, KeyError, TypeError, AttributeError):
        holds = False
    if not holds:
        raise Damaged(encounter, n, f"what lies beside line {n} is not what it promises")


def _must_reach(encounter: str, newest: Newest, after: int, leaves: Sequence[bytes]) -> None:
    """Raise Damaged where the newest line is gone, or not the one that was written; ``leaves`` begin with ``after``."""
    last = after + len(leaves) - 1
    if newest.n > last:
        missing = f"line {newest.n} is" if newest.n == last + 1 else f"lines {last + 1} to {newest.n} are"
        raise Damaged(encounter, last + 1, f"{missing} gone")
    if newest.n < after:
        raise Damaged(encounter, newest.n + 1, f"line {newest.n} is the newest there, though {after} was")
    if leaves[newest.n - after] != newest.head:
        raise Damaged(encounter, newest.n, f"line {newest.n} is not the one that was written")


def decoded(
    encounter: str, rows: Sequence[Row], newest: Newest | None = None, after: int = -1, head: bytes = NO_LEAF
) -> list[Line]:
    """Return what stored lines say. Raises Damaged where they are not ``sound``, or say nothing."""
    with no_collection():
        return [
            _decoded(encounter, n, row) for n, row in enumerate(sound(encounter, rows, newest, after, head), after + 1)
        ]


def _decoded(encounter: str, n: int, row: Row) -> Line:
    try:
        line = decode(row.raw, orjson.loads(row.payload) if row.payload else None)
    except (ValueError, KeyError, TypeError, AttributeError, IndexError):
        raise Damaged(encounter, n, f"line {n} cannot be read") from None
    if line.n != n:
        raise Damaged(encounter, n, f"line {line.n} lies where line {n} should")
    if n == 0 and getattr(line.entry, "encounter", None) != encounter:
        raise Damaged(encounter, n, "line 0 opens another encounter")
    if line.type != row.topic:
        raise Damaged(encounter, n, f"line {n} lies under another name than its own")
    return line


def gone(store: Store, encounter: str, n: int) -> LedgerRefused:
    """Return why a line that was there is not: the encounter was archived, or is damaged."""
    return (
        Archived(encounter) if store.archive_of(encounter) is not None else Damaged(encounter, n, f"line {n} is gone")
    )


class Past:
    """The older lines of an encounter, as its store has them, the last of which has the hash ``head``.

    ``counted`` is told once they lie in memory; they are read within a ``noting``, which hears of damage.
    """

    def __init__(
        self,
        store: Store,
        encounter: str,
        head: bytes,
        counted: Callable[[str], None],
        noting: Callable[[], AbstractContextManager[None]],
    ) -> None:
        self._store = store
        self._encounter = encounter
        self._head = head
        self._counted = counted
        self._noting = noting
        self._leaves: bytes | None = None

    def may_be_read(self) -> None:
        """Raise Busy where this thread must not wait for the store."""
        may_fetch()

    def lines(self, count: int) -> list[Line]:
        """Return the first lines, so many; Archived if they are not there any more, Damaged if not as written."""
        may_fetch()
        rows = self._store.read_lines(self._encounter, upto=count - 1)
        with self._noting():
            if not rows:
                raise gone(self._store, self._encounter, 0)
            return decoded(self._encounter, rows, Newest(count - 1, self._head))

    def some(self, first: int, most: int, count: int) -> list[Line]:
        """Return so many lines from one on, at most, of the first ``count``; as ``lines``, but only these are read."""
        leaves, wanted = self.leaves(count), min(most, count - first)
        rows = self._store.read_lines(self._encounter, first - 1, first + wanted - 1)
        with self._noting():
            if not rows:
                raise gone(self._store, self._encounter, first)
            last = first + wanted - 1
            before = leaves[first - 1] if first else NO_LEAF
            return decoded(self._encounter, rows, Newest(last, leaves[last]), first - 1, before)

    def leaves(self, count: int) -> list[bytes]:
        """Return the hashes of the first lines, so many; as ``lines``, but what they say is not read."""
        may_fetch()
        if self._leaves is None:
            rows = self._store.read_lines(self._encounter, upto=count - 1)
            with self._noting():
                if not rows:
                    raise gone(self._store, self._encounter, 0)
                self._leaves = b"".join(chained(self._encounter, rows, Newest(count - 1, self._head)))
            self._counted(self._encounter)
        return [self._leaves[at : at + _LEAF] for at in range(0, _LEAF * count, _LEAF)]

    @property
    def length(self) -> int:
        """Return how many bytes are kept of the hashes of the lines."""
        return len(self._leaves or b"")

    def raw(self, n: int) -> bytes:
        """Return the bytes of one line; Archived, Damaged if it is gone."""
        may_fetch()
        rows = self._store.read_lines(self._encounter, n - 1, n)
        with self._noting():
            if not rows:
                raise gone(self._store, self._encounter, n)
        return rows[0].raw

    def use(self, seat: str, cmd: str) -> Use | None:
        """Return where a seat used a command id, and the hash of what for; None if it did not."""
        may_fetch()
        with self._noting():
            return self._store.use_of(self._encounter, seat, cmd)

    def uses(self, count: int) -> dict[tuple[str, str], Use]:
        """Return where each command id was used in the first lines, so many, and the hash of what for."""
        may_fetch()
        with self._noting():
            found = self._store.uses_of(self._encounter, count - 1)
        return {(seat, cmd): (n, body) for seat, cmd, n, body in found}

    def uses_sum(self, count: int) -> bytes | None:
        """Return the sum of those; None where what is kept cannot be summed up."""
        may_fetch()
        try:
            found = self._store.uses_of(self._encounter, count - 1)
        except Damaged:
            return None
        return summed({(seat, cmd): (n, body) for seat, cmd, n, body in found})

    def fetched(self) -> None:
        """Let the lines be counted."""
        self._counted(self._encounter)


@contextmanager
def no_collection() -> Iterator[None]:
    """Keep the garbage collector from looking again and again through lines that are only being added."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
