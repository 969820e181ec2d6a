"""What a seat signs: its declarations and its other calls, each as the declaration that its line spells."""

from __future__ import annotations

from typing import Any

from ledger.dice.keys import declaration_message, key_of, signature_of, verifies
from ledger.line.entries import (
    ChainRenewed,
    DisputeAnswered,
    DisputeRaised,
    Entry,
    Json,
    LedgerClosed,
    MissingAccepted,
    RewindAnswered,
    RewindAsked,
    SeatJoined,
    SeatKeyAsked,
    SeatKeyChanged,
    SeatKeyVetoed,
    TableDiceAttested,
    TableDiceTyped,
    Withheld,
)
from ledger.line.hidden import commit
from ledger.refusals import NotSigned
from ledger.table.table import Table, seat_of

CALLS: dict[type[Any], tuple[str, tuple[str, ...]]] = {
    RewindAsked: ("rewind", ("to_version", "reason")),
    RewindAnswered: ("answer_rewind", ("agree",)),
    TableDiceTyped: ("type_dice", ("by", "dice", "faces")),
    TableDiceAttested: ("attest", ("of", "verdict")),
    MissingAccepted: ("go_on", ("roll",)),
    DisputeRaised: ("contest", ("of", "reason")),
    DisputeAnswered: ("settle", ("dispute", "result", "reason")),
    Withheld: ("withhold", ("of", "reason")),
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
_ABOUT: dict[type[Any], str] = {
    RewindAsked: "to_version",
    TableDiceAttested: "of",
    DisputeRaised: "of",
    DisputeAnswered: "dispute",
    Withheld: "of",
}
"""The calls that name a line."""


def declared(entry: Entry, encounter: str) -> Json:
    """Return the declaration that a call's line spells: what was signed, if it was."""
    do, names = CALLS[type(entry)]
    call: Any = entry
    action = {"do": do, **{name: _plain(getattr(call, name)) for name in names}}
    if isinstance(entry, DisputeAnswered) and entry.action is not None:
        action["action"] = entry.action
    if isinstance(entry, SeatJoined) and entry.kind is not None:
        action["kind"] = entry.kind
    return decl(action, encounter=encounter, seat=seat_of(call), cmd=call.cmd, seen=call.seen, seq=call.seq)


def invitation(entry: SeatJoined, encounter: str) -> Json:
    """Return what a seat declares that invites another device of its own; it is no line and does not count."""
    action = {"do": "invite", "seat": entry.seat}
    return decl(action, encounter=encounter, seat=entry.seat, cmd=entry.cmd or "", seen=entry.seen, seq=entry.seq)


def decl(action: Json, *, encounter: str, seat: str, cmd: str, seen: Any, seq: int | None) -> Json:
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
        NotSigned: The seat has devices and none of them signed this, as its next call and with what it had seen; or it
            has none and something is signed.
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
            must_count(table, seat, declaration)
            return device.party
    raise NotSigned(f"No key of {seat} signed this: the signature is of something else, or of another key.")


def must_count(table: Table, seat: str, declaration: Json) -> None:
    """Refuse a signed declaration that is not the seat's next one, or does not say what the seat had seen."""
    following = table.seq.get(seat, 0) + 1
    if declaration.get("seq") != following:
        raise NotSigned(
            f"The next signed call of {seat} is number {following}, not {declaration.get('seq')}.", following
        )
    if "seen" not in declaration:
        raise NotSigned(f"{seat} signs what it had seen as well: name seen, the lines and the hash of the last.")


def must_be_signed(table: Table, encounter: str, entry: Entry) -> str | None:
    """Return the device that signed a call's line, None for a custodial seat's; NotSigned says why it is not taken."""
    call: Any = entry
    declaration = declared(entry, encounter)
    party = signer(table, seat_of(call), declaration, call.sig)
    if party is None and call.seq is not None:
        raise NotSigned("Only signed calls are counted: leave seq out, or sign.")
    about = _about(table, call)
    if party is not None and about is not None and call.seen[0] <= about:
        raise NotSigned(f"{seat_of(call)} signed this before line {about} was there, which it is about.")
    return party


def is_signed(entry: Any) -> bool:
    """Return whether a device signed a call's line; an invitation that is a line is nobody's signature."""
    return getattr(entry, "sig", None) is not None and not (isinstance(entry, SeatJoined) and entry.party is None)


def seen_by(table: Table, call: Any) -> int | None:
    """Return how many lines a seat had seen that wants something of the fight as it stands; None where all may be old.

    Before ``key_wait`` such a call was taken whatever had happened since.
    """
    return call.seen[0] if isinstance(call, FRESH) and call.seen and table.key_wait is not None else None


def _about(table: Table, call: Any) -> int | None:
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
