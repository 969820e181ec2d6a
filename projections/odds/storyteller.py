"""Storyteller: 3D, of which the best or worst three may count (S-G2), and dice of damage: of all only totals tell."""

from __future__ import annotations

from domain.commands import Command
from domain.encounter import Encounter
from domain.rulesets.storyteller.commands import Rule
from domain.rulesets.storyteller.questions import AskedToRule
from projections.odds.book import Book
from projections.odds.falls import by_total

ABILITIES = ("strength", "agility", "mind")
CHECKS = frozenset({"attack", "stealth", "death_save", *(f"{ability}_save" for ability in ABILITIES)})
WAYS = {"damage": by_total, "healing": by_total}

ALLOWED = "Where a shot between zones waits for a ruling, it is allowed."
SPELL = "Where a spell into another zone, or a reaction, waits for a ruling, it is allowed."
HIDDEN = "The odds against a place would tell whether somebody hides there."


def answer(encounter: Encounter) -> Command | None:
    """Return that a shot, a spell or a reaction is allowed (STO-32, STO-99)."""
    top = encounter.decision
    asked = top.step(AskedToRule) if top is not None and top.kind == "ruling" else None
    if top is None or asked is None or asked.subject not in ("zone_shot", "reaction"):
        return None
    return Rule(by=str(top.owner), subject=asked.subject, value="allowed")


def hides(command: Command) -> str | None:
    """Return why the odds against a guessed place are not told: whether somebody is there is hidden (STO-69)."""
    return None if getattr(command, "location", None) is None else HIDDEN


BOOK = Book(
    ways=lambda _: WAYS,
    asked=frozenset({"attack", "react", "cast_spell", "use_ability", "bonus"}),
    answer=answer,
    assumes={"attack": (ALLOWED,), **dict.fromkeys(("cast_spell", "use_ability", "bonus"), (SPELL,))},
    counted=CHECKS,
    forgets=frozenset({"damage", "healing"}),
    hides=hides,
)
