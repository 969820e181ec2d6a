"""What a simulation comes to: who wins how often, how long fights are, and what a change makes of both."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median

from bots.lab.bouts import Bout
from bots.lab.chunks import Row, digest
from bots.lab.statistics import Interval, correlated, mcnemar, mean, variance, wilson

FEWEST = 20
"""Of fewer fights nothing is said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Won:
    """How often a side wins, and which share of the variance of its winning goes with the luck of its dice."""

    side: str
    fights: int
    share: Interval
    luck: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Fought:
    """Fights of one opening: who won, how many nobody won, how many had no end, and how long they were."""

    won: tuple[Won, ...]
    nobody: int
    undecided: int
    commands: Interval
    median: float
    rounds: Interval
    rolls: Interval


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What a change does to a side, on the same dice: fights that it wins only so, and only otherwise.

    ``chance`` is how often pairs that differ by chance alone divide so unevenly. ``paired`` is the variance of the
    difference beside that of fights which share no dice: a quarter of it needs a quarter of the fights.
    """

    side: str
    difference: Interval
    only_before: int
    only_after: int
    chance: float
    paired: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """What all fights come to; ``result`` is the hash of all rows, the same on every machine and in any processes."""

    fights: int
    one: Fought
    other: Fought | None
    changes: tuple[Change, ...]
    longer: Interval | None
    result: str

    @property
    def enough(self) -> bool:
        """Return whether there are enough fights to say anything."""
        return self.fights >= FEWEST


def summary(rows: Sequence[Row], sides: Sequence[str]) -> Summary | None:
    """Return what the fights come to, for these sides; None where there is none."""
    if not rows:
        return None
    pairs = [(row.one, row.other) for row in rows if row.other is not None]
    return Summary(
        fights=len(rows),
        one=_fought([row.one for row in rows], sides),
        other=_fought([other for _, other in pairs], sides) if pairs else None,
        changes=tuple(_change(pairs, side) for side in sides) if pairs else (),
        longer=mean([other.commands - one.commands for one, other in pairs]) if pairs else None,
        result=digest(rows),
    )


def _fought(bouts: Sequence[Bout], sides: Sequence[str]) -> Fought:
    return Fought(
        won=tuple(_won(bouts, side) for side in sides),
        nobody=sum(bout.winner is None and bout.outcome is not None for bout in bouts),
        undecided=sum(bout.outcome is None for bout in bouts),
        commands=_mean(bouts, lambda bout: bout.commands),
        median=median(bout.commands for bout in bouts),
        rounds=_mean(bouts, lambda bout: bout.rounds),
        rolls=_mean(bouts, lambda bout: bout.rolls),
    )


def _mean(bouts: Sequence[Bout], of: Callable[[Bout], int]) -> Interval:
    return mean([of(bout) for bout in bouts])


def _won(bouts: Sequence[Bout], side: str) -> Won:
    wins = [float(bout.winner == side) for bout in bouts]
    ahead = [float(2 * bout.luck.get(side, 0) - sum(bout.luck.values())) for bout in bouts]
    won = sum(bout.winner == side for bout in bouts)
    return Won(side=side, fights=won, share=wilson(won, len(bouts)), luck=correlated(wins, ahead))


def _change(pairs: Sequence[tuple[Bout, Bout]], side: str) -> Change:
    before = [float(one.winner == side) for one, _ in pairs]
    after = [float(other.winner == side) for _, other in pairs]
    gained = [late - early for early, late in zip(before, after, strict=True)]
    apart = variance(before) + variance(after)
    only_before, only_after = gained.count(-1.0), gained.count(1.0)
    return Change(
        side=side,
        difference=mean(gained),
        only_before=only_before,
        only_after=only_after,
        chance=mcnemar(only_before, only_after),
        paired=variance(gained) / apart if apart else None,
    )
