"""From an offer to a command: what it leaves open is asked for, field by field. Nothing is answered by nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import MISSING, dataclass, fields, replace
from typing import Any

from cli.playing.answers import NoAnswer, Read, numbered, one_of, reader, told
from domain.deciding import RULESETS, kind_of
from domain.dice import Scripted
from domain.encounter import Encounter
from domain.offers import Offer, Open
from domain.refusals import Refused
from domain.story import Story
from domain.table.commands import Override
from domain.table.overrides import changing, named, values
from projections.marking import called
from projections.wording import listed, spaced

CANCEL = "cancel"
OVERRULED = ("what", "value")
"""The fields of an override that are tried as they are typed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question: what was wrong with the last answer, what there is to choose from, the words of the question."""

    text: str
    choices: tuple[str, ...] = ()
    wrong: str = ""


Ask = Callable[[Asked], str | None]


class Cancelled(Exception):
    """Nothing was answered: nothing is done."""


def label(offer: Offer) -> str:
    """Return an offer in one line: what, who, and the fields it leaves to be chosen."""
    return f"{spaced(offer.by)} {_said(offer)}" if offer.by else _said(offer)


def label_of(offers: Sequence[Offer]) -> str:
    """Return in one line offers that differ in whom they are made for alone."""
    first = offers[0]
    if len(offers) == 1:
        return label(first)
    several = _listed([whom(each.who or "nobody") for each in offers])
    return label(replace(first, who=None, closed={}, open={})) + f": {several}"


def whom(who: str) -> str:
    """Return somebody by the id, and the name beside it where there is one."""
    name = called(who)
    return spaced(who) if name is None else f"{spaced(who)} ({name})"


def _said(offer: Offer) -> str:
    said = f"{spaced(offer.do)} {whom(offer.who)}" if offer.who else spaced(offer.do)
    many = {name: choices for name, choices in offer.closed.items() if choices != (None,)}
    stated = [f"{spaced(name)}: {_listed(list(map(told, choices)))}" for name, choices in many.items()]
    stated += [_open(name, bounds) for name, bounds in offer.open.items()]
    return f"{said} ({'; '.join(stated)})" if stated else said


def _open(name: str, bounds: Open) -> str:
    return f"{spaced(name)}: {bounds.minimum} to {bounds.maximum}" if bounds.kind == "number" else spaced(name)


def _listed(told: Sequence[str]) -> str:
    return ", ".join(told) if len(told) < 9 else f"{', '.join(told[:8])} or {len(told) - 8} more"


def alike(offers: Iterable[Offer]) -> list[tuple[Offer, ...]]:
    """Return offers in rows: what can be done at any time stands in one row for all for whom it can be done."""
    rows: dict[tuple[Any, ...], list[Offer]] = {}
    for number, offer in enumerate(offers):
        one = offer.aside and offer.who is not None
        shape = (offer.do, offer.by, tuple(offer.closed), tuple(offer.open))
        rows.setdefault(shape if one else (number,), []).append(offer)
    return [tuple(row) for row in rows.values()]


def chosen(row: Sequence[Offer], ask: Ask) -> Offer:
    """Return the offer of a row, after asking whom it is for if that can be more than one; Cancelled."""
    if len(row) == 1:
        return row[0]
    whom = tuple(each.who for each in row)
    wanted = _closed("who", whom, ask)
    return row[whom.index(wanted)]


def asked(offer: Offer, ask: Ask, encounter: Encounter) -> dict[str, Any]:
    """Return the command, after asking for each field that can be more than one thing; Cancelled."""
    named = (("do", offer.do), ("by", offer.by), ("who", offer.who))
    command: dict[str, Any] = {name: value for name, value in named if value is not None}
    stated = 0
    for name, choices in offer.closed.items():
        some = foes_first(choices, offer.who, encounter)
        found = some[0] if len(some) == 1 else _closed(name, some, ask)
        stated += len(some) > 1
        if found is not None:
            command[name] = found
    optional = _may_be_left_out(offer, encounter)
    for name, bounds in offer.open.items():
        question, read = _open_question(name, bounds, encounter)
        if offer.do == "override" and name in OVERRULED:
            question, read = overruled(question, name, read, command, encounter)
        found = _answer(ask, question, read, optional=name in optional)
        if found is not None:
            command[name] = found
            stated += 1
    if offer.open and not stated:
        raise Cancelled
    return command


def foes_first(choices: Sequence[Any], who: str | None, encounter: Encounter) -> tuple[Any, ...]:
    """Return choices with the foes who still stand before everybody else, where they are people."""
    actor = encounter.combatants.get(who or "")
    if actor is None:
        return tuple(choices)

    def rank(choice: Any) -> int:
        first = choice[0] if isinstance(choice, list | tuple) and choice else choice
        one = encounter.combatants.get(first) if isinstance(first, str) else None
        if one is None:
            return 1
        return 2 if one.side == actor.side else int(one.life != "active")

    return tuple(sorted(choices, key=rank))


def _may_be_left_out(offer: Offer, encounter: Encounter) -> set[str]:
    """Return the open fields that a command does without: those that its rules know a value for."""
    kind = kind_of(encounter.system, offer.do)
    stated = {
        each.metadata.get("alias", each.name)
        for each in (fields(kind) if kind is not None else ())
        if each.default is MISSING and each.default_factory is MISSING
    }
    words = ("text", "value", "sheet")
    return {
        name
        for name, bounds in offer.open.items()
        if bounds.example is None or (bounds.kind in words and name not in stated)
    }


def _closed(name: str, choices: Sequence[Any], ask: Ask) -> Any:
    words = tuple(map(told, choices))
    if numbered(choices):
        question = Asked(text=f"{spaced(name)}? A name, or 1 to {len(words)}", choices=words)
    else:
        question = Asked(text=f"{spaced(name)}? {', '.join(words)}")
    return _answer(ask, question, lambda typed: one_of(choices, typed), optional=False)


def _open_question(name: str, bounds: Open, encounter: Encounter) -> tuple[Asked, Read]:
    """Return how an open field is asked for, and how its answer is read."""
    question = Asked(text=f"{spaced(name)}? {_what(name, bounds)}".rstrip())
    if bounds.ends:
        question = replace(question, choices=tuple(f"{end.tile}, {end.cost} away" for end in bounds.ends))
    return question, reader(bounds, encounter)


def overruled(
    question: Asked, name: str, read: Read, command: dict[str, Any], encounter: Encounter
) -> tuple[Asked, Read]:
    """Return how one is asked what to overrule, and to what: what cannot be is no answer, and nothing else is asked."""
    rules, who = RULESETS[encounter.system], command["who"]
    if name == "what":
        there = listed(values(encounter, who, rules), "or")
        question = Asked(text=f"{spaced(name)}? {there}, or a condition")

    def read_and_try(typed: str) -> Any:
        found = read(typed)
        try:
            if name == "what":
                return named(encounter, who, str(found), rules)
            if isinstance(found, int | str):
                wish = Override(who=who, by=command["by"], what=command["what"], value=found, reason=question.text)
                changing(Story(encounter, Scripted([])), wish, rules)
        except Refused as refused:
            raise NoAnswer(refused.message) from None
        return found

    return question, read_and_try


def _what(name: str, bounds: Open) -> str:
    if bounds.ends:
        return f"A place, a way in steps, or 1 to {len(bounds.ends)}"
    if bounds.kind == "number":
        return f"{bounds.minimum} to {bounds.maximum}"
    if name == "facts":
        return 'JSON, as {"door": "left"}'
    example = told(bounds.example) if bounds.example is not None else ""
    return f"As in: {example}" if example and bounds.kind != "text" else ""


def _answer(ask: Ask, question: Asked, read: Read, *, optional: bool) -> Any:
    """Return what is answered, asked again as long as it is no answer; None for a field left out; Cancelled."""
    question = replace(
        question, text=f"{question.text} ({'Enter leaves it out, or ' if optional else 'Enter or '}cancel)"
    )
    while True:
        typed = ask(question)
        if typed is None or typed.casefold() == CANCEL or (typed == "" and not optional):
            raise Cancelled
        if typed == "":
            return None
        try:
            return read(typed)
        except NoAnswer as wrong:
            question = replace(question, wrong=str(wrong))
