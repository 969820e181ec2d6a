"""What happened around a fight: the ledger lines. The events of the fight itself are the domain's.

Stored name = class name. Ledger lines fold into the table (seats, rolls, used commands), which never rewinds.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Required, TypeAlias, TypedDict, TypeGuard

from domain.events import EVENTS, Event, HistoryRewound

Json: TypeAlias = dict[str, Any]


class Signed(TypedDict, total=False):
    """What a seat with a device adds to a call: what it had seen, the call's number among the seat's, the signature."""

    seen: tuple[Any, ...]
    seq: int | None
    sig: str | None


class Head(Signed):
    """What every call that is a line has: an id of the seat's choice, and what a seat with a device adds."""

    cmd: Required[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Called:
    """A seat's call under an id of its own; with a device it names what it had seen, its count, and is signed."""

    cmd: str
    seen: tuple[Any, ...] = ()
    seq: int | None = None
    sig: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandAccepted:
    """A command was legal. ``decl`` is what the seat declared and ``sig`` its device's signature over it.

    ``roll`` is the number of the roll it makes, if it rolls; ``contributors`` are the parties that salt it, each with
    the number of its next link; ``blind`` commits to what keeps secret dice of it secret.
    """

    decl: Json
    sig: str | None = None
    roll: int | None = None
    contributors: Json | None = None
    blind: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EntropyRevealed:
    """The link of the server's chain that decides roll ``roll``, in hex, and the links that salt it.

    ``contributions`` are ``{link, sig}`` by party; ``missing`` are the contributors whose link did not come.
    """

    roll: int
    server: str
    contributions: Json | None = None
    missing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class MissingAccepted(Called):
    """``seat`` agrees that the open roll goes on without the links that have not come."""

    roll: int
    seat: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableDiceTyped(Called):
    """``seat`` typed in what physical dice showed for the roller ``by``. It stands."""

    by: str
    dice: str
    faces: tuple[int, ...]
    seat: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableDiceAttested(Called):
    """``seat`` says of the dice typed in line ``of`` that it saw them, did not, or contests them."""

    of: int
    verdict: str
    seat: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatJoined:
    """Somebody took a seat, or a further device of it; ``controls`` are the combatants a new seat was given.

    ``party`` is the device's name, ``key`` its public key, ``anchor`` and ``length`` its chain; it signs with that key,
    and a further device is ``vouched`` for by another of the seat's. Without a key the seat is custodial: the server
    speaks for it, and it salts nothing. ``kind`` is ``bot`` where a program plays, as its client declares.
    """

    seat: str
    role: str
    kind: str | None = None
    controls: tuple[str, ...] = ()
    party: str | None = None
    key: str | None = None
    anchor: str | None = None
    length: int | None = None
    cmd: str | None = None
    seen: tuple[Any, ...] = ()
    seq: int | None = None
    sig: str | None = None
    vouched: Json | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatKeyChanged(Called):
    """The device ``party`` of a seat has another key, which signs this, and another chain.

    ``vouched`` are the signatures of others by party: the old key's under its own name, or where that was lost those of
    two other seats. A key that was asked for and waited needs none.
    """

    seat: str
    party: str
    key: str
    anchor: str
    length: int
    vouched: Json | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatKeyAsked(Called):
    """A seat asks for another key of its device ``party``, which was lost; the new key signs this.

    Too few can vouch for it, so it waits ``until`` then (ms): a device that the seat has may veto it meanwhile. Then a
    ``SeatKeyChanged`` with the same key and chain takes effect.
    """

    seat: str
    party: str
    key: str
    anchor: str
    length: int
    until: int
    vouched: Json | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatKeyVetoed(Called):
    """A device of ``seat`` says that the key asked for in line ``of`` is not the seat's."""

    seat: str
    of: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ChainRenewed:
    """From the next line on the rolls of ``party`` come from a new chain with this anchor, in hex."""

    party: str
    anchor: str
    length: int | None = None
    seat: str | None = None
    cmd: str | None = None
    seen: tuple[Any, ...] = ()
    seq: int | None = None
    sig: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RewindAsked(Called):
    """``by`` wants the state at ``to_version`` back."""

    to_version: int
    by: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RewindAnswered(Called):
    """``seat`` agreed to the open request, or did not."""

    seat: str
    agree: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RewindLapsed:
    """The open request is over without a rewind: it was refused, or overtaken by what happened."""

    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DisputeRaised(Called):
    """``by`` contests line ``of``; the line's number is the dispute's."""

    of: int
    by: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DisputeAnswered(Called):
    """``seat`` says how the dispute raised in line ``dispute`` should end: it stands, is corrected or taken back.

    A referee's word settles it; without a referee the same word of every playing seat does. What is corrected is then
    the ``action``, the override that all of them agree on.
    """

    dispute: int
    result: str
    reason: str
    seat: str
    action: Json | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DisputeSettled:
    """The dispute raised in line ``dispute`` is over: ``result`` is ``stands``, ``corrected`` or ``rewound``.

    ``by`` are the seats that settled it; ``line`` is the ruling or the rewind it was settled by.
    """

    dispute: int
    result: str
    by: tuple[str, ...]
    reason: str
    line: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Withheld(Called):
    """What line ``of`` sealed stays shut; ``by`` says why."""

    of: int
    by: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Renamed(Called):
    """``of``, an id or the ``encounter``, is called ``name`` from now on; ``by`` who opened it, or the referee."""

    of: str
    name: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Sealed:
    """Something happened that not everybody may know; ``commit`` binds it. What it is lies in a payload beside."""

    commit: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Unsealed:
    """What line ``of`` sealed lies open now: the ``payload`` and the ``salt`` of its commitment, in hex."""

    of: int
    salt: str
    payload: Json


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerClosed:
    """Nothing follows. ``by`` closed it; ``disputes`` are the lines of those that nobody settled."""

    by: str | None = None
    disputes: tuple[int, ...] = ()
    cmd: str | None = None
    seen: tuple[Any, ...] = ()
    seq: int | None = None
    sig: str | None = None


LedgerLine: TypeAlias = (
    CommandAccepted
    | EntropyRevealed
    | MissingAccepted
    | TableDiceTyped
    | TableDiceAttested
    | SeatJoined
    | SeatKeyChanged
    | SeatKeyAsked
    | SeatKeyVetoed
    | ChainRenewed
    | RewindAsked
    | RewindAnswered
    | RewindLapsed
    | DisputeRaised
    | DisputeAnswered
    | DisputeSettled
    | Sealed
    | Unsealed
    | Withheld
    | Renamed
    | LedgerClosed
)
SeatCall: TypeAlias = (
    MissingAccepted
    | TableDiceTyped
    | TableDiceAttested
    | SeatJoined
    | SeatKeyChanged
    | SeatKeyAsked
    | SeatKeyVetoed
    | ChainRenewed
    | RewindAsked
    | RewindAnswered
    | DisputeRaised
    | DisputeAnswered
    | Withheld
    | Renamed
    | LedgerClosed
)
"""A seat's call that is a line of the ledger: it has an id, and is signed where the seat has a device."""
Entry: TypeAlias = Event | HistoryRewound | LedgerLine

LEDGER_LINES: tuple[type[LedgerLine], ...] = LedgerLine.__args__
SEAT_CALLS = frozenset(SeatCall.__args__)
FIGHT_EVENTS = frozenset(event.__name__ for event in EVENTS)
ENTRIES: dict[str, type[Entry]] = {entry.__name__: entry for entry in (*EVENTS, HistoryRewound, *LEDGER_LINES)}
"""Every kind of line by its stored name."""


def is_call(entry: Entry) -> TypeGuard[SeatCall]:
    """Return whether a line is a seat's call; a command is none."""
    return type(entry) in SEAT_CALLS
