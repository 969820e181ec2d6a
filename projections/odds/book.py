"""What the odds know of a rule system: how its dice may be grouped, and what everybody is taken to do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from domain.commands import Command
from domain.dice import DiceNeeded
from domain.encounter import Encounter
from projections.odds.falls import Falling, Falls, in_order

Ways = Callable[[Encounter], Mapping[str, Falling]]


def nobody_answers(_: Encounter) -> Command | None:
    """Return no answer: where a system asks nothing within an attack."""
    return None


def nothing_is_hidden(_: Command) -> str | None:
    """Return no reason to keep odds back: where a command never depends on what is hidden."""
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Book:
    """How to count a system.

    ``ways`` groups the falls of a roll by its purpose, under the house rules; a roll that is not named is counted die
    by die. ``answer`` gives what is taken to be answered to a question that interrupts, ``assumes`` says so in
    sentences by command, whether the question comes or not, for it may depend on cards that are not everybody's to
    see. ``asked`` are the commands whose odds stand beside their offers. Outcomes of kinds ``untold`` are passed by.
    ``hides`` says why the odds of a command would tell what is hidden.

    Of ``counted`` rolls only the total of the dice that count tells anything; whether those are the best, the worst or
    all is seen when one is rolled.
    ``forgets`` are the purposes of rolls before which nothing is remembered but how the encounter stands: branches that
    have come to such a roll in the same state are counted as one. ``steady`` rolls are made more than once by the same
    person in a command, and what tells their faces apart stays the same.
    """

    ways: Ways
    asked: frozenset[str]
    answer: Callable[[Encounter], Command | None] = nobody_answers
    assumes: Mapping[str, tuple[str, ...]]
    untold: frozenset[str] = frozenset()
    counted: frozenset[str] = frozenset()
    forgets: frozenset[str] = frozenset()
    steady: frozenset[str] = frozenset()
    hides: Callable[[Command], str | None] = nothing_is_hidden

    def falls(self, encounter: Encounter, needed: DiceNeeded) -> Falls:
        """Return how the dice can fall that are needed; TooManyWays if those are too many."""
        return self.ways(encounter).get(needed.purpose, in_order)(needed.dice)
