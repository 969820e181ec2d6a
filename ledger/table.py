"""The table: what stands around a fight (seats, rolls, chain, requests). A fold of lines that never rewinds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from domain.changing import changed
from domain.events import EncounterOpened, HistoryRewound
from ledger.entries import (
    FIGHT_EVENTS,
    ChainRenewed,
    CommandAccepted,
    Json,
    LedgerClosed,
    RewindAnswered,
    RewindAsked,
    RewindLapsed,
    SeatJoined,
    TableDiceTyped,
)
from ledger.lines import Line

PLAYING = frozenset({"player", "referee"})
"""The roles of the seats that play."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """An open request to rewind; ``line`` is its RewindAsked, ``agreed`` says who agreed, and in which line."""

    line: int
    to_version: int
    by: str
    reason: str
    agreed: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenRoll:
    """A command that was accepted and rolls on the table, before its outcome; ``typed`` are the dice so far."""

    line: int
    roll: int
    seat: str
    action: Json
    typed: tuple[TableDiceTyped, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """The table after some line. ``chain_base`` counts the rolls made before the present chain began."""

    rewind: str = "until-roll"
    dice: str = "ledger"
    seats: dict[str, str] = field(default_factory=dict)
    seq: dict[str, int] = field(default_factory=dict)
    rolls: int = 0
    anchor: str | None = None
    chain_base: int = 0
    request: Request | None = None
    open_roll: OpenRoll | None = None
    closed: bool = False

    @property
    def players(self) -> tuple[str, ...]:
        """Return the seats that play, the host first; a referee is one of them."""
        return tuple(seat for seat, role in self.seats.items() if role in PLAYING)

    def after(self, line: Line) -> Table:
        """Return the table after one more line."""
        fold = _FOLDS.get(line.type)
        if fold is not None:
            return fold(self, line.entry, line.n)
        # The outcome of an open roll has come.
        return self if self.open_roll is None or line.type not in FIGHT_EVENTS else changed(self, open_roll=None)


def _opened(_: Table, entry: EncounterOpened, __: int) -> Table:
    seats = {seat["id"]: seat["role"] for seat in entry.seats}
    return Table(rewind=entry.rewind, dice=entry.dice, seats=seats, anchor=entry.anchor)


def _accepted(table: Table, entry: CommandAccepted, n: int) -> Table:
    seat = entry.decl["seat"]
    seq = {**table.seq, seat: entry.decl["seq"]}
    if entry.roll is None:
        return changed(table, seq=seq)
    if table.dice != "table":
        return changed(table, seq=seq, rolls=entry.roll)
    opened = OpenRoll(line=n, roll=entry.roll, seat=seat, action=entry.decl["action"])
    return changed(table, seq=seq, rolls=entry.roll, open_roll=opened)


def _typed(table: Table, entry: TableDiceTyped, _: int) -> Table:
    if table.open_roll is None:
        return table
    return changed(table, open_roll=changed(table.open_roll, typed=(*table.open_roll.typed, entry)))


def _joined(table: Table, entry: SeatJoined, _: int) -> Table:
    return changed(table, seats={**table.seats, entry.seat: entry.role})


def _renewed(table: Table, entry: ChainRenewed, _: int) -> Table:
    return changed(table, anchor=entry.anchor, chain_base=table.rolls)


def _asked(table: Table, entry: RewindAsked, n: int) -> Table:
    return changed(table, request=Request(line=n, to_version=entry.to_version, by=entry.by, reason=entry.reason))


def _answered(table: Table, entry: RewindAnswered, n: int) -> Table:
    if table.request is None or not entry.agree:
        return table
    return changed(table, request=changed(table.request, agreed=(*table.request.agreed, (entry.seat, n))))


def _lapsed(table: Table, _: RewindLapsed, __: int) -> Table:
    return changed(table, request=None)


def _rewound(table: Table, entry: HistoryRewound, _: int) -> Table:
    roll = table.open_roll
    return changed(table, request=None, open_roll=roll if roll and roll.line <= entry.to_version else None)


def _closed(table: Table, _: LedgerClosed, __: int) -> Table:
    return changed(table, closed=True)


_FOLDS: dict[str, Callable[[Table, Any, int], Table]] = {
    "EncounterOpened": _opened,
    "CommandAccepted": _accepted,
    "TableDiceTyped": _typed,
    "SeatJoined": _joined,
    "ChainRenewed": _renewed,
    "RewindAsked": _asked,
    "RewindAnswered": _answered,
    "RewindLapsed": _lapsed,
    "HistoryRewound": _rewound,
    "LedgerClosed": _closed,
}
