"""What a command would do as far as that is known before any die falls: nothing is written, and nothing is rolled."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from typing import Any

from domain.commands import Command, actor
from domain.deciding import bodies, played, tell
from domain.dice import DiceNeeded, NoDice
from domain.encounter import Encounter
from domain.events import DamageApplied, DecisionOpened, Event, ItemUsed, ResourceChanged
from domain.offers import Offer
from domain.story import Story
from ledger.line.actions import command_of
from ledger.table.fight import Fight
from projections import naming
from projections.marking import blurring, calling
from projections.odds.disclosure import vague_to
from projections.odds.strikes import strikers
from projections.sentences.commands import command_told, command_waits

MOST_FORMS = 3
"""So many forms of an offer are tried."""
RULING = "ruling"
"""The question that comes up where the referee has to rule on a command."""
UNSEALING = frozenset({"unseal", "reveal"})
"""Commands that bring something to light, which nobody takes back alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """A pool or something counted, before and after."""

    who: str
    what: str
    before: int
    after: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """What is known of a command beforehand.

    It ``rolls``: what follows from the dice is not told. It is ``final`` if the seat could not take it back alone.
    ``text`` says what would be told, ``costs`` what it takes of whoever it is made for, ``uses`` what it uses up.
    ``provokes`` are those who may strike before it is through; a ``ruling`` would be waited for.
    """

    rolls: bool
    final: bool
    text: str
    costs: tuple[Cost, ...]
    uses: tuple[str, ...]
    provokes: tuple[str, ...]
    ruling: bool


def preview(fight: Fight, seat: str, command: Command, action: dict[str, Any]) -> Preview:
    """Return what a seat knows of a command beforehand; raises Refused where it would be refused."""
    with calling(naming.spoken(fight)), blurring(vague_to(fight)):
        events, rolls = _before_any_die(fight, command)
        told = command_told(action, events) if events else command_waits(action)
    return Preview(
        rolls=rolls,
        final=is_final(fight, seat, command.do, rolls=rolls),
        text=told,
        costs=tuple(cost for event in events for cost in _cost(event) if cost.who == actor(command)),
        uses=tuple(event.item for event in events if isinstance(event, ItemUsed) and event.consumed),
        provokes=strikers(fight.encounter, command),
        ruling=any(isinstance(event, DecisionOpened) and event.kind == RULING for event in events),
    )


def _before_any_die(fight: Fight, command: Command) -> tuple[Sequence[Event], bool]:
    """Return what happens before the first roll, and whether there is one."""
    with suppress(DiceNeeded):
        return played(command, fight.encounter, NoDice()).events, False
    story = Story(fight.encounter, NoDice())
    with suppress(DiceNeeded):
        tell(story, command)
    return story.events, True


def _cost(event: Event) -> tuple[Cost, ...]:
    match event:
        case ResourceChanged(who=who, resource=what, before=before, after=after):
            return (Cost(who=who, what=what, before=before, after=after),)
        case DamageApplied(to=who, pool=what, before=before, after=after):
            return (Cost(who=who, what=what, before=before, after=after),)
        case _:
            return ()


def rolls_dice(encounter: Encounter, offer: Offer) -> bool:
    """Return whether one of the first forms of an offer rolls dice."""
    return any(_rolls(encounter, body) for body in islice(bodies(offer), MOST_FORMS))


def _rolls(encounter: Encounter, body: dict[str, Any]) -> bool:
    try:
        played(command_of(body, encounter.system), encounter, NoDice())
    except DiceNeeded:
        return True
    return False


def is_final(fight: Fight, seat: str, do: str, *, rolls: bool) -> bool:
    """Return whether others would have to agree, or nobody could, for a command to be taken back."""
    table = fight.table
    if table.rewind == "none":
        return True
    if table.rewind == "referee":
        return table.seats.get(seat) != "referee"
    return len(table.players) > 1 and (rolls or do in UNSEALING)
