"""How a store runs a statement: what is asked and kept of it is written once, on these."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Any


def among(statement: str, values: Sequence[object]) -> str:
    """Return a statement with a question mark for each value in its list ``(?)``; nothing is in an empty one."""
    return statement.replace("(?)", f"({','.join('?' * len(values)) or 'NULL'})")


def of_kinds(rows: Sequence[Sequence[Any]], *kinds: type) -> list[Any]:
    """Return the rows whose values are of these kinds: others, which the ledger did not write, count for nothing."""
    return [row for row in rows if all(isinstance(value, kind) for value, kind in zip(row, kinds, strict=True))]


class Statements(ABC):
    """What each kind of store does in its own way; parameters stand in a statement as question marks."""

    @abstractmethod
    def _all(self, statement: str, *parameters: object) -> list[Any]:
        """Return the rows of a statement."""

    @abstractmethod
    def _do(self, statement: str, *parameters: object) -> None:
        """Run a statement that changes something, in a transaction of its own."""

    @abstractmethod
    def _jot(self, statement: str, *parameters: object) -> None:
        """Write what a client sends again if it is lost: no answer waits until the disk has it."""

    @abstractmethod
    def _changing(self) -> AbstractContextManager[Any]:
        """Lend a cursor in a transaction of as many statements as are needed."""

    @abstractmethod
    def _run(self, c: Any, statement: str, *parameters: object) -> None:
        """Run one of them."""
