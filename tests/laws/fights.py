"""Random legal play: small crowded boards, any house rules, any cards, any offer taken."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any

from domain.commands import Command
from domain.deciding import RULESETS, bodies, decide, offers, open_encounter
from domain.dice import Notation, Thrown
from domain.encounter import Encounter
from domain.events import Event
from domain.evolve import evolve
from domain.offers import Offer
from domain.table.openings import Opening
from ledger.line.actions import command_of
from tests.laws.openings import OPENINGS
from tests.openings import opening_of

SYSTEMS = tuple(OPENINGS)


class Chance:
    """Dice of a test: fair, repeatable, and they count how often they were rolled."""

    def __init__(self, choices: random.Random) -> None:
        self._choices = choices
        self.rolls = 0

    def roll(self, by: str, purpose: str, dice: Notation) -> Thrown:
        self.rolls += 1
        return Thrown(faces=tuple(self._choices.randint(1, dice.sides) for _ in range(dice.count)), source="loaded")


@dataclass(frozen=True)
class Step:
    """One accepted command: the state before it, what was said, what happened, the state after."""

    before: Encounter
    body: dict[str, Any]
    command: Command
    events: list[Event]
    after: Encounter

    @cached_property
    def offers(self) -> tuple[Offer, ...]:
        """Return what was on offer before it."""
        return tuple(offers(self.before))


@dataclass(frozen=True)
class Game:
    """A random fight, played once for all laws: the same system and number give the same steps."""

    system: str
    number: int
    steps: list[Step]


def opening(system: str, chance: random.Random) -> Opening:
    """Return a random opening of a system."""
    return opening_of(OPENINGS[system](chance))


def begun(start: Opening, encounter: str = "0" * 32) -> Encounter:
    """Return the encounter as it stands after its set-up."""
    state = Encounter()
    for event in open_encounter(start, encounter):
        state = evolve(state, event)
    return state


def said(offer: Offer, most: int | None = None) -> list[dict[str, Any]]:
    """Return the bodies of an offer, at most so many; an offer is never empty."""
    found = list(islice(bodies(offer), most))
    assert found, f"There is nothing to choose: {offer}"
    return found


def can_go_on(encounter: Encounter) -> bool:
    """Return whether the fight is over or being set up, or something on offer is an answer to what is waited for."""
    answers = (offer for offer in offers(encounter) if not offer.aside and offer.do != "end_encounter")
    return encounter.outcome is not None or encounter.phase == "setup" or any(said(offer, 1) for offer in answers)


def pick(encounter: Encounter, chance: random.Random, *, may_end: bool) -> dict[str, Any] | None:
    """Return a command body: any offer of the rules, rather one that brings people together; None without any."""
    own = RULESETS[encounter.system].commands(encounter) - (frozenset() if may_end else {"end_encounter"})
    open_to = [offer for offer in offers(encounter) if offer.do in own]
    if not open_to:
        return None
    offer = chance.choices(open_to, [_weight(each) for each in open_to])[0]
    body = chance.choice(said(offer))
    for name, bounds in offer.open.items():
        if bounds.kind == "path" and bounds.ends:
            body[name] = list(chance.choice(bounds.ends).path)
        elif bounds.kind == "number":
            body[name] = min(bounds.maximum, max(bounds.minimum, chance.randint(0, 5)))
        elif bounds.kind == "text" and not _is_read(offer, name):
            body[name] = chance.choice(["Truce?", "Ätsch", "<b>no</b>"])
    return body


def _is_read(offer: Offer, name: str) -> bool:
    """Return whether a rule reads a text: then it is a word that the table knows, as the example is."""
    return offer.do == "rule" and name == "value" and "effect" in offer.closed.get("subject", ())


def _weight(offer: Offer) -> float:
    if offer.aside:
        return 0.25
    return {
        "end_move": 1,
        "say": 1,
        "end_encounter": 1,
        "begin_move": 2,
        "start": 40,
        "grapple": 30,
        "struggle": 60,
    }.get(offer.do, 6)


def chance_of(system: str, number: int) -> random.Random:
    """Return the chance of a random fight; a text seeds the same everywhere."""
    return random.Random(f"{system} {number}")


def play(system: str, number: int, most: int = 60) -> Iterator[Step]:
    """Yield the accepted commands of a random fight, at most so many; the same number gives the same fight."""
    chance = chance_of(system, number)
    encounter = begun(opening(system, chance))
    for turn in range(most):
        body = pick(encounter, chance, may_end=turn > most - 5)
        if body is None:
            return
        command = command_of(body, system)
        events = decide(command, encounter, Chance(chance))
        after = encounter
        for event in events:
            after = evolve(after, event)
        yield Step(before=encounter, body=body, command=command, events=events, after=after)
        encounter = after
        if encounter.outcome is not None:
            return
