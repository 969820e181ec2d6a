"""The exact odds of a command, by deciding it under every way its dice can fall."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, cast

from domain.commands import Command
from domain.encounter import Encounter
from domain.registry import Registry, found
from domain.ruleset import RULESETS
from projections.odds.book import Book
from projections.odds.ending import Ending, Points
from projections.odds.exact import Exact, exact
from projections.odds.refusing import NotCounted
from projections.odds.tree import Budget, endings

__all__ = ["BOOKS", "WORK", "Budget", "Exact", "Fate", "NotCounted", "Odds", "Result", "Share", "Spread", "odds"]


PLAIN = Book(ways=lambda _: {}, asked=frozenset(), assumes={})
"""How a system is counted that no module of its name is written for: die by die, up to the first question."""


def _read(system: str) -> Book:
    return cast(Book, found("projections.odds", system, "BOOK", PLAIN))


BOOKS = Registry(RULESETS, _read)
WORK = 100_000
"""How many events may be told to count one answer, at most: a second or two."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """How likely it is that an outcome of ``kind`` is ``result`` for ``who``, at least once."""

    kind: str
    who: str
    result: str
    chance: Exact


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """How likely it is that it is this many points."""

    points: int
    chance: Exact


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """Points of a pool that ``who`` may lose or win: how many with which chance, and the mean.

    Points are those that really go: nobody loses more than they have. The living of a group are a pool of it.
    """

    who: str
    pool: str
    mean: Exact
    spread: tuple[Share, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fate:
    """How likely it is that ``who`` ends in this state of life."""

    who: str
    life: str
    chance: Exact


@dataclass(frozen=True, slots=True, kw_only=True)
class Odds:
    """What a command can come to. ``hit`` is the chance that a blow lands; None where none is struck.

    ``assumes`` says what everybody is taken to answer to questions that interrupt.
    """

    hit: Exact | None
    results: tuple[Result, ...]
    losses: tuple[Spread, ...]
    gains: tuple[Spread, ...]
    fates: tuple[Fate, ...]
    assumes: tuple[str, ...]

    @property
    def empty(self) -> bool:
        """Return whether the command decides nothing that is counted here."""
        return self.hit is None and not (self.results or self.losses or self.gains or self.fates)


def odds(encounter: Encounter, command: Command, budget: Budget | None = None) -> Odds:
    """Return the exact odds of a command.

    Raises:
        Refused: The command breaks a rule.
        NotCounted: Its dice can fall in too many ways, or its odds would tell what is hidden.
    """
    book = BOOKS.get(encounter.system, PLAIN)
    ends = endings(encounter, command, book, budget or Budget(WORK))
    struck = any(end.hit is not None for end in ends)
    return Odds(
        hit=exact(sum((chance for end, chance in ends.items() if end.hit), Fraction(0))) if struck else None,
        results=tuple(
            Result(kind=kind, who=who, result=result, chance=chance)
            for (kind, who, result), chance in _chances(ends, lambda end: end.results)
        ),
        losses=_spreads(ends, lambda end: end.losses),
        gains=_spreads(ends, lambda end: end.gains),
        fates=tuple(
            Fate(who=who, life=life, chance=chance) for (who, life), chance in _chances(ends, lambda end: end.fates)
        ),
        assumes=book.assumes.get(command.do, ()),
    )


def _chances(ends: Mapping[Ending, Fraction], marks: Callable[[Ending], Any]) -> list[tuple[Any, Exact]]:
    """Return each mark of the endings with the chance that it comes about, sorted."""
    summed: dict[Any, Fraction] = {}
    for end, chance in ends.items():
        for mark in marks(end):
            summed[mark] = summed.get(mark, Fraction(0)) + chance
    return [(mark, exact(chance)) for mark, chance in sorted(summed.items())]


def _spreads(ends: Mapping[Ending, Fraction], points: Callable[[Ending], Points]) -> tuple[Spread, ...]:
    """Return how the points of each pool are spread, none included."""
    pools = sorted({of for end in ends for of, _ in points(end)})
    return tuple(_spread(of, [(dict(points(end)).get(of, 0), chance) for end, chance in ends.items()]) for of in pools)


def _spread(of: tuple[str, str], shares: list[tuple[int, Fraction]]) -> Spread:
    summed: dict[int, Fraction] = {}
    for points, chance in shares:
        summed[points] = summed.get(points, Fraction(0)) + chance
    mean = sum((points * chance for points, chance in summed.items()), Fraction(0))
    spread = tuple(Share(points=points, chance=exact(chance)) for points, chance in sorted(summed.items()))
    return Spread(who=of[0], pool=of[1], mean=exact(mean), spread=spread)
