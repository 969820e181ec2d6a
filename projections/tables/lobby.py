"""The lobby: each encounter in a row, with who is to decide, and its seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import orjson
from eventsourcing.persistence import Notification

from domain import deciding
from domain.encounter import Encounter
from domain.refusals import Pending, Refused
from ledger import accepting
from ledger.fight import Fight
from ledger.table import Table as Seats
from projections.tables.builds import Builds
from projections.tables.models import ReadModel
from projections.tables.parts import Build, Part
from projections.tables.schema import NUMBER, TEXT, Table, among
from projections.tables.standing import Standing, Standings, after, read

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
        "imported": NUMBER,
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
    """Rows are of the encounter after its last line in a page, or after a later one: ``version`` says which."""

    name = "lobby"
    FORMAT = 1
    TABLES = (LOBBY, SEATS)

    def __init__(self, view: Builds, lines: Any, most_kept: int = MOST_KEPT) -> None:
        super().__init__(view, lines)
        self._standings = Standings(most_kept)
        self._imported: set[str] = set()
        self._there: dict[str, int] = {}
        self._behind = False

    def prepare(self, build: Build, page: Mapping[str, Sequence[Notification]], behind: bool) -> None:
        """Look up, for those that are not in memory, which came from files and how far their rows are."""
        self._behind = behind
        unknown = [encounter for encounter in page if self._standings.get(encounter) is None]
        self._imported = self.lines.imported_of(unknown) if unknown else set()
        older = [encounter for encounter in unknown if page[encounter][0].originator_version > 0]
        known = f"SELECT encounter, version FROM {build.table('lobby')} WHERE encounter IN (?)"  # noqa: S608
        self._there = dict(self.view.ask(among(known, older), *older)) if older else {}

    def part(self, build: Build, encounter: str, page: Sequence[Notification]) -> Part | None:
        """Return the row of an encounter after the page, or None where the row has come further already."""
        del build
        if page[-1].originator_version <= self._there.get(encounter, -1):
            return None
        standing = self._standing(encounter, page)
        self._standings.keep(encounter, standing)
        row, seats = rows(standing)
        return Part(
            encounter=encounter,
            version=page[0].originator_version,
            rows={"lobby": [(encounter, *row)], "lobby_seats": [(encounter, *seat) for seat in seats]},
        )

    def _standing(self, encounter: str, page: Sequence[Notification]) -> Standing:
        """Return the encounter after the page: from memory, from nothing, or else from all the lines there are.

        Far behind, all the lines are better than the page: many fights will be over, and are told in short.
        """
        first = page[0].originator_version
        kept = self._standings.get(encounter)
        if kept is None and first == 0 and not self._behind:
            kept = Standing(imported=encounter in self._imported)
        if kept is None or kept.version < first - 1:
            return read(encounter, self.lines, encounter in self._imported)
        return after(kept, page, self.lines)


def rows(standing: Standing) -> tuple[tuple[Any, ...], list[tuple[Any, ...]]]:
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
        encounter.phase,
        waits.kind,
        orjson.dumps(owners).decode(),
        waits.who,
        encounter.outcome,
        int(standing.imported),
    )
    return row, [(seat, role, int(seat in deciding_seats), int(seat in asked)) for seat, role in table.seats.items()]


def waiting(standing: Standing) -> Pending:
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
