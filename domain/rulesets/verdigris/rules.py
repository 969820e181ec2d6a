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

from typing import assert_never, cast

from domain.commands import Command, names
from domain.encounter import Encounter
from domain.rulesets.verdigris import commands as do
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
from domain.table.commands import Say

NAMES = frozenset(names(do.COMMANDS))


def commands(_: Encounter) -> frozenset[str]:
    """Return the names of the commands of the game; no house rule adds or takes one."""
    return NAMES


def tell(story: Story, command: Command) -> None:
    """Tell what a command makes happen. Raises Refused before any die is rolled, DiceNeeded for want of faces."""
    agenda = _tell(story, cast(do.Wish, command))
    while agenda and story.now.outcome is None:
        step, *rest = agenda
        agenda = take(story, step, tuple(rest))
    turn_order.settle(story)


def _tell(story: Story, wish: do.Wish) -> Agenda:  # one line for each command
    """Tell what a command makes happen; return the steps that it leaves to be taken."""
    match wish:
        case do.AddCombatant():
            return setting_up.add_combatant(story, wish)
        case do.Place():
            return setting_up.place(story, wish)
        case do.Start():
            return turn_order.start(story, wish)
        case do.MinutePasses():
            return setting_up.minute_passes(story, wish)
        case do.EndEncounter():
            return rulings.end_encounter(story, wish)
        case do.Rule():
            return rulings.rule(story, wish)
        case Say():
            return rulings.say(story, wish)
        case do.RollInitiative():
            return turn_order.roll_initiative(story, wish)
        case do.ChooseActor():
            return turn_order.choose_actor(story, wish)
        case do.EndTurn():
            return turn_order.end_turn(story, wish)
        case do.Move():
            return moving.move(story, wish)
        case do.EnterMelee():
            return moving.enter_melee(story, wish)
        case do.LeaveMelee():
            return moving.leave_melee(story, wish)
        case do.Attack():
            return attacking.attack(story, wish)
        case do.Push():
            return testing.push(story, wish)
        case do.AcceptRoll():
            return testing.accept_roll(story, wish)
        case do.React():
            return free_attacks.react(story, wish)
        case do.DeclineReaction():
            return free_attacks.decline_reaction(story, wish)
        case do.Ready():
            return free_attacks.ready(story, wish)
        case do.Reload():
            return attacking.reload(story, wish)
        case do.Grapple():
            return grappling.grapple(story, wish)
        case do.BreakGrapple():
            return grappling.break_grapple(story, wish)
        case do.ReverseGrapple():
            return grappling.reverse_grapple(story, wish)
        case do.Struggle():
            return grappling.struggle(story, wish)
        case do.MountAttack():
            return mounts.mount_attack(story, wish)
        case do.OrderMount():
            return mounts.order_mount(story, wish)
        case do.CalmMount():
            return mounts.calm_mount(story, wish)
        case do.LetBolt():
            return mounts.let_bolt(story, wish)
        case do.AccessItem():
            return inventory.access_item(story, wish)
        case do.DropItem():
            return inventory.drop_item(story, wish)
        case do.UseItem():
            return inventory.use_item(story, wish)
        case _:
            assert_never(wish)


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
