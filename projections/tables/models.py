"""A read model: what a page of lines changes in its tables, one encounter at a time."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Mapping, Sequence
from typing import ClassVar

from eventsourcing.dispatch import singledispatchmethod
from eventsourcing.persistence import Notification, Tracking
from eventsourcing.projection import Projection

from ledger.calls.rows import Rows, is_as_written
from ledger.line.attachments import MARK
from ledger.refusals import Busy, NoStore
from ledger.store.mapping import StoredLine
from projections.tables.builds import Builds
from projections.tables.parts import Aside, Build, Changes, PagePart
from projections.tables.schema import Table

NO_LINE = "what stands in a row of it is of another kind than is written there"
REASON = 300
"""So many letters of why an encounter was set aside are kept."""


class ReadModel(Projection[Builds]):
    """The library's projection, that takes pages: all rows of a page and its position go into one transaction.

    What is live holds the lines up to its position and no other. What is still being built, and read by nobody, may
    hold more of an encounter: all its lines are taken when it comes up first, and passed by in later pages.

    ``FORMAT`` is the shape of the rows: where it changes, tables of the new shape are built beside the old ones.
    """

    FORMAT: ClassVar[int]
    TABLES: ClassVar[tuple[Table, ...]]
    EACH: ClassVar[Table]
    """The table that has a row of every encounter."""

    def __init__(self, view: Builds, lines: Rows) -> None:
        """Write to the tables of ``view``; ``lines`` are those of the ledger, asked where a page is not enough."""
        super().__init__(view)
        self.lines = lines

    @abstractmethod
    def part(self, build: Build, encounter: str, page: Sequence[Notification]) -> PagePart | None:
        """Return what the lines of one encounter change, None if nothing; what it raises sets the encounter aside."""

    def prepare(self, build: Build, page: Mapping[str, Sequence[Notification]]) -> None:
        """Look up together what the encounters of a page will need."""

    def holds_last(self, build: Build) -> bool:
        """Return whether the encounter of a build's last line has its row; one set aside or archived needs none."""
        last = None if build.at is None else self.lines.at(build.position)
        if build.at is None or last is None or last.topic == MARK:
            return True
        encounter, _ = build.at
        row = f"SELECT 1 FROM {build.table(self.EACH.name)} WHERE encounter = ?"  # noqa: S608 - names of our own
        return bool(self.view.ask(row, encounter)) or encounter in self.view.aside(build)

    @singledispatchmethod
    def process_event(self, domain_event: StoredLine, tracking: Tracking) -> None:
        """Take one line, for whoever drives one event at a time; ``tracking`` names the build."""
        encounter, version, line = domain_event
        build = next(each for each in self.view.builds(self.name) if each.name == tracking.application_name)
        one = Notification(
            id=tracking.notification_id,
            originator_id=encounter,
            originator_version=version,
            topic=line.type,
            state=line.raw,
        )
        self.process_page(build, [one])

    def process_page(self, build: Build, page: Sequence[Notification]) -> list[Aside]:
        """Write what a page changes, and its last position; return who was set aside. Raises Moved if not the first."""
        aside = self.view.aside(build)
        changes = self._changes(build, page, aside)
        last = page[-1]
        to, at = last.id, (str(last.originator_id), last.originator_version) if is_as_written(last) else None
        try:
            self.view.advance(build, self.TABLES, changes, to, at)
        except Exception as error:
            if not self.view.is_unfit(error):
                raise
            unfit = list(self.view.unfit(build, self.TABLES, changes.parts))
            if not unfit:
                raise
            changes.parts = [part for part in changes.parts if all(part is not each for each, _ in unfit)]
            changes.aside += [_aside(part.encounter, part.version, reason) for part, reason in unfit]
            self.view.advance(build, self.TABLES, changes, to, at)
        return changes.aside

    def _changes(self, build: Build, page: Sequence[Notification], aside: Mapping[str, Aside]) -> Changes:
        changes = Changes(aside=_unreadable(page, aside))
        together = _by_encounter(page, {*aside, *(each.encounter for each in changes.aside)})
        self.prepare(build, together)
        for encounter, lines in together.items():
            try:
                part = self.part(build, encounter, lines)
            except (Busy, NoStore):
                raise
            except Exception as error:
                changes.aside.append(_aside(encounter, lines[0].originator_version, error))
            else:
                if part is not None:
                    changes.parts.append(part)
        return changes


def _unreadable(page: Sequence[Notification], aside: Mapping[str, Aside]) -> list[Aside]:
    """Return the encounters of rows that are no lines, but for those that are set aside already."""
    found = {str(row.originator_id) for row in page if not is_as_written(row)}
    return [Aside(encounter=each, version=0, reason=NO_LINE) for each in sorted(found) if each not in aside]


def _by_encounter(page: Sequence[Notification], aside: Collection[str]) -> dict[str, list[Notification]]:
    found: dict[str, list[Notification]] = {}
    for line in page:
        encounter = str(line.originator_id)
        if encounter not in aside:
            found.setdefault(encounter, []).append(line)
    return found


def _aside(encounter: str, version: int, error: Exception) -> Aside:
    return Aside(encounter=encounter, version=version, reason=f"{type(error).__name__}: {error}"[:REASON])
