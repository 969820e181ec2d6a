"""Verdigris: pools on both sides, of which only successes count (V-G1), and a question whether to push (V-G30)."""

from __future__ import annotations

from collections.abc import Mapping

from domain.commands import Command
from domain.encounter import Encounter
from domain.rulesets.verdigris.commands import AcceptRoll
from domain.rulesets.verdigris.testing import successes
from projections.odds.book import Book
from projections.odds.falls import Falling, by_faces, by_successes, by_total, whatever

BLOWS = ("attack", "push")
"""Pools of which the sixes count for themselves: enough of them are a critical hit (VER-63)."""
POOLS = ("dodge", "withstand", "grapple", "struggle", "leave_melee", "riding", "deaths_door")
ALONE = {"damage": by_total, "heal": by_total, "critical_injury": whatever}
NOBODY_PUSHES = ("Nobody pushes a roll.",)
NOBODY_ELSE_PUSHES = ("Nobody pushes another roll.",)


def ways(encounter: Encounter) -> Mapping[str, Falling]:
    """Return how rolls may be grouped: pools by their successes; what an injury is changes nothing that is asked."""
    faces = successes(encounter)
    blow, other = by_faces(*sorted(faces)), by_successes(min(faces))
    return {**dict.fromkeys(BLOWS, blow), **dict.fromkeys(POOLS, other), **ALONE}


def answer(encounter: Encounter) -> Command | None:
    """Return that a roll is left as it fell."""
    top = encounter.decision
    return AcceptRoll(who=top.who or "") if top is not None and top.kind == "push" else None


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
