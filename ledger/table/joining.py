"""Who may take a seat with which keys, bring a further device, change a key, begin another chain."""

from __future__ import annotations

import re
from typing import Any

from domain.table.names import SEAT_ID
from ledger.dice.entropy import PARTY
from ledger.dice.keys import declaration_message, key_of, signature_of, valid_key, verifies
from ledger.line.entries import ChainRenewed, SeatJoined, SeatKeyAsked, SeatKeyChanged
from ledger.refusals import NotJoined, NotSigned, NotYours, ReadOnly
from ledger.table import lost_keys, seating, signing
from ledger.table.fight import Fight
from ledger.table.table import BOT, Table

READER = "reader"
"""The seat of whoever brought an imported encounter."""
MOST_LINKS = 65_536
MOST_DEVICES = 8
"""Devices of one seat."""
_HASH = re.compile(r"[0-9a-f]{64}")


def must_join(table: Table, encounter: str, entry: SeatJoined) -> None:
    """Refuse a device that cannot take the seat; the first needs its own signature, a further one another's too."""
    _must_be_a_seat(table, entry)
    if entry.kind not in (None, BOT):
        raise NotJoined(f"A device says of itself that it is a {BOT}, or nothing.")
    _must_be_a_chain(entry)
    there = table.devices_of(entry.seat)
    if len(there) == MOST_DEVICES:
        raise NotJoined(f"{entry.seat} has {MOST_DEVICES} devices already.")
    if entry.party != (wanted := next_party(table, entry.seat)):
        raise NotJoined(f"The next device of {entry.seat} is called {wanted}, not {entry.party}.")
    _must_be_new(table, entry.key or "")
    signed = signing.declared(entry, encounter)
    signing.must_be_next(table, entry.seat, entry.seq)
    signing.must_say_what_was_seen(entry.seat, signed)
    _must_sign(entry.key or "", entry.sig, signed, entry.seat)
    if there and not any(lost_keys.vouches(table, each.party, entry.vouched, signed) for each in there):
        raise NotSigned(
            f"A further device of {entry.seat} is vouched for by one that it has: its signature is missing."
        )


def _must_be_a_seat(table: Table, entry: SeatJoined) -> None:
    """Refuse a seat that there is not, in that role, and one that takes no device."""
    if entry.seat not in table.seats:
        raise NotJoined(f"There is no seat {entry.seat} here.")
    if entry.role != table.seats[entry.seat]:
        raise NotJoined(f"{entry.seat} sits here as {table.seats[entry.seat]}, not as {entry.role[:40]}.")
    if not SEAT_ID.fullmatch(entry.seat):
        raise NotJoined(f"{entry.seat} takes no device: its name has other signs than small letters, digits and -.")
    if entry.seat == PARTY:
        raise NotJoined(f"{PARTY} takes no device: the server's own chain has that name.")


def must_invite(fight: Fight, by: str, entry: SeatJoined) -> None:
    """Refuse a new seat that somebody else than the host opens, or under a name that is taken."""
    must_be_open(fight)
    must_be_the_host(fight, by)
    taken = {*fight.table.seats, *fight.table.devices, *fight.encounter.combatants, *fight.encounter.voices}
    if not SEAT_ID.fullmatch(entry.seat):
        raise NotJoined(f"{entry.seat!r} is no seat id: small letters, digits and -, at most 32.")
    if entry.seat in taken or entry.seat in {seat.casefold() for seat in fight.table.seats}:
        raise NotJoined(f"{entry.seat} is somebody here already.")
    if entry.role not in ("player", "spectator"):
        raise NotJoined("A latecomer is a player or a spectator.")
    if len(fight.table.late) >= seating.MOST_LATE:
        raise NotJoined(seating.FULL)
    if entry.role == "player" and fight.table.dice == "loaded":
        raise NotJoined("Nobody joins where dice are loaded, except to watch: they are for examples with one seat.")


def must_be_played(fight: Fight, by: str, entry: SeatJoined) -> None:
    """Refuse a bot in a seat, or a person in its place, that is neither the caller's nor one the host still gives."""
    must_be_open(fight)
    if by != entry.seat:
        must_be_the_host(fight, by, "seats no bot")
        if entry.kind == BOT and _has_called(fight, entry.seat):
            raise NotYours(f"{entry.seat} is taken: only {entry.seat} lets a bot play in its place.")
    if entry.kind == BOT and fight.table.dice != "ledger":
        raise NotJoined(f"A {BOT} throws no dice: where they come from the table, or are loaded, people play.")
    seating.must_change_hands(fight.table, entry)


def must_be_the_host(fight: Fight, by: str, refused: str = "invites nobody") -> None:
    """Refuse whoever is neither the host nor the referee, and say of what."""
    host = fight.table.players[0]
    if by not in (host, fight.encounter.referee):
        raise NotYours(f"{by} {refused}: only {host} does, who opened the encounter.")


def must_look_after(fight: Fight, by: str, refused: str) -> None:
    """Refuse whoever did not open the fight, is not its referee, and did not bring it from a file."""
    if not (fight.imported and by == READER):
        must_be_the_host(fight, by, refused)


