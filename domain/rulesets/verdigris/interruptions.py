"""Verdigris and what comes from outside of its rules: time runs out, somebody leaves or is put into another zone."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import assert_never

from domain.commands import Command
from domain.encounter import Combatant, Decision, Encounter, Turn
from domain.events import DecisionLapsed, EncounterEnded
from domain.refusals import Pending, Refused
from domain.rulesets.verdigris import commands as do
from domain.rulesets.verdigris.attack.damage import falls_out
from domain.rulesets.verdigris.movement.mounts import answers_to_fright
from domain.rulesets.verdigris.movement.moving import carry, let_go
from domain.rulesets.verdigris.rules import tell
from domain.rulesets.verdigris.sheets import settings_of
from domain.rulesets.verdigris.standing import (
    able,
    company,
    deciding,
    dice,
    gear,
    loaded,
    other_side,
    rider_of,
    stands,
    weapons_of,
)
from domain.rulesets.verdigris.steps import (
    AskedToRule,
    Choice,
    FreeAttack,
    Fright,
    GrappleTurn,
    Initiative,
    OpenRoll,
    Over,
    Setup,
    asked_by,
    awaited,
    numbered,
    on_top,
)
from domain.rulesets.verdigris.traits import Number, arm_of
from domain.rulesets.verdigris.turn_order import ask_for_initiative, next_roller, players, settle
from domain.rulesets.verdigris.words import known_in
from domain.story import Story
from domain.table.interruptions import Interruptions, telling

DICE: tuple[Number, ...] = (
    "strength",
    "agility",
    "intelligence",
    "charisma",
    "dodge",
    "withstand",
    "stress",
    "quality",
    "bonus",
)
"""What is counted of everybody beside points."""


def follow(story: Story, who: tuple[str, ...]) -> None:
    """VER-7, VER-71: whoever cannot act is in no melee, grapple or saddle; a side with nobody left has lost."""
    for each in who:
        if not able(story.now, story.who(each)) and story.now.outcome is None:
            falls_out(story, each)
    if story.now.outcome is not None or _ends_before_it_began(story, who):
        return
    if on_top(story.now, Initiative) is not None and (top := story.now.decisions[-1]).owner not in players(story.now):
        story.tell(DecisionLapsed(kind=top.kind, owner=top.owner, reason="left", rules=("VER-8",)))
        ask_for_initiative(story, next_roller(story.now))
    settle(story)


def _ends_before_it_began(story: Story, who: tuple[str, ...]) -> bool:
    """VER-7: tell the end of a fight that has not begun, where a side has been left by everybody; return whether."""
    sides = {story.who(each).side for each in who if story.who(each).gone}
    empty = next((side for side in sides if not stands(story.now, side)), None)
    if story.now.round is not None or empty is None:
        return False
    winner = other_side(empty) if stands(story.now, other_side(empty)) else "ended"
    story.tell(EncounterEnded(outcome=winner, reason="no_foes", rules=("VER-7",)))
    return True


def put(story: Story, who: str, to: str) -> None:
    """VER-14, VER-33: tell that somebody, with their mount or rider, is in another zone, out of melee and grapple."""
    if to not in story.now.board:
        raise Refused("unknown_id", f"{who} cannot be at {to}: there is no such zone.", rule="VER-15")
    rider = rider_of(story.now, who)
    moving = company(story.now, who if rider is None else rider.id)
    carry(story, moving, to, "placed", "VER-14")
    let_go(story, moving)


def numbers(encounter: Encounter, one: Combatant) -> dict[str, int]:
    """Return what somebody has of what is counted, spent already or not."""
    arms = {f"{arm.id}_bonus": gear(one, arm) for arm in weapons_of(encounter, one.id)}
    shots = (arm for arm in weapons_of(encounter, one.id) if "reload" in arm_of(arm).qualities)
    filled = {f"{arm.id}_loaded": int(loaded(one, arm)) for arm in shots}
    return {**{name: dice(one, name) for name in DICE}, **arms, **filled, **one.resources}


def put_again(encounter: Encounter, decision: Decision) -> Decision:
    """Return an open question with the seats as they are now, and a number of its own."""
    asked, options = asked_by(decision), decision.options
    match asked:
        case OpenRoll(who=who) | Fright(who=who):
            owner = encounter.combatants[who].controller or ""
        case FreeAttack():
            owner = deciding(encounter, tuple(map(str, options[:-1])))
        case GrappleTurn(who=who):
            owner = deciding(encounter, (who,))
        case Initiative():
            owner = str(decision.owner) if decision.owner in players(encounter) else next_roller(encounter)
        case AskedToRule():
            owner = str(decision.owner)
            options = players(encounter) if asked.subject == "initiative_roller" else options
        case Turn() | Choice():
            owner = str(decision.owner)
        case _:
            assert_never(asked)
    anew = replace(decision, owner=owner, options=options)
    return anew if anew == decision else replace(anew, context=numbered(decision.context, encounter.asked))


def least(encounter: Encounter, waiting: Pending) -> Command | None:
    """Return the least that answers what is waited for; None once the encounter has ended."""
    waited, by = awaited(encounter), encounter.referee or ""
    match waited:
        case Setup():
            return _start(encounter, by)
        case Initiative():
            return do.RollInitiative(by=waiting.whose)
        case Choice():
            return do.ChooseActor(who=waiting.options[0])
        case Turn(who=who):
            return do.EndTurn(who=who)
        case OpenRoll(who=who):
            return do.AcceptRoll(who=who)
        case FreeAttack():
            return do.DeclineReaction(by=waiting.whose)
        case Fright(who=who):
            return _let_run(encounter, who)
        case GrappleTurn(who=who):
            return do.BreakGrapple(who=who)
        case AskedToRule(subject=subject):
            return do.Rule(by=by, subject=subject, value=next(iter(waiting.options), None))
        case Over():
            return None
        case _:
            assert_never(waited)


def _start(encounter: Encounter, by: str) -> Command:
    """Return the start, or the end of what cannot start."""
    can = all(stands(encounter, side) for side in ("party", "enemies"))
    return do.Start(by=by) if can else do.EndEncounter(by=by)


def _let_run(encounter: Encounter, who: str) -> Command:
    """Return the least a rider can do: let the mount run, or where nothing can run hold on to it."""
    runs = "let_bolt" in answers_to_fright(encounter, who)
    return do.LetBolt(who=who) if runs else do.CalmMount(who=who)


INTERRUPTIONS = Interruptions(
    calm=frozenset({"setup", "initiative_roll", "choose_actor", "turn"}),
    lives=("active", "dying", "dead", "left"),
    vital=frozenset({"hp"}),
    kept=re.compile("afoot"),
    words=lambda encounter: known_in(encounter.words, settings_of(encounter)),
    by_default=telling(tell, least),
    follow=follow,
    put=put,
    numbers=numbers,
    put_again=put_again,
)
