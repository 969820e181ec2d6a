"""The odds over random legal play: grouping the falls of the dice changes nothing, and what happens was foreseen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.commands import Command
from domain.deciding import RULESETS
from domain.encounter import Encounter
from domain.events import DiceRolled
from projections.odds import BOOKS, Budget
from projections.odds.book import Book
from projections.odds.ending import Ending, ending
from projections.odds.refusing import NotCounted
from projections.odds.tree import endings
from tests.laws.fights import SYSTEMS, Step, play

FIGHTS = given(number=st.integers(min_value=0, max_value=2**32 - 1))
pytestmark = [pytest.mark.parametrize("system", SYSTEMS), pytest.mark.slow]
FEW = settings(max_examples=3, deadline=None)
WORK = 6_000
"""What is counted of a command: more falls than that are left to those who wait longer."""


def counted(encounter: Encounter, command: Command, book: Book, work: int) -> Mapping[Ending, Fraction] | None:
    """Return the endings of a command; None where they are not counted."""
    try:
        return endings(encounter, command, book, Budget(work))
    except NotCounted:
        return None


def rolled(system: str, number: int) -> Iterator[Step]:
    """Yield the first commands of a random fight that roll dice, or whose odds are shown."""
    steps = play(system, number)
    return islice((step for step in steps if rolls(step) or step.command.do in BOOKS[system].asked), 8)


def rolls(step: Step) -> bool:
    return any(isinstance(event, DiceRolled) for event in step.events)


@pytest.mark.long
@FIGHTS
@FEW
def test_grouping_the_falls_of_the_dice_gives_what_counting_die_by_die_gives(system: str, number: int) -> None:
    book = BOOKS[system]
    die_by_die = replace(book, ways=lambda _: {}, counted=frozenset(), forgets=frozenset(), steady=frozenset())
    for step in rolled(system, number):
        whole = counted(step.before, step.command, die_by_die, WORK)
        if whole is not None:
            assert counted(step.before, step.command, book, WORK) == whole


@pytest.mark.long(but=("etiquette", "storyteller"))
@FIGHTS
@FEW
def test_the_chances_of_every_command_add_up_to_one_and_hold_what_came_of_it(system: str, number: int) -> None:
    book = BOOKS[system]
    for step in rolled(system, number):
        found = counted(step.before, step.command, book, WORK)
        if found is not None:
            assert sum(found.values()) == 1
            assert book.answer(step.after) or found[ending(step.events, book.untold)] > 0


def test_every_command_whose_odds_are_shown_is_one(system: str) -> None:
    assert BOOKS[system].asked <= {kind.__dataclass_fields__["do"].default for kind in RULESETS[system].COMMANDS}
    assert set(BOOKS[system].assumes) <= BOOKS[system].asked
