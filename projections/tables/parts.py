"""What is written of read models: builds and where they stand, who is set aside, what a page of lines changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ledger.refusals import NoStore

LIVE, BUILDING, OLD = "live", "building", "old"


class Moved(Exception):
    """Another runner was faster: the build no longer stands where this page begins. Nothing was written."""


class NewerTables(Exception):
    """The tables were made by a newer version of this program."""


class NotBuilt(Exception):
    """A read model has no tables that this program reads: not yet, or another version keeps them."""


class Spoilt(NoStore):
    """The file of the read models is none any more: it is moved aside, and they are built anew from the lines."""


class Lost(NoStore):
    """Tables of a read model are gone, or the books are wrong: what is left is dropped at the next opening."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Build:
    """One set of tables: ``position`` is the last line in it, which was ``at`` (encounter, version)."""

    model: str
    format: int
    number: int
    tables: tuple[str, ...]
    state: str = BUILDING
    position: int = 0
    at: tuple[str, int] | None = None
    trouble: str | None = None

    @property
    def name(self) -> str:
        """Return the name it is known by."""
        return f"{self.model}_v{self.format}_b{self.number}"

    def table(self, table: str) -> str:
        """Return the name that a table has in this build."""
        return f"{table}_v{self.format}_b{self.number}"

    def shown(self, table: str) -> str:
        """Return the name that readers find a table under, while this build is live."""
        return f"{table}_v{self.format}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Aside:
    """An encounter that a read model could not go on with, from ``version`` on, and why."""

    encounter: str
    version: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PagePart:
    """What a page changes of one encounter: rows by table; with ``anew`` they replace all that it has."""

    encounter: str
    version: int
    rows: Mapping[str, Sequence[tuple[Any, ...]]]
    anew: bool = False


@dataclass(slots=True, kw_only=True)
class Changes:
    """What a page changes, and who is set aside with it."""

    parts: list[PagePart] = field(default_factory=list)
    aside: list[Aside] = field(default_factory=list)
