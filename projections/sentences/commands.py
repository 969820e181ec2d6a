"""One command told in one sentence, from the events it caused."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
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
    RulingMade,
    SurpriseSet,
    TurnEnded,
    TurnStarted,
)
from ledger.line.entries import TableDiceTyped
from projections.marking import cut
from projections.sentences.clauses import IDLE, clause, hurt, spent
from projections.sentences.declarations import aims, way
from projections.sentences.moves import moved
from projections.wording import inert, listed, sentence, spaced

WORTH_A_WORD = frozenset({"passed", *IDLE})
"""Why a turn ended, where nothing else of it says so."""
PLAIN = frozenset(
    {"flight", "play_item", "defense_dice", "choose_actor", "initiative_roll", "stealth", "stance", "engagement"}
)
"""Questions that are plain from what came before them or comes after; the others are worth a word."""

GOING = frozenset({"flee", "chase", "move", "move_position", "enter_melee"})
"""Declarations that the change of place they lead to tells as well."""

OPENINGS = ("the ", "round ", "ruling ", "nobody ", "seat ")
"""How clauses begin that do not begin with a name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """A clause with its rules; one without text was said by a clause before it and only adds its rules.

    One that ``leads`` is somebody's deed, and what follows is what came of it.
    """

    text: str
    rules: tuple[str, ...]
    leads: bool = False


def command_told(action: dict[str, Any], events: Sequence[Event]) -> str:
    """Return the sentence of a command."""
    told = list(_clauses(events))
    rules = tuple(rule for each in told for rule in each.rules)
    first, *said = [each.text for each in told if each.text] or [clause(events[0])]
    # Of a fight by older rules, from elsewhere, anything may stand in an action.
    if action.get("do") == "begin_move" and None not in (action.get("who"), action.get("allowance")):
        first = f"{inert(action['who'])} claimed a move of {action['allowance']}"
    lead = first[0].upper() + first[1:] if first.startswith(OPENINGS) else first
    if not said:
        return sentence(lead, rules)
    leads = told[0].leads and ": " not in lead
    details = "; ".join(f"{cut('detail')}{each}" for each in said)
    return sentence(f"{lead}{': ' if leads else '; '}{details}", rules)


def command_waits(action: dict[str, Any], typed: Sequence[TableDiceTyped] = (), links: Iterable[str] = ()) -> str:
    """Return the sentence of a command that waits for its dice, or for the ``links`` of seats that salt them.

    Dice that were ``typed`` in lie on the table already.
    """
    if typed:
        faces = ((each, ", ".join(map(str, each.faces))) for each in typed)
        thrown = "; ".join(f"{inert(each.by)} rolled {inert(each.dice)}: {shown}" for each, shown in faces)
        return sentence(f"{_declared(action)} and more dice are awaited: {thrown} (typed in by hand)")
    salted = sorted(links)
    if salted:
        return sentence(
            f"{_declared(action)}; the roll waits for the link{'s' * (len(salted) > 1)} of {listed(salted)}"
        )
    return sentence(f"{_declared(action)} and the dice are awaited")


def command_of_nothing_seen(action: dict[str, Any], number: Callable[[int], int]) -> str:
    """Return the sentence of a command that nothing open has come of."""
    if action.get("do") == "unseal":
        named = action.get("of")
        opened = named if isinstance(named, list | tuple) else ()
        of = [*dict.fromkeys(str(number(line) if type(line) is int else line) for line in opened)]
        lines = f"line{'s' * (len(of) > 1)} {listed(of)}" if of else "a line"
        return sentence(f"Seat {inert(action.get('by', 'somebody'))} opened what was sealed by {lines}")
    return sentence(f"{_declared(action)}; what came of it is sealed")


