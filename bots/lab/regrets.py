"""What a choice cost beside the best that was on offer, as a judge sees it: whatever could be chosen has the same dice.

It is no measure of anybody: the judge's errors are in it, and it knows how automatic players go on, not people.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace

from bots.lab.judge import Judge
from bots.lab.keyed import KeyedChoices, KeyedDice
from bots.lab.statistics import Interval, mean
from bots.players import Body, of_the_rules, sensible, spelled
from bots.sparring import NoEnd, seats_in, spar
from domain import deciding
from domain.commands import Command
from domain.dice import DiceNeeded, NoDice
from domain.encounter import Encounter
from domain.refusals import Refused
from ledger.line.actions import command_of
from ledger.line.entries import CommandAccepted
from ledger.table.fight import Fight
from projections.chronicle import chronicle

MOST = 60
"""So many commands at most are held against each other."""
LOOKED_AT = 16
"""So often the dice of each are thrown to find the best."""
THROWN = 64
"""So often those of the best and of what was chosen are thrown anew: those that made it the best do not count."""
LARGEST = 5
FOUGHT = 100
"""So many fights go on from each of both, for the costliest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Regret:
    """What the command at line ``n`` cost its ``side``: ``cost`` is the chance of ``better``, the best, less its own.

    Of ``offered`` commands so many were ``looked_at``; ``better`` is None where nothing looked better. ``fought`` is
    the cost by fights that go on from both, on the same dice and with the same choices.
    """

    n: int
    text: str
    seat: str
    side: str
    chance: float
    better: Body | None
    cost: Interval
    offered: int
    looked_at: int
    fought: Interval | None = None

    @property
    def sure(self) -> bool:
        """Return whether it cost more than dice explain."""
        return self.better is not None and self.cost.low > 0


def regrets(fight: Fight, judge: Judge, seed: int) -> Iterator[Regret]:
    """Yield what each choice cost, of seats that speak for one side and had more than one command on offer."""
    for entry in chronicle(fight.lines):
        accepted = fight.lines[entry.n].entry
        if not isinstance(accepted, CommandAccepted) or entry.undone_by is not None or not accepted.decl.get("action"):
            continue
        before, seat = fight.at(entry.n - 1), str(accepted.decl["seat"])
        sides = deciding.sides(before, seat)
        if len(sides) == 1:
            (side,) = sides
            choice = _Choice(before, judge, side, seed, entry.n)
            found = choice.weighed(command_of(accepted.decl["action"], before.system), seat, entry.text)
            if found is not None:
                yield found


def costliest(fight: Fight, judge: Judge, seed: int) -> tuple[int, tuple[Regret, ...]]:
    """Return how many choices there were, and those that surely cost most by the judge, each with what fights say."""
    every = [*regrets(fight, judge, seed)]
    most = sorted((each for each in every if each.sure), key=lambda each: -each.cost.value)[:LARGEST]
    return len(every), tuple(replace(each, fought=_fought(fight, each, seed)) for each in most)


def _fought(fight: Fight, regret: Regret, seed: int) -> Interval:
    """Return what a choice cost by fights to their end."""
    before, accepted = fight.at(regret.n - 1), fight.lines[regret.n].entry
    assert isinstance(accepted, CommandAccepted)  # noqa: S101  # it was one when it was weighed
    assert regret.better is not None  # noqa: S101  # else it would not be sure
    one, other = (command_of(body, before.system) for body in (accepted.decl["action"], regret.better))
    pairs = range(1, FOUGHT + 1)
    return mean(
        [
            _won(before, other, regret.side, number, seed) - _won(before, one, regret.side, number, seed)
            for number in pairs
        ]
    )


def _won(before: Encounter, command: Command, side: str, number: int, seed: int) -> float:
    dice = KeyedDice(seed, number)
    now = deciding.played(command, before, dice).now
    with suppress(NoEnd):
        for exchange in spar(now, seats_in(now), sensible, KeyedChoices(seed, number), dice):
            now = exchange.story.now
    return float(now.winner == side)


class _Choice:
    """A fight as somebody is to command something."""

    def __init__(self, before: Encounter, judge: Judge, side: str, seed: int, n: int) -> None:
        self._before, self._judge, self._side, self._seed = before, judge, side, seed
        self._n, self._first = n, n * (LOOKED_AT + THROWN)

    def weighed(self, chosen: Command, seat: str, text: str) -> Regret | None:
        """Return what it cost that a seat chose this, told so; None where there was no choice, or it is refused."""
        before = self._before
        every = of_the_rules(before, deciding.offers_to(before, deciding.own_offers(before), seat))
        bodies = [body for offer in every if offer.do != "end_encounter" for body in spelled(offer)]
        if len(bodies) < 2:
            return None
        step = -(-len(bodies) // MOST)
        own = self._looked_at(chosen)
        if own is None:
            return None
        better, most = None, own
        for body in bodies[::step]:
            if (value := self._looked_at(command_of(body, before.system))) is not None and value > most:
                better, most = body, value
        ours = self._chances(chosen, LOOKED_AT, THROWN)
        theirs = ours if better is None else self._chances(command_of(better, before.system), LOOKED_AT, THROWN)
        return Regret(
            n=self._n,
            text=text,
            seat=seat,
            side=self._side,
            chance=sum(ours) / THROWN,
            better=better,
            cost=mean([other - one for one, other in zip(ours, theirs, strict=True)]),
            offered=len(bodies),
            looked_at=len(bodies[::step]),
        )

    def _looked_at(self, command: Command) -> float | None:
        """Return what a command comes to on average; None where the rules refuse it."""
        try:
            deciding.played(command, self._before, NoDice())
        except DiceNeeded:
            return sum(self._chances(command, 0, LOOKED_AT)) / LOOKED_AT
        except Refused:
            return None
        return self._chances(command, 0, 1)[0]

    def _chances(self, command: Command, first: int, times: int) -> list[float]:
        """Return the chance after a command with each of so many throws."""
        numbers = range(self._first + first, self._first + first + times)
        stories = (deciding.played(command, self._before, KeyedDice(self._seed, number)) for number in numbers)
        return [self._judge.chance(story.now, self._side) for story in stories]
