"""What happened around a fight: the ledger lines. The events of the fight itself are the domain's.

Stored name = class name. Ledger lines fold into the table (seats, rolls, used commands), which never rewinds.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from domain.events import EVENTS, Event, HistoryRewound

Json: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandAccepted:
    """A command was legal. ``decl`` is what the seat sent, ``roll`` the number of the roll it makes, if it rolls."""

    decl: Json
    roll: int | None = None
    contributors: Json | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EntropyRevealed:
    """The link of the server's chain that decides roll ``roll``, in hex."""

    roll: int
    server: str
    contributions: Json | None = None
    missing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TableDiceTyped:
    """``seat`` typed in what physical dice showed for the roller ``by``. It stands."""

    by: str
    dice: str
    faces: tuple[int, ...]
    seat: str
    cmd: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatJoined:
    """A seat came to the table; ``controls`` are the combatants it was given."""

    seat: str
    role: str
    controls: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ChainRenewed:
    """From the next line on the rolls of ``party`` come from a new chain with this anchor, in hex."""

    party: str
    anchor: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RewindAsked:
    """``by`` wants the state at ``to_version`` back."""

    to_version: int
    by: str
    reason: str
    cmd: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RewindAnswered:
    """``seat`` agreed to the open request, or did not."""

    seat: str
    agree: bool
    cmd: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RewindLapsed:
    """The open request is over without a rewind: it was refused, or overtaken by what happened."""

    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerClosed:
    """Nothing follows."""


LedgerLine: TypeAlias = (
    CommandAccepted
    | EntropyRevealed
    | TableDiceTyped
    | SeatJoined
    | ChainRenewed
    | RewindAsked
    | RewindAnswered
    | RewindLapsed
    | LedgerClosed
)
Entry: TypeAlias = Event | HistoryRewound | LedgerLine

LEDGER_LINES: tuple[type[LedgerLine], ...] = LedgerLine.__args__
FIGHT_EVENTS = frozenset(event.__name__ for event in EVENTS)
ENTRIES: dict[str, type[Entry]] = {entry.__name__: entry for entry in (*EVENTS, HistoryRewound, *LEDGER_LINES)}
"""Every kind of line by its stored name."""
