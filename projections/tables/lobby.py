"""The lobby: each encounter in a row, with who is to decide, and its seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import orjson
from eventsourcing.persistence import Notification

from domain import deciding
from domain.encounter import Encounter
from domain.refusals import Pending, Refused
from ledger.calls.rows import Rows
from ledger.line.attachments import MARK, Archive
from ledger.store.statements import among
from ledger.table import accepting
from ledger.table.fight import Fight
from ledger.table.table import Table as Seats
from projections.initiative import phase
from projections.tables.builds import Builds
from projections.tables.models import ReadModel
from projections.tables.parts import BUILDING, Build, PagePart
from projections.tables.schema import NUMBER, TEXT, Table
from projections.tables.standing import FightState, Standings, after, read

LOBBY = Table(
    name="lobby",
    columns={
        "encounter": TEXT,
        "system": TEXT,
        "rules": TEXT,
        "opened": NUMBER,
        "changed": NUMBER,
        "version": NUMBER,
        "round": NUMBER,
        "phase": TEXT,
        "kind": TEXT,
        "owners": TEXT,
        "who": TEXT,
        "outcome": TEXT,
        "winner": TEXT,
        "imported": NUMBER,
        "title": TEXT,
    },
    key=("encounter",),
    indexes=(("changed", "encounter"),),
)
SEATS = Table(
    name="lobby_seats",
    columns={"encounter": TEXT, "seat": TEXT, "role": TEXT, "decides": NUMBER, "asked": NUMBER},
    key=("encounter", "seat"),
    indexes=(("seat", "encounter"),),
)
MOST_KEPT = 1000
"""Standings in memory, at most: an encounter of ten takes some 50 KB."""


class Lobby(ReadModel):
    """Each row is of the encounter after the line ``version``."""

    name = "lobby"
    FORMAT = 3
    TABLES: ClassVar[tuple[Table, ...]] = (LOBBY, SEATS)
    EACH = LOBBY

    def __init__(self, view: Builds, lines: Rows, most_kept: int = MOST_KEPT) -> None:
        super().__init__(view, lines)
        self._standings = Standings(most_kept)
        self._imported: set[str] = set()
        self._there: dict[str, int] = {}

    def prepare(self, build: Build, page: Mapping[str, Sequence[Notification]]) -> None:
        """Look up which of those that are not in memory came from files, and how far the rows are."""
        unknown = [encounter for encounter in page if self._standings.get(encounter) is None]
        self._imported = self.lines.imported_of(unknown) if unknown else set()
        older = [encounter for encounter, lines in page.items() if lines[0].originator_version > 0]
        # The row of an archived encounter begins anew once its lines are back.
        known = f"SELECT encounter, version FROM {build.table('lobby')} WHERE encounter IN (?) AND kind <> 'archived'"  # noqa: S608
        self._there = dict(self.view.ask(among(known, older), *older)) if older else {}

    def part(self, build: Build, encounter: str, page: Sequence[Notification]) -> PagePart | None:
        """Return the row of an encounter after the page, or None where the row has come further already."""
        if page[-1].topic == MARK:
            return archived(self.lines.archive_of(encounter))
        if page[-1].originator_version <= self._there.get(encounter, -1):
            return None
        standing = self._standing(encounter, page, all_of_it=build.state == BUILDING)
        self._standings.keep(encounter, standing)
        row, seats = rows(standing)
        return PagePart(
            encounter=encounter,
            version=page[0].originator_version,
            rows={"lobby": [(encounter, *row)], "lobby_seats": [(encounter, *seat) for seat in seats]},
        )

    def _standing(self, encounter: str, page: Sequence[Notification], *, all_of_it: bool) -> FightState:
        """Return the encounter after the page, from memory, from nothing or from its lines; or after all its lines."""
        first, last = page[0].originator_version, page[-1].originator_version
        kept = self._standings.get(encounter)
        imported = encounter in self._imported if kept is None else kept.imported
        if kept is not None and first - 1 <= kept.version <= last:
            return after(kept, page, self.lines)
        if all_of_it:
            return read(encounter, self.lines, imported)
        if first == 0:
            return after(FightState(imported=imported), page, self.lines)
        return read(encounter, self.lines, imported, upto=last)


def archived(archive: Archive | None) -> PagePart | None:
    """Return the row of an archived encounter; None if its lines are back, and come up later."""
    if archive is None:
        return None
    known = orjson.loads(archive.summary)
    row = (
        archive.encounter,
        known["system"],
        known["rules"],
        known["opened"],
        known["changed"],
        archive.version,
        known["round"],
        "over",
        "archived",
        "[]",
        None,
        known["outcome"],
        known.get("winner"),
        int(known["imported"]),
        known.get("title"),
    )
    seats = [(archive.encounter, seat, role, 0, 0) for seat, role in known["seats"]]
    return PagePart(encounter=archive.encounter, version=archive.version, rows={"lobby": [row], "lobby_seats": seats})


def rows(standing: FightState) -> tuple[tuple[Any, ...], list[tuple[Any, ...]]]:
    """Return what the lobby says of an encounter, and of each of its seats."""
    encounter, table = standing.encounter, standing.table
    waits = Pending(kind="read_only") if standing.imported else waiting(standing)
    owners = (waits.owner,) if isinstance(waits.owner, str) else waits.owner or ()
    deciding_seats = deciders(encounter, table, owners, waits.who)
    request = table.request
    asked = set(table.players) - {request.by, *dict(request.agreed)} if request and not standing.imported else set()
    row = (
        encounter.system,
        encounter.version,
        standing.opened,
        standing.changed,
        standing.version,
        encounter.round,
        phase(encounter),
        waits.kind,
        orjson.dumps(owners).decode(),
        waits.who,
        encounter.outcome,
        encounter.winner,
        int(standing.imported),
        table.title,
    )
    return row, [(seat, role, int(seat in deciding_seats), int(seat in asked)) for seat, role in table.seats.items()]


def waiting(standing: FightState) -> Pending:
    """Return what the encounter waits for: dice to be rolled on the table come before what the rules ask."""
    encounter, table = standing.encounter, standing.table
    if table.closed or encounter.outcome is not None:
        return Pending(kind="closed" if table.closed else "over")
    try:
        dice = accepting.wait(Fight(encounter=encounter, table=table))
    except Refused:
        # The rules that accepted the command were others.
        dice = None
    if dice is not None:
        return Pending(kind="dice", owner=dice.by, who=dice.by if dice.by in encounter.combatants else None)
    return deciding.pending(encounter)


def deciders(encounter: Encounter, table: Seats, owners: Sequence[str], who: str | None) -> set[str]:
    """Return the seats whose word is waited for: the owners', and of these that of ``who`` if it is one of them."""
    of_owners = {seat for seat in table.players for owner in owners if deciding.answers_for(encounter, seat, owner)}
    if who is None:
        return of_owners
    return {seat for seat in of_owners if deciding.answers_for(encounter, seat, who)} or of_owners
