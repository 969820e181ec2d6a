"""What a fight is called: a line of the ledger, so that no rewind takes it back, and nobody's turn is in its way."""

from __future__ import annotations

from domain.table.names import ENCOUNTER, LONGEST, is_a_name
from ledger.line.entries import Renamed
from ledger.refusals import NotNamed, NotYours
from ledger.table.fight import Fight
from ledger.table.table import Table
from ledger.table.writing import Writing, Written


def rename(fight: Fight, writing: Writing, renamed: Renamed) -> Written:
    """Write what something is called from now on; return the line. NotYours, NotNamed."""
    must_be_named(fight.table, renamed)
    if renamed.of != ENCOUNTER:
        raise NotNamed(f"There is nothing here that {renamed.of[:40]} is the id of.")
    return Written(writing.write(renamed).n)


def must_be_named(table: Table, renamed: Renamed) -> None:
    """Refuse a name from somebody else than the host or the referee, and one that works unseen."""
    host = table.players[0]
    if renamed.by != host and table.seats.get(renamed.by) != "referee":
        raise NotYours(f"{renamed.by} gives no names: only {host} does, who opened the encounter.")
    if not is_a_name(renamed.name):
        raise NotNamed(f"A name has 1 to {LONGEST} characters, and none that work unseen.")
