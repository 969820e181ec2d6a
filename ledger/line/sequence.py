"""The lines of an encounter as one sequence, of which the older ones may lie in the store until somebody wants them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol, overload

from ledger.line.lines import Line


class Older(Protocol):
    """The lines of one encounter before those in memory, as the store has them."""

    def may_be_read(self) -> None:
        """Raise where the thread that asks must not wait for any of them."""
        ...

    def lines(self, count: int) -> list[Line]:
        """Return the first lines, so many."""
        ...

    def some(self, first: int, most: int, count: int) -> list[Line]:
        """Return so many lines from one on, at most, of the first ``count``."""
        ...

    def raw(self, n: int) -> bytes:
        """Return the bytes of one line."""
        ...

    @property
    def length(self) -> int:
        """Return how many bytes of them are kept."""
        ...

    def leaves(self, count: int) -> list[bytes]:
        """Return the hashes of the first lines, so many."""
        ...

    def use(self, seat: str, cmd: str) -> tuple[int, bytes] | None:
        """Return the line in which a seat used a command id, and the hash of what for; None if it did not."""
        ...

    def uses(self, count: int) -> dict[tuple[str, str], tuple[int, bytes]]:
        """Return where each command id was used in the first lines, so many, and the hash of what for."""
        ...

    def uses_sum(self, count: int) -> bytes | None:
        """Return the sum of those; None where what is kept cannot be summed up."""
        ...

    def fetched(self) -> None:
        """Take note that the lines lie in memory from now on."""
        ...


class Lines(Sequence[Line]):
    """The lines of an encounter up to a version: ``older()`` gives those that are not in ``recent``."""

    __slots__ = ("_count", "_log")

    def __init__(self, log: Held, count: int) -> None:
        self._log = log
        self._count = count

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, wanted: int) -> Line: ...

    @overload
    def __getitem__(self, wanted: slice) -> list[Line]: ...

    def __getitem__(self, wanted: int | slice) -> Line | list[Line]:
        if isinstance(wanted, slice):
            return self._slice(*wanted.indices(self._count))
        n = wanted + self._count if wanted < 0 else wanted
        if not 0 <= n < self._count:
            raise IndexError(f"There is no line {wanted}: there are {self._count}.")
        first = self._log.first
        return self._log.recent[n - first] if n >= first else self._log.older()[n]

    def __iter__(self) -> Iterator[Line]:
        return iter(self[:])

    def _slice(self, start: int, stop: int, step: int) -> list[Line]:
        first, recent = self._log.first, self._log.recent
        if step < 0:
            return [self[n] for n in range(start, stop, step)]
        if start >= first or start >= stop:
            return recent[start - first : stop - first : step] if start < stop else []
        return [*self._log.older()[start:], *recent[: max(0, stop - first)]][: stop - start : step]


class Held(Protocol):
    """What lies in memory: the lines from ``first`` on, and how to get at those before."""

    first: int
    recent: list[Line]

    def older(self) -> Sequence[Line]:
        """Return the lines before ``first``."""
        ...
