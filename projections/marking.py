"""Sentences in parts: while one is being made, what in it is a name, a place, a number, dice or a rule is marked.

A mark stands in the text in signs of this process that nobody outside can know, so that no words are taken for one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from secrets import token_hex
from types import MappingProxyType
from typing import Literal, TypeAlias


@dataclass(frozen=True, slots=True, kw_only=True)
class PlainPart:
    """Words."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WhoPart:
    """The name of a combatant."""

    text: str
    who: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacePart:
    """The name of a place of the board."""

    text: str
    place: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberPart:
    """A number of a value that changed: ``why`` is how the value is asked for, ``at`` the line in which it changed."""

    text: str
    number: int
    why: str
    at: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DicePart:
    """The faces of a roll: ``dice`` says which of those of the entry, counted from 0."""

    text: str
    dice: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RulePart:
    """The id of a rule."""

    text: str
    rule: str


Part: TypeAlias = WhoPart | PlacePart | NumberPart | DicePart | RulePart | PlainPart


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """A headline, a detail of what came of it, or the rules that are cited; its parts joined are its text."""

    kind: Literal["headline", "detail", "rules"]
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Vague:
    """What the pools of somebody show in place of numbers, and the most that each holds."""

    shows: str
    most: Mapping[str, int]


NAMELESS: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class Cast:
    """The combatants and places that are names here, and by id what is called otherwise; on a grid squares are too.

    ``vague`` are those of whom no numbers are told.
    """

    combatants: frozenset[str] = frozenset()
    places: frozenset[str] = frozenset()
    names: Mapping[str, str] = field(default_factory=dict)
    vague: Mapping[str, Vague] = field(default_factory=dict)
    squares: bool = False


STRANGERS = Cast()
_SQUARE = re.compile(r"\d{1,4}:\d{1,4}")
_SIGN = token_hex(8)
_MARK = re.compile(f"\ue000{_SIGN}(\\d{{1,6}})\ue001")


@dataclass(slots=True)
class Marks:
    """What was marked in a sentence; of events, in which line each stands and which roll of the entry it is."""

    cast: Cast
    lines: dict[int, int]
    rolls: dict[int, int]
    made: list[Part | Literal["detail", "rules"]] = field(default_factory=list)

    def mark(self, part: Part | Literal["detail", "rules"]) -> str:
        """Return what stands for a part in the text."""
        self.made.append(part)
        return f"\ue000{_SIGN}{len(self.made) - 1}\ue001"


_MARKS: ContextVar[Marks | None] = ContextVar("marks", default=None)
_VAGUE: ContextVar[Mapping[str, Vague]] = ContextVar("vague", default=MappingProxyType({}))
_CALLED: ContextVar[Mapping[str, str]] = ContextVar("called", default=NAMELESS)


@contextmanager
def marked(cast: Cast, lines: dict[int, int], rolls: dict[int, int]) -> Iterator[Marks]:
    """Mark what is said meanwhile."""
    marks = Marks(cast, lines, rolls)
    token = _MARKS.set(marks)
    try:
        yield marks
    finally:
        _MARKS.reset(token)


@contextmanager
def calling(names: Mapping[str, str]) -> Iterator[None]:
    """Say names in place of these ids meanwhile, where nothing is marked."""
    token = _CALLED.set(names)
    try:
        yield
    finally:
        _CALLED.reset(token)


@contextmanager
def blurring(vague: Mapping[str, Vague]) -> Iterator[None]:
    """Tell no numbers of these meanwhile, where nothing is marked."""
    token = _VAGUE.set(vague)
    try:
        yield
    finally:
        _VAGUE.reset(token)


def vague(who: str) -> Vague | None:
    """Return what the pools of somebody show here in place of numbers; None where they show them."""
    marks = _MARKS.get()
    return (_VAGUE.get() if marks is None else marks.cast.vague).get(who)


def called(text: str) -> str | None:
    """Return what an id is called here, if that is another name; such a name holds nothing that works unseen."""
    marks = _MARKS.get()
    return (_CALLED.get() if marks is None else marks.cast.names).get(text)


@contextmanager
def of_seats_alone() -> Iterator[None]:
    """Take no name for that of a combatant meanwhile."""
    marks = _MARKS.get()
    if marks is None:
        yield
        return
    cast, marks.cast = marks.cast, STRANGERS
    try:
        yield
    finally:
        marks.cast = cast


def clauses(text: str, marks: Marks) -> tuple[Clause, ...]:
    """Return a marked text in clauses and parts."""
    kind: Literal["headline", "detail", "rules"] = "headline"
    found: list[Clause] = []
    parts: list[Part] = []
    pieces = _MARK.split(text)
    for place, piece in enumerate(pieces):
        made = marks.made[int(piece)] if place % 2 else PlainPart(text=piece)
        if isinstance(made, str):
            found += _clause(kind, parts)
            kind, parts = made, []
        elif made.text:
            parts.append(made)
    return (*found, *_clause(kind, parts))


def _clause(kind: Literal["headline", "detail", "rules"], parts: Sequence[Part]) -> list[Clause]:
    return [Clause(kind=kind, parts=tuple(parts))] if parts else []


def joined(told: Sequence[Clause]) -> str:
    """Return the text of clauses."""
    return "".join(part.text for clause in told for part in clause.parts)


def unmarked(text: str) -> list[tuple[str, bool]]:
    """Return a text in pieces, and of each whether it is a mark of the sentence that is being made."""
    marks = _MARKS.get()
    if marks is None or "\ue000" not in text:
        return [(text, False)]
    pieces = _MARK.split(text)
    return [
        (f"\ue000{_SIGN}{piece}\ue001", int(piece) < len(marks.made)) if place % 2 else (piece, False)
        for place, piece in enumerate(pieces)
    ]


def name(text: str, shown: str) -> str:
    """Return a name as it is shown, marked if it is that of a combatant or place."""
    marks = _MARKS.get()
    if marks is None:
        return shown
    if text in marks.cast.combatants:
        return marks.mark(WhoPart(text=shown, who=text))
    if text in marks.cast.places or (marks.cast.squares and _SQUARE.fullmatch(text)):
        return marks.mark(PlacePart(text=shown, place=text))
    return shown


def number(value: int, why: str, event: object) -> str:
    """Return a number that an event states of a value."""
    marks = _MARKS.get()
    line = None if marks is None else marks.lines.get(id(event))
    if marks is None or line is None:
        return str(value)
    return marks.mark(NumberPart(text=str(value), number=value, why=why, at=line))


def faces(text: str, event: object) -> str:
    """Return the faces of a roll as they are shown."""
    marks = _MARKS.get()
    roll = None if marks is None else marks.rolls.get(id(event))
    return text if marks is None or roll is None or not text else marks.mark(DicePart(text=text, dice=roll))


def rule(text: str) -> str:
    """Return the id of a rule as it is shown."""
    marks = _MARKS.get()
    return text if marks is None else marks.mark(RulePart(text=text, rule=text))


def cut(kind: Literal["detail", "rules"]) -> str:
    """Return what begins another clause; nothing where nothing is marked."""
    marks = _MARKS.get()
    return "" if marks is None else marks.mark(kind)
