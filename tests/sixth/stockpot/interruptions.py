"""Stockpot and what comes from outside of its rules."""

from __future__ import annotations

import re

from domain.events import CombatantMoved, EncounterEnded
from domain.refusals import Pending, Refused
from domain.story import Story
from domain.table.interruptions import Interruptions
from domain.table.words import together
from tests.sixth.stockpot.commands import EndTurn, TakeIt
from tests.sixth.stockpot.rules import end, end_turn, tell
from tests.sixth.stockpot.sheets import WORDS


def by_default(story: Story, waiting: Pending) -> None:
    """SIX-3, SIX-6 Take it, or leave the stove to the next cook."""
    tell(story, TakeIt(who=waiting.whose) if waiting.kind == "lid" else EndTurn(who=waiting.whose))


def follow(story: Story, _: tuple[str, ...]) -> None:
    """SIX-10 The last cook in the kitchen wins; a cook who has left has no turn."""
    turn = story.now.turn
    if not story.now.living:
        story.tell(EncounterEnded(outcome="draw", reason="nobody_left", rules=("SIX-10",)))
    elif story.now.settled:
        end(story)
    elif turn is not None and not story.who(turn).alive:
        end_turn(story, turn)


def put(story: Story, who: str, to: str) -> None:
    """SIX-4 Tell that a cook is in another zone."""
    if to not in story.now.board:
        raise Refused("unknown_id", f"{who} cannot be at {to}: there is no such zone.", rule="SIX-4")
    story.tell(CombatantMoved(who=who, origin=story.who(who).at, to=to, mode="put", rules=("SIX-4",)))


INTERRUPTIONS = Interruptions(
    calm=frozenset({"idle", "turn"}),
    lives=("active", "left"),
    vital=frozenset({"calm"}),
    kept=re.compile("steamed"),
    words=lambda encounter: together(WORDS, encounter.words),
    by_default=by_default,
    follow=follow,
    put=put,
)
