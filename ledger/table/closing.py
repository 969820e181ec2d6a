"""The end of a ledger: nothing follows, and what nobody settled is named."""

from __future__ import annotations

from dataclasses import replace

from ledger.line.entries import LedgerClosed
from ledger.refusals import NotClosed, NotYours
from ledger.table.accepting import must_play
from ledger.table.fight import Fight
from ledger.table.table import Table
from ledger.table.writing import Writing, Written


def close(fight: Fight, writing: Writing, closed: LedgerClosed) -> Written:
    """Write that the ledger is closed, with the open disputes; return the line."""
    by = closed.by or ""
    must_play(fight, by)
    must_be_the_hosts(fight.table, by)
    if fight.encounter.outcome is None:
        raise NotClosed("The encounter goes on: its ledger is closed once it is over.")
    if fight.table.open_roll is not None:
        raise NotClosed(f"Roll {fight.table.open_roll.roll} is still open.")
    disputes = tuple(dispute.line for dispute in fight.table.open_disputes)
    return Written(writing.write(replace(closed, disputes=disputes)).n)


def must_be_the_hosts(table: Table, seat: str) -> None:
    """Refuse everybody but the host and the referee."""
    if seat != table.players[0] and table.seats.get(seat) != "referee":
        raise NotYours(f"{seat} does not close the ledger: that is for {table.players[0]}, the host.")
