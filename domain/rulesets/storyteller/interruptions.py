"""Storyteller and what comes from outside of its rules: time runs out, somebody leaves or is put elsewhere."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import assert_never

from domain.commands import Command
from domain.encounter import Combatant, Decision, Encounter, Turn
from domain.events import EncounterEnded
from domain.refusals import Pending
from domain.rulesets.storyteller import commands as do
from domain.rulesets.storyteller.acting import may_rally
from domain.rulesets.storyteller.actors import sides_left, size
from domain.rulesets.storyteller.attack.harm import leave_cluster
from domain.rulesets.storyteller.guards import to_roll
from domain.rulesets.storyteller.offers.any_time import free_place
from domain.rulesets.storyteller.order.initiative import all_have_rolled, insert, whose_tie
from domain.rulesets.storyteller.order.spending import left, uses_left
from domain.rulesets.storyteller.order.turns import settle
from domain.rulesets.storyteller.questions import (
    AskedToRule,
    Hiding,
    Initiative,
    Over,
    Positions,
    Setup,
    Surprise,
    Tie,
    Walk,
    ZoneMove,
    asked_by,
    awaited,
)
from domain.rulesets.storyteller.rules import tell
from domain.rulesets.storyteller.setting_up import put, without_place
from domain.rulesets.storyteller.sheets import abilities_of
from domain.rulesets.storyteller.words import WORDS
from domain.story import Story
from domain.table.guards import owners
from domain.table.interruptions import Interruptions, telling
from domain.table.voices import owner_of
from domain.table.words import together


def follow(story: Story, who: tuple[str, ...]) -> None:
    """STO-8, STO-97: whoever is not there is in no fight; a side with nobody left has lost; the last roll may be in."""
    for each in who:
        if not story.who(each).alive:
            leave_cluster(story, each, "left", "STO-97")
    left = sides_left(story.now)
    if len(left) < 2 and any(story.who(each).side not in left for each in who):
        story.tell(EncounterEnded(outcome=left[0] if left else "nobody", reason="one_side_left", rules=("STO-8",)))
        return
    if story.now.phase == "initiative" and story.now.round is None and not to_roll(story.now):
        all_have_rolled(story)
        return
    if story.now.round is not None:
        for each in who:
            if story.who(each).alive and each not in story.now.order:
                insert(story, story.who(each))
        settle(story)


def numbers(_: Encounter, one: Combatant) -> dict[str, int]:
    """Return what somebody has of what is counted, spent already or not."""
    return {
        "reaction": left(one, "reaction"),
        "rally": may_rally(one),
        **{f"uses_{each.id}": uses_left(one, each) for each in abilities_of(one) if each.uses is not None},
        **one.resources,
    }


def put_again(encounter: Encounter, decision: Decision) -> Decision:
    """Return an open question with the seats as they are now."""
    options = tuple(str(option) for option in decision.options if option != "none")
    asked = asked_by(decision)
    match asked:
        case Hiding() | Walk() | ZoneMove():
            return replace(decision, owner=owner_of(encounter, options))
        case Tie():
            return replace(decision, owner=whose_tie(encounter, options))
        case AskedToRule() | Turn():
            return decision
        case _:
            assert_never(asked)


def least(encounter: Encounter, waiting: Pending) -> Command | None:
    """Return the least that answers what is waited for; None once the encounter has ended."""
    waited, by = awaited(encounter), encounter.referee or ""
    match waited:
        case Setup():
            return _open(encounter)
        case Surprise():
            return do.DetermineSurprise(by=by, hiding=())
        case Hiding():
            return do.RollStealth(by=_seat(encounter, waiting.options[0]), who=waiting.options[0])
        case Positions():
            return _position(encounter)
        case Initiative():
            return do.RollInitiative(by=_seat(encounter, waiting.options[0]), who=waiting.options[0])
        case Tie():
            return do.OrderTie(by=owners(waiting.owner)[0], order=waiting.options)
        case AskedToRule():
            return _ruling(waited, by)
        case Walk() | ZoneMove():
            return do.DeclineReaction(who=waiting.whose)
        case Turn(who=who):
            return do.EndTurn(who=who)
        case Over():
            return None
        case _:
            assert_never(waited)


def _open(encounter: Encounter) -> Command:
    """Return the opening, or the end of what cannot be opened."""
    by = encounter.referee or ""
    return do.Open(by=by) if len(sides_left(encounter)) > 1 else do.EndEncounter(by=by)


def _position(encounter: Encounter) -> Command:
    """Return a free place for the first who has none, the end of placing, or that of the fight where nobody fits."""
    by = encounter.referee or ""
    homeless = next(iter(without_place(encounter)), None)
    if homeless is None:
        return do.PositionsDone(by=by)
    at = free_place(encounter, size(encounter.combatants[homeless]))
    return do.EndEncounter(by=by) if at is None else do.SetPlace(by=by, who=homeless, at=at)


def _seat(encounter: Encounter, who: str) -> str:
    return str(encounter.combatants[who].controller)


def _ruling(asked: AskedToRule, by: str) -> Command:
    """Return what is least: no shot, no reaction, an activity takes nothing, the first who hides rolls."""
    match asked.subject:
        case "activity":
            return do.Rule(by=by, subject="activity", who=asked.who, value=asked.value, cost="none")
        case "stealth_roller":
            return do.Rule(by=by, subject="stealth_roller", value=asked.hiding[0])
        case "zone_shot" | "reaction":
            return do.Rule(by=by, subject=asked.subject, value="refused")
        case _:
            assert_never(asked.subject)


INTERRUPTIONS = Interruptions(
    calm=frozenset({"setup", "surprise", "positions", "initiative", "turn"}),
    lives=("active", "down", "dead", "left"),
    vital=frozenset({"hp"}),
    kept=re.compile("squeezing|surprised"),
    words=lambda encounter: together(WORDS, encounter.words),
    by_default=telling(tell, least),
    follow=follow,
    put=put,
    numbers=numbers,
    put_again=put_again,
)