def must_change(table: Table, encounter: str, entry: SeatKeyChanged, at: int, *, old: bool = False) -> None:
    """Refuse another key for a device unless it signs, and enough vouch for it or it has waited long enough."""
    must_be_of(table, entry.seat, entry.party)
    _must_have_no_open_roll(table)
    _must_be_a_new_key(table, encounter, entry)
    lost_keys.must_be_vouched(table, encounter, entry, at, old=old)


def must_ask(table: Table, encounter: str, entry: SeatKeyAsked, at: int) -> None:
    """Refuse to ask for another key in place of a lost one unless it signs, and somebody who plays vouches for it."""
    must_be_of(table, entry.seat, entry.party)
    _must_be_a_new_key(table, encounter, entry)
    lost_keys.must_ask(table, encounter, entry, at)


def _must_be_a_new_key(table: Table, encounter: str, entry: SeatKeyChanged | SeatKeyAsked) -> None:
    """Refuse a key that is none or is known, that does not sign, or a seat's count that it does not go on with."""
    _must_be_a_chain(entry)
    _must_be_new(table, entry.key)
    signed = signing.declared(entry, encounter)
    signing.must_be_next(table, entry.seat, entry.seq)
    signing.must_say_what_was_seen(entry.seat, signed)
    _must_sign(entry.key, entry.sig, signed, entry.seat)


def must_renew(table: Table, encounter: str, entry: ChainRenewed) -> None:
    """Refuse another chain that the device did not sign, or in the middle of a roll."""
    must_be_of(table, entry.seat or "", entry.party)
    _must_have_no_open_roll(table)
    _must_be_a_chain(entry)
    if signing.must_be_signed(table, encounter, entry) != entry.party:
        raise NotSigned(f"{entry.party} signs for its own chain.")


def must_be_of(table: Table, seat: str, party: str) -> None:
    """Refuse a device that is not the seat's."""
    if party not in table.devices or table.devices[party].seat != seat:
        raise NotJoined(f"{seat} has no device {party} here: join with it first.")


def next_party(table: Table, seat: str) -> str:
    """Return the name of the device that a seat brings next: the seat's own, then numbered ones."""
    count = len(table.devices_of(seat))
    if count == 0:
        return seat
    names = (f"{seat[:29]}-{number}" for number in range(count + 1, count + 99))
    return next(name for name in names if name not in table.devices and name not in table.seats)


def must_invite_anew(fight: Fight, by: str, entry: SeatJoined) -> None:
    """Refuse to invite to a seat that is there: one that has a device, or has played, does so itself, and signs it."""
    must_be_open(fight)
    taken = bool(fight.table.devices_of(entry.seat)) or _has_called(fight, entry.seat)
    if by != entry.seat:
        must_be_the_host(fight, by)
        if taken:
            raise NotYours(f"{entry.seat} is taken: only {entry.seat} invites another device of its own, and signs it.")
        return
    if entry.sig is not None:
        signing.must_be_next(fight.table, by, entry.seq)
    signing.signer(fight.table, by, signing.invitation(entry, fight.id), entry.sig)


def _has_called(fight: Fight, seat: str) -> bool:
    """Return whether a seat ever did anything, signed or not; that it came is a line of its own."""
    return any(by == seat and fight.lines[n].type != "SeatJoined" for (by, _), (n, _) in fight.log.used.items())


def must_invite_the_lost(fight: Fight, by: str, seat: str, party: str) -> None:
    """Refuse to let somebody ask for another key in place of a lost one, who is not the host's guest."""
    must_be_open(fight)
    must_be_the_host(fight, by)
    must_be_of(fight.table, seat, party)


def must_be_open(fight: Fight) -> None:
    """Refuse who comes to a fight that is only read."""
    if fight.imported or fight.table.closed:
        raise ReadOnly("This fight is only read: nobody joins it any more.")


def _must_have_no_open_roll(table: Table) -> None:
    if table.open_roll is not None:
        raise NotJoined(f"Roll {table.open_roll.roll} is open: chains do not change meanwhile.")


def _must_be_a_chain(entry: SeatJoined | SeatKeyChanged | SeatKeyAsked | ChainRenewed) -> None:
    if not _HASH.fullmatch(entry.anchor or ""):
        raise NotJoined("The anchor of a chain is 64 hexadecimal digits.")
    if entry.length is None or not 1 <= entry.length <= MOST_LINKS:
        raise NotJoined(f"A chain has 1 to {MOST_LINKS} links.")


def _must_be_new(table: Table, key: str) -> None:
    try:
        raw = key_of(key)
    except ValueError as wrong:
        raise NotJoined(str(wrong)) from None
    if not valid_key(raw):
        raise NotJoined("This is no key to sign with: it is not a point of prime order.")
    if any(device.key == key for device in table.devices.values()):
        raise NotJoined("A device with this key is at the table already.")


def _must_sign(key: str, sig: str | None, signed: Any, seat: str) -> None:
    try:
        good = sig is not None and verifies(key_of(key), signature_of(sig), declaration_message(signed))
    except ValueError as wrong:
        raise NotSigned(str(wrong)) from None
    if not good:
        raise NotSigned(f"The new device of {seat} did not sign that it joins with these keys.")
