"""What rows of fights come to: who won how often, whose dice were lucky, at what pace who plays."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any, TypeAlias

from projections.analytics.dictionary import SHEETS
from projections.analytics.extraction import Rows

Named: TypeAlias = dict[str, Any]
Z = 1.96
FEWEST_ROLLS = 5
"""Of fewer rolls nothing is said."""
FEWEST = 20
"""Fewer units than these are too few for a share."""


def named(rows: Rows, name: str, *, live: bool = True) -> Iterator[Named]:
    """Yield the rows of a table by the names of its columns; of facts those that count, unless all are wanted."""
    names = SHEETS[name].names
    for row in rows[name]:
        told = dict(zip(names, row, strict=True))
        if not live or told.get("live", True):
            yield told


def wilson(k: int, n: int) -> tuple[float, float]:
    """Return the interval at 95 % of a share of k in n."""
    middle, half = k + Z * Z / 2, Z * sqrt(k * (n - k) / n + Z * Z / 4)
    return (middle - half) / (n + Z * Z), (middle + half) / (n + Z * Z)


@dataclass(frozen=True, slots=True, kw_only=True)
class Lucky:
    """The luck of some rolls, from 0 to 1: their mean, and between what fair dice have it 19 times of 20."""

    rolls: Sequence[Named]
    mean: float
    low: float
    high: float


def lucky(rows: Rows) -> dict[str, Lucky]:
    """Return the luck of everybody who leads dice, by seat, in the order of the alphabet."""
    rolls: defaultdict[str, list[Named]] = defaultdict(list)
    for row in named(rows, "roll"):
        if row["mid_p"] is not None and row["seat"] is not None:
            rolls[row["seat"]].append(row)
    return {seat: _lucky(rolls[seat]) for seat in sorted(rolls)}


def _lucky(rolls: Sequence[Named]) -> Lucky:
    count = len(rolls)
    half = Z * sqrt(sum(row["mid_p_var"] for row in rolls)) / count
    mean = sum(row["mid_p"] for row in rolls) / count
    return Lucky(rolls=rolls, mean=mean, low=max(0.0, 0.5 - half), high=min(1.0, 0.5 + half))


def median(values: Iterable[float]) -> float:
    """Return the middle of some values, or the mean of the two in the middle."""
    rising = sorted(values)
    half = len(rising) // 2
    return rising[half] if len(rising) % 2 else (rising[half - 1] + rising[half]) / 2


def paces(rows: Rows) -> dict[str, list[float]]:
    """Return the seconds of each turn of each seat, those of programs left out."""
    spent: defaultdict[str, list[float]] = defaultdict(list)
    for row in named(rows, "turn"):
        if row["duration_ms"] is not None and row["seat"] is not None and not row["automatic"]:
            spent[row["seat"]].append(row["duration_ms"] / 1000)
    return spent


@dataclass(frozen=True, slots=True, kw_only=True)
class Winning:
    """A side, or nobody, won ``fights`` of ``of`` in a system; the share lies from ``low`` to ``high`` 19 times of 20.

    Where there are not ``enough`` fights the share says nothing yet.
    """

    system: str
    winner: str | None
    fights: int
    of: int
    share: float
    low: float
    high: float
    enough: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatsLuck:
    """The luck of the dice that a seat led, 0 to 100; fair dice are from ``low`` to ``high`` 19 times of 20.

    Where there are not ``enough`` rolls it says nothing.
    """

    seat: str
    rolls: int
    luck: float
    low: float
    high: float
    enough: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """The turns of a seat that no program plays, in seconds by the server's clock: the median, the longest, all."""

    seat: str
    turns: int
    median: float
    longest: float
    together: float
    enough: bool


def wins(rows: Rows) -> tuple[Winning, ...]:
    """Return who won how often in each system, of the fights that are over."""
    over = [fight for fight in named(rows, "encounter") if fight["ended"] is not None]
    of = Counter(fight["system"] for fight in over)
    won = Counter((fight["system"], fight["winner"]) for fight in over)
    ranked = sorted(won.items(), key=lambda each: (each[0][0], -each[1], each[0][1] or ""))
    found = []
    for (system, winner), fights in ranked:
        low, high = wilson(fights, of[system])
        share, enough = fights / of[system], of[system] >= FEWEST
        told = {"winner": winner, "fights": fights, "of": of[system], "share": share, "low": low, "high": high}
        found.append(Winning(system=system, enough=enough, **told))
    return tuple(found)


def lucks(rows: Rows) -> tuple[SeatsLuck, ...]:
    """Return how lucky the dice of each seat were, in the order of the alphabet."""
    return tuple(
        SeatsLuck(
            seat=seat,
            rolls=len(each.rolls),
            luck=100 * each.mean,
            low=100 * each.low,
            high=100 * each.high,
            enough=len(each.rolls) >= FEWEST_ROLLS,
        )
        for seat, each in lucky(rows).items()
    )


def turns_of(rows: Rows) -> tuple[Pace, ...]:
    """Return how long a turn of each seat takes, the slowest first."""
    found = [
        Pace(
            seat=seat,
            turns=len(times),
            median=median(times),
            longest=max(times),
            together=sum(times),
            enough=len(times) >= FEWEST,
        )
        for seat, times in paces(rows).items()
    ]
    return tuple(sorted(found, key=lambda pace: (-pace.median, pace.seat)))
