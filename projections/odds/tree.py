"""The tree of a command: the rules themselves decide it once for every way its dice can fall."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from domain.commands import Command
from domain.deciding import played
from domain.dice import DiceNeeded, Scripted
from domain.encounter import Encounter
from domain.events import Event
from projections.odds.book import Book
from projections.odds.ending import Ending, ending
from projections.odds.falls import Faces, TooManyWays


class Budget:
    """How often the rules may be asked to decide before it counts as too often."""

    def __init__(self, decisions: int) -> None:
        self.left = decisions
        self._given = decisions

    def spend(self) -> None:
        """Take one; TooManyWays where none is left."""
        if not self.left:
            raise TooManyWays(
                f"The odds of this cannot be counted here: its dice fall in too many ways for {self._given} tries."
            )
        self.left -= 1


def endings(encounter: Encounter, command: Command, book: Book, budget: Budget) -> Mapping[Ending, Fraction]:
    """Return every way a command can end, with its chance; the chances add up to 1.

    Raises:
        Refused: The command breaks a rule.
        TooManyWays: The dice can fall in more ways than the budget allows.
    """
    found: dict[Ending, Fraction] = {}
    tree: list[tuple[Encounter, Command, Faces, tuple[Event, ...], Fraction]]
    tree = [(encounter, command, (), (), Fraction(1))]
    while tree:
        now, deed, faces, before, chance = tree.pop()
        budget.spend()
        try:
            story = played(deed, now, Scripted(list(faces)))
        except DiceNeeded as needed:
            falls = book.falls(now, needed)
            tree += [(now, deed, (*faces, *fall), before, chance * share) for fall, share in falls]
            continue
        events = (*before, *story.events)
        answer = book.answer(story.now)
        if answer is not None:
            tree.append((story.now, answer, (), events, chance))
            continue
        end = ending(events, book.untold)
        found[end] = found.get(end, Fraction(0)) + chance
    return found
