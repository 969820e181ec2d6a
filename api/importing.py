"""Files in: only what verifies, and what the rules of its own version decide just so."""

from __future__ import annotations

from collections.abc import Sequence

from ledger.application import Ledger
from ledger.lines import Line
from ledger.refusals import Broken
from projections.audit import first_fault


def take_in(ledger: Ledger, raw: bytes) -> str:
    """Keep an exported fight, to be read only, and return its id; Broken and Conflict as from the ledger."""
    return ledger.import_(raw, _must_follow_from_the_rules)


def _must_follow_from_the_rules(lines: Sequence[Line]) -> None:
    if (fault := first_fault(lines)) is not None:
        raise Broken(fault.n, f"{fault.what.removesuffix('.')}.")
