"""Time that has run out: the decision that is awaited is taken by what is least."""

from __future__ import annotations

from domain.encounter import Encounter
from domain.events import DecisionLapsed
from domain.refusals import Pending, Refused
from domain.story import Story
from domain.table.commands import ClaimTime
from domain.table.interruptions import Rules
from domain.table.seats import must_play

TIME_OUT = "time_out"


def claim_time(story: Story, command: ClaimTime, rules: Rules) -> None:
    """Tell whose time ran out, and what happens instead of an answer. What time it is only the ledger knows."""
    rule = rules.WHAT_ONE_MAY_DO
    must_play(story.now, command.by, "claim the time", rule)
    waiting = awaited(story.now, rules)
    if waiting is None:
        message = f"{command.by} cannot claim the time: nobody's decision is awaited."
        raise Refused("wrong_phase", message, rule=rule)
    owner = waiting.who or waiting.owner or ""
    story.tell(DecisionLapsed(kind=waiting.kind, owner=owner, reason=TIME_OUT, rules=(rule,)))
    rules.INTERRUPTIONS.by_default(story, rules.pending(story.now))


def awaited(encounter: Encounter, rules: Rules) -> Pending | None:
    """Return whose answer is waited for, if anybody's is."""
    return rules.INTERRUPTIONS.awaited(encounter, rules.pending(encounter))
