"""Sketch: rounds and turns, blows, the end (SKE-2 to SKE-6)."""

from __future__ import annotations

from domain.events import (
    DeclarationMade,
    EncounterEnded,
    LifeStateChanged,
    OrderSet,
    OutcomeResolved,
    RoundEnded,
    RoundStarted,
    TurnEnded,
    TurnStarted,
)
from domain.facts import known as read
from domain.refusals import Refused
from domain.rulesets.sketch.commands import Attack, Order
from domain.rulesets.sketch.sheets import Traits, settings_of
from domain.story import Story
from domain.table.guards import known
from domain.table.pools import lost


def tell(story: Story, command: Order) -> None:
    """Tell what a fighter's command makes happen."""
    target = known(story.now, command.target, "SKE-3")
    _must_have_the_turn(story, command.who)
    if target.id == command.who or not target.alive:
        message = f"{command.who} cannot attack {target.id}: it must be another fighter who stands."
        raise Refused("illegal_target", message, rule="SKE-3")
    if story.now.round is None:
        begin_round(story, command.who, 1)
    attack(story, command)
    if story.now.settled:
        end(story)
    else:
        end_turn(story, command.who)


def begin_round(story: Story, first: str, number: int) -> None:
    """SKE-2 In a round everybody who stands has one turn, in the order of joining, from ``first`` on."""
    standing = [fighter.id for fighter in story.now.living]
    at = standing.index(first)
    order = (*standing[at:], *standing[:at])
    story.tell(RoundStarted(round=number, rules=("SKE-2",)))
    story.tell(OrderSet(basis="joining", order=order, round=number, rules=("SKE-2",)))
    story.tell(TurnStarted(who=first, rules=("SKE-2",)))


def attack(story: Story, command: Attack) -> None:
    """SKE-4 Two dice that reach the target's guard hit, and take stamina. SKE-5 Who has none left is dead."""
    guard = read(Traits, story.who(command.target).sheet).guard
    story.tell(DeclarationMade(who=command.who, kind="attack", targets=(command.target,), rules=("SKE-3",)))
    margin = sum(story.roll(command.who, "attack", "2d6", "SKE-4").faces) - guard
    result = "hit" if margin >= 0 else "miss"
    story.tell(
        OutcomeResolved(
            kind="attack",
            who=command.who,
            whom=command.target,
            result=result,
            margin=margin,
            versus=guard,
            details={"needed": {"guard": guard}},
            rules=("SKE-4",),
        )
    )
    if margin >= 0:
        harm = settings_of(story.now).harm
        target = story.who(command.target)
        story.tell(lost(target, "stamina", harm, command.who, "attack", "SKE-4", parts={"hit": harm}))
    if story.who(command.target).pools["stamina"].now == 0:
        story.tell(LifeStateChanged(who=command.target, origin="active", to="dead", why="stamina_0", rules=("SKE-5",)))


def end_turn(story: Story, who: str) -> None:
    """SKE-3 A turn is over after one blow. SKE-2 After the last turn the next round begins."""
    story.tell(TurnEnded(who=who, rules=("SKE-3",)))
    waiting = [each for each in story.now.order if each not in story.now.acted and story.who(each).alive]
    if waiting:
        story.tell(TurnStarted(who=waiting[0], rules=("SKE-2",)))
        return
    number = story.now.round or 0
    standing = [each for each in story.now.order if story.who(each).alive]
    story.tell(RoundEnded(round=number, rules=("SKE-2",)))
    begin_round(story, standing[0], number + 1)


def end(story: Story) -> None:
    """SKE-6 The last one standing has won; where nobody stands, nobody has."""
    last = next((fighter.side for fighter in story.now.living), None)
    outcome = "draw" if last is None else f"{last} wins"
    story.tell(EncounterEnded(outcome=outcome, reason="last_standing", winner=last, rules=("SKE-6",)))


def _must_have_the_turn(story: Story, who: str) -> None:
    """SKE-3 Only who stands attacks, and only in a turn of one's own; before the first blow it is anybody's."""
    fighter = known(story.now, who, "SKE-3")
    if not fighter.alive:
        raise Refused("incapable", f"{who} cannot attack: {who} is out of the fight.", rule="SKE-3")
    if story.now.turn not in (None, who):
        raise Refused("out_of_turn", f"{who} cannot attack: it is {story.now.turn}'s turn.", rule="SKE-3")
