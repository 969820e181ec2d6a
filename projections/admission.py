"""Files in: only what verifies, names nobody as nobody can be called, and is what the rules of its version decide."""

from __future__ import annotations

from collections.abc import Sequence

from domain.events import CombatantJoined
from domain.table.names import ID
from ledger.application import Ledger
from ledger.line.lines import Line
from ledger.refusals import Broken
from projections.audit import first_fault


def take_in(ledger: Ledger, raw: bytes) -> str:
    """Keep an exported fight, to be read only, and return its id; Broken and Conflict as from the ledger."""
    return ledger.import_(raw, _must_stand)


def _must_stand(lines: Sequence[Line]) -> None:
    _must_name_somebody(lines)
    if (fault := first_fault(lines)) is not None:
        raise Broken(fault.n, f"{fault.what.removesuffix('.')}.")


def _must_name_somebody(lines: Sequence[Line]) -> None:
    """Refuse names with other signs than every opening allows: what is kept here is shown to others."""
    for line in lines:
        for event in line.events:
            if isinstance(event, CombatantJoined) and not ID.fullmatch(event.who):
                raise Broken(line.n, f"Nobody can be called {event.who[:40]!r}.")
