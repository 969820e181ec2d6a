"""What is said of an offer beforehand, and what happens then."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

from domain.deciding import RULESETS, decide, pending
from domain.encounter import Encounter
from domain.events import DecisionOpened, Event
from domain.table.interruptions import is_calm
from ledger.line.actions import command_of
from projections.odds.strikes import NOBODY, STRIKES, strikers
from projections.preview import MOST_FORMS, rolls_dice
from tests.laws.fights import Chance, Step, play, said

OF_THE_REFEREE = ("rule", "override", "place", "change_board")
"""What gives others a chance to strike that no command before it gave."""


def holds(step: Step) -> int:
    """Assert that an offer rolls just where one of its first forms does; return how many do."""
    found = 0
    for offer in (each for each in step.offers if not each.aside):
        rolls = 0
        for body in said(offer, MOST_FORMS):
            dice = Chance(random.Random(1))
            decide(command_of(body, step.before.system), step.before, dice)
            rolls += dice.rolls
        assert rolls_dice(step.before, offer) == bool(rolls), offer
        found += bool(rolls)
    return found


def struck(system: str, number: int) -> Iterator[tuple[dict[str, Any], set[str], set[str]]]:
    """Yield the commands of a random fight that wait for nobody, with who was asked to strike, and who was named."""
    steps = list(play(system, number))
    for place, step in enumerate(steps):
        if is_quiet(step.before) and step.command.do not in OF_THE_REFEREE:
            asked = _asked_in(step.events) | _asked_while_waiting(steps[place + 1 :])
            yield step.body, asked, set(strikers(step.before, step.command))


def is_quiet(encounter: Encounter) -> bool:
    """Return whether nothing is in the middle of happening."""
    return is_calm(pending(encounter), RULESETS[encounter.system])


def _asked_while_waiting(steps: Sequence[Step]) -> set[str]:
    """Return who was asked to strike until nothing was waited for any more."""
    found: set[str] = set()
    for step in steps:
        if is_quiet(step.before) or step.command.do in OF_THE_REFEREE:
            break
        found |= _asked_in(step.events)
    return found


def _asked_in(events: Sequence[Event]) -> set[str]:
    opened = (event for event in events if isinstance(event, DecisionOpened) and event.kind == STRIKES)
    return {str(option) for event in opened for option in event.options} - {NOBODY}


def ways(system: str, number: int) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Yield of ways on offer in a random fight who is named there, and in the preview of the same."""
    for step in play(system, number):
        for offer in (each for each in step.offers if not each.aside):
            for name, bounds in offer.open.items():
                for end in bounds.ends[::7]:
                    body = {"do": offer.do, "who": offer.who, name: list(end.path)}
                    yield end.provokes, strikers(step.before, command_of(body, system))
