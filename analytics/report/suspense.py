"""How long it stays open who wins, over many fights whose chances a judge saw."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from math import log, sqrt
from statistics import fmean, stdev

from analytics.report.marks import Series, lines, number, table
from analytics.report.page import Section
from projections.analytics.dictionary import ON_DEMAND
from projections.analytics.extraction import Rows
from projections.analytics.summing import FEWEST, Named, Z

PARTS = 10
"""A fight is looked at in so many equal parts of its commands."""
SETTLED, OPEN = "settled", "open"


def suspense(rows: Rows, over: Iterable[Named]) -> list[Section]:
    """Show the entropy of the chances of all sides, by tenths of fights that are over; nothing where no judge was."""
    systems = {fight["encounter"]: fight["system"] for fight in over}
    found = parts(rows, systems)
    if not found:
        return []
    enough = sorted({system for system, _ in found if min(map(len, _of(found, system))) >= FEWEST})
    drawn = [
        Series(
            name=system,
            place=place,
            points=[(part / PARTS, fmean(each)) for part, each in enumerate(_of(found, system))],
        )
        for place, system in enumerate(enough)
    ]
    numbers = [(system, part, len(each), *_interval(each)) for (system, part), each in sorted(found.items())]
    few = sorted({system for system, _ in found} - {*enough})
    note = f"<p>{', '.join(few)}: too few</p>" if few else ""
    label = "; ".join(f"{each.name}: {number(each.points[-1][1], 2)} in the last tenth" for each in drawn)
    steps = [(part / PARTS, f"{100 * part // PARTS} %") for part in range(0, PARTS, 2)]
    plot = lines(drawn, steps, label, scale=(SETTLED, "", OPEN)) if drawn else ""
    reads = (
        "How evenly the chances lie among the sides, as a judge saw them, over the commands of a fight: open where "
        "all are equal, settled where one is sure to win. The mean of all fights that a judge was worth asking of."
    )
    told = table(("system", "tenth", "fights", "open", "from", "to"), numbers)
    return [Section(title="How long it stays open", reads=reads, figure=plot + note + told)]


def parts(rows: Rows, systems: dict[str, str]) -> dict[tuple[str, int], list[float]]:
    """Return how open each fight was, by system and part of the fight, from 1 on."""
    names = ON_DEMAND["swing"].names
    chances: defaultdict[str, defaultdict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
    for row in rows.get("swing", ()):
        told = dict(zip(names, row, strict=True))
        if told["live"] and told["encounter"] in systems:
            chances[told["encounter"]][told["n"]].append(told["before"])
    found: defaultdict[tuple[str, int], list[float]] = defaultdict(list)
    for encounter, course in chances.items():
        means: defaultdict[int, list[float]] = defaultdict(list)
        for place, n in enumerate(sorted(course)):
            means[1 + PARTS * place // len(course)].append(openness(course[n]))
        for part, each in means.items():
            found[systems[encounter], part].append(fmean(each))
    return dict(found)


def openness(chances: Sequence[float]) -> float:
    """Return the entropy of the chances of some sides: 1 where all are equal, 0 where it is settled."""
    whole = sum(chances)
    if len(chances) < 2 or whole <= 0:
        return 0.0
    return -sum(each / whole * log(each / whole) for each in chances if each > 0) / log(len(chances))


def _of(found: dict[tuple[str, int], list[float]], system: str) -> list[list[float]]:
    return [found.get((system, part), []) for part in range(1, PARTS + 1)]


def _interval(each: Sequence[float]) -> tuple[float, float | None, float | None]:
    mean = fmean(each)
    if len(each) < 2:
        return mean, None, None
    half = Z * stdev(each) / sqrt(len(each))
    return mean, max(0.0, mean - half), min(1.0, mean + half)
