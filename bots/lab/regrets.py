"""What a choice cost beside the best that was on offer, as a judge sees it: whatever could be chosen has the same dice.

It is no measure of anybody: the judge's errors are in it, and it knows how automatic players go on, not people.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TypeVar

from bots.lab.judge import Judge
from bots.lab.keyed import KeyedChoices, KeyedDice
from bots.lab.processes import cores, shared
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

P = TypeVar("P")
R = TypeVar("R")

MOST = 60
"""So many commands at most are held against each other."""
FIRST = 4
"""So often the dice of each are thrown at first."""
KEPT = 12
"""So many of them, those that looked best, are looked at more closely."""
LOOKED_AT = 16
"""So often the dice of these are thrown to find the best."""
THROWN = 64
"""So often those of the best and of what was chosen are thrown anew: those that made it the best do not count."""
LARGEST = 5
FOUGHT = 100
"""So many fights go on from each of both, for the costliest."""
SHARE = 10
"""So many of these are one piece of work."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """What a ``seat`` that speaks for one ``side`` commanded at line ``n``, told so, of a fight ``before`` it."""

    n: int
    text: str
    seat: str
    side: str
    before: Encounter
    chosen: Body


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


def choices_of(fight: Fight) -> Iterator[Choice]:
    """Yield what was commanded and not taken back by seats that speak for one side."""
    for entry in chronicle(fight.lines):
        accepted = fight.lines[entry.n].entry
        if not isinstance(accepted, CommandAccepted) or entry.undone_by is not None or not accepted.decl.get("action"):
            continue
        before, seat = fight.at(entry.n - 1), str(accepted.decl["seat"])
        sides, chosen = deciding.sides(before, seat), accepted.decl["action"]
        if len(sides) == 1:
            (side,) = sides
            yield Choice(n=entry.n, text=entry.text, seat=seat, side=side, before=before, chosen=chosen)


def regrets(fight: Fight, judge: Judge, seed: int) -> Iterator[Regret]:
    """Yield what each choice cost, of seats that speak for one side and had more than one command on offer."""
    scales = Scales(judge, seed)
    yield from (found for choice in choices_of(fight) if (found := scales.weighed(choice)) is not None)


def costliest(
    choices: Sequence[Choice],
    judge: Judge,
    seed: int,
    *,
    workers: int | None = None,
    weighing: Callable[[int], object] = lambda _: None,
    fighting: Callable[[int, int], object] = lambda *_: None,
) -> tuple[int, tuple[Regret, ...]]:
    """Return how many had more than one command on offer, and those that surely cost most, each with what fights say.

    By so many processes, one a core where nobody says. ``weighing`` is told how many choices are weighed,
    ``fighting`` how many fights of how many are fought.
    """
    every: list[Regret] = []
    for done, found in enumerate(_worked(_weighed, choices, workers, judge, seed), 1):
        weighing(done)
        every += [] if found is None else [found]
    sure = [(each, better) for each in every if each.sure and (better := each.better) is not None]
    largest = sorted(sure, key=lambda found: -found[0].cost.value)[:LARGEST]
    of = {choice.n: choice for choice in choices}
    shares = [range(first, min(first + SHARE, FOUGHT + 1)) for first in range(1, FOUGHT + 1, SHARE)]
    duels = [(of[each.n], better, numbers) for each, better in largest for numbers in shares]
    costs: list[float] = []
    for part in _worked(_fought, duels, workers, judge, seed):
        costs += part
        fighting(2 * len(costs), 2 * FOUGHT * len(largest))
    fought = (mean(costs[place * FOUGHT : (place + 1) * FOUGHT]) for place in range(len(largest)))
    return len(every), tuple(replace(each, fought=cost) for (each, _), cost in zip(largest, fought, strict=True))


def _worked(work: Callable[[P], R], pieces: Sequence[P], workers: int | None, judge: Judge, seed: int) -> Iterator[R]:
    """Yield what becomes of each piece, in their order."""
    several = min(workers or cores(), len(pieces))
    if several < 2:
        _begin(judge, seed)
        yield from map(work, pieces)
        return
    with shared(work, pieces, several, _begin, judge, seed) as coming:
        for each in coming:
            yield each.result()


class Scales:
    """What choices are weighed with: a judge, and dice that are the same for whatever could be chosen."""

    def __init__(self, judge: Judge, seed: int) -> None:
        self._judge, self._seed = judge, seed

    def weighed(self, choice: Choice) -> Regret | None:
        """Return what a choice cost; None where there was nothing to choose, or the rules of today refuse it."""
        before, system = choice.before, choice.before.system
        every = of_the_rules(before, deciding.offers_to(before, deciding.own_offers(before), choice.seat))
        bodies = [body for offer in every if offer.do != "end_encounter" for body in spelled(offer)]
        if len(bodies) < 2:
            return None
        chosen = command_of(choice.chosen, system)
        own = self._value(choice, chosen, LOOKED_AT)
        if own is None:
            return None
        looked_at = bodies[:: -(-len(bodies) // MOST)]
        better, most = None, own
        for body in self._promising(choice, looked_at):
            if (value := self._value(choice, command_of(body, system), LOOKED_AT)) is not None and value > most:
                better, most = body, value
        ours = self._chances(choice, chosen, LOOKED_AT, THROWN)
        theirs = ours if better is None else self._chances(choice, command_of(better, system), LOOKED_AT, THROWN)
        return Regret(
            n=choice.n,
            text=choice.text,
            seat=choice.seat,
            side=choice.side,
            chance=sum(ours) / THROWN,
            better=better,
            cost=mean([other - one for one, other in zip(ours, theirs, strict=True)]),
            offered=len(bodies),
            looked_at=len(looked_at),
        )

    def fought(self, choice: Choice, better: Body, numbers: range) -> list[float]:
        """Return what a choice cost beside a better command in each of these fights that go on from both."""
        one, other = (command_of(body, choice.before.system) for body in (choice.chosen, better))
        return [self._won(choice, other, number) - self._won(choice, one, number) for number in numbers]

    def _promising(self, choice: Choice, bodies: Sequence[Body]) -> list[Body]:
        """Return those that look best at first, in their order."""
        if len(bodies) <= KEPT:
            return [*bodies]
        first = [self._value(choice, command_of(body, choice.before.system), FIRST) for body in bodies]
        known = [(-value, place) for place, value in enumerate(first) if value is not None]
        return [bodies[place] for place in sorted(place for _, place in sorted(known)[:KEPT])]

    def _value(self, choice: Choice, command: Command, times: int) -> float | None:
        """Return what a command comes to on average of so many throws; None where the rules refuse it."""
        try:
            deciding.played(command, choice.before, NoDice())
        except DiceNeeded:
            return sum(self._chances(choice, command, 0, times)) / times
        except Refused:
            return None
        return self._chances(choice, command, 0, 1)[0]

    def _chances(self, choice: Choice, command: Command, first: int, times: int) -> list[float]:
        """Return the chance after a command with each of so many throws."""
        start = choice.n * (LOOKED_AT + THROWN) + first
        dice = (KeyedDice(self._seed, number) for number in range(start, start + times))
        stories = (deciding.played(command, choice.before, each) for each in dice)
        return [self._judge.chance(story.now, choice.side) for story in stories]

    def _won(self, choice: Choice, command: Command, number: int) -> float:
        dice = KeyedDice(self._seed, number)
        now = deciding.played(command, choice.before, dice).now
        with suppress(NoEnd):
            for exchange in spar(now, seats_in(now), sensible, KeyedChoices(self._seed, number), dice):
                now = exchange.story.now
        return float(now.winner == choice.side)


_HERE: list[Scales] = []
"""What a process weighs with."""


def _begin(judge: Judge, seed: int) -> None:
    _HERE[:] = [Scales(judge, seed)]


def _weighed(choice: Choice) -> Regret | None:
    return _HERE[0].weighed(choice)


def _fought(duel: tuple[Choice, Body, range]) -> list[float]:
    return _HERE[0].fought(*duel)
