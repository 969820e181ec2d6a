"""How the chance to win went in a fight, command by command: what the dice made of it, and what is left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from bots.lab.judge import Judge
from bots.lab.keyed import KeyedChoices, KeyedDice
from bots.lab.statistics import Interval, wilson
from bots.players import Player, sensible
from bots.sparring import NoEnd, seats_in, spar
from domain import deciding
from domain.dice import DiceNeeded, NoDice
from domain.encounter import Encounter
from domain.refusals import Refused
from ledger.line.actions import command_of
from ledger.line.entries import CommandAccepted
from ledger.table.fight import Fight
from projections.chronicle import chronicle

THROWN = 64
"""So often a command is decided with fresh dice, to see what was to be expected of it."""
LARGEST = 5
ROLLED_OUT = 200
CLOSE = 0.05
"""So many fights are fought on from a swing, at most, until the chance is known so closely."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Swing:
    """What one command made of the chance of a side: ``before``, ``expected`` of fresh dice, and ``after``.

    ``luck`` is what the dice gave, ``rest`` what else there is: the judge's errors and what was chosen, and nobody can
    tell these apart. ``fought`` is the chance after it by fights that went on from there.
    """

    n: int
    text: str
    before: float
    expected: float
    after: float
    luck: float
    rest: float
    fought: Interval | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """What a command, whose lines go from ``n`` to ``last``, made of the chance of each side, in the judge's order."""

    n: int
    last: int
    text: str
    before: tuple[float, ...]
    expected: tuple[float, ...]
    after: tuple[float, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """The chance of a side through a fight, the largest swings, and the result with the luck of the dice taken out.

    ``adjusted`` is on average the same as the result, whatever the judge is worth, and hangs less on chance.
    """

    side: str
    at_first: float
    at_last: float
    luck: float
    rest: float
    adjusted: float
    largest: tuple[Swing, ...]
    every: tuple[Swing, ...]


def start_of(fight: Fight) -> Encounter:
    """Return a fight as it was set up."""
    return fight.at(fight.ends[0])


def course(fight: Fight, judge: Judge, side: str, seed: int, *, rollouts: bool = False) -> Course:
    """Return how the chance of a side went in a fight; with ``rollouts`` the largest swings are looked at once more."""
    turns = [*turns_of(fight, judge, seed)]
    found = course_of(turns, fight, judge, side)
    if not rollouts:
        return found
    ends = {turn.n: turn.last for turn in turns}
    looked_at = (
        replace(swing, fought=rolled_out(fight.at(ends[swing.n]), side, sensible, seed)) for swing in found.largest
    )
    return replace(found, largest=tuple(looked_at))


def course_of(turns: Sequence[Turn], fight: Fight, judge: Judge, side: str) -> Course:
    """Return how the chance of a side went, from what every command made of those of all."""
    place = judge.sides.index(side)
    every = tuple(_swing(turn, place) for turn in turns)
    first, last = judge.chance(start_of(fight), side), judge.chance(fight.encounter, side)
    luck = sum(swing.luck for swing in every)
    return Course(
        side=side,
        at_first=first,
        at_last=last,
        luck=luck,
        rest=sum(swing.rest for swing in every),
        adjusted=last - luck,
        largest=tuple(sorted(every, key=lambda swing: -abs(swing.after - swing.before))[:LARGEST]),
        every=every,
    )


def _swing(turn: Turn, place: int) -> Swing:
    said, expected, came = turn.before[place], turn.expected[place], turn.after[place]
    return Swing(
        n=turn.n,
        text=turn.text,
        before=said,
        expected=expected,
        after=came,
        luck=came - expected,
        rest=expected - said,
    )


def turns_of(fight: Fight, judge: Judge, seed: int) -> Iterator[Turn]:
    """Yield what every command made of the chance of each side, without those that were taken back."""
    for entry in chronicle(fight.lines):
        accepted = fight.lines[entry.n].entry
        if isinstance(accepted, CommandAccepted) and entry.undone_by is None:
            said, came = (judge.chances(fight.at(version)) for version in (entry.n - 1, entry.last))
            thrown = _again(fight.at(entry.n - 1), accepted, seed, entry.n)
            expected = came if thrown is None else _mean([judge.chances(each) for each in thrown])
            yield Turn(n=entry.n, last=entry.last, text=entry.text, before=said, expected=expected, after=came)


def _mean(chances: Sequence[tuple[float, ...]]) -> tuple[float, ...]:
    return tuple(sum(each) / len(chances) for each in zip(*chances, strict=True))


def rolled_out(encounter: Encounter, side: str, player: Player, seed: int) -> Interval | None:
    """Return how often a side wins from here, by fights to their end; None once it is over."""
    if encounter.outcome is not None:
        return None
    won = 0
    known, seats = wilson(0, 1), seats_in(encounter)
    for number in range(1, ROLLED_OUT + 1):
        now = encounter
        with suppress(NoEnd):
            for exchange in spar(encounter, seats, player, KeyedChoices(seed, number), KeyedDice(seed, number)):
                now = exchange.story.now
        won += now.winner == side
        known = wilson(won, number)
        if known.high - known.low <= 2 * CLOSE:
            break
    return known


def _again(before: Encounter, accepted: CommandAccepted, seed: int, n: int) -> list[Encounter] | None:
    """Return what a command comes to with fresh dice; None where it rolls none, or not all is known of it."""
    action = accepted.decl.get("action")
    if not action:
        return None
    command = command_of(action, before.system)
    try:
        deciding.played(command, before, NoDice())
    except DiceNeeded:
        return [deciding.played(command, before, KeyedDice(seed, n * THROWN + times)).now for times in range(THROWN)]
    except Refused:
        return None
    return None
