"""An encounter as far as the lobby needs it: folded line by line, without keeping the lines."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import orjson
from eventsourcing.persistence import Notification, StoredEvent

from domain.changing import changed
from domain.encounter import Encounter
from domain.events import HistoryRewound
from domain.evolve import evolve
from domain.replaying import live
from ledger.calls.rows import Rows
from ledger.line.entries import FIGHT_EVENTS
from ledger.line.lines import decode
from ledger.table.table import Table

UNFOLDED = frozenset({"OutcomeResolved", "MessageRecorded"})
"""Events that change nothing in the fold."""
FOLDED = FIGHT_EVENTS - UNFOLDED
IN_SHORT = frozenset({"EncounterOpened", "PhaseChanged", "RoundStarted", "EncounterEnded"})
"""Of a fight that is over nothing else is shown, and nothing else need be folded."""
AT_THE_TABLE = frozenset(
    {
        "EncounterOpened",
        "HistoryRewound",
        "LedgerClosed",
        "Renamed",
        "RewindAnswered",
        "RewindAsked",
        "RewindLapsed",
        "SeatJoined",
        "TableDiceTyped",
    }
)
"""Lines that change what the lobby shows of the table; of accepted commands only those that wait for dice do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FightState:
    """The fight and the table after the line ``version``; ``opened`` and ``changed`` are times of lines."""

    version: int = -1
    encounter: Encounter = field(default_factory=Encounter)
    table: Table = field(default_factory=Table)
    opened: int = 0
    changed: int = 0
    imported: bool = False


def after(standing: FightState, page: Sequence[Notification], lines: Rows) -> FightState:
    """Return the standing after more lines, those it holds already passed by; ``lines`` is asked on a rewind."""
    encounter, table = standing.encounter, standing.table
    new = [line for line in page if line.originator_version > standing.version]
    if not new:
        return standing
    for line in new:
        topic = line.topic
        table, entry = _at_the_table(table, line)
        if topic in FOLDED:
            encounter = evolve(encounter, entry or decode(line.state).entry)  # type: ignore[arg-type]  # as above
        elif isinstance(entry, HistoryRewound):
            encounter = _replayed(lines.of(str(line.originator_id), lte=entry.to_version))
    return FightState(
        version=new[-1].originator_version,
        encounter=encounter,
        table=table,
        opened=_time(new[0]) if standing.version < 0 else standing.opened,
        changed=_time(new[-1]),
        imported=standing.imported,
    )


def read(encounter: str, lines: Rows, imported: bool, upto: int | None = None) -> FightState:
    """Return the standing of an encounter at a version, or the newest, from its lines; in short where it is over."""
    every = lines.of(encounter, lte=upto)
    table = Table()
    for line in every:
        table, _ = _at_the_table(table, line)
    return FightState(
        version=len(every) - 1,
        encounter=_replayed(every),
        table=table,
        opened=_time(every[0]),
        changed=_time(every[-1]),
        imported=imported,
    )


def _time(line: Notification | StoredEvent) -> int:
    return int(orjson.loads(line.state)["at"])


def _at_the_table(table: Table, line: Notification | StoredEvent) -> tuple[Table, Any]:
    """Return the table after a line, and what the line says if it had to be read for that."""
    topic = line.topic
    if topic in AT_THE_TABLE or (topic == "CommandAccepted" and table.dice == "table"):
        read = decode(line.state)
        return table.after(read), read.entry
    if table.open_roll is not None and topic in FIGHT_EVENTS:
        return changed(table, open_roll=None), None
    return table, None


def _replayed(every: Sequence[StoredEvent]) -> Encounter:
    """Return the encounter after its last line, rewinds resolved; in short where it is over."""
    rewinds = [
        (line.originator_version, orjson.loads(line.state)["to_version"])
        for line in every
        if line.topic == "HistoryRewound"
    ]
    counting = [line for span in live(rewinds, len(every) - 1) for line in every[span.start : span.stop]]
    over = any(line.topic == "EncounterEnded" for line in counting)
    encounter = Encounter()
    for line in counting:
        if line.topic in (IN_SHORT if over else FOLDED):
            encounter = evolve(encounter, decode(line.state).entry)  # type: ignore[arg-type]  # the topic says it
    return encounter


class Standings:
    """The standings used last, ``most`` of them at most."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[str, FightState] = OrderedDict()

    def get(self, encounter: str) -> FightState | None:
        """Return what is kept of an encounter."""
        if encounter in self._kept:
            self._kept.move_to_end(encounter)
        return self._kept.get(encounter)

    def keep(self, encounter: str, standing: FightState) -> None:
        """Keep the standing of an encounter; nothing more is expected of one that is over."""
        self._kept.pop(encounter, None)
        if standing.encounter.outcome is None:
            self._kept[encounter] = standing
            if len(self._kept) > self._most:
                self._kept.popitem(last=False)
