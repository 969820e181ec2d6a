"""Keys that took the place of lost ones, or ask to: shown to everybody, until the end."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from ledger.line.entries import SeatKeyAsked, SeatKeyChanged, SeatKeyVetoed
from ledger.line.lines import Line
from ledger.table.fight import Fight
from ledger.table.standing import KeyReplaced
from projections.wording import inert, listed


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyAsked:
    """Another key of a device that was lost, asked for in line ``line``; it may be vetoed ``until`` then (ms)."""

    line: int
    seat: str
    party: str
    key: str
    until: int
    vouched: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyVetoed:
    """Another key of a device to which, in line ``line``, a device of the seat said no."""

    line: int
    party: str
    key: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LostKeys:
    """What everybody is told of lost keys."""

    asked: tuple[KeyAsked, ...] = ()
    replaced: tuple[KeyReplaced, ...] = ()


NONE = LostKeys()


def lost_keys(lines: Iterable[Line]) -> LostKeys:
    """Return the keys that wait and those that were replaced, after all these lines."""
    known = LostKeys()
    for line in lines:
        known = project(known, line)
    return known


def at(fight: Fight, version: int) -> LostKeys:
    """Return the same as they stood at a version."""
    if version == fight.version:
        return shown(fight)
    return lost_keys(fight.lines[n] for n in fight.table.key_lines if n <= version)


def shown(fight: Fight) -> LostKeys:
    """Return the same as a fight stands now."""
    asked = (
        KeyAsked(line=each.line, seat=each.seat, party=each.party, key=each.key, until=each.until, vouched=each.vouched)
        for each in fight.table.asked.values()
    )
    return LostKeys(asked=tuple(asked), replaced=fight.table.replaced)


def vetoed(fight: Fight, seat: str) -> tuple[KeyVetoed, ...]:
    """Return the keys to which the devices of a seat said no, the oldest first."""
    said = ((n, fight.lines[n].entry) for n in fight.table.key_lines)
    return tuple(
        KeyVetoed(line=n, party=asked.party, key=asked.key)
        for n, entry in said
        if isinstance(entry, SeatKeyVetoed) and entry.seat == seat
        if isinstance(asked := fight.lines[entry.of].entry, SeatKeyAsked)
    )


def project(known: LostKeys, line: Line) -> LostKeys:
    """Return the lost keys after one more line."""
    match line.entry:
        case SeatKeyAsked() as entry:
            asked = KeyAsked(
                line=line.n,
                seat=entry.seat,
                party=entry.party,
                key=entry.key,
                until=entry.until,
                vouched=tuple(sorted(entry.vouched or {})),
            )
            return replace(known, asked=(*known.asked, asked))
        case SeatKeyVetoed(of=of):
            return replace(known, asked=tuple(each for each in known.asked if each.line != of))
        case SeatKeyChanged(party=party, key=key, vouched=vouched):
            waited = any((each.party, each.key) == (party, key) for each in known.asked)
            done = () if party in (vouched or {}) else (KeyReplaced(line=line.n, party=party, waited=waited),)
            left = tuple(each for each in known.asked if each.party != party)
            return LostKeys(asked=left, replaced=(*known.replaced, *done))
        case _:
            return known


def told_of(replaced: Iterable[KeyReplaced]) -> str:
    """Return that keys were replaced, by device and line."""
    each = listed(f"{each.party} (line {each.line})" for each in replaced)
    return f"without the word of the old key another one was taken for {each}"


def asking(entry: SeatKeyAsked) -> str:
    """Return who asks for another key, who vouches, and until when the old one can say no."""
    by = listed(sorted(entry.vouched or {}))
    return (
        f"Seat {inert(entry.seat)} asks for another key of its device {inert(entry.party)}, vouched for by {by}:"
        f" it counts from {moment(entry.until)} on unless a device of the seat says no"
    )


def moment(milliseconds: int) -> str:
    """Return a time as one reads it, in UTC; a file from elsewhere may state one that no calendar has."""
    try:
        return datetime.fromtimestamp(milliseconds // 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")
    except (ValueError, OverflowError):
        return "a year beyond 9999"
