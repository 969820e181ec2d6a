"""A key that was lost: who may vouch for another one, how long it waits for, and how the old one vetoes.

Nobody takes a seat with one other person's word. Two seats that play vouch for a new key, or one does where there are
no two, and then a time passes in which the old key can say that it is not lost.
"""

from __future__ import annotations

from dataclasses import fields as dataclass_fields
from typing import Any

from domain.table.policies import DAY
from ledger.dice.keys import declaration_message, key_of, signature_of, verifies
from ledger.line.entries import SeatKeyAsked, SeatKeyChanged, SeatKeyVetoed
from ledger.refusals import NotJoined, NotSeated, NotSigned
from ledger.table import signing
from ledger.table.table import PLAYING, Table

_ENOUGH = 2


def wait_of(table: Table) -> int:
    """Return the milliseconds that a key asked for waits; where line 0 does not say, those of a day."""
    return 1000 * (table.key_wait or DAY)


def must_be_vouched(table: Table, encounter: str, entry: SeatKeyChanged, at: int, *, old: bool = False) -> None:
    """Refuse another key for a device unless the old one signs it, two who may vouch do, or it has waited its time.

    With ``old`` a file from before there was a time to wait is judged as it was then.
    """
    signed = signing.declared(entry, encounter)
    good = vouching(table, entry.vouched, signed)
    asked = table.asked.get(entry.party)
    if entry.party in (entry.vouched or {}) and entry.party not in good:
        raise NotSigned(f"What stands under the name of {entry.party} is no signature of the old key.")
    if entry.party in good or len(_sure(table, entry.seat, good)) >= _ENOUGH:
        return
    if asked is not None and asked.key == entry.key and asked.anchor == entry.anchor and asked.length == entry.length:
        if at < asked.until:
            raise NotJoined(f"The old key of {entry.party} may veto the new one until {asked.until}: come again then.")
        return
    if old and table.key_wait is None and _was_enough(table, entry, good):
        return
    raise NotSigned(_too_few(table, entry))


def waits(table: Table, encounter: str, entry: SeatKeyChanged) -> bool:
    """Return whether a key that comes now is only asked for: it takes effect at once for nobody's word alone."""
    good = vouching(table, entry.vouched, signing.declared(entry, encounter))
    return (
        entry.party not in (entry.vouched or {})
        and len(_sure(table, entry.seat, good)) < _ENOUGH
        and may_ask(table, encounter, entry)
    )


def asking(table: Table, entry: SeatKeyChanged, at: int) -> SeatKeyAsked:
    """Return the line that asks for a key now."""
    fields = {each.name: getattr(entry, each.name) for each in dataclass_fields(entry)}
    return SeatKeyAsked(**fields, until=at + wait_of(table))


def may_ask(table: Table, encounter: str, entry: SeatKeyChanged | SeatKeyAsked) -> bool:
    """Return whether another key can be asked for now: no two others could vouch, and one who plays does."""
    seats = _seats(table, vouching(table, entry.vouched, signing.declared(entry, encounter)))
    return len(others(table, entry.seat)) < _ENOUGH and bool(_playing(table, entry.seat, seats))


def must_ask(table: Table, encounter: str, entry: SeatKeyAsked, at: int) -> None:
    """Refuse to ask for another key where too few vouch, where one is asked for already, or for another time."""
    if any(each.seat == entry.seat for each in table.asked.values()):
        raise NotJoined(f"Another key of {entry.seat} is asked for already.")
    if not may_ask(table, encounter, entry):
        raise NotSigned(_too_few(table, entry))
    if entry.until != at + wait_of(table):
        raise NotJoined(f"A key that is asked for waits until {at + wait_of(table)}, not until {entry.until}.")


def must_be_a_veto(table: Table, encounter: str, entry: SeatKeyVetoed) -> None:
    """Refuse a veto that no device of the seat signed; it needs no count, so that it can always be given."""
    message = declaration_message(signing.declared(entry, encounter))
    try:
        sig = signature_of(entry.sig or "")
    except ValueError as wrong:
        raise NotSeated(str(wrong)) from None
    keys = [key_of(each.key) for each in table.devices_of(entry.seat)]
    if entry.seq is not None or not any(verifies(key, sig, message) for key in keys):
        raise NotSeated(f"No key of {entry.seat} signed this veto.")


def must_be_asked_for(table: Table, entry: SeatKeyVetoed) -> None:
    """Refuse a veto of what is not asked for."""
    if not any(each.line == entry.of and each.seat == entry.seat for each in table.asked.values()):
        raise NotJoined(f"No key of {entry.seat} that was asked for in line {entry.of} waits.")
    if entry.seen and entry.seen[0] <= entry.of:
        raise NotJoined(f"{entry.seat} signed this before line {entry.of} was there, which it is about.")


def others(table: Table, seat: str) -> set[str]:
    """Return the seats that could vouch for a lost key of a seat: those that sat there when play began."""
    return _sure(table, seat, set(table.devices))


def vouching(table: Table, vouched: Any, signed: Any) -> set[str]:
    """Return the devices that signed the same declaration."""
    return {party for party in vouched or {} if vouches(table, party, vouched, signed)}


def vouches(table: Table, party: str, vouched: Any, signed: Any) -> bool:
    """Return whether a device signed the same declaration."""
    if party not in table.devices or not isinstance((vouched or {}).get(party), str):
        return False
    try:
        return verifies(key_of(table.devices[party].key), signature_of(vouched[party]), declaration_message(signed))
    except ValueError:
        return False


def _seats(table: Table, parties: set[str]) -> set[str]:
    return {table.devices[party].seat for party in parties}


def _playing(table: Table, seat: str, seats: set[str]) -> set[str]:
    """Return those of some seats that play, by somebody at the table, besides one."""
    return {each for each in seats - {seat} if table.seats[each] in PLAYING and each not in table.bots}


def _sure(table: Table, seat: str, parties: set[str]) -> set[str]:
    """Return of the seats of some devices those whose word counts: nobody could have made them up meanwhile."""
    return _playing(table, seat, _seats(table, parties)) & set(table.founding)


def _was_enough(table: Table, entry: SeatKeyChanged, good: set[str]) -> bool:
    """Return whether enough vouched by what held before: a referee with a device and one more, else all others."""
    referee = next((seat for seat, role in table.seats.items() if role == "referee"), None)
    seats = _seats(table, good) - {entry.seat}
    there = {device.seat for device in table.devices.values()} - {entry.seat}
    if referee in there:
        return referee in seats and len(seats) > 1
    return bool(there) and seats == there


def _too_few(table: Table, entry: SeatKeyChanged | SeatKeyAsked) -> str:
    able = sorted(others(table, entry.seat))
    if len(able) >= _ENOUGH:
        return f"Too few vouch for the new key: the old one of {entry.party} signs it, or two of {', '.join(able)} do."
    who = able[0] if able else "another seat that plays with a device"
    return (
        f"Nobody vouches for the new key: the old one of {entry.party} signs it, or {who} does, and then it waits for"
        " a veto of the old one."
    )
