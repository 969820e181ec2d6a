"""Changing the guard, stances, and doing nothing (VAN-14, 32..34, 46..50, 52)."""

from __future__ import annotations

from domain.events import DeclarationMade
from domain.refusals import Refused
from domain.rulesets.vanguard import commands as do
from domain.rulesets.vanguard.guards import awaited, must_act_now, must_stand, must_wait_for, pending
from domain.rulesets.vanguard.monsters import resume
from domain.rulesets.vanguard.positions import (
    formation_order,
    go,
    has_space,
    own_stance,
    stance_of,
    takes_stance,
)
from domain.rulesets.vanguard.questions import Mending, Onslaught, Stances
from domain.rulesets.vanguard.turns import act, ask_for_stances, begin_parts, finish, mend_or_choose
from domain.rulesets.vanguard.voting import (
    declare,
    elected,
    must_speak,
    must_vote_once,
    votes_count,
    votes_so_far,
)
from domain.story import Story
from domain.table.guards import known


def move_position(story: Story, command: do.MovePosition) -> None:
    """VAN-14, VAN-32, VAN-33, VAN-34: go into the other guard if there is space; else stay, and keep the action."""
    if isinstance(waited := awaited(story.now), Mending):
        mend(story, command, waited.interrupts)
        return
    who = must_act_now(story.now, command.who, f"move to the {command.to} guard", "VAN-14")
    if command.to == who.at:
        message = f"{who.id} cannot move to the {command.to} guard: {who.id} stands there."
        raise Refused("wrong_position", message, rule="VAN-14", pending=pending(story.now))
    if not has_space(story.now, who.id, command.to):
        message = f"{who.id} cannot move to the {command.to} guard: there is no space in it."
        raise Refused("no_space", message, rule="VAN-34", pending=pending(story.now))
    rule = "VAN-32" if command.to == "front" else "VAN-33"
    parameters = {"to": command.to}
    act(story, DeclarationMade(who=who.id, kind="move_position", parameters=parameters, rules=("VAN-14", rule)))
    go(story, who.id, command.to, "VAN-40", "VAN-42")
    takes_stance(story, who.id, own_stance(command.to), "VAN-46")
    finish(story, who.id)


def mend(story: Story, command: do.MovePosition, interrupted: Onslaught | None) -> None:
    """VAN-52, N-G23: a step that mends the formation is free; it is asked for until the formation is whole."""
    who = known(story.now, command.who, "VAN-52")
    must_stand(story.now, who, f"move to the {command.to} guard", "VAN-52")
    waiting = pending(story.now)
    if who.id not in waiting.options or command.to == who.at:
        message = f"{who.id} cannot move to the {command.to} guard now: that would not mend the formation."
        raise Refused("formation", message, rule="VAN-52", pending=waiting)
    parameters = {"to": command.to}
    story.tell(DeclarationMade(who=who.id, kind="move_position", parameters=parameters, rules=("VAN-52",)))
    go(story, who.id, command.to, "VAN-40", "VAN-52")
    if interrupted is not None:
        takes_stance(story, who.id, own_stance(command.to), "VAN-46")
        resume(story, interrupted)
    else:
        mend_or_choose(story)


def set_stance(story: Story, command: do.SetStance) -> None:
    """VAN-46, VAN-47, VAN-48, VAN-49: a character in front chooses a stance at the round's beginning."""
    who = known(story.now, command.who, "VAN-46")
    must_stand(story.now, who, f"take the {command.stance} stance", "VAN-46")
    waiting = must_wait_for(story.now, who.id, f"take the {command.stance} stance", (Stances,), "VAN-46")
    if who.at != "front":
        message = f"{who.id} cannot take the {command.stance} stance: only the front guard chooses one."
        raise Refused("wrong_position", message, rule="VAN-46", pending=waiting)
    parameters = {"stance": command.stance}
    rule = {"aggressive": "VAN-47", "defensive": "VAN-48"}.get(command.stance, "VAN-49")
    story.tell(DeclarationMade(who=who.id, kind="set_stance", parameters=parameters, rules=("VAN-46",)))
    takes_stance(story, who.id, command.stance, rule)


def ready_round(story: Story, command: do.ReadyRound) -> None:
    """VAN-46, VAN-49, VAN-50: whoever has chosen no stance is neutral in front, and guarded in the rear (N-G27)."""
    must_speak(story.now, command.by, "begin the round", "VAN-46")
    waiting = must_wait_for(story.now, command.by, "begin the round", (Stances,), "VAN-46")
    must_vote_once(story.now, command.by, "VAN-46", waiting)
    ready = {**votes_so_far(story.now), command.by: "begin"}
    story.tell(DeclarationMade(who=command.by, kind="ready_round", rules=("VAN-46",)))
    if votes_count(story.now):
        if elected(story.now, ready, ("begin",)) is None:
            ask_for_stances(story, ready)
            return
        declare(story, ready, "begin", "VAN-46")
    for who in formation_order(story.now):
        if stance_of(who) is None:
            takes_stance(story, who.id, own_stance(who.at), "VAN-49" if who.at == "front" else "VAN-50")
    begin_parts(story)


def nothing(story: Story, command: do.Pass) -> None:
    """VAN-9, N-G5: a character may do nothing."""
    who = must_act_now(story.now, command.who, "pass", "VAN-9")
    act(story, DeclarationMade(who=who.id, kind="pass", rules=("VAN-9",)))
    finish(story, who.id, passing=True)
