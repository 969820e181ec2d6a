"""Each command of every system and what it comes to."""

from __future__ import annotations

from typing import assert_never, cast

from domain.commands import Command
from domain.story import Story
from domain.table import commands as do
from domain.table import concessions, handovers, overrides, speech, time_claims
from domain.table.interruptions import Rules


def tell(story: Story, command: Command, rules: Rules) -> None:
    """Tell what a command of every system makes happen; raises Refused or DiceNeeded."""
    wish = cast(do.Wish, command)
    match wish:
        case do.ClaimTime():
            time_claims.claim_time(story, wish, rules)
        case do.HandOver():
            handovers.hand_over(story, wish, rules)
        case do.Concede():
            concessions.concede(story, wish, rules)
        case do.Override():
            overrides.override(story, wish, rules)
        case do.Say():
            speech.say(story, wish, rules.WHAT_ONE_MAY_DO)
        case _:
            assert_never(wish)
