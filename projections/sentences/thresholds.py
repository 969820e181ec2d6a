"""What a roll was held against: one number, as its outcome says, and the least total that is enough for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from domain.events import DiceRolled, Event, OutcomeResolved
from domain.ruleset import RULESETS
from projections.labels import LABELS
from projections.labels.tables import Labels, Needs

BAD = {"miss", "failure"}
"""Results of a roll that did not come to what it had to; of a defense it is a hit."""


class Held(NamedTuple):
    """The number that a roll was held ``against``, and the least total that is ``enough`` for it."""

    against: int
    enough: int


def held(events: Sequence[Event], system: str, house_rules: Mapping[str, Any]) -> dict[int, Held]:
    """Return by the place of each roll among the events what it was held against, where that is one number."""
    needs = (LABELS[system] if system in RULESETS else Labels()).needs
    found: dict[int, Held] = {}
    thrown: list[tuple[int, DiceRolled]] = []
    for place, event in enumerate(events):
        if isinstance(event, DiceRolled):
            thrown.append((place, event))
        if not isinstance(event, OutcomeResolved):
            continue
        own = [(at, roll.total) for at, roll in thrown if roll.by == event.who and roll.total is not None]
        number = _number(event, needs.get(event.kind), house_rules)
        thrown = []
        # A sum that cannot have been held against that number is not said to be.
        if number is not None and len(own) == 1 and (own[0][1] >= number.enough) == _came_off(event):
            found[own[0][0]] = number
    return found


def _number(event: OutcomeResolved, needs: Needs | None, house_rules: Mapping[str, Any]) -> Held | None:
    """Return the number that an outcome hangs on, and whether reaching it is enough."""
    number = event.details.get("at_least", event.versus)
    if needs is None or not isinstance(number, int):
        return None
    otherwise = needs.unless is not None and house_rules.get(needs.unless[0]) == needs.unless[1]
    return Held(number, number + (needs.over is not otherwise))


def _came_off(event: OutcomeResolved) -> bool:
    return event.result not in (BAD | ({"hit"} if event.kind == "defense" else set()))
