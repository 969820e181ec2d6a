"""Stockpot and what comes from outside of its rules."""

from __future__ import annotations

import re

from domain.encounter import Combatant, Decision, Encounter
from domain.events import CombatantMoved, EncounterEnded
from domain.refusals import Pending, Refused
from domain.story import Story
from domain.table.words import Known
from tests.sixth.stockpot.commands import EndTurn, TakeIt
from tests.sixth.stockpot.offering import pending
from tests.sixth.stockpot.rules import end, end_turn, tell

CALM = frozenset({"idle", "turn"})
LIVES = ("active", "left")
VITAL = frozenset({"calm"})
KEPT = re.compile("steamed")


def awaited(encounter: Encounter) -> Pending | None:
    """Return whose answer is waited for, once the stove is lit."""
    waiting = pending(encounter)
    return waiting if waiting.owner is not None else None


def by_default(story: Story) -> None:
    """SIX-3, SIX-6 Take it, or leave the stove to the next cook."""
    waiting = pending(story.now)
    tell(story, TakeIt(who=waiting.whose) if waiting.kind == "lid" else EndTurn(who=waiting.whose))


def follow(story: Story, _: tuple[str, ...]) -> None:
    """SIX-10 The last cook in the kitchen wins; a cook who has left has no turn."""
    turn = story.now.turn
    if not story.now.living:
        story.tell(EncounterEnded(outcome="draw", reason="nobody_left", rules=("SIX-10",)))
    elif story.now.settled:
        end(story)
    elif turn is not None and not story.who(turn).alive:
        end_turn(story, turn)


def put(story: Story, who: str, to: str) -> None:
    """SIX-4 Tell that a cook is in another zone."""
    if to not in story.now.board:
        raise Refused("unknown_id", f"{who} cannot be at {to}: there is no such zone.", rule="SIX-4")
    story.tell(CombatantMoved(who=who, origin=story.who(who).at, to=to, mode="put", rules=("SIX-4",)))


def going_along(_: Encounter, who: str) -> tuple[str, ...]:
    """Return the cook alone."""
    return (who,)


def words(_: Encounter) -> Known:
    """Return the one word that is read in a kitchen."""
    return {"conditions": frozenset({"steamed"})}


def numbers(_: Encounter, cook: Combatant) -> dict[str, int]:
    """Return the lids and beats that a cook has."""
    return cook.resources


def put_again(_: Encounter, decision: Decision) -> Decision:
    """Return the question as it is: it is a cook's."""
    return decision
