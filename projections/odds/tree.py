"""The tree of a command: the rules themselves decide it once for every way its dice can fall."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, cast

from domain.commands import Command
from domain.deciding import played, tell
from domain.dice import DiceNeeded, NoDice, Scripted
from domain.encounter import Encounter
from domain.events import DiceRolled, Event
from domain.story import Story
from projections.odds.book import Book
from projections.odds.ending import Ending, ending
from projections.odds.falls import Faces, Falls, by_total_counted
from projections.odds.refusing import Hidden, TooManyWays


class Budget:
    """How much work may be done before it counts as too much: the events that are told, and a few for each try."""

    A_TRY = 5

    def __init__(self, events: int) -> None:
        self.left = events

    def spend(self, events: int) -> None:
        """Take a try that told so many events; TooManyWays once nothing is left."""
        self.left -= self.A_TRY + events
        if self.left < 0:
            raise TooManyWays("The odds of this are not counted: its dice fall in too many ways.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Branch:
    """A command half way: the dice it has rolled, what happened in the commands before it, how likely that is."""

    before: Encounter
    command: Command
    faces: Faces = ()
    events: tuple[Event, ...] = ()
    chance: Fraction = Fraction(1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """A branch that needs dice, and the encounter as it stands at that moment."""

    branch: Branch
    needed: DiceNeeded
    events: tuple[Event, ...]
    now: Encounter


def endings(encounter: Encounter, command: Command, book: Book, budget: Budget) -> Mapping[Ending, Fraction]:
    """Return every way a command can end, with its chance; the chances add up to 1.

    Raises:
        Refused: The command breaks a rule.
        TooManyWays: The dice can fall in more ways than the budget allows.
        Hidden: What can come of it depends on what is hidden.
    """
    _must_be_accepted(encounter, command)
    if (why := book.hides(command)) is not None:
        raise Hidden(why)
    return Tree(book, budget).endings(Branch(before=encounter, command=command))


def _must_be_accepted(encounter: Encounter, command: Command) -> None:
    """Raise Refused where the command would be."""
    with suppress(DiceNeeded):
        played(command, encounter, NoDice())


class Tree:
    """All branches of one command, level by level: a level ends where each branch needs dice."""

    def __init__(self, book: Book, budget: Budget) -> None:
        self._book = book
        self._budget = budget
        self._learnt: dict[Any, Falls] = {}

    def endings(self, root: Branch) -> Mapping[Ending, Fraction]:
        """Return every ending with its chance."""
        found: dict[Ending, Fraction] = {}
        branches = [root]
        while branches:
            waiting: list[Waiting] = []
            for branch in branches:
                reached = self._follow(branch)
                if isinstance(reached, Waiting):
                    waiting.append(reached)
                else:
                    found[reached] = found.get(reached, Fraction(0)) + branch.chance
            branches = [grown for each in self._merged(waiting) for grown in self._grown(each)]
        return found

    def _follow(self, branch: Branch) -> Waiting | Ending:
        """Return where a branch leads: to more dice, or past what is answered for whoever is asked to its end."""
        story = Story(branch.before, Scripted(list(branch.faces)))
        try:
            tell(story, branch.command)
        except DiceNeeded as needed:
            return Waiting(branch=branch, needed=needed, events=(*branch.events, *story.events), now=story.now)
        finally:
            self._budget.spend(len(story.events))
        events = (*branch.events, *story.events)
        answer = self._book.answer(story.now)
        if answer is None:
            return ending(events, self._book.untold)
        return self._follow(Branch(before=story.now, command=answer, events=events, chance=branch.chance))

    def _grown(self, waiting: Waiting) -> Iterable[Branch]:
        """Return the branch once for each way the dice it needs can fall."""
        branch = waiting.branch
        for faces, share in self._falls(waiting):
            yield replace(branch, faces=(*branch.faces, *faces), chance=branch.chance * share)

    def _falls(self, waiting: Waiting) -> Falls:
        """Return how the dice can fall; of a ``steady`` roll no finer than told anything apart the first time."""
        needed = waiting.needed
        if needed.purpose in self._book.counted:
            rolled = self._looked_at(waiting)
            return by_total_counted(rolled.mode, len(rolled.keep))(needed.dice)
        falls = self._book.falls(waiting.branch.before, needed)
        if needed.purpose not in self._book.steady:
            return falls
        roll = (needed.by, needed.purpose, needed.dice)
        if roll not in self._learnt:
            self._learnt[roll] = self._learn(waiting, falls)
        return self._learnt[roll]

    def _looked_at(self, waiting: Waiting) -> DiceRolled:
        """Return the roll a branch waits for, as it is told when its dice show something."""
        branch, dice = waiting.branch, waiting.needed.dice
        story = Story(branch.before, Scripted([*branch.faces, *(1,) * dice.count]))
        with suppress(DiceNeeded):
            tell(story, branch.command)
        self._budget.spend(len(story.events))
        return cast(DiceRolled, story.events[len(waiting.events) - len(branch.events)])

    def _learn(self, waiting: Waiting, falls: Falls) -> Falls:
        """Return the falls, those as one that lead to the same."""
        told: list[tuple[Any, Faces, Fraction]] = []
        for faces, share in falls:
            branch = waiting.branch
            point = self._point(self._follow(replace(branch, faces=(*branch.faces, *faces))))
            for index, (other, first, so_far) in enumerate(told):
                if other == point:
                    told[index] = (other, first, so_far + share)
                    break
            else:
                told.append((point, faces, share))
        return tuple((faces, share) for _, faces, share in told)

    def _point(self, reached: Waiting | Ending) -> Any:
        """Return what a branch has come to, without the dice that led there."""
        if not isinstance(reached, Waiting):
            return reached
        return (self._roll(reached), reached.now, reached.branch.command)

    def _roll(self, waiting: Waiting) -> Any:
        """Return which roll a branch waits for, and what has come about so far."""
        needed = waiting.needed
        return (needed.by, needed.purpose, needed.dice, ending(waiting.events, self._book.untold))

    def _merged(self, waiting: list[Waiting]) -> Iterable[Waiting]:
        """Return the branches, as one those that wait for the same roll in the same state, where it ``forgets``."""
        alike: dict[Any, list[Waiting]] = {}
        for each in waiting:
            forgets = each.needed.purpose in self._book.forgets
            _add(alike.setdefault(self._roll(each) if forgets else id(each), []), each)
        return [each for same in alike.values() for each in same]


def _add(same: list[Waiting], one: Waiting) -> None:
    """Add a branch to those that have come to the same point, its chance only where the state is the same too."""
    for index, other in enumerate(same):
        if other.now == one.now and other.branch.command == one.branch.command:
            chance = other.branch.chance + one.branch.chance
            same[index] = replace(other, branch=replace(other.branch, chance=chance))
            return
    same.append(one)
