"""The books of the read models: what they keep of their builds, and whether it is as they write it.

Whoever is at the database can change it. What is wrong in them cannot be mended from within: which tables are whose,
and how far they are, is written nowhere else. So all read models begin anew.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import starmap
from typing import Any, TypeAlias

from projections.tables.parts import BUILDING, LIVE, OLD

MIGRATION = "__migration__"
"""The library's own row among the positions; without it the library takes the table for one of long ago."""
BOOKS: Mapping[str, tuple[str, ...]] = {
    "read_migrations": ("step",),
    "read_builds": (
        *("build", "model", "format", "number", "tables", "state", "began"),
        *("at_encounter", "at_version", "trouble"),
    ),
    "read_aside": ("build", "encounter", "version", "reason", "at"),
}
POSITIONS = ("application_name", "notification_id")
OURS = re.compile(r"((?:lobby|tallies|tally)[a-z_]*_v[0-9]+)_b[0-9]+")
"""A build, or a table of one; readers find the table under what stands in front. Others may keep tables beside them."""
_TABLES = re.compile(r"[a-z_]+( [a-z_]+)*")

Rows: TypeAlias = Sequence[tuple[Any, ...]]


def wrong(books: Mapping[str, Rows | None], positions: Rows | None, names: Collection[str], steps: int) -> list[str]:
    """Return what is missing, left over or of another kind, in words; nothing where no read models were made yet.

    ``books`` are the rows by table, None where that table, or a column of it, is missing; ``names`` those of all
    tables and views; ``steps`` is how many migrations there are.
    """
    left = [*_left(books["read_builds"] or (), positions or (), names)]
    if not left and books.keys().isdisjoint(names):
        return []
    there = {**books, "positions": positions}
    return [*(name for name, rows in there.items() if not _is_kept(name, rows, steps)), *left]


def _is_kept(name: str, rows: Rows | None, steps: int) -> bool:
    """Return whether every row of a table is as it was written."""
    if rows is None:
        return False
    if name == "read_migrations":
        return sorted(step for (step,) in rows if isinstance(step, int)) == [*range(1, steps + 1)]
    if name == "positions":
        return all(starmap(_is_position, rows)) and any(of == MIGRATION for of, _ in rows)
    return all(starmap(_is_build if name == "read_builds" else _is_aside, rows))


def _is_build(*row: Any) -> bool:
    build, model, shape, number, tables, state, began, encounter, version, trouble = row
    return (
        build == f"{model}_v{shape}_b{number}"
        and all(isinstance(each, str) for each in (build, model, tables))
        and all(isinstance(each, int) for each in (shape, number, began))
        and OURS.fullmatch(build) is not None
        and _TABLES.fullmatch(tables) is not None
        and state in (BUILDING, LIVE, OLD)
        and (encounter is version is None or (isinstance(encounter, str) and isinstance(version, int)))
        and isinstance(trouble, (str, type(None)))
    )


def _is_aside(*row: Any) -> bool:
    build, encounter, version, reason, at = row
    texts, numbers = (build, encounter, reason), (version, at)
    return all(isinstance(each, str) for each in texts) and all(isinstance(each, int) for each in numbers)


def _is_position(of: Any, position: Any) -> bool:
    return isinstance(of, str) and isinstance(position, int) and position >= 0


def _left(builds: Rows, positions: Rows, names: Collection[str]) -> Iterable[str]:
    """Yield what is there of builds that no row tells of."""
    known, shown = {build[0] for build in builds}, set[str]()
    made = set[str]()
    for _, _, shape, number, tables, state, *_ in builds:
        for table in str(tables).split():
            made.add(f"{table}_v{shape}_b{number}")
            shown |= {f"{table}_v{shape}"} if state == LIVE else set()
    yield from (f"a position of {of}" for of, _ in positions if OURS.fullmatch(str(of)) and of not in known)
    yield from sorted(of_builds(names) - made - shown)


def of_builds(names: Collection[str]) -> set[str]:
    """Return, of all tables and views, those of builds, and what readers find those under."""
    found = [match for match in map(OURS.fullmatch, names) if match]
    return {match[0] for match in found} | {match[1] for match in found}.intersection(names)
