"""Sketch and what comes from outside of its rules."""

from __future__ import annotations

from domain.events import CombatantMoved
from domain.refusals import Pending, Refused
from domain.rulesets.sketch.rules import end, end_turn
from domain.rulesets.sketch.sheets import WORDS
from domain.story import Story
from domain.table.interruptions import Interruptions
from domain.table.words import together


def by_default(story: Story, waiting: Pending) -> None:
    """SKE-3 Let the turn go by without a blow."""
    end_turn(story, waiting.whose)


def follow(story: Story, _: tuple[str, ...]) -> None:
    """SKE-6 Where one stands alone, the fight is over; SKE-2 who is out of it has no turn."""
    turn = story.now.turn
    if story.now.settled:
        end(story)
    elif turn is not None and not story.who(turn).alive:
        end_turn(story, turn)


def put(story: Story, who: str, to: str) -> None:
    """SKE-1 Tell that somebody is at a place: there is none but the ring."""
    if to not in story.now.board:
        raise Refused("unknown_id", f"{who} cannot be at {to}: there is only the ring.", rule="SKE-1")
    story.tell(CombatantMoved(who=who, origin=story.who(who).at, to=to, mode="put", rules=("SKE-1",)))


INTERRUPTIONS = Interruptions(
    calm=frozenset({"idle", "turn"}),
    vital=frozenset({"stamina"}),
    words=lambda encounter: together(WORDS, encounter.words),
    by_default=by_default,
    follow=follow,
    put=put,
)
