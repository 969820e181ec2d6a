"""The two board games and what comes from outside of their rules: time runs out, somebody leaves or is moved."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import ClassVar

from domain.commands import Command
from domain.duel import commands as do
from domain.duel.book import Book
from domain.duel.combat import dissolve, end_turn, leave, settle
from domain.duel.effects import lose_allowance
from domain.duel.guards import pending
from domain.duel.opening import WORDS
from domain.duel.turns import pass_turn
from domain.encounter import Combatant, Decision, Encounter, Engagement
from domain.events import CombatantMoved, EncounterEnded
from domain.refusals import Pending, Refused
from domain.story import Story
from domain.table.words import Known, together

Default = Callable[[Encounter, Pending], Command]


@dataclass(frozen=True, kw_only=True)
class Interruptions:
    """The answers of one of the two games, read from its book; ``next_mover`` is whose move has to come, if one's."""

    book: Callable[[Encounter], Book]
    tell: Callable[[Story, Command], None]
    next_mover: Callable[[Encounter], do.BeginMove | None] = lambda _: None

    CALM: ClassVar[frozenset[str]] = frozenset({"idle", "moving", "passing", "turn"})
    LIVES: ClassVar[tuple[str, ...]] = ("active", "dead", "left")
    VITAL: ClassVar[frozenset[str]] = frozenset({"health"})
    KEPT: ClassVar[re.Pattern[str]] = re.compile(r"(?!)")

    def awaited(self, encounter: Encounter) -> Pending | None:
        """Return whose answer is waited for; nobody's while everybody may move, but where a house rule says who."""
        waiting = pending(encounter)
        if waiting.owner is not None:
            return waiting
        upcoming = self.next_mover(encounter)
        if upcoming is None:
            return None
        return Pending(kind="begin_move", owner=encounter.combatants[upcoming.who].side, who=upcoming.who)

    def by_default(self, story: Story) -> None:
        """Tell the least that answers: no fight, no item, one die, no flight, no chase, no step, no turn, no move."""
        waiting, encounter = pending(story.now), story.now
        if waiting.kind == "turn":
            # Whom the clock has passed by passes, whatever the house rules say of passing.
            pass_turn(story, do.EndTurn(who=waiting.whose), replace(self.book(encounter), may_pass=True))
        else:
            self.tell(story, self.next_mover(encounter) or DEFAULTS[waiting.kind](encounter, waiting))

    def follow(self, story: Story, who: tuple[str, ...]) -> None:
        """PUR-10, ETQ-14: whoever is not there any more is in no combat; with one side left the encounter is over."""
        book = self.book(story.now)
        for each in who:
            if not story.who(each).alive:
                lose_allowance(story, each, _why(story.who(each)), book)
        turn = story.now.turn
        engaged = [each for each in story.now.engagements.values() if _out(story, each, who)]
        if turn is not None and any(turn in each.members and _ends(story, each, who, turn) for each in engaged):
            end_turn(story, turn, book, reason=_why(story.who(turn)))
        for engagement in engaged:
            _without(story, engagement, _out(story, engagement, who), book)
        if story.now.settled and any(not story.who(each).alive for each in who):
            story.tell(EncounterEnded(outcome="ended", reason="one_side_left", rules=(book.never_over,)))
            return
        settle(story, book)

    def put(self, story: Story, who: str, to: str) -> None:
        """Tell that somebody stands on another tile."""
        rule = self.book(story.now).contact
        if to not in story.now.board:
            raise Refused("unknown_id", f"{who} cannot be at {to}: the board has no such tile.", rule=rule)
        one = story.who(who)
        story.tell(CombatantMoved(who=who, origin=one.at, to=to, mode="placed", cost=0, rules=(rule,)))

    def going_along(self, encounter: Encounter, who: str) -> tuple[str, ...]:
        """Return all of one side: they have one hand of cards, and one seat."""
        side = encounter.combatants[who].side
        return tuple(one.id for one in encounter.combatants.values() if one.side == side)

    def words(self, encounter: Encounter) -> Known:
        """Return the words that a fight knows, by what they are words for."""
        return together(WORDS, encounter.words)

    def numbers(self, _: Encounter, one: Combatant) -> dict[str, int]:
        """Return what somebody has of what is counted."""
        return one.resources

    def put_again(self, _: Encounter, decision: Decision) -> Decision:
        """Return the question as it is: it is a side's, and not a seat's."""
        return decision


def _out(story: Story, engagement: Engagement, who: tuple[str, ...]) -> tuple[str, ...]:
    """Return who of these are in a combat no longer: gone, or elsewhere."""
    there = (each for each in engagement.members if each in who)
    return tuple(each for each in there if not story.who(each).alive or story.who(each).at != engagement.place)


def _ends(story: Story, engagement: Engagement, who: tuple[str, ...], turn: str) -> bool:
    """Return whether a turn in a combat is over: by the one who had it, or because the combat is."""
    out = _out(story, engagement, who)
    return turn in out or len(engagement.members) - len(out) < 2


def _without(story: Story, engagement: Engagement, out: tuple[str, ...], book: Book) -> None:
    reasons = {each: _why(story.who(each)) for each in out}
    if len(engagement.members) - len(out) < 2:
        dissolve(story, engagement, reasons[out[0]], book)
        return
    for each in out:
        leave(story, story.now.engagements[engagement.id], each, reasons[each], book)


def _why(one: Combatant) -> str:
    """Return why somebody is not in a combat any more."""
    return "relocated" if one.alive else "death" if one.life == "dead" else "left"


def _option(waiting: Pending) -> str:
    return waiting.options[0]


DEFAULTS: dict[str, Default] = {
    "moving": lambda _, waiting: do.EndMove(who=waiting.whose),
    "passing": lambda _, waiting: do.EndMove(who=waiting.whose),
    "engage": lambda _, waiting: do.Decline(who=waiting.whose),
    "champion": lambda _, waiting: do.AnswerWith(who=_option(waiting)),
    "flight": lambda _, waiting: (do.Stop if "stop" in waiting.options else do.Stay)(who=waiting.whose),
    "fleeing": lambda _, waiting: do.Stop(who=waiting.whose),
    "chase": lambda _, waiting: do.LetGo(who=waiting.whose),
    "play_item": lambda _, waiting: do.PassItem(who=waiting.whose),
    "defense_dice": lambda _, waiting: do.DefendWith(who=waiting.whose, dice=1),
}
"""By what is waited for, the least that answers it; a turn is passed."""
