"""What a fight has reached, as far as the tables ask: folded from fields, and put back whole where it is taken back."""

from __future__ import annotations

from operator import attrgetter
from typing import Any, NamedTuple, TypeAlias

from domain.evolve import ASIDE
from projections.analytics.lines import Fields

Kept: TypeAlias = tuple[Any, ...]
NOT_YET = 64
"""So many rolls that no outcome has taken up are remembered."""


class OpenQuestion(NamedTuple):
    """An open question, or an open turn (``kind`` turn): the line that opened it and what is asked of it again."""

    n: int
    kind: str
    who: str | None = None
    options: tuple[Any, ...] = ()
    each: bool = False
    until: str | None = None
    rolls: str | None = None
    subject: str | None = None


class Undecided(NamedTuple):
    """A roll that no outcome has taken up: its row, what it is for, and the command that goes on with it.

    Where a question came between, it goes on with the command that answers ``question``.
    """

    row: int
    purpose: str
    command: int | None
    question: int | None = None


class Situation:
    """Where a fight stands. Every value in it is replaced and never changed, so that keeping it costs nothing."""

    __slots__ = (
        "ended",
        "life",
        "outcome",
        "questions",
        "reserve",
        "round",
        "seats",
        "sides",
        "turn",
        "waiting",
    )

    def __init__(self) -> None:
        self.round: int | None = None
        self.turn: int | None = None
        self.questions: tuple[OpenQuestion, ...] = ()
        self.life: dict[str, str] = {}
        self.sides: dict[str, str] = {}
        self.seats: dict[str, str] = {}
        self.reserve: frozenset[str] = frozenset()
        self.waiting: tuple[Undecided, ...] = ()
        self.outcome: tuple[int | None, int, str] | None = None
        self.ended: Fields | None = None

    def kept(self) -> Kept:
        """Return all of it, to be put back."""
        return _ALL(self)

    def put_back(self, kept: Kept) -> None:
        """Stand where it stood once."""
        for name, value in zip(self.__slots__, kept, strict=True):
            setattr(self, name, value)

    def side_of(self, name: str) -> str | None:
        """Return the side of a combatant, of a member of a group, or of a side itself."""
        found = self.sides.get(name) or self.sides.get(name.partition("#")[0])
        return name if found is None and name in self.sides.values() else found

    def seat_of(self, name: str, seated: dict[str, Any]) -> str | None:
        """Return the seat that leads a combatant, a member of a group, or the seat itself."""
        found = self.seats.get(name) or self.seats.get(name.partition("#")[0])
        return name if found is None and name in seated else found

    def ask(self, question: OpenQuestion, command: int | None = None) -> None:
        """Open a question, or a turn; the rolls of the command that asks wait for the answer."""
        self.questions = (*self.questions, question)
        if question.kind == "turn":
            self.turn = question.n
        elif self.waiting:
            self.waiting = tuple(
                each._replace(question=question.n) if each.command == command and each.question is None else each
                for each in self.waiting
            )

    def go_on(self, question: OpenQuestion, command: int | None) -> None:
        """Let the rolls that waited for an answer go on with the command that gave the last one."""
        if self.waiting and all(each.n != question.n for each in self.questions):
            self.waiting = tuple(
                each._replace(question=None, command=command) if each.question == question.n else each
                for each in self.waiting
            )

    def end_turn(self, who: str) -> int | None:
        """Close the turn of somebody; return the line at which it began."""
        mine = next((each for each in self.questions if each.kind == "turn" and each.who == who), None)
        if mine is None:
            return None
        self.questions = tuple(each for each in self.questions if each is not mine)
        self.turn = next((each.n for each in reversed(self.questions) if each.kind == "turn"), None)
        return mine.n

    def declared(self, kind: str, who: str) -> OpenQuestion | None:
        """Return the question that a declaration closes, or has a part in."""
        top = self.questions[-1] if self.questions else None
        if top is None or top.kind == "turn" or kind in ASIDE or (top.until or kind) != kind:
            return None
        return self._answered(top, who)

    def goes_on(self, kind: str) -> OpenQuestion | None:
        """Return the question that several answer in turn until something else is declared, where this is an answer."""
        top = self.questions[-1] if self.questions else None
        return top if top is not None and top.until not in (None, kind) and kind not in ASIDE else None

    def rolled(self, purpose: str, who: str) -> OpenQuestion | None:
        """Return the question that a roll closes, or has a part in."""
        top = self.questions[-1] if self.questions else None
        return None if top is None or top.rolls is None or top.rolls != purpose else self._answered(top, who)

    def ruled(self, subject: str) -> OpenQuestion | None:
        """Return the question that a ruling closes."""
        top = self.questions[-1] if self.questions else None
        if top is None or top.kind != "ruling" or top.subject != subject:
            return None
        self.questions = self.questions[:-1]
        return top

    def lapsed(self) -> OpenQuestion | None:
        """Return the question that is closed without an answer."""
        top = self.questions[-1] if self.questions else None
        self.questions = self.questions[:-1]
        return top

    def _answered(self, top: OpenQuestion, who: str) -> OpenQuestion:
        """Close the question on top, unless others have to answer it too."""
        left = tuple(option for option in top.options if option != who) if top.each else ()
        if all(option == "none" for option in left):
            self.questions = self.questions[:-1]
        else:
            self.questions = (*self.questions[:-1], top._replace(options=left))
        return top

    def await_outcome(self, waiting: Undecided) -> None:
        """Remember a roll until an outcome takes it up."""
        self.waiting = (*self.waiting[-NOT_YET:], waiting)


_ALL = attrgetter(*Situation.__slots__)
