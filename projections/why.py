"""Why: the lines behind a value or a line, with their commands, dice, cards and rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import islice
from typing import Any, NamedTuple

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
from domain.evolve import evolve
from domain.items import Effect, Item
from domain.replaying import live
from ledger.line.entries import CommandAccepted
from ledger.line.lines import Line
from projections.chronicle import chronicle
from projections.marking import calling
from projections.rules import Rule, stated
from projections.sentences.clauses import clause
from projections.sentences.questions import choices, named
from projections.sentences.rolls import Rolled, rolled
from projections.sentences.seats import NOBODY, of_seats, seated
from projections.values import Reading, UnknownSubject, reading
from projections.wording import counted, fact, inert, listed, sentence, spaced

MOMENTARY = ("turn", "pending", "order", "round", "phase")
"""Values that rest on the last change alone; others on every change since the fight began."""


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
    """The answer: what the subject is, the lines behind it, oldest first, and all of it in sentences."""

    subject: str
    value: Any
    chain: tuple[Cause, ...]
    sentences: tuple[str, ...]


class Step(NamedTuple):
    """One event that counts, its line, and the encounter before and after it; ``told`` says which names are seats."""

    line: Line
    event: Event
    told: Event
    before: Encounter
    after: Encounter


def why(lines: Sequence[Line], subject: str | int) -> Why:
    """Return what is behind a line (its number) or a value (``Bo.health``, ``turn``, ``pending``).

    Raises:
        UnknownSubject: There is no such line or value; it says what can be asked.
    """
    text = str(subject)
    with calling(reduce(seated, lines, NOBODY).cast.names):
        if text.isascii() and text.isdecimal():
            return _why_line(lines, text)
        return _why_value(lines, text)


def causes(lines: Sequence[Line]) -> tuple[tuple[Event, Cause], ...]:
    """Return every event that counts with what it rests on, oldest first."""
    steps = _steps(lines)
    return tuple((step.event, _cause(steps, place, lines)) for place, step in enumerate(steps))


def _why_value(lines: Sequence[Line], subject: str) -> Why:
    steps = _steps(lines)
    now = steps[-1].after if steps else Encounter()
    read = reading(now, subject)
    changes = list(_changes(steps, read, last=subject in MOMENTARY))
    chain = tuple(_cause(steps, place, lines, read(steps[place].before), read(steps[place].after)) for place in changes)
    value = read(now)
    return Why(
        subject=subject,
        value=value,
        chain=chain,
        sentences=(_because(subject, value, chain), *(cause.text for cause in chain), *_statements(chain)),
    )


def _changes(steps: list[Step], read: Reading, *, last: bool) -> Iterator[int]:
    """Yield where a value changed, oldest first; or the last time it did."""
    if not last:
        yield from (place for place, step in enumerate(steps) if read(step.before) != read(step.after))
        return
    back = reversed(range(len(steps)))
    yield from islice((place for place in back if read(steps[place].before) != read(steps[place].after)), 1)


def _why_line(lines: Sequence[Line], number: str) -> Why:
    """Return what is behind a line, as things stood when it was written; a command answers for all it caused."""
    n = int(number) if len(number) < len(str(len(lines))) + 1 else len(lines)
    if n >= len(lines):
        raise UnknownSubject(f"There is no line {number[:20]}: the last one is {len(lines) - 1}.")
    line = lines[n]
    commanded = isinstance(line.entry, CommandAccepted)
    group = [n, *(each.n for each in lines[n:] if commanded and each.cause == n)]
    steps = _steps(lines[: group[-1] + 1])
    chain = tuple(_cause(steps, place, lines) for place, step in enumerate(steps) if step.line.n in group)
    told, undone = _told(lines, line)
    said = told if commanded or not chain else [cause.text for cause in chain]
    sentences = (*said, *undone, *_statements(chain))
    return Why(subject=number, value=line.type, chain=chain, sentences=sentences)


def _told(lines: Sequence[Line], line: Line) -> tuple[list[str], list[str]]:
    """Return what the chronicle says of a line, and what there is to say where it counts no more."""
    entries = chronicle(lines)
    leads = line.n if line.cause is None else line.cause
    mine = next((entry for entry in entries if entry.n <= leads <= entry.last), None)
    if isinstance(line.entry, HistoryRewound):
        mine = next(entry for entry in entries if entry.n == line.n)
    if mine is None:
        return [f"Line {line.n} ({line.type}) is the ledger’s own work: it changes nothing in the fight."], []
    return [mine.text], [] if mine.undone_by is None else [f"Line {mine.undone_by} took it back."]


def _steps(lines: Sequence[Line]) -> list[Step]:
    """Return the events that count, each between the states before and after it."""
    rewinds = [(line.n, line.entry.to_version) for line in lines if isinstance(line.entry, HistoryRewound)]
    steps: list[Step] = []
    encounter, seats = Encounter(), NOBODY
    for span in live(rewinds, len(lines) - 1):
        for line in lines[span.start : span.stop]:
            seats = seated(seats, line)
            for event, told in zip(line.events, of_seats(line.events, seats), strict=True):
                after = evolve(encounter, event)
                steps.append(Step(line, event, told, encounter, after))
                encounter = after
    return steps


def _window(steps: list[Step], place: int) -> list[Step]:
    """Return the steps that led to one: those of its command, and of those before it which it answered.

    A command that declares one deed after another is told from the last deed on.
    """
    first = _begins(steps, place)
    own = [step for step in range(first, place + 1) if isinstance(steps[step].event, DeclarationMade)]
    if len(own) > 1:
        return steps[own[-1] : place + 1]
    while first > 0 and _answers(steps[first].before):
        first = _begins(steps, first - 1)
    return steps[first : place + 1]


def _begins(steps: list[Step], place: int) -> int:
    """Return the first step of the command that one belongs to."""
    cause = steps[place].line.cause
    while place > 0 and cause is not None and steps[place - 1].line.cause == cause:
        place -= 1
    return place


def _answers(before: Encounter) -> bool:
    """Return whether a step was interrupted before this: a question is open that is more than a turn."""
    return before.decision is not None and before.decision.kind != "turn"


def _cause(steps: list[Step], place: int, lines: Sequence[Line], before: Any = None, after: Any = None) -> Cause:
    line, event, told = steps[place].line, steps[place].event, steps[place].told
    window = _window(steps, place)
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
