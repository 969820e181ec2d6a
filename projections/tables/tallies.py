"""The tallies: how often and how much, by combatant and seat, of what counts in a fight.

Lines that were taken back do not count. A rewind therefore replaces all rows of its encounter by a new count of the
lines that are live; nothing is ever subtracted.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, TypeAlias

import orjson
from eventsourcing.persistence import Notification, StoredEvent

from domain.replaying import live
from domain.table.overrides import WHY
from ledger.calls.rows import Rows
from ledger.line.attachments import MARK
from ledger.line.shapes import UPCASTS, up_to_date
from ledger.store.statements import among
from ledger.table.table import true_name
from projections.tables.builds import Builds
from projections.tables.counting import ALWAYS, LOOKED_AT, Count, Fields, counted, counts_for
from projections.tables.models import ReadModel
from projections.tables.parts import BUILDING, LIVE, Build, PagePart
from projections.tables.schema import NUMBER, TEXT, Table

TALLIES = Table(
    name="tallies",
    columns={
        "encounter": TEXT,
        "name": TEXT,
        "measure": TEXT,
        "kind": TEXT,
        "result": TEXT,
        "times": NUMBER,
        "total": NUMBER,
    },
    key=("encounter", "name", "measure", "kind", "result"),
    added=frozenset({"times", "total"}),
)
FIGHTERS = Table(
    name="tally_fighters",
    columns={"encounter": TEXT, "who": TEXT, "seat": TEXT, "side": TEXT, "kind": TEXT},
    key=("encounter", "who"),
)
FIGHTS = Table(
    name="tally_fights",
    columns={"encounter": TEXT, "system": TEXT, "rules": TEXT, "opened": NUMBER},
    key=("encounter",),
    indexes=(("system", "encounter"),),
)
SEATS = Table(
    name="tally_seats",
    columns={"encounter": TEXT, "seat": TEXT, "role": TEXT},
    key=("encounter", "seat"),
)
NAMES = Table(
    name="tally_names",
    columns={"encounter": TEXT, "who": TEXT, "name": TEXT},
    key=("encounter", "who"),
)
COUNTED = Table(
    name="tally_versions",
    columns={"encounter": TEXT, "version": NUMBER},
    key=("encounter",),
)
POINTS = frozenset({"DamageApplied", "VitalsRestored"})
FELL = frozenset({"down", "dying", "dead"})

Line: TypeAlias = Notification | StoredEvent


class Tallies(ReadModel):
    """``name`` is a combatant's, or a seat's for what seats do: rulings, taking back.

    ``tally_versions`` says up to which of its lines an encounter is counted. A what-if is none of ``tally_fights``, and
    so no total counts it.
    """

    name = "tallies"
    FORMAT = 3
    TABLES: ClassVar[tuple[Table, ...]] = (TALLIES, FIGHTERS, FIGHTS, SEATS, NAMES, COUNTED)
    EACH = COUNTED

    def __init__(self, view: Builds, lines: Rows) -> None:
        super().__init__(view, lines)
        self._there: dict[str, int] = {}

    def prepare(self, build: Build, page: Mapping[str, Sequence[Notification]]) -> None:
        """Look up how far the encounters are counted: one that was archived may begin again."""
        known = f"SELECT encounter, version FROM {build.table('tally_versions')} WHERE encounter IN (?)"  # noqa: S608
        self._there = dict(self.view.ask(among(known, list(page)), *page))

    def part(self, build: Build, encounter: str, page: Sequence[Notification]) -> PagePart | None:
        """Return what is added by the page, or a count of all live lines if something was taken back in it."""
        there = self._there.get(encounter, -1)
        lines: Sequence[Line] = [line for line in page if line.originator_version > there and line.topic != MARK]
        if not lines:
            return self._copied(build, encounter) if page[-1].topic == MARK and there < 0 else None
        first = lines[0].originator_version
        all_of_it = build.state == BUILDING and first == 0
        whole = all_of_it or first > there + 1 or any(line.topic == "HistoryRewound" for line in lines)
        if whole:
            last = None if all_of_it else lines[-1].originator_version
            lines = [line for line in self.lines.of(encounter, lte=last) if line.topic != MARK]
            if not lines:
                raise ValueError("it was archived before it was counted: restore it, and rebuild")
        counting = _Counting(self.lines, encounter, 0 if whole else first)
        for line in _live(lines) if whole else lines:
            if line.topic in LOOKED_AT:
                counting.count(line)
        counted = (encounter, lines[-1].originator_version)
        rows = {**counting.rows(), "tally_versions": [counted]}
        return PagePart(encounter=encounter, version=first, rows=rows, anew=whole and there >= 0)

    def _copied(self, build: Build, encounter: str) -> PagePart | None:
        """Return what the live tables hold of an encounter whose lines lie in a file; None if they hold nothing."""
        live = next((each for each in self.view.builds(self.name) if each.state == LIVE), None)
        if live is None or live.format != self.FORMAT or live.name == build.name:
            return None
        rows = {}
        for table in self.TABLES:
            kept = f"SELECT {', '.join(table.columns)} FROM {live.table(table.name)} WHERE encounter = ?"  # noqa: S608
            rows[table.name] = self.view.ask(kept, encounter)
        versions = rows["tally_versions"]
        return PagePart(encounter=encounter, version=versions[0][1], rows=rows) if versions else None


def _live(every: Sequence[Line]) -> Iterable[Line]:
    """Yield the lines that count after the last of them, and those of the table, which is never taken back."""
    rewinds = [(n, orjson.loads(line.state)["to_version"]) for n, line in _only(every, "HistoryRewound")]
    if not rewinds:
        return every
    counts = set().union(*live(rewinds, len(every) - 1))
    return (line for n, line in enumerate(every) if n in counts or line.topic in ALWAYS)


def _only(every: Sequence[Line], topic: str) -> Iterable[tuple[int, Line]]:
    return ((n, line) for n, line in enumerate(every) if line.topic == topic)


class _Counting:
    """The counts of some lines of one encounter, of which the version ``first`` is the first."""

    def __init__(self, lines: Rows, encounter: str, first: int) -> None:
        self._lines = lines
        self._encounter = encounter
        self._first = first
        self._counts: defaultdict[tuple[str, ...], list[int]] = defaultdict(lambda: [0, 0])
        self._fights: list[tuple[Any, ...]] = []
        # By name: a store takes a row only once, and a seat comes again with each of its devices.
        self._fighters: dict[str, tuple[Any, ...]] = {}
        self._seats: dict[str, tuple[Any, ...]] = {}
        self._names: dict[str, str] = {}
        # Who was harmed by whom last in the command that is told.
        self._cause: int | None = None
        self._harmed: dict[str, str] = {}

    def count(self, line: Line) -> None:
        """Count one more line."""
        fields: Fields = orjson.loads(line.state)
        if line.topic in UPCASTS:
            fields = up_to_date(line.topic, fields)
        if self._is_overruled(line.topic, fields):
            return
        for each in counted(line.topic, fields):
            self._add(each)
        if line.topic == "DamageApplied":
            self._in_command(fields.get("cause"))
            self._harmed[fields["to"]] = fields["by"]
        elif line.topic == "LifeStateChanged" and fields["to"] in FELL:
            self._felled(fields, line.originator_version)
        elif line.topic == "TableDiceAttested":
            self._attested(fields)
        else:
            self._called(line.topic, fields)
            self._at_the_table(line.topic, fields)

    def _is_overruled(self, topic: str, fields: Fields) -> bool:
        """Return whether points go because a ruling overrules what they are: nobody dealt, took or healed those."""
        cause = fields.get("cause")
        if topic not in POINTS or fields["why"] != WHY or cause is None:
            return False
        (command,) = self._lines.of(self._encounter, gt=cause - 1, lte=cause)
        action = orjson.loads(command.state).get("decl", {}).get("action", {})
        return bool(action.get("do") == "override")

    def _called(self, topic: str, fields: Fields) -> None:
        """Take note of what somebody is called from now on."""
        if topic == "Renamed":
            self._names[fields["of"]] = fields["name"]
        elif topic == "Unsealed":
            self._names |= {who: name for _, who, name in true_name(fields["payload"].get("action"), 0)}

    def _at_the_table(self, topic: str, fields: Fields) -> None:
        """Take note of who is there, from the lines that say so."""
        if topic == "CombatantJoined":
            who = (fields["who"], fields.get("controller"), fields["side"], fields["kind"])
            self._fighters[fields["who"]] = (self._encounter, *who)
            self._names |= {fields["who"]: fields["name"]} if "name" in fields else {}
        elif topic == "EncounterOpened":
            if "fork" not in fields:
                self._fights.append((self._encounter, fields["system"], fields["version"], fields["at"]))
            seated = ((seat["id"], seat["role"]) for seat in fields.get("seats", ()))
            self._seats |= {seat: (self._encounter, seat, role) for seat, role in seated}
        elif topic == "SeatJoined":
            self._seats[fields["seat"]] = (self._encounter, fields["seat"], fields["role"])

    def _attested(self, fields: Fields) -> None:
        """Count what was said of typed dice for the seat that had typed them in, whose share it is of."""
        of = fields["of"]
        for line in self._lines.of(self._encounter, gt=of - 1, lte=of):
            self._add(Count(orjson.loads(line.state)["seat"], "attested", fields["verdict"]))

    def rows(self) -> dict[str, list[tuple[Any, ...]]]:
        """Return the rows by table."""
        tallies = [(self._encounter, *key, times, total) for key, (times, total) in self._counts.items()]
        return {
            "tallies": tallies,
            "tally_fighters": [*self._fighters.values()],
            "tally_fights": self._fights,
            "tally_seats": [*self._seats.values()],
            "tally_names": [(self._encounter, who, name) for who, name in self._names.items()],
        }

    def _add(self, count: Count) -> None:
        counts = self._counts[count.of, count.measure, count.kind, count.result]
        counts[0] += count.times
        counts[1] += count.total

    def _in_command(self, cause: int | None) -> None:
        if cause != self._cause:
            self._cause = cause
            self._harmed = {}

    def _felled(self, fields: Fields, version: int) -> None:
        """Count a fall for whoever did the last harm in the same command; a fall without harm is nobody's."""
        who, cause = fields["who"], fields.get("cause")
        self._in_command(cause)
        if who not in self._harmed and cause is not None and cause < self._first:
            self._look_back(cause, version)
        if who in self._harmed:
            self._add(Count(counts_for(self._harmed[who]), "felled", fields["to"], fields["from"]))

    def _look_back(self, cause: int, version: int) -> None:
        """Read what the command did before these lines began: a page may end within it."""
        for line in self._lines.of(self._encounter, gt=cause, lte=version):
            if line.topic == "DamageApplied":
                earlier = orjson.loads(line.state)
                self._harmed[earlier["to"]] = earlier["by"]
