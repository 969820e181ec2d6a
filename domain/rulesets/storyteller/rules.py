"""Storyteller: tactical combat with three six-sided dice, in battle zones or on a battle grid (STO-1..114).

Source: chapter 8 of the game's rules, "Combat and Conflict". Distances are feet in steps of 5, hit points whole points;
a check is 3D, three six-sided dice added up, plus modifiers. The files follow the text: the order of combat
(surprise, initiative, turns, acting, abilities), making an attack (aiming, attacking, effects, harm, opportunity),
movement (walking on the grid, zoning in zones), cover; beside them what the storyteller does (setting_up,
board_changes, ruling).
"""

from __future__ import annotations

from typing import assert_never, cast

from domain.commands import Command, names
from domain.encounter import Encounter
from domain.events import EncounterEnded
from domain.rulesets.storyteller import abilities, acting, setting_up
from domain.rulesets.storyteller import commands as do
from domain.rulesets.storyteller.actors import on_grid
from domain.rulesets.storyteller.attack import attacking, effects, opportunity
from domain.rulesets.storyteller.movement import walking, zoning
from domain.rulesets.storyteller.order import initiative, surprise, turns
from domain.rulesets.storyteller.questions import Departure, Walk, ZoneMove
from domain.rulesets.storyteller.referee import board_changes, ruling
from domain.story import Story
from domain.table.commands import Say
from domain.table.guards import must_be_the_referee

NAMES = frozenset(names(do.COMMANDS))


def commands(_: Encounter) -> frozenset[str]:
    """Return the names of the commands of the game; no house rule adds or takes one."""
    return NAMES


def tell(story: Story, command: Command) -> None:
    """Tell what a command makes happen. Raises Refused before any die is rolled, DiceNeeded for want of faces."""
    _tell(story, cast(do.Wish, command))


def move(story: Story, command: do.Move) -> None:
    """STO-72: movement is told in squares or in zones, as the encounter's setting has it."""
    (walking.walk if on_grid(story.now) else zoning.move)(story, command)


def react(story: Story, command: do.React) -> None:
    """STO-35: a reaction is resolved, then what it interrupted goes on."""
    _go_on(story, opportunity.react(story, command))


def decline_reaction(story: Story, command: do.DeclineReaction) -> None:
    """STO-35: without a reaction too, what was interrupted goes on."""
    _go_on(story, opportunity.decline(story, command))


def rule(story: Story, command: do.Rule) -> None:
    """STO-35, STO-44: the storyteller rules; where nobody can strike any more by it, what was interrupted goes on."""
    ruling.rule(story, command)
    _go_on(story, opportunity.asked_anew(story))


def _go_on(story: Story, leaving: Departure | None) -> None:
    match leaving:
        case None:
            return
        case Walk(target=who, path=path, mode=mode):
            walking.go_on(story, who, path, mode)
        case ZoneMove(target=who, way=way):
            zoning.arrive(story, who, way)
        case _:
            assert_never(leaving)


def end_encounter(story: Story, command: do.EndEncounter) -> None:
    """STO-8, S-G56: the storyteller ends the fight."""
    must_be_the_referee(story.now, command.by, "end the fight", "STO-8")
    story.tell(EncounterEnded(outcome="stopped", reason="storyteller", rules=("STO-8",)))


def _tell(story: Story, wish: do.Wish) -> None:  # one line for each command
    """Tell what one command makes happen."""
    match wish:
        case do.AddCombatant():
            setting_up.add_combatant(story, wish)
        case do.ChangeBoard():
            board_changes.change_board(story, wish)
        case do.Open():
            surprise.open_fight(story, wish)
        case do.DetermineSurprise():
            surprise.determine_surprise(story, wish)
        case do.RollStealth():
            surprise.roll_stealth(story, wish)
        case do.SetPlace():
            setting_up.place(story, wish)
        case do.PositionsDone():
            setting_up.positions_done(story, wish)
        case do.RollInitiative():
            initiative.roll_initiative(story, wish)
        case do.OrderTie():
            initiative.order_tie(story, wish)
        case do.ActNext():
            initiative.act_next(story, wish)
        case do.Move():
            move(story, wish)
        case do.MakeAttack():
            attacking.attack(story, wish)
        case do.CastSpell():
            abilities.cast_spell(story, wish)
        case do.UseAbility():
            abilities.use_ability(story, wish)
        case do.Bonus():
            abilities.bonus(story, wish)
        case do.Dash():
            acting.dash(story, wish)
        case do.Disengage():
            acting.disengage(story, wish)
        case do.Defend():
            acting.defend(story, wish)
        case do.Hide():
            acting.hide(story, wish)
        case do.Rally():
            acting.rally(story, wish)
        case do.Stand():
            acting.stand(story, wish)
        case do.DropProne():
            acting.drop_prone(story, wish)
        case do.Interact():
            acting.interact(story, wish)
        case do.Activity():
            acting.activity(story, wish)
        case Say():
            acting.say(story, wish)
        case do.Rule():
            rule(story, wish)
        case do.CallSave():
            effects.call_save(story, wish)
        case do.EndTurn():
            turns.end_turn(story, wish)
        case do.React():
            react(story, wish)
        case do.DeclineReaction():
            decline_reaction(story, wish)
        case do.Withdraw():
            acting.withdraw(story, wish)
        case do.EndEncounter():
            end_encounter(story, wish)
        case _:
            assert_never(wish)
