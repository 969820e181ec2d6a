"""Who may strike in the middle of a command, known before it is given: all along its way, whatever its dice show."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from domain.commands import Command
from domain.deciding import RULESETS, pending, tell
from domain.dice import Dice, DiceNeeded, Notation, Thrown
from domain.encounter import Encounter
from domain.events import DecisionOpened
from domain.refusals import Refused
from domain.story import Story
from domain.table.interruptions import is_calm

STRIKES, NOBODY = "opportunity_attack", "none"
"""The question whether somebody strikes, and the answer that nobody does."""
MOST_ANSWERS = 60
"""So often a command is interrupted at most before one looks no further."""


class _Faces:
    """Dice that all show the least face, or all the highest: what hangs on a roll comes off with one of them."""

    def __init__(self, *, highest: bool) -> None:
        self._highest = highest

    def roll(self, by: str, purpose: str, dice: Notation) -> Thrown:
        """Return the faces, whoever rolls for what."""
        del by, purpose
        return Thrown(faces=(dice.sides if self._highest else 1,) * dice.count, source="loaded")


def strikers(encounter: Encounter, command: Command) -> tuple[str, ...]:
    """Return who would be asked whether they strike until a command is through, if everybody lets it pass."""
    asked = (who for highest in (True, False) for who in _asked(encounter, command, _Faces(highest=highest)))
    return tuple(dict.fromkeys(asked))


def _asked(encounter: Encounter, command: Command, dice: Dice) -> Iterator[str]:
    story = Story(encounter, dice)
    with suppress(Refused, DiceNeeded):
        tell(story, command)
        _to_the_end(story)
    for event in story.events:
        if isinstance(event, DecisionOpened) and event.kind == STRIKES:
            yield from (str(option) for option in event.options if option != NOBODY)


def _to_the_end(story: Story) -> None:
    """Let the least happen wherever the command waits for somebody."""
    rules = RULESETS[story.now.system]
    for _ in range(MOST_ANSWERS):
        waiting, before = pending(story.now), len(story.events)
        if is_calm(waiting, rules):
            return
        rules.INTERRUPTIONS.by_default(story, waiting)
        if len(story.events) == before:
            return
