"""What must hold of the lines in which somebody takes a seat, and of those that give a device another key."""

from __future__ import annotations

from ledger.line.entries import SeatJoined, SeatKeyAsked, SeatKeyChanged, SeatKeyVetoed
from ledger.line.lines import Line
from ledger.proof.good_lines import GoodLines
from ledger.table import joining, lost_keys, seating


def joined(checked: GoodLines, _: Line, joined: SeatJoined) -> None:
    """Check that the seat is new, that a device may take it, or that a bot of the server plays it, or no more."""
    if joined.party is not None:
        joining.must_join(checked.table, checked.encounter, joined)
        checked.must_be_new(joined)
    elif joined.seat in checked.table.seats:
        seating.must_change_hands(checked.table, joined)
        checked.must_be_new(joined)
    else:
        seating.must_come_late(checked.table, joined)


def key_changed(checked: GoodLines, line: Line, entry: SeatKeyChanged) -> None:
    """Check that the old key, or enough others, vouch for the new one, or that it waited its time."""
    joining.must_change(checked.table, checked.encounter, entry, line.at, old=True)
    checked.must_be_new(entry)


def key_asked(checked: GoodLines, line: Line, entry: SeatKeyAsked) -> None:
    """Check that no two others could vouch, that somebody who plays does, and until when it waits."""
    joining.must_ask(checked.table, checked.encounter, entry, line.at)
    checked.must_be_new(entry)


def vetoed(checked: GoodLines, _: Line, entry: SeatKeyVetoed) -> None:
    """Check that a device of the seat says no to what is asked for."""
    lost_keys.must_be_asked_for(checked.table, entry)
    lost_keys.must_be_a_veto(checked.table, checked.encounter, entry)
    checked.must_be_new(entry)
