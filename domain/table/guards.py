"""Checks that come first in a command: whether there is such a one, whose word it is.

What the encounter waits for meanwhile, whoever decides a command adds to a refusal.
"""

from __future__ import annotations

from domain.encounter import Combatant, Encounter
from domain.refusals import Refused


def known(encounter: Encounter, who: str, rule: str) -> Combatant:
    """Return the combatant; refuses an id nobody has."""
    if who not in encounter.combatants:
        raise Refused("unknown_id", f"{who} is nobody in this fight.", rule=rule)
    return encounter.combatants[who]


def must_be_the_referee(encounter: Encounter, by: str, deed: str, rule: str) -> None:
    """Refuse what only the referee may do."""
    if by != encounter.referee:
        message = f"{by} cannot {deed}: that is the referee's."
        raise Refused("not_your_decision", message, rule=rule)


def owners(owner: str | tuple[str, ...] | None) -> tuple[str, ...]:
    """Return the owners of a decision: one, several, or nobody."""
    return () if owner is None else (owner,) if isinstance(owner, str) else owner
