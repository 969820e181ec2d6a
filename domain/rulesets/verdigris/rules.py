"""Verdigris: party against enemies in zones, with pools of d6, saves, melees, mounts, grapples, wounds.

Source: the chapter "Combat" of the game's rules; rules VER-1..80. The files follow its headings: ``turn_order``,
``spending`` and ``moving``, ``aiming`` and ``attacking``, ``mounts``, ``free_attacks``, ``grappling``, ``damage``,
``inventory``; tests, saves and pushing, which the text takes from elsewhere, are in ``testing``.
Damage, hit points and wounds are whole points, pools are d6, a place is a zone.

A command tells what happens and returns an agenda: the steps that are still to be taken. A question in between, such as
whether to push a roll in the middle of a free attack in the middle of a leave, takes the rest of the agenda into its
context; the answer goes on from there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, assert_never

from domain.commands import Command
from domain.encounter import Encounter
from domain.rulesets.verdigris import inventory, testing, turn_order
from domain.rulesets.verdigris.attack import attacking, free_attacks, grappling
from domain.rulesets.verdigris.movement import mounts, moving
from domain.rulesets.verdigris.referee import rulings, setting_up
from domain.rulesets.verdigris.steps import (
    Agenda,
    Blow,
    Bolted,
    Calmed,
    GetOut,
    Grappled,
    Ordered,
    Run,
    SlipOut,
    Slipped,
    Startled,
    Step,
    Struggled,
)
from domain.story import Story

DEEDS: dict[str, Callable[[Story, Any], Agenda]] = {
    "add_combatant": setting_up.add_combatant,
    "place": setting_up.place,
    "start": turn_order.start,
    "minute_passes": setting_up.minute_passes,
    "end_encounter": rulings.end_encounter,
    "rule": rulings.rule,
    "say": rulings.say,
    "roll_initiative": turn_order.roll_initiative,
    "choose_actor": turn_order.choose_actor,
    "end_turn": turn_order.end_turn,
    "move": moving.move,
    "enter_melee": moving.enter_melee,
    "leave_melee": moving.leave_melee,
    "attack": attacking.attack,
    "push": testing.push,
    "accept_roll": testing.accept_roll,
    "react": free_attacks.react,
    "decline_reaction": free_attacks.decline_reaction,
    "ready": free_attacks.ready,
    "reload": attacking.reload,
    "grapple": grappling.grapple,
    "break_grapple": grappling.break_grapple,
    "reverse_grapple": grappling.reverse_grapple,
    "struggle": grappling.struggle,
    "mount_attack": mounts.mount_attack,
    "order_mount": mounts.order_mount,
    "calm_mount": mounts.calm_mount,
    "let_bolt": mounts.let_bolt,
    "access_item": inventory.access_item,
    "drop_item": inventory.drop_item,
    "use_item": inventory.use_item,
}
"""What each command does."""


def commands(_: Encounter) -> frozenset[str]:
    """Return the names of the commands of the game; no house rule adds or takes one."""
    return frozenset(DEEDS)


def tell(story: Story, command: Command) -> None:
    """Tell what a command makes happen. Raises Refused before any die is rolled, DiceNeeded for want of faces."""
    agenda = DEEDS[command.do](story, command)
    while agenda and story.now.outcome is None:
        step, *rest = agenda
        agenda = take(story, step, tuple(rest))
    turn_order.settle(story)


def take(story: Story, step: Step, rest: Agenda) -> Agenda:  # one line for each kind of step
    """Take one step of an agenda; return the steps that are left."""
    match step:
        case Blow():
            return attacking.defend(story, step, rest)
        case SlipOut():
            return moving.slip_out(story, step, rest)
        case Slipped():
            return moving.slipped(story, step, rest)
        case GetOut():
            return moving.get_out(story, step, rest)
        case Calmed():
            return mounts.calmed(story, step, rest)
        case Startled():
            return mounts.startled(story, step, rest)
        case Run():
            return mounts.run(story, step, rest)
        case Bolted():
            return mounts.bolted(story, step, rest)
        case Ordered():
            return mounts.ordered(story, step, rest)
        case Grappled():
            return grappling.grappled(story, step, rest)
        case Struggled():
            return grappling.struggled(story, step, rest)
        case _:
            assert_never(step)
