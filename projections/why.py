"""Why: the lines behind a value or a line, with their commands, dice, cards and rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import reduce
from typing import Any

from domain.encounter import Encounter
from domain.events import (
    DamageApplied,
    DeclarationMade,
    DiceRolled,
    Event,
    HistoryRewound,
    ItemUsed,
    OutcomeResolved,
    RulingMade,
    VitalsRestored,
)
from domain.items import Effect, Item
from ledger.line.entries import CommandAccepted
from ledger.line.lines import Line
from ledger.table.fight import Fight
from projections.chronicle import entry_with
from projections.marking import calling
from projections.rules import Rule, stated
from projections.sentences.clauses import clause
from projections.sentences.questions import choices, named
from projections.sentences.rolls import Rolled, rolled
from projections.sentences.seats import NOBODY, seated
from projections.sentences.steps import Past, Step, StepPlace, Steps, past_of
from projections.values import UnknownSubject, reading, touching
from projections.wording import counted, fact, inert, listed, sentence, spaced

MOMENTARY = ("turn", "pending", "order", "round", "phase")
"""Values that rest on the last change alone; others on every change since the fight began."""
CAUSES = 100
"""Changes of a value that are told at most, the newest, unless somebody asks for more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ordered:
    """The command behind a line: its own line, the seat it came from, and what it wanted."""

    n: int
    seat: str | None
    action: dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Used:
    """A card that was used in the same turn, and what it is worth, in words."""

    item: str
    who: str
    on: str
    worth: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Cause:
    """One line behind a value: what it changed, ``before`` to ``after``, and everything it rests on.

    ``steps`` are what was declared in the same turn up to it; ``parts`` what its numbers are made of.
    """

    n: int
    type: str
    before: Any = None
    after: Any = None
    command: Ordered | None = None
    steps: tuple[str, ...] = ()
    dice: tuple[Rolled, ...] = ()
    outcome: str | None = None
    parts: dict[str, Any] = field(default_factory=dict)
    items: tuple[Used, ...] = ()
    rules: tuple[Rule, ...] = ()
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Why:
    """The answer: what the subject is, the lines behind it, oldest first, and all of it in sentences.

    Of a value that changed more often than is told, ``earlier`` is the newest line that is left out: asked for as it
    was at that version, the others are told.
    """

    subject: str
    value: Any
    chain: tuple[Cause, ...]
    sentences: tuple[str, ...]
    earlier: int | None = None


def why(
    known: Fight | Sequence[Line],
    subject: str | int,
    version: int | None = None,
    limit: int = CAUSES,
) -> Why:
    """Return what is behind a line (its number) or a value (``Bo.health``, ``turn``, ``pending``) of a fight.

    It is told as things were at a ``version``. Of many changes of a value the newest are told, ``limit`` at most. Of a
    fight only those parts are folded in which causes lie; mere lines are folded once.

    Raises:
        UnknownSubject: There is no such line or value; it says what can be asked.
    """
    text, past = str(subject), past_of(known, version)
    with calling(reduce(seated, past.apart, NOBODY).cast.names):
        if text.isascii() and text.isdecimal():
            return _why_line(past, text)
        return _why_value(past, text, limit)


def causes(lines: Sequence[Line]) -> tuple[tuple[Event, Cause], ...]:
    """Return every event that counts with what it rests on, oldest first."""
    past = past_of(lines)
    steps = Steps(past)
    return tuple((steps[place].event, _cause(steps, place, past.lines)) for place in [*steps.places()][::-1])


def _why_value(past: Past, subject: str, limit: int) -> Why:
    steps, now = Steps(past), past.now
    read, momentary = reading(now, subject), subject in MOMENTARY
    told, earlier = _newest(steps, _changes(steps, subject, now), 1 if momentary else limit)
    if momentary:
        told, earlier = told[:1], None
    chain = tuple(
        _cause(steps, place, past.lines, read(steps[place].before), read(steps[place].after)) for place in told[::-1]
    )
    value = read(now)
    more = [] if earlier is None else [f"It changed before that too, last in line {earlier}."]
    return Why(
        subject=subject,
        value=value,
        chain=chain,
        earlier=earlier,
        sentences=(_because(subject, value, chain), *more, *(cause.text for cause in chain), *_statements(chain)),
    )


def _newest(steps: Steps, changes: Iterator[StepPlace], limit: int) -> tuple[list[StepPlace], int | None]:
    """Return the newest changes, of a line all or none, and the line of the one before them, if there is one."""
    told: list[StepPlace] = []
    for place in changes:
        if len(told) >= limit and steps[place].line.n != steps[told[-1]].line.n:
            return told, steps[place].line.n
        told.append(place)
    return told, None


