"""What a report counts in rows: points over a fight, harm, luck, intervals."""

from __future__ import annotations

from collections import defaultdict
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
FELL = frozenset({"down", "dying", "dead", "left"})


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


def who(name: str) -> str:
    """Return whom a name counts for: a member of a group is the group's."""
    return name.partition("#")[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """What a side has left of its points over a fight, by line, and where somebody of it fell."""

    side: str
    points: Sequence[tuple[int, float]]
    falls: Sequence[tuple[int, float, str]]


def ways(rows: Rows) -> list[Way]:
    """Return how the points of each side went, of the first pool of each combatant that joined with some."""
    sides = {row["who"]: row["side"] for row in named(rows, "combatant")}
    falls = [(row["n"], row["who"], row["life_to"]) for row in named(rows, "life") if row["life_to"] in FELL]
    fallen = {(n, name): state for n, name, state in falls}
    pools: dict[str, str] = {}
    now: dict[str, int] = {}
    most: defaultdict[str, int] = defaultdict(int)
    told: defaultdict[str, list[tuple[int, float]]] = defaultdict(list)
    for row in named(rows, "change"):
        name, after = row["whom"], row["after"]
        if row["kind"] == "joined" and after > 0 and name not in pools:
            pools[name] = row["pool"]
            most[sides[name]] += after
        elif row["kind"] not in ("harm", "mend", "set") or pools.get(name) != row["pool"]:
            continue
        now[name] = after
        side = sides[name]
        have = sum(points for one, points in now.items() if sides[one] == side)
        told[side].append((row["n"], min(1.0, have / most[side])))
    return [Way(side=side, points=points, falls=_falls(side, points, sides, fallen)) for side, points in told.items()]


def _falls(
    side: str, points: Sequence[tuple[int, float]], sides: dict[str, str], fallen: dict[tuple[int, str], str]
) -> list[tuple[int, float, str]]:
    found = []
    for (n, name), state in fallen.items():
        if sides.get(name) == side:
            height = next((share for at, share in reversed(points) if at <= n), 0.0)
            found.append((n, height, f"{name}: {state}"))
    return found


@dataclass(slots=True, kw_only=True)
class Deeds:
    """What somebody did to a pool: harm, harm beyond what there was to lose, what they mended, and who fell to them."""

    side: str
    harm: int = 0
    overkill: int = 0
    mended: int = 0
    felled: int = 0


def deeds(rows: Rows) -> dict[tuple[str, str | None], Deeds]:
    """Return what everybody did, by name and pool: points are not heads. Who did nothing is there without a pool."""
    sides = {row["who"]: row["side"] for row in named(rows, "combatant")}
    found: dict[tuple[str, str | None], Deeds] = {}
    hurt: dict[tuple[str, str], list[Named]] = {}

    def of(name: str, pool: str) -> Deeds | None:
        one = who(name)
        return found.setdefault((one, pool), Deeds(side=sides[one])) if one in sides else None

    for row in named(rows, "change"):
        one = of(row["actor"] or "", row["pool"]) if row["kind"] in ("harm", "mend") else None
        if one is not None and row["kind"] == "harm":
            one.harm += row["lost"]
            one.overkill += row["amount"] - row["lost"]
            hurt.setdefault((row["actor"], who(row["whom"])), []).append(row)
        elif one is not None:
            one.mended -= row["lost"]
    for row in named(rows, "life"):
        blows = [each for each in hurt.get((row["felled_by"], who(row["who"])), ()) if each["n"] <= row["n"]]
        last = min(blows, key=lambda blow: (-blow["n"], blow["whom"], blow["pool"]), default=None)
        one = None if last is None else of(row["felled_by"], last["pool"])
        if one is not None:
            one.felled += 1
    idle = sides.keys() - {name for name, _ in found}
    return found | {(name, None): Deeds(side=side) for name, side in sides.items() if name in idle}


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
