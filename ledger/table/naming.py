"""What a fight, and what is in it, is called: lines of the ledger, so that no rewind takes a name back.

A name is public. A true one that not everybody may know is sealed, and is everybody's once it is opened.
"""

from __future__ import annotations

from domain.table.names import ENCOUNTER, LONGEST, WHAT_IF, is_a_name
from domain.table.naming import has, names_of
from ledger.line.entries import Renamed
from ledger.refusals import NotNamed, NotYours
from ledger.table import knowledge
from ledger.table.fight import Fight
from ledger.table.table import Table
from ledger.table.writing import Writing, Written


def rename(fight: Fight, writing: Writing, renamed: Renamed) -> Written:
    """Write what something is called from now on; return the line. NotYours, NotNamed."""
    must_be_named(fight.table, renamed)
    known = knowledge.by(fight, renamed.by).encounter
    if renamed.of == ENCOUNTER and fight.encounter.fork is not None and not renamed.name.startswith(WHAT_IF):
        raise NotNamed(f"This is a what-if, and is called so: let its title begin with “{WHAT_IF}”.")
    if renamed.of != ENCOUNTER and not has(known, renamed.of):
        raise NotNamed(f"There is nothing here that {renamed.of[:40]} is the id of.")
    return Written(writing.write(renamed).n)


def names(fight: Fight) -> dict[str, str]:
    """Return by id what everybody in a fight, and everything, is called now."""
    given = {of: name for _, of, name in fight.table.named if of != ENCOUNTER}
    known = names_of(fight.encounter)
    return {**known, **given} if given else known


def must_be_named(table: Table, renamed: Renamed) -> None:
    """Refuse a name from somebody else than the host or the referee, and one that works unseen."""
    host = table.players[0]
    if renamed.by != host and table.seats.get(renamed.by) != "referee":
        raise NotYours(f"{renamed.by} gives no names: only {host} does, who opened the encounter.")
    if not is_a_name(renamed.name):
        raise NotNamed(f"A name has 1 to {LONGEST} characters, and none that work unseen.")
