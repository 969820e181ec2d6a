"""The builds of read models in either store: made empty, filled page by page, switched to, dropped.

A build is one set of tables of one read model, filled from the first line on. Its format is the shape of its rows; one
build of a model is live, and readers find its tables under names that say the format (``lobby_v1``). A new build grows
beside it and takes its place in one transaction.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, ClassVar

from eventsourcing.persistence import TrackingRecorder

from ledger.store.statements import among
from projections.tables.books import BOOKS, POSITIONS, of_builds, wrong
from projections.tables.parts import BUILDING, LIVE, OLD, Aside, Build, Changes, Lost, Moved, NewerTables, PagePart
from projections.tables.schema import Table

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        "CREATE TABLE read_builds (build {text} PRIMARY KEY, model {text} NOT NULL, format {number} NOT NULL,"
        " number {number} NOT NULL, tables {text} NOT NULL, state {text} NOT NULL, began {number} NOT NULL,"
        " at_encounter {text}, at_version {number}, trouble {text}, UNIQUE (model, number))",
        "CREATE TABLE read_aside (build {text}, encounter {text}, version {number} NOT NULL, reason {text} NOT NULL,"
        " at {number} NOT NULL, PRIMARY KEY (build, encounter))",
    ),
)
"""The schema around the builds, step by step; ``read_migrations`` says what was done. A step is never changed."""
_MOST_NAMED = 4

_BUILDS = (
    "SELECT b.format, b.number, b.tables, b.state, COALESCE(t.notification_id, 0), b.at_encounter, b.at_version,"
    " b.trouble FROM read_builds b LEFT JOIN {positions} t ON t.application_name = b.build"
    " WHERE b.model = ? ORDER BY b.number"
)

_COUNTING = (
    "SELECT b.model, b.format, b.number, b.tables, b.state, t.notification_id FROM read_builds b"
    " LEFT JOIN {positions} t ON t.application_name = b.build WHERE b.state <> ?"
)

_log = logging.getLogger(__name__)


class Builds(TrackingRecorder):
    """The library's tracking recorder with builds whose positions it tracks; each store says how a statement is run."""

    POSITIONS: ClassVar[str]
    """The library's table of positions."""
    TYPES: ClassVar[Mapping[str, str]]
    """The store's words for text and number."""

    # What a store supplies

    def changing(self, *, lasting: bool = True) -> AbstractContextManager[Any]:
        """Lend a cursor in a transaction that commits; one that need not be ``lasting`` may be lost in a crash."""
        raise NotImplementedError

    def reading(self) -> AbstractContextManager[Any]:
        """Lend a cursor in a transaction of which nothing stays."""
        raise NotImplementedError

    def execute(self, c: Any, statement: str, parameters: Sequence[object]) -> list[tuple[Any, ...]]:
        """Return the rows of a statement, whose parameters stand in it as question marks."""
        raise NotImplementedError

    def names(self, c: Any) -> set[str]:
        """Return the names of all tables and views."""
        raise NotImplementedError

    def columns(self, c: Any) -> set[tuple[str, str]]:
        """Return the columns of all tables, with the table in front."""
        raise NotImplementedError

    def fill(self, c: Any, table: Table, name: str, rows: Sequence[tuple[Any, ...]]) -> None:
        """Put rows into a table."""
        raise NotImplementedError

    def turn(self, build: Build) -> AbstractContextManager[bool]:
        """Say whether the next page of a build is ours to do: of several processes one does it."""
        raise NotImplementedError

    def is_unfit(self, error: Exception) -> bool:
        """Say whether rows were refused for what stands in them, not for the state that the store is in."""
        raise NotImplementedError

    def close(self) -> None:
        """Let go of what the tables have for themselves."""

    # Reading

    def ask(self, statement: str, *parameters: object) -> list[tuple[Any, ...]]:
        """Return the rows of a question."""
        with self.reading() as c:
            return self._run(c, statement, *parameters)

    def builds(self, model: str) -> list[Build]:
        """Return the builds of a model, the newest last."""
        return [
            Build(
                model=model,
                format=shape,
                number=number,
                tables=tuple(tables.split()),
                state=state,
                position=position,
                at=None if encounter is None else (encounter, version),
                trouble=trouble,
            )
            for shape, number, tables, state, position, encounter, version, trouble in self.ask(_BUILDS, model)
        ]

    def must_be_whole(self) -> None:
        """Raise Lost where a table of a build that counts is gone, or its position, or where the books are wrong."""
        with self.reading() as c:
            trouble = self._wrong(c) or _lacking(self._lost(c))
        if trouble:
            raise Lost(trouble)

    def aside(self, build: Build) -> dict[str, Aside]:
        """Return who is set aside in a build."""
        rows = self.ask("SELECT encounter, version, reason FROM read_aside WHERE build = ?", build.name)
        return {row[0]: Aside(encounter=row[0], version=row[1], reason=row[2]) for row in rows}

    # Changing

    def begin_anew_if_wrong(self, c: Any) -> None:
        """Drop all of the read models where the books are wrong, and say so; this comes before all else at an opening.

        A file stays where it is: another process may have it open.
        """
        if trouble := self._wrong(c):
            _log.warning(trouble)
            self._clear(c)

    def migrate(self, c: Any) -> None:
        """Make the schema around the builds, or bring it up to date, and drop builds of which a part is gone.

        Raises NewerTables.
        """
        self._run(c, f"CREATE TABLE IF NOT EXISTS read_migrations (step {self.TYPES['number']} PRIMARY KEY)")
        done = self._run(c, "SELECT COALESCE(MAX(step), 0) FROM read_migrations")[0][0]
        if done > len(MIGRATIONS):
            raise NewerTables("The read models were made by a newer version of this program: use that one, or a newer.")
        for step, statements in enumerate(MIGRATIONS[done:], done + 1):
            for statement in statements:
                self._run(c, statement.format(**self.TYPES))
            self._run(c, "INSERT INTO read_migrations (step) VALUES (?)", step)
        for (model,) in self._run(c, "SELECT DISTINCT model FROM read_builds"):
            self._standing(c, model)
        lost = self._lost(c)
        if trouble := _lacking(lost):
            _log.warning(trouble)
        for build in {build.name: build for build in lost.values()}.values():
            self._drop(c, build)

    def begin(self, model: str, shape: int, tables: Sequence[Table]) -> Build:
        """Make the empty tables of a new build beside those there are. The library's IntegrityError: another did it."""
        number = max((each.number for each in self.builds(model)), default=0) + 1
        build = Build(model=model, format=shape, number=number, tables=tuple(table.name for table in tables))
        with self.changing() as c:
            self._run(
                c,
                "INSERT INTO read_builds (build, model, format, number, tables, state, began)"
                " VALUES (?, ?, ?, ?, ?, ?, ?)",
                *(build.name, model, shape, number, " ".join(build.tables), BUILDING, now()),
            )
            self._run(c, "INSERT INTO {positions} VALUES (?, 0)", build.name)
            for table in tables:
                for statement in table.made(build.table(table.name), self.TYPES):
                    self._run(c, statement)
        return build

    def advance(
        self, build: Build, tables: Sequence[Table], changes: Changes, to: int, at: tuple[str, int] | None
    ) -> None:
        """Write what a page changes and the position it ends at, in one transaction. Raises Moved.

        ``at`` is None where what lies there is no line.
        """
        with self.changing(lasting=False) as c:
            if not self._run(
                c,
                "UPDATE {positions} SET notification_id = ? WHERE application_name = ? AND notification_id = ?"
                " RETURNING notification_id",
                *(to, build.name, build.position),
            ):
                raise Moved(build.name)
            where = "UPDATE read_builds SET at_encounter = ?, at_version = ?, trouble = NULL WHERE build = ?"
            self._run(c, where, *(at or (None, None)), build.name)
            for each in changes.aside:
                self._run(
                    c,
                    "INSERT INTO read_aside (build, encounter, version, reason, at) VALUES (?, ?, ?, ?, ?)",
                    *(build.name, each.encounter, each.version, each.reason, now()),
                )
            self._write(c, build, tables, changes.parts)

    def unfit(
        self, build: Build, tables: Sequence[Table], parts: Sequence[PagePart]
    ) -> Iterator[tuple[PagePart, Exception]]:
        """Yield the parts whose rows the store does not take, found out without keeping any."""
        for part in parts:
            try:
                with self.reading() as c:
                    self._write(c, build, tables, [part])
            except Exception as error:
                if not self.is_unfit(error):
                    raise
                yield part, error

    def switch(self, build: Build) -> bool:
        """Let readers find this build; False if the one that they find now has come further."""
        with self.changing() as c:
            others = [each for each in self._standing(c, build.model) if each[1] < build.number]
            mine = [each for each in self._standing(c, build.model) if each[1] == build.number]
            if not mine or mine[0][2] != BUILDING:
                # Another runner has switched to it, or to one after it.
                return bool(mine) and mine[0][2] == LIVE
            if any(state == LIVE and position > mine[0][3] for _, _, state, position, _ in others):
                return False
            for shape, _, state, _, tables in others:
                if state == LIVE:
                    self._hide(c, shape, tables.split())
            for table in build.tables:
                self._run(c, f"CREATE VIEW {build.shown(table)} AS SELECT * FROM {build.table(table)}")  # noqa: S608
            older = "UPDATE read_builds SET state = ? WHERE model = ? AND number < ?"
            self._run(c, older, OLD, build.model, build.number)
            self._run(c, "UPDATE read_builds SET state = ? WHERE build = ?", LIVE, build.name)
        return True

    def retire(self, build: Build) -> None:
        """Let nobody find a build, or go on with it, any more."""
        with self.changing() as c:
            found = [each for each in self._standing(c, build.model) if each[1] == build.number]
            if found and found[0][2] == LIVE:
                self._hide(c, build.format, build.tables)
            self._run(c, "UPDATE read_builds SET state = ? WHERE build = ?", OLD, build.name)

    def sweep(self, build: Build) -> None:
        """Drop the tables of an old build."""
        with self.changing() as c:
            self._drop(c, build)

    def note(self, build: Build, trouble: str) -> None:
        """Keep why a build does not go on."""
        with self.changing() as c:
            self._run(c, "UPDATE read_builds SET trouble = ? WHERE build = ?", trouble, build.name)

    def _run(self, c: Any, statement: str, *parameters: object) -> list[tuple[Any, ...]]:
        return self.execute(c, statement.replace("{positions}", self.POSITIONS), parameters)

    def _wrong(self, c: Any) -> str:
        """Return in a sentence what is wrong with the books, empty if nothing is, or a newer program keeps them."""
        columns = self.columns(c)
        books = {table: self._kept(c, columns, table, of) for table, of in BOOKS.items()}
        steps = [step for (step,) in books["read_migrations"] or () if isinstance(step, int)]
        if max(steps, default=0) > len(MIGRATIONS):
            return ""
        positions, names = self._kept(c, columns, self.POSITIONS, POSITIONS), self.names(c)
        if (builds := books["read_builds"]) is not None:
            # Once more: what another process begins meanwhile, or drops, is not left over.
            books["read_builds"] = [*builds, *(self._kept(c, columns, "read_builds", BOOKS["read_builds"]) or ())]
        found = wrong(books, positions, names, len(MIGRATIONS))
        what = ", ".join(found[:_MOST_NAMED]) + (" and more" if found[_MOST_NAMED:] else "")
        return f"The books of the read models are wrong ({what}): all are built anew from the lines." if found else ""

    def _clear(self, c: Any) -> None:
        """Drop all tables of the read models, and nothing else: in PostgreSQL the lines lie beside them."""
        names, tables = self.names(c), {table for table, _ in self.columns(c)}
        # Nobody but the read models keeps positions here.
        ours = of_builds(names) | {*BOOKS, self.POSITIONS}.intersection(names)
        for view in sorted(ours - tables):
            self._run(c, f"DROP VIEW {view}")
        for table in sorted(ours & tables):
            self._run(c, f"DROP TABLE {table}")

    def _kept(
        self, c: Any, columns: set[tuple[str, str]], table: str, of: Sequence[str]
    ) -> list[tuple[Any, ...]] | None:
        """Return the rows of a table of the books; None where it, or a column of it, is missing."""
        there = columns.issuperset((table, column) for column in of)
        return self._run(c, f"SELECT {', '.join(of)} FROM {table}") if there else None  # noqa: S608

    def _lost(self, c: Any) -> dict[str, Build]:
        """Return what is gone of builds that count, by its name: tables, what readers find them under, a position."""
        # Names last: a build that another process begins meanwhile is whole.
        counting, lost = self._run(c, _COUNTING, OLD), dict[str, Build]()
        there = self.names(c)
        for model, shape, number, tables, state, position in counting:
            build = Build(model=model, format=shape, number=number, tables=tuple(tables.split()), state=state)
            wanted = [*map(build.table, build.tables), *(map(build.shown, build.tables) if state == LIVE else ())]
            lost |= {name: build for name in wanted if name not in there}
            lost |= {f"the position of {build.name}": build} if position is None else {}
        return lost

    def _drop(self, c: Any, build: Build) -> None:
        if build.state == LIVE:
            self._hide(c, build.format, build.tables)
        self._run(c, "DELETE FROM {positions} WHERE application_name = ?", build.name)
        self._run(c, "DELETE FROM read_builds WHERE build = ?", build.name)
        self._run(c, "DELETE FROM read_aside WHERE build = ?", build.name)
        for table in build.tables:
            self._run(c, f"DROP TABLE IF EXISTS {build.table(table)}")

    def _standing(self, c: Any, model: str) -> list[tuple[Any, ...]]:
        """Return (format, number, state, position, tables) of every build, held still until the transaction is over."""
        held = (
            "UPDATE {positions} SET notification_id = notification_id WHERE application_name IN"
            " (SELECT build FROM read_builds WHERE model = ?)"
        )
        self._run(c, held, model)
        return self._run(
            c,
            "SELECT b.format, b.number, b.state, t.notification_id, b.tables FROM read_builds b JOIN {positions} t"
            " ON t.application_name = b.build WHERE b.model = ? ORDER BY b.number",
            model,
        )

    def _hide(self, c: Any, shape: int, tables: Sequence[str]) -> None:
        for table in tables:
            self._run(c, f"DROP VIEW IF EXISTS {table}_v{shape}")

    def _write(self, c: Any, build: Build, tables: Sequence[Table], parts: Sequence[PagePart]) -> None:
        anew = [part.encounter for part in parts if part.anew]
        for table in tables:
            name = build.table(table.name)
            if anew:
                self._run(c, among(f"DELETE FROM {name} WHERE encounter IN (?)", anew), *anew)  # noqa: S608
            rows = [row for part in parts for row in part.rows.get(table.name, ())]
            if rows:
                self.fill(c, table, name, rows)


def _lacking(lost: Mapping[str, Build]) -> str:
    """Return in a sentence what is gone, empty if nothing is."""
    return f"The read models lack {', '.join(lost)}: they are built anew from the lines." if lost else ""


def now() -> int:
    """Return the milliseconds of the clock."""
    return time.time_ns() // 1_000_000
