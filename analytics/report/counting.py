"""What a report counts in rows: points over a fight, harm."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from projections.analytics.extraction import Rows
from projections.analytics.summing import Named, named

FELL = frozenset({"down", "dying", "dead", "left"})


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