def _changes(steps: Steps, subject: str, now: Encounter) -> Iterator[StepPlace]:
    """Yield where a value changed, the newest first."""
    read = reading(now, subject)
    for place in steps.places(touching(now, subject)):
        if read(steps[place].before) != read(steps[place].after):
            yield place


def _why_line(past: Past, number: str) -> Why:
    """Return what is behind a line, as things stood when it was written; a command answers for all it caused."""
    n = int(number) if len(number) < len(str(past.version + 1)) + 1 else past.version + 1
    if n > past.version:
        raise UnknownSubject(f"There is no line {number[:20]}: the last one is {past.version}.")
    line = past.lines[n]
    commanded = isinstance(line.entry, CommandAccepted)
    group = [n, *(past.caused(n) if commanded else ())]
    steps = Steps(past.upto(group[-1]))
    own = [place for place in steps.places(lambda marks: n in marks, since=n) if steps[place].line.n in group]
    chain = tuple(_cause(steps, place, past.lines) for place in reversed(own))
    told, undone = _told(past, line)
    said = told if commanded or not chain else [cause.text for cause in chain]
    sentences = (*said, *undone, *_statements(chain))
    return Why(subject=number, value=line.type, chain=chain, sentences=sentences)


def _told(past: Past, line: Line) -> tuple[list[str], list[str]]:
    """Return what the chronicle says of a line, and what there is to say where it counts no more."""
    leads = line.n if line.cause is None or isinstance(line.entry, HistoryRewound) else line.cause
    mine = entry_with(past.lines, leads, past.apart)
    if mine is None:
        return [f"Line {line.n} ({line.type}) is the ledger’s own work: it changes nothing in the fight."], []
    return [mine.text], [] if mine.undone_by is None else [f"Line {mine.undone_by} took it back."]


def _cause(steps: Steps, place: StepPlace, lines: Sequence[Line], before: Any = None, after: Any = None) -> Cause:
    line, event, told = steps[place].line, steps[place].event, steps[place].told
    window = steps.window(place)
    rests = [step.event for step in window if _is_ground(step.event)]
    said = [step.told for step in window if _is_ground(step.event)]
    outcome = next((each for each in reversed(rests) if isinstance(each, OutcomeResolved)), None)
    dice = [each for each in rests if isinstance(each, DiceRolled)]
    items = tuple(_used(step.before, step.event) for step in window if isinstance(step.event, ItemUsed))
    rules = stated(tuple(rule for each in (event, *rests) for rule in each.rules))
    ordered = _ordered(lines, line)
    return Cause(
        n=line.n,
        type=line.type,
        before=before,
        after=after,
        command=ordered,
        steps=tuple(clause(each) for each in said if isinstance(each, DeclarationMade) and each is not told),
        dice=tuple(rolled(each) for each in dice),
        outcome=clause(outcome) if outcome is not None else None,
        parts=_parts(steps[place], dice, outcome),
        items=items,
        rules=rules,
        text=sentence(_where(line, ordered) + "; ".join(_words(told, said, items)), tuple(rule.id for rule in rules)),
    )


def _is_ground(event: Event) -> bool:
    """Return whether what follows in a turn can rest on the event."""
    overruled = isinstance(event, RulingMade) and event.subject == "override"
    return overruled or isinstance(event, DeclarationMade | DiceRolled | OutcomeResolved)


def _words(event: Event, rests: list[Event], items: tuple[Used, ...]) -> list[str]:
    """Return the clauses of what an event rests on and its own, which is left out where a declaration has said it."""
    words = [clause(each) for each in rests]
    words += [f"the {inert(used.item)} is worth {used.worth}" for used in items if used.worth is not None]
    said = isinstance(event, ItemUsed) and any(
        isinstance(each, DeclarationMade) and each.parameters.get("item") == event.item for each in rests
    )
    return words if said or event in rests else [*words, clause(event)]


def _used(before: Encounter, event: ItemUsed) -> Used:
    """Return a card as it was used, with what it is worth."""
    hands = (card for hand in before.hands.values() for card in hand)
    card = next((card for card in hands if card.id == event.item), None)
    effect = card.effect if isinstance(card, Item) else None
    return Used(item=event.item, who=event.who, on=event.on, worth=_worth(effect) if effect is not None else None)


def _worth(effect: Effect) -> str:
    """Return what a card does, in words: ``die bonus 1``."""
    stated = (effect.amount, effect.dice, effect.condition, effect.spaces)
    recoil = f", and {effect.recoil} damage to its user" if effect.recoil else ""
    return " ".join([spaced(effect.kind), *(inert(each) for each in stated if each is not None)]) + recoil