def _declared(action: dict[str, Any]) -> str:
    """Return what was declared, and against whom."""
    at = f" against {inert(action['target'])}" if action.get("target") else ""
    who = inert(action.get("who") or action.get("by") or "Somebody")
    return f"{who} declared {spaced(action.get('do', 'something'))}{at}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """What a whole command says: who is first to change place in it and where all end up, who was surprised."""

    mover: str | None
    ends: dict[str, str]
    surprised: frozenset[str]


def _clauses(events: Sequence[Event]) -> Iterator[Told]:
    """Yield what is worth saying, in order; steps that follow each other are one way."""
    declared: DeclarationMade | None = None
    actor: str | None = None
    known = Known(
        mover=next((event.who for event in events if isinstance(event, CombatantMoved)), None),
        ends={event.who: event.to for event in events if isinstance(event, CombatantMoved)},
        surprised=frozenset(who for event in events if isinstance(event, SurpriseSet) for who in event.surprised),
    )
    for place, (_, group) in enumerate(groupby(_ordered(events), key=_run)):
        for event in (run := list(group)):
            if isinstance(event, DeclarationMade):
                declared, actor = event, event.who
            elif isinstance(event, CombatantMoved) and declared is None:
                actor = event.who
        if isinstance(run[0], CombatantMoved):
            steps = [step for step in run if isinstance(step, CombatantMoved)]
            rules = tuple(rule for step in steps for rule in step.rules)
            yield Told(
                text=_walked(steps, declared, known.ends[steps[0].who]), rules=rules, leads=bool(steps[0].origin)
            )
            continue
        for event in run:
            if not _left_out(event, declared, known, first=place == 0):
                leads = isinstance(event, DeclarationMade | TurnEnded | RulingMade)
                yield Told(text=_words(event, declared, actor), rules=event.rules, leads=leads)


def _ordered(events: Sequence[Event]) -> list[Event]:
    """Return the events with a way told before what it cost, where the costs come right before it."""
    told: list[Event] = []
    for event in events:
        place = len(told)
        if isinstance(event, CombatantMoved):
            while place and isinstance(cost := told[place - 1], ResourceChanged) and cost.who == event.who:
                place -= 1
            if not (place and isinstance(told[place - 1], DeclarationMade)):
                place = len(told)
        told.insert(place, event)
    return told


def _run(event: Event) -> object:
    """Return what events told together have in common: the way somebody takes; any other event stands alone."""
    return (event.who, event.mode) if isinstance(event, CombatantMoved) else id(event)


def _walked(steps: list[CombatantMoved], declared: DeclarationMade | None, end: str) -> str:
    """Return the way somebody took, and where they wanted to get to if they ``end`` somewhere else."""
    wanted = way(declared) if declared is not None and declared.who == steps[0].who else ()
    short = f", short of {inert(wanted[-1])}" if wanted and wanted[-1] != end else ""
    return moved(steps) + short


def _left_out(event: Event, declared: DeclarationMade | None, known: Known, *, first: bool) -> bool:
    """Return whether nobody would miss the event in a sentence."""
    match event:
        case TurnStarted(who=who, budgets=budgets):
            return not budgets or (declared is not None and declared.parameters.get("actor") == who)
        case TurnEnded(reason=reason):
            return reason not in WORTH_A_WORD and not first
        case RoundEnded():
            return not first
        case DecisionOpened(kind=kind):
            return kind in PLAIN and not first
        case DeclarationMade(who=who, kind=kind):
            return kind in GOING and who == known.mover
        case ConditionApplied(to=to, condition="surprised"):
            return to in known.surprised
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
        case ConditionApplied() if declared is not None and _says(declared, event):
            return ""
        case ResourceChanged(why="begin_move", after=after) if declared is not None:
            return "" if declared.parameters.get("allowance") == after else f"a move of {after}"
        case ResourceChanged(who=who) if who == actor:
            return spent(event)
        case _:
            return clause(event)


def _says(declared: DeclarationMade, event: ConditionApplied) -> bool:
    """Return whether a declaration has stated all that a condition is: its value, its details."""
    stated = {**event.details, **({event.condition: event.value} if event.value is not None else {})}
    return bool(stated) and event.to == declared.who and stated.items() <= declared.parameters.items()
