"""The two board games and what comes from outside of their rules: time runs out, somebody leaves or is moved."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias, assert_never

from domain.commands import Command
from domain.duel import commands as do
from domain.duel.book import Book
from domain.duel.combat import dissolve, end_turn, leave, settle
from domain.duel.effects import lose_allowance
from domain.duel.guards import awaited as waited_for
from domain.duel.opening import WORDS
from domain.duel.questions import (
    Contact,
    DiceChoice,
    Entry,
    Fleeing,
    Flight,
    Idle,
    ItemChoice,
    Moving,
    Over,
    Passing,
    Pursuit,
    Question,
)
from domain.duel.turns import pass_turn
from domain.encounter import Combatant, Encounter, Engagement, Turn
from domain.events import CombatantMoved, EncounterEnded
from domain.refusals import Pending, Refused
from domain.story import Story
from domain.table.interruptions import Interruptions
from domain.table.words import together

NextMover: TypeAlias = Callable[[Encounter], do.BeginMove | None]


def nobody(_: Encounter) -> None:
    """Return that no move has to come: everybody may move."""


def interruptions(
    book: Callable[[Encounter], Book], tell: Callable[[Story, Command], None], next_mover: NextMover = nobody
) -> Interruptions:
    """Return the answers of one of the two games, read from its book; ``next_mover`` is whose move has to come."""
    return Interruptions(
        calm=frozenset({"idle", "moving", "passing", "turn"}),
        vital=frozenset({"health"}),
        words=lambda encounter: together(WORDS, encounter.words),
        awaited=lambda encounter, waiting: awaited(encounter, waiting, next_mover),
        by_default=lambda story, waiting: by_default(story, waiting, tell, book(story.now), next_mover),
        follow=lambda story, who: follow(story, who, book(story.now)),
        put=lambda story, who, to: put(story, who, to, book(story.now).contact),
        going_along=going_along,
    )


def awaited(encounter: Encounter, waiting: Pending, next_mover: NextMover) -> Pending | None:
    """Return whose answer is waited for; nobody's while everybody may move, but where a house rule says who."""
    if waiting.owner is not None:
        return waiting
    upcoming = next_mover(encounter)
    if upcoming is None:
        return None
    return Pending(kind="begin_move", owner=encounter.combatants[upcoming.who].side, who=upcoming.who)


def by_default(
    story: Story, waiting: Pending, tell: Callable[[Story, Command], None], book: Book, next_mover: NextMover
) -> None:
    """Tell the least that answers: no fight, no item, one die, no flight, no chase, no step, no turn, no move."""
    waited = waited_for(story.now)
    match waited:
        case Turn(who=who):
            # Whom the clock has passed by passes, whatever the house rules say of passing.
            pass_turn(story, do.EndTurn(who=who), replace(book, may_pass=True))
        case Idle() | Over():
            if (upcoming := next_mover(story.now)) is not None:
                tell(story, upcoming)
        case _:
            tell(story, least(waited, waiting))


def least(waited: Question | Fleeing | Moving | Passing, waiting: Pending) -> Command:
    """Return the least that answers what is waited for."""
    match waited:
        case Moving(who=who) | Passing(who=who):
            return do.EndMove(who=who)
        case Contact(who=who):
            return do.Decline(who=who)
        case Entry():
            return do.AnswerWith(who=waiting.options[0])
        case Flight(who=who) | Fleeing(who=who):
            return do.Stop(who=who) if "stop" in waiting.options else do.Stay(who=who)
        case Pursuit(who=who):
            return do.LetGo(who=who)
        case ItemChoice():
            return do.PassItem(who=waiting.whose)
        case DiceChoice(who=who):
            return do.DefendWith(who=who, dice=1)
        case _:
            assert_never(waited)


def follow(story: Story, who: tuple[str, ...], book: Book) -> None:
    """PUR-10, ETQ-14: whoever is not there any more is in no combat; with one side left the encounter is over."""
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


def put(story: Story, who: str, to: str, rule: str) -> None:
    """Tell that somebody stands on another tile."""
    if to not in story.now.board:
        raise Refused("unknown_id", f"{who} cannot be at {to}: the board has no such tile.", rule=rule)
    one = story.who(who)
    story.tell(CombatantMoved(who=who, origin=one.at, to=to, mode="placed", cost=0, rules=(rule,)))


def going_along(encounter: Encounter, who: str) -> tuple[str, ...]:
    """Return all of one side: they have one hand of cards, and one seat."""
    side = encounter.combatants[who].side
    return tuple(one.id for one in encounter.combatants.values() if one.side == side)


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