def _ordered(lines: Sequence[Line], line: Line) -> Ordered | None:
    """Return the command that caused a line."""
    entry = lines[line.cause].entry if line.cause is not None else None
    if line.cause is None or not isinstance(entry, CommandAccepted):
        return None
    return Ordered(n=line.cause, seat=entry.decl.get("seat"), action=entry.decl.get("action", {}))


def _where(line: Line, ordered: Ordered | None) -> str:
    if ordered is None:
        return f"Line {line.n}: "
    by = f" of seat {inert(ordered.seat)}" if ordered.seat else ""
    return f"Line {line.n}, from command {ordered.n}{by}: "


def _parts(step: Step, dice: list[DiceRolled], outcome: OutcomeResolved | None) -> dict[str, Any]:
    """Return what the numbers are made of: the outcome's details, modifiers of dice, the weapon, the damage's parts."""
    modifiers = {f"{roll.by} {roll.purpose}": roll.mod for roll in dice if roll.mod}
    parts = {**(outcome.details if outcome is not None else {}), **modifiers}
    if isinstance(step.event, DamageApplied):
        return {**parts, **step.event.parts, **_weapon(step.before, step.event)}
    if isinstance(step.event, VitalsRestored):
        return {**parts, **step.event.parts}
    return parts


def _weapon(encounter: Encounter, event: DamageApplied) -> dict[str, Any]:
    """Return the card on the attacker's sheet that did the damage."""
    by = encounter.combatants.get(event.by)
    cards = [card for card in by.sheet.values() if isinstance(card, dict)] if by is not None else []
    return {card["id"]: card for card in cards if card.get("id") == event.why}


def _because(subject: str, value: Any, chain: tuple[Cause, ...]) -> str:
    """Return the value and the lines it rests on: ``Bo has 2 health because of lines 4 and 22``."""
    if not chain:
        return f"{_is(subject, value)}: nothing has changed that since the fight began."
    numbers = listed(cause.n for cause in chain)
    return f"{_is(subject, value)} because of line{'s' if len(chain) > 1 else ''} {numbers}."


def _is(subject: str, value: Any) -> str:
    """Return a value in words: ``Bo has 2 health``."""
    who, _, member = subject.partition(".")
    words = _WORDS.get(member or who)
    return words(inert(who), value) if words is not None else f"{inert(who)} has {fact(value)} {spaced(member)}"


def _somebody(value: Any) -> str:
    return "Nobody" if value is None else inert(value)


def _waits(value: dict[str, Any]) -> str:
    if value["who"] is None and value["owner"] is None:
        return "The fight is over" if value["kind"] == "over" else "Nothing is pending"
    who = inert(value["who"]) if value["who"] is not None else named(value["owner"])
    options = f": {choices(value['options'])}" if value["options"] else ""
    return f"{who} has the turn" if value["kind"] == "turn" else f"{who} must decide ({spaced(value['kind'])}{options})"


_WORDS: dict[str, Callable[[str, Any], str]] = {
    "turn": lambda _, value: f"{_somebody(value)} has the turn",
    "order": lambda _, value: f"The order is {listed(value) if value else 'not set'}",
    "round": lambda _, value: "No round has begun" if value is None else f"It is round {value}",
    "phase": lambda _, value: f"The phase is {spaced(value)}",
    "surprised": lambda _, value: f"Surprised at the start: {listed(value) if value else 'nobody'}",
    "rulings": lambda _, value: f"The referee has made {counted(len(value), 'ruling') if value else 'no ruling'}",
    "carried": lambda who, value: f"{who} carries {fact(value)}",
    "mover": lambda _, value: f"{_somebody(value)} is on a board move",
    "outcome": lambda _, value: "The fight goes on" if value is None else f"The fight is over ({spaced(value)})",
    "winner": lambda _, value: "Nobody has won" if value is None else f"{inert(value)} has won",
    "pending": lambda _, value: _waits(value),
    "at": lambda who, value: f"{who} is at {inert(value)}",
    "life": lambda who, value: f"{who} is {inert(value)}",
    "conditions": lambda who, value: f"{who} is under {fact(value)}",
    "hand": lambda who, value: f"{who} has {fact(value)} in hand",
    "traps": lambda who, value: f"{who} has {fact(value)} lying on it as a trap",
    "combat": lambda who, value: f"{who} is in {'no combat' if value is None else f'combat {inert(value)}'}",
}


def _statements(chain: tuple[Cause, ...]) -> list[str]:
    """Return the rules the chain rests on, each once, in words."""
    rules = dict.fromkeys(rule for cause in chain for rule in cause.rules)
    return [f"{inert(rule.id)}: {rule.statement or 'a rule this program has no words for.'}" for rule in rules]
