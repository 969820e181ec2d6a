"""Luck in sentences: how often fair dice do this, and never what that would say about anybody."""

from __future__ import annotations

from collections.abc import Iterator
from math import isinf

from projections.luck.fortune import FEWEST, Fortune
from projections.luck.reckoning import Luck, TakenBack, ThrownDice
from projections.wording import counted, inert

CLEAR = 20.0
"""Evidence from which on a row is told with its number."""


def sentences(luck: Luck) -> tuple[str, ...]:
    """Return what there is to say of the luck in some fights, one sentence a line."""
    return tuple(_told(luck))


def _told(luck: Luck) -> Iterator[str]:
    fights = counted(len(luck.encounters), "fight")
    yield f"Luck in {fights}: 50 is the middle, and fair dice mostly stay within the range that stands beside it."
    if not luck.sides:
        yield "Nobody rolled anything that is good when it is high."
    alone = {each.id for each in luck.combatants} == {each.id for each in luck.sides}
    for what, shares in (("", luck.combatants), ("Side ", () if alone else luck.sides), ("Seat ", luck.seats)):
        yield from (f"{what}{inert(each.name)}: {of(each.fortune)}." for each in shares)
    yield from map(_of_thrown, luck.thrown)
    yield from map(_of_taken_back, luck.taken_back)


def of(fortune: Fortune) -> str:
    """Return what the luck of some rolls is, and how often fair dice are as far from the middle."""
    rolls = counted(fortune.rolls, "roll")
    if not fortune.enough:
        return f"{rolls}, too few to say anything (at least {FEWEST})"
    span = f"{fortune.low:.0f} to {fortune.high:.0f}"
    return f"{fortune.luck:.1f} ({span}) in {rolls}; fair dice are as far from the middle {often(fortune.chance)}"


def often(chance: float) -> str:
    """Return how often something happens: ``in 1 of 702 such rows``, ``in 41 of 100 such rows``."""
    if chance >= 0.095:
        return f"in {100 * chance:.0f} of 100 such rows"
    return f"in 1 of {_whole(1 / chance)} such rows" if chance else "never"


def _of_thrown(dice: ThrownDice) -> str:
    row = f"Dice that {inert(dice.seat)} threw (d{dice.sides}, {dice.dice})"
    if dice.evidence < CLEAR:
        return f"{row}: fair dice often fall like this."
    among = "" if dice.stands_out else " Among so many dice that are looked at, one such row is to be expected."
    return f"{row}: of fair dice at most 1 row in {_whole(dice.evidence)} ever comes to this.{among}"


def _of_taken_back(taken: TakenBack) -> str:
    of_them = f"{counted(taken.rolls, 'roll')} that {inert(taken.seat)} had taken back"
    told = f"The luck of {of_them} was {taken.luck:.1f}"
    if taken.evidence < CLEAR:
        return f"{told}: taking back without a look at the dice often comes to this."
    return f"{told}: taking back without a look at the dice comes to this in at most 1 row of {_whole(taken.evidence)}."


def _whole(number: float) -> str:
    return "more than can be written" if isinf(number) else f"{number:,.0f}"
