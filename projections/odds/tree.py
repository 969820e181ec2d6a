"""The tree of a command: the rules themselves decide it once for every way its dice can fall."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from domain.commands import Command
from domain.deciding import RULESETS, played
from domain.dice import DiceNeeded, NoDice, Scripted
from domain.encounter import Encounter
from domain.events import Event
from domain.story import Story
from projections.odds.book import Book
from projections.odds.ending import Ending, ending
from projections.odds.falls import Faces
from projections.odds.refusing import Hidden, TooManyWays


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
    found: dict[Ending, Fraction] = {}
    branches = [Branch(before=encounter, command=command)]
    while branches:
        waiting: list[Waiting] = []
        while branches:
            branch = branches.pop()
            budget.spend()
            reached = _follow(branch, book)
            if isinstance(reached, Waiting):
                waiting.append(reached)
            elif isinstance(reached, Branch):
                branches.append(reached)
            else:
                found[reached] = found.get(reached, Fraction(0)) + branch.chance
        branches = [grown for each in _merged(waiting, book) for grown in _grown(each, book)]
    return found


def _must_be_accepted(encounter: Encounter, command: Command) -> None:
    """Raise Refused where the command would be."""
    with suppress(DiceNeeded):
        played(command, encounter, NoDice())


def _follow(branch: Branch, book: Book) -> Waiting | Branch | Ending:
    """Return where a branch leads: to more dice, to a question that is answered for whoever is asked, or to its end."""
    story = Story(branch.before, Scripted(list(branch.faces)))
    try:
        RULESETS[branch.before.system].tell(story, branch.command)
    except DiceNeeded as needed:
        return Waiting(branch=branch, needed=needed, events=(*branch.events, *story.events), now=story.now)
    events = (*branch.events, *story.events)
    answer = book.answer(story.now)
    if answer is not None:
        return Branch(before=story.now, command=answer, events=events, chance=branch.chance)
    return ending(events, book.untold)


def _grown(waiting: Waiting, book: Book) -> Iterable[Branch]:
    """Return the branch once for each way the dice it needs can fall."""
    branch = waiting.branch
    for faces, share in book.falls(branch.before, waiting.needed):
        yield replace(branch, faces=(*branch.faces, *faces), chance=branch.chance * share)


def _merged(waiting: list[Waiting], book: Book) -> Iterable[Waiting]:
    """Return the branches, as one those that wait for the same roll in the same state, where it ``forgets``."""
    alike: dict[Any, list[Waiting]] = {}
    for each in waiting:
        roll = each.needed
        forgets = roll.purpose in book.forgets
        point = (roll.by, roll.purpose, roll.dice, ending(each.events, book.untold)) if forgets else id(each)
        _add(alike.setdefault(point, []), each)
    return [each for same in alike.values() for each in same]


def _add(same: list[Waiting], one: Waiting) -> None:
    """Add a branch to those that have come to the same point, its chance only where the state is the same too."""
    for index, other in enumerate(same):
        if other.now == one.now and other.branch.command == one.branch.command:
            chance = other.branch.chance + one.branch.chance
            same[index] = replace(other, branch=replace(other.branch, chance=chance))
            return
    same.append(one)
