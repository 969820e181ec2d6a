"""What a seat signs: its declarations and its other calls, each as the declaration that its line spells."""

from __future__ import annotations

from typing import Any, TypeGuard

from ledger.dice.keys import declaration_message, key_of, signature_of, verifies
from ledger.line.entries import (
    ChainRenewed,
    DisputeAnswered,
    DisputeRaised,
    Entry,
    Json,
    LedgerClosed,
    MissingAccepted,
    Renamed,
    RewindAnswered,
    RewindAsked,
    SeatCall,
    SeatJoined,
    SeatKeyAsked,
    SeatKeyChanged,
    SeatKeyVetoed,
    TableDiceAttested,
    TableDiceTyped,
    Withheld,
    is_call,
)
from ledger.line.hidden import commit
from ledger.refusals import NotSigned, OutOfSequence
from ledger.table.table import Table, seat_of

CALLS: dict[type[SeatCall], tuple[str, tuple[str, ...]]] = {
    RewindAsked: ("rewind", ("to_version", "reason")),
    RewindAnswered: ("answer_rewind", ("agree",)),
    TableDiceTyped: ("type_dice", ("by", "dice", "faces")),
    TableDiceAttested: ("attest", ("of", "verdict")),
    MissingAccepted: ("go_on", ("roll",)),
    DisputeRaised: ("contest", ("of", "reason")),
    DisputeAnswered: ("settle", ("dispute", "result", "reason")),
    Withheld: ("withhold", ("of", "reason")),
    Renamed: ("rename", ("of", "name")),
    LedgerClosed: ("close", ()),
    SeatJoined: ("join", ("party", "key", "anchor", "length")),
    SeatKeyChanged: ("change_key", ("party", "key", "anchor", "length")),
    SeatKeyAsked: ("change_key", ("party", "key", "anchor", "length")),
    SeatKeyVetoed: ("veto_key", ("of",)),
    ChainRenewed: ("renew_chain", ("party", "anchor", "length")),
}
"""The calls that are ledger lines: the name they are declared under, and the fields they declare."""
FRESH = (RewindAsked, LedgerClosed)
"""The calls that want something of the fight as it stands: kept back and taken later they would mean another fight."""
_ABOUT: dict[type[SeatCall], str] = {
    RewindAsked: "to_version",
    TableDiceAttested: "of",
    DisputeRaised: "of",
    DisputeAnswered: "dispute",
    Withheld: "of",
}
"""The calls that name a line."""


def declared(call: SeatCall, encounter: str) -> Json:
    """Return the declaration that a call's line spells: what was signed, if it was."""
    do, names = CALLS[type(call)]
    action = {"do": do, **{name: _plain(getattr(call, name)) for name in names}}
    if isinstance(call, DisputeAnswered) and call.action is not None:
        action["action"] = call.action
    if isinstance(call, SeatJoined) and call.kind is not None:
        action["kind"] = call.kind
    return decl(action, encounter=encounter, seat=seat_of(call), cmd=call.cmd, seen=call.seen, seq=call.seq)


def invitation(entry: SeatJoined, encounter: str) -> Json:
    """Return what a seat declares that invites another device of its own; it is no line and does not count."""
    action = {"do": "invite", "seat": entry.seat}
    return decl(action, encounter=encounter, seat=entry.seat, cmd=entry.cmd or "", seen=entry.seen, seq=entry.seq)


def decl(action: Json, *, encounter: str, seat: str, cmd: str | None, seen: Any, seq: int | None) -> Json:
    """Return a declaration; ``seen`` and ``seq`` stand in it where the seat named them."""
    made: Json = {"action": action, "cmd": cmd, "encounter": encounter, "seat": seat}
    if seen:
        made["seen"] = list(seen)
    if seq is not None:
        made["seq"] = seq
    return made


def as_stored(declaration: Json, salt: bytes | None) -> Json:
    """Return a declaration as its line will hold it: words in it replaced by their commitment, if a salt was chosen."""
    action: Json = declaration["action"]
    if salt is None or "text" not in action:
        return declaration
    kept = {name: value for name, value in action.items() if name != "text"}
    return {**declaration, "action": {**kept, "commit": commit(salt, {"text": action["text"]})}}


def signer(table: Table, seat: str, declaration: Json, sig: str | None) -> str | None:
    """Return the device whose signature of the declaration is good; None for a custodial seat, which signs nothing.

    Raises:
        NotSigned: The seat has devices and none of them signed this, with what it had seen; or it has none and
            something is signed.
    """
    devices = table.devices_of(seat)
    if sig is None:
        if devices:
            raise NotSigned(f"{seat} plays with a key of its own: what it declares must be signed with it.")
        return None
    if not devices:
        raise NotSigned(f"{seat} has no key here that could have signed this: join with one first.")
    raw, message = _signature(sig), declaration_message(declaration)
    for device in devices:
        if verifies(key_of(device.key), raw, message):
            must_say_what_was_seen(seat, declaration)
            return device.party
    raise NotSigned(f"No key of {seat} signed this: the signature is of something else, or of another key.")


def must_be_next(table: Table, seat: str, seq: int | None) -> None:
    """Refuse a command or a signed call whose number is not the one that follows for the seat. Raises OutOfSequence."""
    following = table.seq.get(seat, 0) + 1
    if seq != following:
        counted = "has none" if seq is None else f"is number {seq}"
        raise OutOfSequence(f"The next call of {seat} is number {following}, and this {counted}.", following)


def must_say_what_was_seen(seat: str, declaration: Json) -> None:
    """Refuse a signed declaration that does not say what the seat had seen. Raises NotSigned."""
    if "seen" not in declaration:
        raise NotSigned(f"{seat} signs what it had seen as well: name seen, the lines and the hash of the last.")


def must_be_signed(table: Table, encounter: str, call: SeatCall) -> str | None:
    """Return the device that signed a call's line, None for a custodial seat's. Raises OutOfSequence, NotSigned."""
    seat = seat_of(call)
    if call.sig is not None:
        must_be_next(table, seat, call.seq)
    party = signer(table, seat, declared(call, encounter), call.sig)
    if party is None and call.seq is not None:
        raise NotSigned("Only signed calls are counted: leave seq out, or sign.")
    about = _about(table, call)
    if party is not None and about is not None and call.seen[0] <= about:
        raise NotSigned(f"{seat} signed this before line {about} was there, which it is about.")
    return party


def is_signed(entry: Entry) -> TypeGuard[SeatCall]:
    """Return whether a line is a call that a device signed; an invitation that is a line is nobody's signature."""
    invites = isinstance(entry, SeatJoined) and entry.party is None
    return is_call(entry) and entry.sig is not None and not invites


def seen_by(table: Table, call: SeatCall) -> int | None:
    """Return how many lines a seat had seen that wants something of the fight as it stands; None where all may be old.

    Before ``key_wait`` such a call was taken whatever had happened since.
    """
    return call.seen[0] if isinstance(call, FRESH) and call.seen and table.key_wait is not None else None


def _about(table: Table, call: SeatCall) -> int | None:
    """Return the line that a call is about: what was signed before that could be put under another one."""
    if isinstance(call, RewindAnswered):
        return None if table.request is None else table.request.line
    if isinstance(call, MissingAccepted | TableDiceTyped):
        return None if table.open_roll is None else table.open_roll.line
    name = _ABOUT.get(type(call))
    return None if name is None else getattr(call, name)


def _signature(text: str) -> bytes:
    try:
        return signature_of(text)
    except ValueError as wrong:
        raise NotSigned(str(wrong)) from None


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
