"""What the command line does after an older copy of the store was put back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cli.progress import progress
from cli.reporting import as_json
from ledger.application import Ledger
from ledger.refusals import LedgerRefused
from projections.wording import counted


@dataclass(frozen=True, slots=True, kw_only=True)
class Renewed:
    """An encounter whose next roll comes from another chain, and the line that says so."""

    encounter: str
    line: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NotRenewed:
    """An encounter whose chain stays as it is, and why."""

    encounter: str
    reason: str


def renew(ledger: Ledger, wanted: Sequence[str], json: bool) -> bool:
    """Begin another chain of the server in these encounters, or all that roll; tell, return whether none was left."""
    encounters = [*dict.fromkeys(wanted)] or _rolling(ledger)
    done: list[Renewed] = []
    left: list[NotRenewed] = []
    with progress("Renewing", len(encounters)) as step:
        for number, encounter in enumerate(encounters, 1):
            try:
                done.append(Renewed(encounter=encounter, line=ledger.renewals.renew(encounter)))
            except LedgerRefused as refused:
                left.append(NotRenewed(encounter=encounter, reason=refused.message))
            step(number)
    if json:
        as_json({"renewed": done, "left": left})
    else:
        print(f"Renewed the chains of {counted(len(done), 'encounter')}.")
        for each in left:
            print(f"Left {each.encounter}: {each.reason}")
    return not left


def _rolling(ledger: Ledger) -> list[str]:
    """Return the encounters in which somebody may roll again with the ledger's dice."""
    found = [each.encounter for each in ledger.encounters() if not (each.imported or each.archived)]
    tables = ((each, ledger.fight(each).table) for each in found)
    return [each for each, table in tables if table.dice == "ledger" and not table.closed]
