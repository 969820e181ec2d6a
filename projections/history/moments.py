"""The moments of a fight that people look for: falls, healing, great rolls, what was taken back, disputes, rulings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from math import comb
from typing import Any, Literal, TypeAlias

from domain.dice import notation
from domain.events import CombatantJoined, DiceRolled, Event, HistoryRewound, RulingMade, VitalsRestored
from ledger.line.entries import DisputeRaised
from ledger.line.lines import Line

Json: TypeAlias = dict[str, Any]
Kind: TypeAlias = Literal["fell", "healed", "great", "back", "dispute", "ruling", "late"]
RARE = 1 / 20
"""A roll is great if no more of its like come out as high."""
MOST_WAYS = 10_000
"""In so many ways at most dice are thrown in mind, to see how rare a roll is of which some dice do not count."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """What line ``n`` is looked for, and whom it is about."""

    n: int
    kind: Kind
    who: str | None = None
    side: str | None = None


def moments(lines: Sequence[Line], before: Json, after: Json) -> Iterator[Moment]:
    """Yield the moments of one command: its lines, and the views before and after it."""
    sides = {each["id"]: each["side"] for each in after["combatants"]}
    rewound = any(isinstance(line.entry, HistoryRewound) for line in lines)
    for line in lines:
        match line.entry:
            case HistoryRewound():
                yield Moment(n=line.n, kind="back")
            case DisputeRaised():
                yield Moment(n=line.n, kind="dispute")
            case _:
                pass
        for kind, who in (found for event in line.events for found in _of_event(event)):
            yield Moment(n=line.n, kind=kind, who=who, side=sides.get(who or ""))
    if not rewound and lines:
        for who in _fallen(before, after):
            yield Moment(n=lines[-1].n, kind="fell", who=who, side=sides.get(who))


def _of_event(event: Event) -> Iterator[tuple[Kind, str | None]]:
    match event:
        case VitalsRestored(to=who):
            yield "healed", who
        case CombatantJoined(who=who):
            yield "late", who
        case RulingMade():
            yield "ruling", None
        case DiceRolled(by=who) if is_great(event):
            yield "great", who
        case _:
            pass


def _fallen(before: Json, after: Json) -> list[str]:
    """Return who was up before, and is not any more."""
    up = {each["id"] for each in before["combatants"] if each["life"] == "active"}
    return [each["id"] for each in after["combatants"] if each["id"] in up and each["life"] != "active"]


def is_great(roll: DiceRolled) -> bool:
    """Return whether at most one in twenty rolls of these dice comes out as high, of those that are counted."""
    try:
        sides = notation(roll.dice).sides
    except ValueError:
        return False
    count = len(roll.faces)
    if roll.sl is not None or roll.pool is not None:
        return count > 0 and _chance_of_tops(count, sides, roll.faces.count(sides)) <= RARE
    kept = roll.keep or roll.faces
    high = roll.mode != "disadvantage"
    return count > 0 and _chance_of(count, sides, len(kept), high, sum(kept)) <= RARE


@cache
def _chance_of_tops(count: int, sides: int, least: int) -> float:
    """Return the chance that so many dice at least show their highest face."""
    ways: int = sum(comb(count, n) * (sides - 1) ** (count - n) for n in range(least, count + 1))
    return ways / int(sides**count)


def _chance_of(count: int, sides: int, kept: int, high: bool, least: int) -> float:
    """Return the chance that the dice that are kept add up to so much; 1 where that is not worked out."""
    if kept == count:
        ways = _sums(count, sides)
    elif sides**count <= MOST_WAYS:
        ways = _sums_of_kept(count, sides, kept, high)
    else:
        return 1.0
    return sum(n for total, n in ways.items() if total >= least) / int(sides**count)


@cache
def _sums(count: int, sides: int) -> dict[int, int]:
    """Return in how many ways so many dice add up to each sum."""
    ways = {0: 1}
    for _ in range(count):
        thrown: dict[int, int] = {}
        for total, n in ways.items():
            for face in range(1, sides + 1):
                thrown[total + face] = thrown.get(total + face, 0) + n
        ways = thrown
    return ways


@cache
def _sums_of_kept(count: int, sides: int, kept: int, high: bool) -> dict[int, int]:
    """Return in how many ways the highest or lowest of so many dice add up to each sum."""
    ways: dict[int, int] = {}
    for faces in product(range(1, sides + 1), repeat=count):
        ordered = sorted(faces, reverse=high)
        total = sum(ordered[:kept])
        ways[total] = ways.get(total, 0) + 1
    return ways
