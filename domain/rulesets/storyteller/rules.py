"""Storyteller: tactical combat with three six-sided dice, in battle zones or on a battle grid (STO-1..114).

Source: chapter 8 of the game's rules, "Combat and Conflict". Distances are feet in steps of 5, hit points whole points;
a check is 3D, three six-sided dice added up, plus modifiers. The files follow the text: the order of combat
(surprise, initiative, turns, acting, abilities), making an attack (aiming, attacking, effects, harm, opportunity),
movement (walking on the grid, zoning in zones), cover; beside them what the storyteller does (setting_up,
board_changes, ruling).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, assert_never

from domain.commands import Command, names
from domain.encounter import Encounter
from domain.events import EncounterEnded
from domain.rulesets.storyteller import abilities, acting, setting_up
from domain.rulesets.storyteller import commands as do
from domain.rulesets.storyteller.actors import on_grid
from domain.rulesets.storyteller.attack import attacking, effects, opportunity
from domain.rulesets.storyteller.guards import must_be_the_storyteller
from domain.rulesets.storyteller.movement import walking, zoning
from domain.rulesets.storyteller.order import initiative, surprise, turns
from domain.rulesets.storyteller.questions import Departure, Walk, ZoneMove
from domain.rulesets.storyteller.referee import board_changes, ruling
from domain.story import Story

NAMES = frozenset(names(do.COMMANDS))


def commands(_: Encounter) -> frozenset[str]:
    """Return the names of the commands of the game; no house rule adds or takes one."""
    return NAMES


def tell(story: Story, command: Command) -> None:
    """Tell what a command makes happen. Raises Refused before any die is rolled, DiceNeeded for want of faces."""
    DEEDS[command.do](story, command)


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
    must_be_the_storyteller(story.now, command.by, "end the fight", "STO-8")
    story.tell(EncounterEnded(outcome="stopped", reason="storyteller", rules=("STO-8",)))


DEEDS: dict[str, Callable[[Story, Any], None]] = {
    "add_combatant": setting_up.add_combatant,
    "change_board": board_changes.change_board,
    "open": surprise.open_fight,
    "determine_surprise": surprise.determine_surprise,
    "roll_stealth": surprise.roll_stealth,
    "place": setting_up.place,
    "positions_done": setting_up.positions_done,
    "roll_initiative": initiative.roll_initiative,
    "order_tie": initiative.order_tie,
    "act_next": initiative.act_next,
    "move": move,
    "attack": attacking.attack,
    "cast_spell": abilities.cast_spell,
    "use_ability": abilities.use_ability,
    "bonus": abilities.bonus,
    "dash": acting.dash,
    "disengage": acting.disengage,
    "defend": acting.defend,
    "hide": acting.hide,
    "rally": acting.rally,
    "stand": acting.stand,
    "drop_prone": acting.drop_prone,
    "interact": acting.interact,
    "activity": acting.activity,
    "say": acting.say,
    "rule": rule,
    "call_save": effects.call_save,
    "end_turn": turns.end_turn,
    "react": react,
    "decline_reaction": decline_reaction,
    "withdraw": acting.withdraw,
    "end_encounter": end_encounter,
}
"""Each command and the rule it comes to."""
