"""What a table for programs is: columns, each with its type and its sentence, and those that tell rows apart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

Kind: TypeAlias = Literal["string", "int32", "int64", "bool", "float64", "time", "strings"]
"""What a column holds: ``time`` is milliseconds since 1970 in UTC, ``strings`` a list of texts."""
Row: TypeAlias = list[Any]

FORMAT = 1
"""The tables as they are promised: columns are only added, at the end and with gaps; none changes its meaning."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table: its name, what it holds, a sentence; ``gaps`` where it may hold nothing."""

    name: str
    kind: Kind
    text: str
    gaps: bool = False


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table: its name, a sentence, its columns, and those of them that no two rows share."""

    name: str
    text: str
    columns: tuple[Column, ...]
    key: tuple[str, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of the columns."""
        return tuple(column.name for column in self.columns)

    def place(self, name: str) -> int:
        """Return where in a row a column stands."""
        return self.names.index(name)


def string(name: str, text: str, *, gaps: bool = False) -> Column:
    """Return a column of texts."""
    return Column(name, "string", text, gaps)


def whole(name: str, text: str, *, gaps: bool = False) -> Column:
    """Return a column of whole numbers that fit into 32 bits."""
    return Column(name, "int32", text, gaps)


def long(name: str, text: str, *, gaps: bool = False) -> Column:
    """Return a column of whole numbers that may be large: spans of time in milliseconds."""
    return Column(name, "int64", text, gaps)


def flag(name: str, text: str, *, gaps: bool = False) -> Column:
    """Return a column of yes and no."""
    return Column(name, "bool", text, gaps)


def real(name: str, text: str) -> Column:
    """Return a column of fractions, which may have gaps."""
    return Column(name, "float64", text, gaps=True)


def time(name: str, text: str, *, gaps: bool = False) -> Column:
    """Return a column of moments."""
    return Column(name, "time", text, gaps)


def strings(name: str, text: str) -> Column:
    """Return a column of lists of texts, which may be empty."""
    return Column(name, "strings", text)


FACT = (
    string("encounter", "The fight."),
    whole("n", "The number of the line that says so."),
    whole("command", "The line of the accepted command that it follows from.", gaps=True),
    whole("turn", "The line at which the newest turn began that was open.", gaps=True),
    whole("round", "The round that was going on.", gaps=True),
    flag("live", "False if it was taken back; what is written around a fight never is."),
)
"""What every row begins with that a line tells."""
LIVE = 5
"""Where in such a row it stands whether it was taken back."""


def facts(name: str, text: str, *columns: Column, key: tuple[str, ...] = ("encounter", "n")) -> Sheet:
    """Return a table of what lines tell."""
    return Sheet(name, text, (*FACT, *columns), key)
