"""A ledger of which the operator bends the dice: it tells other faces than the links give, behind seals of all kinds.

Everything else is as an honest ledger writes it, and the seats at the table are honest: they sign, salt and cosign.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any
from unittest.mock import patch

from domain.dice import Notation, Thrown
from domain.events import DiceRolled, Event
from domain.story import Story
from ledger.application import Ledger
from ledger.dice.entropy import LedgerDice
from ledger.line.entries import Json, Unsealed
from ledger.line.lines import told
from ledger.table import accepting, sealing
from ledger.table.fight import Fight
from ledger.table.writing import Writing
from tests.clocks import Clock
from tests.ledger.fights import SHOT, legal
from tests.secrecy import LURKER
from tests.secrecy import OPENINGS as WITH_SECRETS
from tests.verifier.making import at_blows, ended
from tests.verifier.playing import Playing

Tell = Callable[[Writing, Fight, Story, int], None]


class Bent(LedgerDice):
    """Dice of which each shows the next higher face than the links give."""

    def roll(self, by: str, purpose: str, dice: Notation) -> Thrown:
        """Return faces that do not follow."""
        thrown = super().roll(by, purpose, dice)
        return replace(thrown, faces=tuple(face % dice.sides + 1 for face in thrown.faces))


def is_die(event: Event) -> bool:
    """Return whether an event shows dice of the ledger."""
    return isinstance(event, DiceRolled) and event.source == "ledger"


def each_die_alone(writing: Writing, _fight: Fight, story: Story, cause: int) -> None:
    """Seal each roll in a line of its own, and tell all else."""
    _sealing(writing, story, cause, lambda event: {"events": list(told([event]))})


def to_everybody(writing: Writing, fight: Fight, story: Story, cause: int) -> None:
    """Seal each roll, and tell it to every seat."""
    _sealing(writing, story, cause, lambda event: {"events": list(told([event])), "to": list(fight.table.seats)})


def opened_at_once(writing: Writing, _fight: Fight, story: Story, cause: int) -> None:
    """Seal each roll, and open it in the lines of the same command."""
    _sealing(writing, story, cause, lambda event: {"events": list(told([event]))})
    for kept in [each for each in writing.words if "events" in each.payload]:
        writing.write(Unsealed(of=kept.n, salt=kept.salt.hex(), payload=kept.payload), cause=cause)


def all_in_one(writing: Writing, _fight: Fight, story: Story, cause: int) -> None:
    """Seal all that came of the command in one line."""
    writing.seal({"events": list(told(story.events))}, cause)


def only_the_first(writing: Writing, _fight: Fight, story: Story, cause: int) -> None:
    """Seal the first roll with all before it, and tell the rest."""
    first = next((place for place, event in enumerate(story.events) if is_die(event)), -1)
    if first >= 0:
        writing.seal({"events": list(told(story.events[: first + 1]))}, cause)
    for event in story.events[first + 1 :]:
        writing.write(event, cause=cause)


def marked(**changes: Any) -> Tell:
    """Return how each roll is sealed with something changed in it."""

    def tell(writing: Writing, _fight: Fight, story: Story, cause: int) -> None:
        _sealing(writing, story, cause, lambda event: {"events": [{**told([event])[0], **changes}]})

    return tell


def _sealing(writing: Writing, story: Story, cause: int, payload: Callable[[Event], Json]) -> None:
    for event in story.events:
        if is_die(event):
            writing.seal(payload(event), cause)
        else:
            writing.write(event, cause=cause)


WAYS: dict[str, Tell] = {
    "each die alone": each_die_alone,
    "to everybody": to_everybody,
    "opened at once": opened_at_once,
    "all in one line": all_in_one,
    "only the first": only_the_first,
    "as dice of a table": marked(source="table"),
    "as loaded dice": marked(source="loaded"),
    "as dice of a fork": marked(source="fork"),
    "as dice of no source": marked(source="none"),
    "as those of another roll": marked(roll=99),
}


@contextmanager
def bent(tell: Tell | None, dice: type[Any] = Bent) -> Iterator[None]:
    """Let the ledger tell what it rolls in another way, and other faces."""
    honest = sealing.tell

    def told_so(writing: Writing, fight: Fight, story: Story, cause: int, *more: Any) -> None:
        if tell is not None and any(map(is_die, story.events)):
            tell(writing, fight, story, cause)
        else:
            honest(writing, fight, story, cause, *more)

    with patch.object(accepting, "LedgerDice", dice), patch.object(sealing, "tell", told_so):
        yield


def shots(ledger: Ledger, clock: Clock, tell: Tell, dice: type[Any] = Bent, **changes: Any) -> bytes:
    """Return the file of a fight of two honest archers, each with a device, under such an operator."""
    playing = at_blows(ledger, clock, **changes)
    with bent(tell, dice):
        playing.does(SHOT)
    for party in playing.parties.values():
        party.cosigns()
    ended(playing, "bo")
    return ledger.export(playing.id)


def with_reserve(ledger: Ledger, clock: Clock, system: str, tell: Tell, dice: type[Any] = Bent) -> bytes:
    """Return the file of a fight with somebody in reserve, in which an open command of an honest seat rolls."""
    playing = Playing(ledger, clock, WITH_SECRETS[system], entropy="all")
    playing.seated("gm", "ana")
    rolls_once(playing, tell, dice)
    return ledger.export(playing.id)


NEVER = ("reveal", "add_combatant", "concede", "override", "seal", "unseal", "secret_roll", "say")


def rolls_once(playing: Playing, tell: Tell | None, dice: type[Any], turns: int = 300) -> None:
    """Play commands that name nobody in reserve until one of them rolled, told in that way."""
    chance = random.Random(7)
    for _ in range(turns):
        choices = [
            (seat, body)
            for seat, body in legal(playing.ledger, playing.id)
            if body["do"] not in NEVER and LURKER not in str(body)
        ]
        seat, body = chance.choice(choices)
        rolls = playing.fight.table.rolls
        with bent(tell, dice):
            playing.does(body, seat=seat)
        if playing.fight.table.rolls > rolls:
            return
    raise AssertionError("nobody rolled")
