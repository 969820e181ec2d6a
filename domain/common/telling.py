"""Each command of every system and what it comes to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.commands import Command
from domain.common import conceding, handing, lapsing, overruling, speech
from domain.common.outside import Rules
from domain.story import Story

DEEDS: dict[str, Callable[[Story, Any, Rules], None]] = {
    "claim_time": lapsing.claim_time,
    "hand_over": handing.hand_over,
    "concede": conceding.concede,
    "override": overruling.override,
    "say": lambda story, command, rules: speech.say(story, command, rules.WHAT_ONE_MAY_DO),
}


def tell(story: Story, command: Command, rules: Rules) -> None:
    """Tell what a command of every system makes happen; raises Refused or DiceNeeded."""
    DEEDS[command.do](story, command, rules)
