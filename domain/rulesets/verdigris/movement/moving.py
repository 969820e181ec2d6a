"""Verdigris, chapter "Movement & Range" and getting out of a melee (VER-12..17, VER-26, VER-29, VER-31, VER-33)."""

from __future__ import annotations

from domain.encounter import Combatant, Encounter
from domain.events import CombatantMoved, DeclarationMade, EngagementChanged, OutcomeResolved
from domain.rulesets.verdigris.attack.damage import break_up, leave
from domain.rulesets.verdigris.attack.free_attacks import at_the_exit, window
from domain.rulesets.verdigris.commands import EnterMelee, LeaveMelee, Move
from domain.rulesets.verdigris.guards import acting, refusal
from domain.rulesets.verdigris.sheets import settings_of
from domain.rulesets.verdigris.spending import must_have_movement, spend_movement
from domain.rulesets.verdigris.standing import (
    able,
    company,
    dice,
    entangled,
    grapple_of,
    melee_of,
    mount_of,
    rider_of,
)
from domain.rulesets.verdigris.steps import Agenda, GetOut, SlipOut, Slipped
from domain.rulesets.verdigris.testing import attempt
from domain.story import Story
from domain.table.guards import known


def move(story: Story, command: Move) -> Agenda:
    """VER-13, VER-15: a movement takes one from a zone to an adjacent one (V-G15), but not out of a melee (VER-17)."""
    encounter = story.now
    if command.to not in encounter.zones:
        raise refusal(encounter, "unknown_id", f"{command.who} cannot move to {command.to}: no such zone.", "VER-15")
    one = acting(encounter, command.who, "move")
    must_be_loose(encounter, one, "move")
    must_have_movement(encounter, one, "move")
    if melee_of(encounter, one.id) is not None:
        raise refusal(encounter, "in_melee", f"{one.id} cannot move: the melee is to be left first.", "VER-17")
    if command.to not in encounter.zones.next_to(one.at):
        message = f"{one.id} cannot move to {command.to}: it is not next to {one.at}."
        raise refusal(encounter, "not_adjacent", message, "VER-15")
    story.tell(DeclarationMade(who=one.id, kind="move", parameters={"to": command.to}, rules=("VER-15",)))
    spend_movement(story, one.id, "move")
    carry(story, company(story.now, one.id), command.to, "zone", "VER-15")
    return ()


def must_be_loose(encounter: Encounter, one: Combatant, deed: str) -> None:
    """V-G40: refuse any change of place to somebody entangled, or with somebody entangled."""
    if entangled(encounter, one.id):
        raise refusal(encounter, "incapable", f"{one.id} cannot {deed}: entangled.", "VER-66")


def carry(story: Story, who: tuple[str, ...], to: str, mode: str, *rules: str) -> None:
    """VER-14, VER-46: change the place of somebody, or of a mount with the rider on its back."""
    for each in who:
        origin = story.who(each).at
        how = mode if each == who[0] else "carried"
        story.tell(CombatantMoved(who=each, origin=origin, to=to, mode=how, rules=("VER-14", *rules)))


def enter_melee(story: Story, command: EnterMelee) -> Agenda:
    """VER-16, VER-26, VER-29: a movement takes one into the melee of a foe in the same zone, or begins one."""
    encounter = story.now
    target = known(encounter, command.target, "VER-16")
    one = acting(encounter, command.who, "enter a melee")
    must_be_loose(encounter, one, "enter a melee")
    must_have_movement(encounter, one, "enter a melee")
    if melee_of(encounter, one.id) is not None:
        raise refusal(encounter, "in_melee", f"{one.id} cannot enter a melee: {one.id} is in one.", "VER-17")
    if target.side == one.side:
        raise refusal(encounter, "not_a_foe", f"{one.id} cannot enter a melee: {target.id} is no foe.", "VER-26")
    if not able(encounter, target):
        message = f"{one.id} cannot enter a melee: {target.id} does not fight any more."
        raise refusal(encounter, "illegal_target", message, "VER-26")
    if target.at != one.at:
        message = f"{one.id} cannot enter a melee: {target.id} is in {target.at}."
        raise refusal(encounter, "not_adjacent", message, "VER-16")
    story.tell(
        DeclarationMade(
            who=one.id, kind="enter_melee", targets=(target.id,), parameters={"target": target.id}, rules=("VER-16",)
        )
    )
    spend_movement(story, one.id, "enter_melee", "VER-16")
    carry(story, company(story.now, one.id), one.at, "enter_melee", "VER-16")
    _mingle(story, one, target.id)
    return ()


