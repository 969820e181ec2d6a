"""The table: what stands around a fight (seats, rolls, chain, requests). A fold of lines that never rewinds."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import assert_never, cast

from domain.changing import changed
from domain.events import EncounterOpened, HistoryRewound
from domain.table.names import ENCOUNTER
from ledger.dice.chain import LENGTH
from ledger.line.entries import (
    FIGHT_EVENTS,
    ChainRenewed,
    CommandAccepted,
    DisputeAnswered,
    DisputeRaised,
    DisputeSettled,
    EntropyRevealed,
    Json,
    LedgerClosed,
    LedgerLine,
    MissingAccepted,
    Renamed,
    RewindAnswered,
    RewindAsked,
    RewindLapsed,
    Sealed,
    SeatCall,
    SeatJoined,
    SeatKeyAsked,
    SeatKeyChanged,
    SeatKeyVetoed,
    TableDiceAttested,
    TableDiceTyped,
    Unsealed,
    Withheld,
    is_call,
)
from ledger.line.lines import Line
from ledger.line.tree import leaf
from ledger.table.standing import AskedKey, Device, Dispute, KeyReplaced, OpenRoll, Request

BOT = "bot"
"""What a device says that it is where a program plays with it."""
PLAYING = frozenset({"player", "referee"})
"""The roles of the seats that play."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """The table after some line. ``chain_base`` counts the rolls made before the present chain began.

    ``missed`` is by seat the last roll for which no link of it came, whichever device was asked. ``founding`` are the
    seats of the opening that had a device when play began, ``late`` those invited since, ``bots`` those that play by
    themselves. ``asked`` are keys that wait, by the device they would replace; ``key_lines`` tell of any changed key.

    ``secret`` says whether anything was ever sealed; ``disputes`` stand there by the line they were raised in,
    ``attested`` is what seats said of typed dice, by their line; ``named`` are the names given, each with its
    line, and ``true`` those that were sealed, as far as they are known.
    """

    rewind: str = "until-roll"
    dice: str = "ledger"
    entropy: str = "server"
    missing: str = "wait"
    key_wait: int | None = None
    origin: str | None = None
    log_key: str | None = None
    seats: dict[str, str] = field(default_factory=dict)
    seq: dict[str, int] = field(default_factory=dict)
    rolls: int = 0
    anchor: str | None = None
    chain_base: int = 0
    request: Request | None = None
    open_roll: OpenRoll | None = None
    secret: bool = False
    closed: bool = False
    devices: dict[str, Device] = field(default_factory=dict)
    missed: dict[str, int] = field(default_factory=dict)
    former: tuple[tuple[str, str], ...] = ()
    begun: bool = False
    founding: tuple[str, ...] = ()
    late: tuple[str, ...] = ()
    bots: tuple[str, ...] = ()
    asked: dict[str, AskedKey] = field(default_factory=dict)
    replaced: tuple[KeyReplaced, ...] = ()
    key_lines: tuple[int, ...] = ()
    disputes: dict[int, Dispute] = field(default_factory=dict)
    attested: dict[int, tuple[tuple[str, str], ...]] = field(default_factory=dict)
    named: tuple[tuple[int, str, str], ...] = ()
    true: tuple[tuple[int, str, str], ...] = ()

    @property
    def title(self) -> str | None:
        """Return what the encounter is called."""
        return next((name for _, of, name in reversed(self.named) if of == ENCOUNTER), None)

    @property
    def open_disputes(self) -> tuple[Dispute, ...]:
        """Return the disputes that nobody settled, the oldest first."""
        return tuple(dispute for dispute in self.disputes.values() if dispute.result is None)

    def automatic(self) -> list[str]:
        """Return the seats that a bot of the server plays."""
        return [seat for seat in self.bots if not self.devices_of(seat)]

    def devices_of(self, seat: str) -> tuple[Device, ...]:
        """Return the devices of a seat; none for a custodial one."""
        return tuple(device for device in self.devices.values() if device.seat == seat)

    @property
    def players(self) -> tuple[str, ...]:
        """Return the seats that play, the host first; a referee is one of them."""
        return tuple(seat for seat, role in self.seats.items() if role in PLAYING)

    def after(self, line: Line) -> Table:
        """Return the table after one more line."""
        if line.type in FIGHT_EVENTS:
            if isinstance(line.entry, EncounterOpened):
                return _opened(line.entry)
            # The outcome of an open roll has come.
            return self if self.open_roll is None else changed(self, open_roll=None)
        entry = cast("LedgerLine | HistoryRewound", line.entry)
        return _after(_counted(self, entry), entry, line)


def _after(table: Table, entry: LedgerLine | HistoryRewound, line: Line) -> Table:  # one line for each kind of line
    match entry:
        case CommandAccepted():
            return _accepted(table, entry, line)
        case EntropyRevealed():
            return _revealed(table, entry)
        case MissingAccepted():
            return _went_on(table, entry)
        case TableDiceTyped():
            return _typed(table, entry)
        case Sealed():
            return changed(table, secret=True, open_roll=None)
        case Unsealed(payload=payload):
            return changed(table, named=(*table.named, *true_name(payload.get("action"), line.n)))
        case Withheld():
            return table
        case Renamed(of=of, name=name):
            return changed(table, named=(*table.named, (line.n, of, name)))
        case SeatJoined():
            return _joined(table, entry)
        case SeatKeyChanged():
            return _key_changed(table, entry, line.n)
        case SeatKeyAsked():
            return _key_asked(table, entry, line.n)
        case SeatKeyVetoed():
            return _vetoed(table, entry, line.n)
        case ChainRenewed():
            return _renewed(table, entry)
        case RewindAsked():
            return _asked(table, entry, line.n)
        case RewindAnswered():
            return _answered(table, entry, line.n)
        case RewindLapsed():
            return changed(table, request=None)
        case HistoryRewound():
            return _rewound(table, entry)
        case LedgerClosed():
            return changed(table, closed=True)
        case DisputeRaised():
            return _contested(table, entry, line.n)
        case DisputeAnswered():
            return _judged(table, entry, line.n)
        case DisputeSettled():
            return _settled(table, entry, line.n)
        case TableDiceAttested():
            return _attested(table, entry)
        case _:
            assert_never(entry)


def _counted(table: Table, entry: LedgerLine | HistoryRewound) -> Table:
    """Count a call that is signed; a command counts by its declaration."""
    if not is_call(entry) or entry.seq is None:
        return table
    return changed(table, seq={**table.seq, seat_of(entry): entry.seq})


def seat_of(call: SeatCall) -> str:
    """Return whose call a line is."""
    match call:
        case RewindAsked() | DisputeRaised() | Withheld() | Renamed() | LedgerClosed():
            return call.by or ""
        case _:
            return call.seat or ""


def _opened(entry: EncounterOpened) -> Table:
    return Table(
        rewind=entry.rewind,
        dice=entry.dice,
        entropy=entry.entropy,
        missing=entry.missing or "wait",
        key_wait=entry.key_wait,
        origin=entry.origin,
        log_key=entry.log_key,
        seats={seat["id"]: seat["role"] for seat in entry.seats},
        anchor=entry.anchor,
        named=() if entry.title is None else ((0, ENCOUNTER, entry.title),),
    )


def _accepted(table: Table, entry: CommandAccepted, line: Line) -> Table:
    decl = entry.decl
    if "sealed" in decl:
        true = (*table.true, *true_name(decl.get("action"), line.n))
        table = changed(table, secret=True, true=true)
    seq = {**table.seq, decl["seat"]: decl["seq"]}
    if not table.begun:
        table = changed(table, begun=True)
    table = _corrected(table, decl.get("action", {}), line.n)
    if entry.roll is None:
        return changed(table, seq=seq)
    if table.dice != "table" and not entry.contributors:
        return changed(table, seq=seq, rolls=entry.roll)
    named: dict[str, int] = entry.contributors or {}
    opened = OpenRoll(
        line=line.n,
        roll=entry.roll,
        seat=decl["seat"],
        action=decl.get("action", {}),
        contributors=named,
        declared=leaf(line.raw) if named else b"",
        at=line.at,
    )
    used = {party: changed(table.devices[party], used=k) for party, k in named.items() if party in table.devices}
    return changed(table, seq=seq, rolls=entry.roll, open_roll=opened, devices={**table.devices, **used})


def true_name(action: Json | None, n: int) -> tuple[tuple[int, str, str], ...]:
    """Return the true name that a command seals, in line ``n``, if it seals one."""
    if action is None or action.get("do") != "seal" or action.get("name") is None or action.get("whose") is None:
        return ()
    return ((n, str(action["whose"]), str(action["name"])),)


def _corrected(table: Table, action: Json, line: int) -> Table:
    """Return the table after a command that may be an override which names a dispute, or in a file anything."""
    named = action.get("dispute") if action.get("do") == "override" else None
    dispute = table.disputes.get(named) if type(named) is int else None
    if dispute is None:
        return table
    return changed(table, disputes={**table.disputes, dispute.line: dispute.corrected_by(line)})


def _contested(table: Table, entry: DisputeRaised, n: int) -> Table:
    dispute = Dispute(line=n, of=entry.of, by=entry.by, reason=entry.reason)
    return changed(table, disputes={**table.disputes, n: dispute})


def _judged(table: Table, entry: DisputeAnswered, n: int) -> Table:
    dispute = table.disputes.get(entry.dispute)
    if dispute is None:
        return table
    return changed(table, disputes={**table.disputes, entry.dispute: dispute.after(entry, n)})


def _settled(table: Table, entry: DisputeSettled, n: int) -> Table:
    dispute = table.disputes.get(entry.dispute)
    if dispute is None:
        return table
    settled = changed(dispute, result=entry.result, settled=n)
    return changed(table, disputes={**table.disputes, entry.dispute: settled})


def _attested(table: Table, entry: TableDiceAttested) -> Table:
    said = (*table.attested.get(entry.of, ()), (entry.seat, entry.verdict))
    return changed(table, attested={**table.attested, entry.of: said})


def _revealed(table: Table, entry: EntropyRevealed) -> Table:
    opened = table.open_roll
    if opened is None:
        return table
    shown = {
        party: changed(table.devices[party], shown=opened.contributors[party], link=given["link"])
        for party, given in (entry.contributions or {}).items()
        if party in table.devices and party in opened.contributors
    }
    missed = {
        party: changed(table.devices[party], missed=entry.roll) for party in entry.missing if party in table.devices
    }
    seats = {device.seat: entry.roll for device in missed.values()}
    return changed(table, devices={**table.devices, **shown, **missed}, missed={**table.missed, **seats})


def _typed(table: Table, entry: TableDiceTyped) -> Table:
    if table.open_roll is None:
        return table
    return changed(table, open_roll=changed(table.open_roll, typed=(*table.open_roll.typed, entry)))


def _went_on(table: Table, entry: MissingAccepted) -> Table:
    if table.open_roll is None:
        return table
    return changed(table, open_roll=changed(table.open_roll, without=(*table.open_roll.without, entry.seat)))


def _joined(table: Table, entry: SeatJoined) -> Table:
    if entry.seat not in table.seats:
        table = changed(table, seats={**table.seats, entry.seat: entry.role}, late=(*table.late, entry.seat))
    if entry.kind == BOT:
        table = changed(table, bots=(*table.bots, entry.seat))
    elif not table.devices_of(entry.seat):
        # A person takes the place of a bot of the server.
        table = changed(table, bots=tuple(seat for seat in table.bots if seat != entry.seat))
    if entry.party is None or entry.key is None or entry.anchor is None:
        return table
    if not table.begun and entry.seat not in (*table.late, *table.founding):
        table = changed(table, founding=(*table.founding, entry.seat))
    device = Device(seat=entry.seat, party=entry.party, key=entry.key, link=entry.anchor, length=entry.length or LENGTH)
    return changed(table, devices={**table.devices, entry.party: device})


def _key_changed(table: Table, entry: SeatKeyChanged, n: int) -> Table:
    device = Device(seat=entry.seat, party=entry.party, key=entry.key, link=entry.anchor, length=entry.length)
    old = table.devices.get(entry.party)
    former = table.former if old is None else (*table.former, (entry.party, old.key))
    lines = (*table.key_lines, n)
    table = changed(table, devices={**table.devices, entry.party: device}, former=former, key_lines=lines)
    if entry.party not in (entry.vouched or {}):
        waited = entry.party in table.asked and table.asked[entry.party].key == entry.key
        replaced = KeyReplaced(line=n, party=entry.party, waited=waited)
        table = changed(table, replaced=(*table.replaced, replaced))
    return _without(table, entry.party)


def _without(table: Table, party: str) -> Table:
    """Return the table without a key that is asked for in place of a device's."""
    if party not in table.asked:
        return table
    return changed(table, asked={name: each for name, each in table.asked.items() if name != party})


