"""Vanguard: one die a roll. Where a group acts, every member attacks, and how its target stands is all that is kept."""

from __future__ import annotations

from domain.commands import Command
from domain.encounter import Encounter
from domain.rulesets.vanguard.commands import MovePosition
from projections.odds.book import Book
from projections.odds.falls import by_total

WAYS = {"attack": by_total, "defense": by_total, "spell": by_total}

MENDED = "Where the formation is to be mended at once, the first who can steps forward."


def answer(encounter: Encounter) -> Command | None:
    """Return the first who can mend the formation in the middle of a group's turn (N-G23)."""
    top = encounter.decision
    if top is None or top.kind != "formation" or "group" not in top.context:
        return None
    first = str(top.options[0])
    return MovePosition(who=first, to="rear" if encounter.combatants[first].at == "front" else "front")


BOOK = Book(
    ways=lambda _: WAYS,
    asked=frozenset({"attack", "cast_spell", "use_item", "use_ability", "monsters_act"}),
    answer=answer,
    assumes={"monsters_act": (MENDED,)},
    forgets=frozenset({"defense"}),
    steady=frozenset({"defense"}),
)