def _mingle(story: Story, one: Combatant, target: str) -> None:
    """VER-26: the melee that the target is in grows, or the two form one; mounts stand right behind their riders."""
    coming = _paired(story.now, one.id)
    melee = melee_of(story.now, target)
    if melee is not None:
        members = (*melee.members, *coming)
        story.tell(
            EngagementChanged(
                id=melee.id, change="joined", kind="melee", who=one.id, members=members, rules=("VER-16", "VER-29")
            )
        )
        return
    story.tell(
        EngagementChanged(
            id=story.now.next_id("melee", "M"),
            change="formed",
            kind="melee",
            zone=one.at,
            members=(*coming, *_paired(story.now, target)),
            rules=("VER-16", "VER-26"),
        )
    )


def _paired(encounter: Encounter, who: str) -> tuple[str, ...]:
    """Return somebody with the mount right behind its rider."""
    rider = rider_of(encounter, who)
    first = rider.id if rider is not None else who
    mount = mount_of(encounter, first)
    return (first,) if mount is None else (first, mount.id)


def leave_melee(story: Story, command: LeaveMelee) -> Agenda:
    """VER-17, VER-31, VER-32: a movement is an attempt to get out; one enemy may strike first (V-G20)."""
    encounter = story.now
    one = acting(encounter, command.who, "leave the melee")
    must_be_loose(encounter, one, "leave the melee")
    must_have_movement(encounter, one, "leave the melee")
    if melee_of(encounter, one.id) is None:
        raise refusal(
            encounter, "not_in_same_melee", f"{one.id} cannot leave the melee: {one.id} is in none.", "VER-17"
        )
    story.tell(DeclarationMade(who=one.id, kind="leave_melee", rules=("VER-17", "VER-31")))
    spend_movement(story, one.id, "leave_melee", "VER-17")
    slip_out_ = (SlipOut(who=one.id),)
    if settings_of(story.now).exit_attack == "after_passed_test":
        return slip_out_
    return window(story, one.id, "leave_melee", at_the_exit(story.now, one.id), slip_out_, "VER-28", "VER-32", "VER-57")


def slip_out(story: Story, step: SlipOut, agenda: Agenda) -> Agenda:
    """VER-31: getting out takes an Agility test; whoever was felled on the way makes none."""
    one = story.who(step.who)
    if not able(story.now, one):
        return agenda
    after = (Slipped(who=one.id), *agenda)
    terms = {"attr": dice(one, "agility")}
    return attempt(story, one, "leave_melee", terms, after, "VER-31", attribute="agility")


def slipped(story: Story, step: Slipped, agenda: Agenda) -> Agenda:
    """VER-31, VER-33: one success level is enough (V-G21), whatever became of the attack."""
    who = step.who
    result = "success" if step.sl else "failure"
    resolved = OutcomeResolved(
        kind="leave_melee", who=who, result=result, roll=step.roll, margin=step.sl, rules=("VER-31",)
    )
    story.tell(resolved)
    if not step.sl:
        return agenda
    out = (GetOut(who=who), *agenda)
    if settings_of(story.now).exit_attack == "on_attempt":
        return out
    return window(story, who, "leave_melee", at_the_exit(story.now, who), out, "VER-28", "VER-32", "VER-57")


def get_out(story: Story, step: GetOut, agenda: Agenda) -> Agenda:
    """VER-33: out of the melee, in the same zone, a mount with its rider."""
    one = story.who(step.who)
    if able(story.now, one):
        moving = company(story.now, one.id)
        carry(story, moving, one.at, "leave_melee", "VER-33")
        let_go(story, moving)
    return agenda


def let_go(story: Story, who: tuple[str, ...]) -> None:
    """VER-33: whoever has gone is in no grapple and no melee there any more."""
    for each in who:
        grapple = grapple_of(story.now, each)
        if grapple is not None:
            break_up(story, grapple, "left", "VER-67")
    melee = melee_of(story.now, who[-1])
    if melee is not None:
        leave(story, melee, who, "VER-33")
