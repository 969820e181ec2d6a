"""What the encounter waits for, and who may answer: the checks that come first in every command."""

from __future__ import annotations

from typing import assert_never

from domain.commands import Command
from domain.commands import speaker as named
from domain.encounter import Combatant, Encounter, Turn
from domain.events import DecisionOpened
from domain.facts import facts_of
from domain.refusals import Pending, Refused
from domain.rulesets.verdigris.sheets import WHAT_ONE_MAY_DO
from domain.rulesets.verdigris.standing import able, answering, rider_of
from domain.rulesets.verdigris.steps import (
    AskedToRule,
    Awaited,
    Choice,
    FreeAttack,
    Fright,
    GrappleTurn,
    Initiative,
    OpenRoll,
    Over,
    Question,
    Setup,
    awaited,
    numbered,
)
from domain.story import Story
from domain.table.guards import known, owners


def pending(encounter: Encounter) -> Pending:
    """Return what the encounter waits for: the phase, whose answer, for whom, with what options."""
    top = encounter.decision
    if encounter.outcome is not None:
        return Pending(kind="over")
    if top is None:
        return Pending(kind="setup", owner=encounter.referee)
    options = tuple(str(option) for option in top.options)
    return Pending(kind=top.kind, owner=top.owner, who=top.who, options=options)


def speaker(encounter: Encounter, command: Command) -> str | None:
    """VER-6: a choice of whose turn it is belongs to the whole side; every other command to the one it names."""
    who = named(encounter, command)
    if command.do != "choose_actor" or who not in encounter.combatants:
        return who
    return answering(encounter, encounter.combatants[who].side)


def ask(story: Story, kind: str, owner: str, options: tuple[str, ...], asked: Question, *rules: str) -> None:
    """Open a question, numbered in the order of asking."""
    context = numbered(facts_of(asked), story.now.asked)
    story.tell(DecisionOpened(kind=kind, owner=owner, options=options, context=context, rules=rules))


def refusal(encounter: Encounter, code: str, message: str, rule: str) -> Refused:
    """Return a refusal that says what the encounter waits for."""
    return Refused(code, message, rule=rule, pending=pending(encounter))


def must_be_able(encounter: Encounter, one: Combatant, deed: str) -> None:
    """VER-74, VER-75: the dead do nothing, and those at Death's Door nothing but their save (V-G47)."""
    if able(encounter, one):
        return
    if one.life == "dead":
        raise refusal(encounter, "dead", f"{one.id} cannot {deed}: {one.id} is dead.", "VER-75")
    if one.gone:
        raise refusal(encounter, "incapable", f"{one.id} cannot {deed}: {one.id} has left the fight.", "VER-75")
    raise refusal(encounter, "incapable", f"{one.id} cannot {deed}: {one.id} is at Death's Door.", "VER-74")


def must_have_own_turn(encounter: Encounter, one: Combatant, deed: str) -> None:
    """VER-46: a mount that is ridden has no turn of its own."""
    rider = rider_of(encounter, one.id)
    if rider is not None:
        message = f"{one.id} cannot {deed}: a mount acts on the turn of {rider.id}, who rides it."
        raise refusal(encounter, "no_own_turn", message, "VER-46")


def acting(encounter: Encounter, who: str, deed: str, rule: str = WHAT_ONE_MAY_DO) -> Combatant:
    """Return the combatant whose turn it is to act: known, able, with a turn, and this is it."""
    one = known(encounter, who, rule)
    must_be_able(encounter, one, deed)
    must_have_own_turn(encounter, one, deed)
    must_have_turn(encounter, one, deed, rule)
    return one


def must_have_turn(encounter: Encounter, one: Combatant, deed: str, rule: str) -> None:
    """VER-12: refuse what is not done in one's own turn, or while something is to be answered first."""
    waited = awaited(encounter)
    if isinstance(waited, Turn) and waited.who == one.id:
        return
    if isinstance(waited, Turn):
        raise refusal(encounter, "out_of_turn", f"{one.id} cannot {deed}: it is {waited.who}'s turn.", rule)
    raise not_now(encounter, one.id, deed, _seats(encounter, one), rule)


def not_now(encounter: Encounter, who: str, deed: str, seats: set[str], rule: str) -> Refused:
    """Return why something cannot be done now that another thing is waited for; ``seats`` are those that speak here.

    VER-2: before the roll of a round no turn begins, so that rule speaks against it whatever it was.
    """
    waited, waiting = awaited(encounter), pending(encounter)
    rule = "VER-2" if isinstance(waited, Setup | Initiative) else rule
    message = f"{who} cannot {deed}: {standing(waited, waiting.whose)}."
    if isinstance(waited, Setup | Turn):
        return refusal(encounter, "wrong_phase", message, rule)
    owner = set(owners(waiting.owner))
    return refusal(encounter, "decision_pending" if owner & seats else "not_your_decision", message, rule)


def standing(waited: Awaited, whose: str) -> str:
    """Return in words what is waited for, and whom."""
    match waited:
        case Setup():
            return "the fight has not begun"
        case Turn(who=who):
            return f"it is {who}'s turn"
        case Initiative():
            return f"first {whose} rolls the initiative"
        case Choice():
            return f"first {whose} chooses whose turn comes next"
        case OpenRoll():
            return f"first {whose} pushes the roll or leaves it"
        case FreeAttack():
            return f"first {whose} makes a free attack or lets it go"
        case Fright():
            return f"first {whose} holds the frightened mount or lets it run"
        case GrappleTurn():
            return f"first {whose} breaks the grapple or turns it round"
        case AskedToRule():
            return f"first {whose} rules"
        case Over():
            return "the fight is over"
        case _:
            assert_never(waited)


def _seats(encounter: Encounter, one: Combatant) -> set[str]:
    """Return who speaks for a combatant: the seat, and the side."""
    return {one.controller or "", answering(encounter, one.side)}


def must_be_open(encounter: Encounter, decision: str | None, rule: str) -> None:
    """VER-32: refuse an answer to a question that has been answered, or was never asked."""
    if decision is None or any(each.step(Question).id == decision for each in encounter.decisions):
        return
    number = decision.removeprefix("D")
    if decision.startswith("D") and number.isdecimal() and 1 <= int(number) <= encounter.asked:
        raise refusal(encounter, "already_answered", f"{decision} has been answered.", rule)
    raise refusal(encounter, "unknown_id", f"{decision} is no question that was asked.", rule)
