"""One command told in one sentence, from the events it caused."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from domain.events import (
    BoardChanged,
    CombatantMoved,
    ConditionApplied,
    DamageApplied,
    DecisionOpened,
    DeclarationMade,
    Event,
    ItemUsed,
    ResourceChanged,
    RoundEnded,
    TurnEnded,
    TurnStarted,
)
from ledger.entries import TableDiceTyped
from projections.clauses import clause, hurt, spent
from projections.declared import aims, way
from projections.moves import moved
from projections.wording import inert, sentence, spaced

PLAIN = frozenset(
    {"flight", "play_item", "defense_dice", "choose_actor", "initiative_roll", "stealth", "stance", "engagement"}
)
"""Questions that are plain from what came before them or comes after; the others are worth a word."""

GOING = frozenset({"flee", "chase", "move", "move_position", "enter_melee"})
"""Declarations that the change of place they lead to tells as well."""

OPENINGS = ("the ", "round ", "ruling ", "nobody ")
"""How clauses begin that do not begin with a name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """A clause with its rules; one without text was said by a clause before it and only adds its rules."""

    text: str
    rules: tuple[str, ...]


def command_told(action: dict[str, Any], events: Sequence[Event], typed: Sequence[TableDiceTyped] = ()) -> str:
    """Return the sentence of a command; one without events yet waits for its dice, but for those that are ``typed``."""
    if not events:
        return sentence(_awaited(action, typed))
    told = list(_clauses(events))
    rules = tuple(rule for each in told for rule in each.rules)
    first, *said = [each.text for each in told if each.text] or [clause(events[0])]
    if action.get("do") == "begin_move" and action.get("allowance") is not None:
        first = f"{inert(action['who'])} claimed a move of {action['allowance']}"
    lead = first[0].upper() + first[1:] if first.startswith(OPENINGS) else first
    if not said:
        return sentence(lead, rules)
    return sentence(f"{lead}{'; ' if ': ' in lead else ': '}{'; '.join(said)}", rules)


def _awaited(action: dict[str, Any], typed: Sequence[TableDiceTyped]) -> str:
    """Return what was declared, and which dice lie on the table already."""
    at = f" against {inert(action['target'])}" if action.get("target") else ""
    who = inert(action.get("who") or action.get("by") or "Somebody")
    declared = f"{who} declared {spaced(action.get('do', 'something'))}{at}"
    if not typed:
        return f"{declared} and the dice are awaited"
    faces = ((each, ", ".join(map(str, each.faces))) for each in typed)
    thrown = "; ".join(f"{inert(each.by)} rolled {inert(each.dice)}: {shown}" for each, shown in faces)
    return f"{declared} and more dice are awaited: {thrown} (typed in by hand)"


def _clauses(events: Sequence[Event]) -> Iterator[Told]:
    """Yield what is worth saying, in order; steps that follow each other are one way."""
    declared: DeclarationMade | None = None
    actor: str | None = None
    movers = {event.who for event in events if isinstance(event, CombatantMoved)}
    for place, (_, group) in enumerate(groupby(events, key=_run)):
        for event in (run := list(group)):
            if isinstance(event, DeclarationMade):
                declared, actor = event, event.who
            elif isinstance(event, CombatantMoved) and declared is None:
                actor = event.who
        if isinstance(run[0], CombatantMoved):
            steps = [step for step in run if isinstance(step, CombatantMoved)]
            yield Told(text=_walked(steps, declared), rules=tuple(rule for step in steps for rule in step.rules))
            continue
        for event in run:
            if not _left_out(event, declared, movers, first=place == 0):
                yield Told(text=_words(event, declared, actor), rules=event.rules)


def _run(event: Event) -> object:
    """Return what events told together have in common: the way somebody takes; any other event stands alone."""
    return (event.who, event.mode) if isinstance(event, CombatantMoved) else id(event)


def _walked(steps: list[CombatantMoved], declared: DeclarationMade | None) -> str:
    """Return the way somebody took, and where they wanted to get to if that is somewhere else."""
    wanted = way(declared) if declared is not None and declared.who == steps[0].who else ()
    short = f", short of {inert(wanted[-1])}" if wanted and wanted[-1] != steps[-1].to else ""
    return moved(steps) + short


def _left_out(event: Event, declared: DeclarationMade | None, movers: set[str], *, first: bool) -> bool:
    """Return whether nobody would miss the event in a sentence."""
    match event:
        case TurnStarted(who=who, budgets=budgets):
            return not budgets or (declared is not None and declared.parameters.get("actor") == who)
        case TurnEnded(reason=reason):
            return reason != "passed" and not first
        case RoundEnded():
            return not first
        case DecisionOpened(kind=kind):
            return kind in PLAIN and not first
        case DeclarationMade(who=who, kind=kind):
            return kind in GOING and who in movers
        case _:
            return False


def _words(event: Event, declared: DeclarationMade | None, actor: str | None) -> str:
    """Return the clause of an event, shortened by what the declaration has already said; empty if by all of it."""
    match event:
        case TurnStarted(who=who):
            return f"{inert(who)} had the turn"
        case DamageApplied() if declared is not None and event.to in aims(declared):
            return hurt(event)
        case ItemUsed(item=item, consumed=consumed) if declared is not None and declared.parameters.get("item") == item:
            return "" if consumed else f"the {inert(item)} was kept"
        case BoardChanged(change="trap") if declared is not None and declared.parameters.get("as_trap"):
            return ""
        case ConditionApplied(condition=name, value=value) if declared is not None and value is not None:
            return "" if declared.parameters.get(name) == value else clause(event)
        case ResourceChanged(why="begin_move", after=after) if declared is not None:
            return "" if declared.parameters.get("allowance") == after else f"a move of {after}"
        case ResourceChanged(who=who) if who == actor:
            return spent(event)
        case _:
            return clause(event)
