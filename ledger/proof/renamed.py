"""What is checked of a line that gives a name."""

from __future__ import annotations

from domain.table.names import ENCOUNTER, ID
from ledger.line.entries import Renamed
from ledger.line.forms import Wrong
from ledger.line.lines import Line
from ledger.proof.good_lines import GoodLines
from ledger.table import naming


def renamed(checked: GoodLines, _: Line, entry: Renamed) -> None:
    """Check who gives the name, that it is one, and that it is given to something that can have one."""
    checked.must_be_a_player(entry.by)
    if entry.of != ENCOUNTER and not ID.fullmatch(entry.of):
        raise Wrong("It names nothing that has an id.")
    naming.must_be_named(checked.table, entry)
    checked.must_be_signed(entry)
