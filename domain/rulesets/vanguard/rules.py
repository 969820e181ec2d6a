"""Vanguard: a party in front and rear guard against groups of monsters, who answer when all characters have acted.

Source: the chapter "Combat" of the game's rules (Engagement, Rounds, Monster Actions, Positioning & Stance); rules
VAN-1..56. Health and damage are whole points, a hit on monsters is one of them dead; dice are the attributes', d2 to
d20. The rules stand by the chapters of the text: ``setup``, ``engagement``, ``turns``, ``attacking``, ``using``,
``moving``, ``monsters``, ``positions``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.commands import Command
from domain.encounter import Encounter
from domain.rulesets.vanguard import attacking, engagement, monsters, moving, setup, using
from domain.story import Story

DEEDS: dict[str, Callable[[Story, Any], None]] = {
    "add_combatant": setup.add_combatant,
    "place": setup.place,
    "change_board": setup.change_board,
    "start": setup.start,
    "end_encounter": setup.end_encounter,
    "choose_engagement": engagement.choose_engagement,
    "set_stance": moving.set_stance,
    "ready_round": moving.ready_round,
    "attack": attacking.attack,
    "use_item": using.use_item,
    "cast_spell": using.cast_spell,
    "use_ability": using.use_ability,
    "move_position": moving.move_position,
    "pass": moving.nothing,
    "monsters_act": monsters.monsters_act,
}
NAMES = frozenset(DEEDS)


def commands(_: Encounter) -> frozenset[str]:
    """Return the names of the commands of the game; no house rule adds or takes one."""
    return NAMES


def tell(story: Story, command: Command) -> None:
    """Tell what a command makes happen. Raises Refused before any die is rolled, DiceNeeded for want of faces."""
    DEEDS[command.do](story, command)
