"""While the referee acts in secret: what everybody else may do, and what they are told."""

from __future__ import annotations

from domain.encounter import Encounter
from domain.refusals import Pending, Refused
from domain.secret.masking import UNSEEN

MEANWHILE = frozenset({"say"})
"""The commands of the rules that may be given meanwhile."""


def is_unseen(encounter: Encounter) -> bool:
    """Return whether what is waited for is not known here."""
    return encounter.outcome is None and encounter.decision is not None and encounter.decision.kind == UNSEEN


def pending(encounter: Encounter) -> Pending:
    """Return that the referee is waited for."""
    return Pending(kind=UNSEEN, owner=encounter.referee)


def must_wait(encounter: Encounter, do: str, rule: str) -> None:
    """Refuse what cannot be done while the referee acts in secret."""
    if is_unseen(encounter) and do not in MEANWHILE:
        message = f"There can be no {do.replace('_', ' ')} now: first {encounter.referee} acts unseen."
        raise Refused("not_your_decision", message, rule=rule, pending=pending(encounter))
