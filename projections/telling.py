"""One command told in one sentence, from the events it caused."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from domain.events import (
    BoardChanged,
    CombatantMoved,
    DamageApplied,
    DecisionOpened,
    DeclarationMade,
    Event,
    ItemUsed,
    ResourceChanged,
    TurnEnded,
    TurnStarted,
)
from ledger.entries import TableDiceTyped
from projections.clauses import clause, hurt, moved
from projections.wording import inert, sentence, spaced

ASKED = frozenset({"engage", "chase", "champion"})
"""Questions worth a word; the others are plain from what came before them or comes after."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """A clause with its rules; one without text was said by a clause before it and only adds its rules."""

    text: str
    rules: tuple[str, ...]


def command_told(action: dict[str, Any], events: Sequence[Event], typed: Sequence[TableDiceTyped] = ()) -> str:
    """Return the sentence of a command; one without events yet waits for its dice, but for those that are ``typed``."""
    if not events:
        return sentence(_awaited(action, typed))
    first, *rest = _clauses(events)
    if action.get("do") == "begin_move" and action.get("allowance") is not None:
        first = Told(text=f"{inert(action['who'])} claimed a move of {action['allowance']}", rules=first.rules)
    said = [each.text for each in rest if each.text]
    rules = tuple(rule for each in (first, *rest) for rule in each.rules)
    text = first.text[0].upper() + first.text[1:] if first.text.startswith("the ") else first.text
    return sentence(f"{text}: {'; '.join(said)}" if said else text, rules)


def _awaited(action: dict[str, Any], typed: Sequence[TableDiceTyped]) -> str:
    """Return what was declared, and which dice lie on the table already."""
    at = f" against {inert(action['target'])}" if action.get("target") else ""
    declared = f"{inert(action.get('who', 'Somebody'))} declared {spaced(action.get('do', 'something'))}{at}"
    if not typed:
        return f"{declared} and the dice are awaited"
    faces = ((each, ", ".join(map(str, each.faces))) for each in typed)
    thrown = "; ".join(f"{inert(each.by)} rolled {inert(each.dice)}: {shown}" for each, shown in faces)
    return f"{declared} and more dice are awaited: {thrown} (typed in by hand)"


def _clauses(events: Sequence[Event]) -> Iterator[Told]:
    """Yield what is worth saying, in order; steps that follow each other are one way."""
    declared = events[0] if isinstance(events[0], DeclarationMade) else None
    walked = sum(isinstance(event, CombatantMoved) for event in events)
    for _, group in groupby(events, key=_run):
        run = list(group)
        steps = [event for event in run if isinstance(event, CombatantMoved)]
        if steps:
            text = moved(steps)
            if declared is not None and declared.kind in ("flee", "chase") and walked < len(_way(declared)):
                text += f", short of {inert(_way(declared)[-1])}"
            yield Told(text=text, rules=tuple(rule for step in steps for rule in step.rules))
            continue
        for event in run:
            if not _left_out(event, declared, walked=walked > 0):
                yield Told(text=_words(event, declared), rules=event.rules)


def _run(event: Event) -> object:
    """Return what events told together have in common: the way somebody takes; any other event stands alone."""
    return (event.who, event.mode) if isinstance(event, CombatantMoved) else id(event)


def _way(declared: DeclarationMade) -> Sequence[str]:
    path: Sequence[str] = declared.parameters.get("path", ())
    return path


def _left_out(event: Event, declared: DeclarationMade | None, *, walked: bool) -> bool:
    """Return whether nobody would miss the event in a sentence."""
    match event:
        case TurnStarted():
            return True
        case TurnEnded(reason=reason):
            return reason != "passed"
        case DecisionOpened(kind=kind):
            return kind not in ASKED
        case DeclarationMade():
            return walked and event is declared and event.kind in ("flee", "chase")
        case _:
            return False


def _words(event: Event, declared: DeclarationMade | None) -> str:
    """Return the clause of an event, shortened by what the declaration has already said; empty if by all of it."""
    match event:
        case DamageApplied() if declared is not None and event.to in declared.targets:
            return hurt(event)
        case ItemUsed(item=item, consumed=consumed) if declared is not None and declared.parameters.get("item") == item:
            return "" if consumed else f"the {inert(item)} was kept"
        case BoardChanged(change="trap") if declared is not None and declared.parameters.get("as_trap"):
            return ""
        case ResourceChanged(why="begin_move", after=after) if declared is not None:
            return "" if declared.parameters.get("allowance") == after else f"a move of {after}"
        case ResourceChanged(who=who) if declared is None or who == declared.who:
            return f"{spaced(event.resource)} {event.before} to {event.after}"
        case _:
            return clause(event)
