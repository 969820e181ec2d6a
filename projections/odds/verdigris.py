"""Verdigris: pools of which only the sixes count (V-G1), on both sides, and a question whether to push (V-G30)."""

from __future__ import annotations

from collections.abc import Mapping

from domain.commands import Command
from domain.encounter import Encounter
from domain.rulesets.verdigris.commands import AcceptRoll
from domain.rulesets.verdigris.testing import successes
from projections.odds.book import Book
from projections.odds.falls import Way, by_faces, by_total, whatever

POOLS = (
    "attack",
    "dodge",
    "withstand",
    "push",
    "grapple",
    "struggle",
    "leave_melee",
    "riding",
    "deaths_door",
)
NOBODY_PUSHES = ("Nobody pushes a roll.",)
NOBODY_ELSE_PUSHES = ("Nobody pushes another roll.",)


def ways(encounter: Encounter) -> Mapping[str, Way]:
    """Return how rolls may be grouped: pools by their successes; what an injury is changes nothing that is asked."""
    pool = by_faces(*sorted(successes(encounter)))
    return {**dict.fromkeys(POOLS, pool), "damage": by_total, "heal": by_total, "critical_injury": whatever}


def answer(encounter: Encounter) -> Command | None:
    """Return that a roll is left as it fell."""
    top = encounter.decision
    return AcceptRoll(who=top.context["who"]) if top is not None and top.kind == "push" else None


BOOK = Book(
    ways=ways,
    asked=frozenset({"attack", "react", "mount_attack", "grapple", "struggle", "push", "accept_roll"}),
    answer=answer,
    assumes={
        **dict.fromkeys(("attack", "react", "grapple", "struggle"), NOBODY_PUSHES),
        **dict.fromkeys(("push", "accept_roll"), NOBODY_ELSE_PUSHES),
    },
    untold=frozenset({"panic_trigger", "push"}),
)
