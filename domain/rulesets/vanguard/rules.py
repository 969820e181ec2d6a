"""Vanguard: a party in front and rear guard against groups of monsters, who answer when all characters have acted.

Source: the chapter "Combat" of the game's rules (Engagement, Rounds, Monster Actions, Positioning & Stance); rules
VAN-1..56. Health and damage are whole points, a hit on monsters is one of them dead; dice are the attributes', d2 to
d20. The rules stand by the chapters of the text: ``setup``, ``engagement``, ``turns``, ``attacking``, ``using``,
``moving``, ``monsters``, ``positions``.
"""

from __future__ import annotations

from typing import assert_never, cast

from domain.commands import Command, names
from domain.encounter import Encounter
from domain.rulesets.vanguard import attacking, engagement, monsters, moving, setup, using
from domain.rulesets.vanguard import commands as do
from domain.story import Story

NAMES = frozenset(names(do.COMMANDS))


def commands(_: Encounter) -> frozenset[str]:
    """Return the names of the commands of the game; no house rule adds or takes one."""
    return NAMES


def tell(story: Story, command: Command) -> None:
    """Tell what a command makes happen. Raises Refused before any die is rolled, DiceNeeded for want of faces."""
    _tell(story, cast(do.Wish, command))


def _tell(story: Story, wish: do.Wish) -> None:  # one line for each command
    """Tell what one command makes happen."""
    match wish:
        case do.AddCombatant():
            setup.add_combatant(story, wish)
        case do.Place():
            setup.place(story, wish)
        case do.ChangeBoard():
            setup.change_board(story, wish)
        case do.Start():
            setup.start(story, wish)
        case do.EndEncounter():
            setup.end_encounter(story, wish)
        case do.ChooseEngagement():
            engagement.choose_engagement(story, wish)
        case do.SetStance():
            moving.set_stance(story, wish)
        case do.ReadyRound():
            moving.ready_round(story, wish)
        case do.Attack():
            attacking.attack(story, wish)
        case do.UseItem():
            using.use_item(story, wish)
        case do.CastSpell():
            using.cast_spell(story, wish)
        case do.UseAbility():
            using.use_ability(story, wish)
        case do.MovePosition():
            moving.move_position(story, wish)
        case do.Pass():
            moving.nothing(story, wish)
        case do.MonstersAct():
            monsters.monsters_act(story, wish)
        case _:
            assert_never(wish)