def _key_asked(table: Table, entry: SeatKeyAsked, n: int) -> Table:
    asked = AskedKey(
        line=n,
        seat=entry.seat,
        party=entry.party,
        key=entry.key,
        anchor=entry.anchor,
        length=entry.length,
        until=entry.until,
        vouched=tuple(sorted(entry.vouched or {})),
    )
    return changed(table, asked={**table.asked, entry.party: asked}, key_lines=(*table.key_lines, n))


def _vetoed(table: Table, entry: SeatKeyVetoed, n: int) -> Table:
    found = [party for party, each in table.asked.items() if each.line == entry.of]
    table = changed(table, key_lines=(*table.key_lines, n))
    return _without(table, found[0]) if found else table


def _renewed(table: Table, entry: ChainRenewed) -> Table:
    if entry.party not in table.devices:
        return changed(table, anchor=entry.anchor, chain_base=table.rolls)
    fresh = changed(table.devices[entry.party], link=entry.anchor, length=entry.length or LENGTH, shown=0, used=0)
    return changed(table, devices={**table.devices, entry.party: fresh})


def _asked(table: Table, entry: RewindAsked, n: int) -> Table:
    request = Request(line=n, to_version=entry.to_version, by=entry.by, reason=entry.reason)
    return changed(table, request=request)


def _answered(table: Table, entry: RewindAnswered, n: int) -> Table:
    if table.request is None or not entry.agree:
        return table
    return changed(table, request=changed(table.request, agreed=(*table.request.agreed, (entry.seat, n))))


def _rewound(table: Table, entry: HistoryRewound) -> Table:
    roll = table.open_roll
    return changed(table, request=None, open_roll=roll if roll and roll.line <= entry.to_version else None)
