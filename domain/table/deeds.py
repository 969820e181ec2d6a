"""Each command of every system and what it comes to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.commands import Command
from domain.story import Story
from domain.table import concessions, handovers, overrides, speech, time_claims
from domain.table.interruptions import Rules

DEEDS: dict[str, Callable[[Story, Any, Rules], None]] = {
    "claim_time": time_claims.claim_time,
    "hand_over": handovers.hand_over,
    "concede": concessions.concede,
    "override": overrides.override,
    "say": lambda story, command, rules: speech.say(story, command, rules.WHAT_ONE_MAY_DO),
}


def tell(story: Story, command: Command, rules: Rules) -> None:
    """Tell what a command of every system makes happen; raises Refused or DiceNeeded."""
    DEEDS[command.do](story, command, rules)
