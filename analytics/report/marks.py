"""The marks of a report: rows with bars, intervals and strips, lines over a fight, and the numbers behind them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import Any

from projections.wording import counted

COLOURS = 5
DASHES = ("", "7 4", "2 3", "10 3 2 3", "1 4")
"""How the lines of sides differ where colours do not."""
SHAPES = ("", " square", " lean", " square", "")
WIDE = 1000
"""Units across a row or plot; what they come to is for the page to say."""
MOST_MARKS = 2000
"""More marks than these in a figure are drawn together: nobody tells them apart, and the page grows."""
MOST_TICKS = 500
"""So it is with rolls, each of which says what it is."""
FEWEST_BINS, MOST_BINS = 10, 50
MOST_ROWS = 40
"""So many rows of a figure are drawn at most; the numbers say how many there are."""
MOST_NUMBERS = 100
"""So many rows of numbers are written below a figure."""


def shown(name: Any) -> str:
    """Return a name as it stands in the page: an id without its underscores, and nothing that is markup."""
    return escape(str(name).replace("_", " "))


def number(value: float | None, digits: int = 0) -> str:
    """Return a number as people read it."""
    return "" if value is None else f"{value:,.{digits}f}"


def percent(share: float) -> str:
    """Return a share in percent."""
    return f"{100 * share:.0f} %"


def span(seconds: float) -> str:
    """Return a span of time as people read it."""
    if seconds < 1:
        return f"{1000 * seconds:.0f} ms"
    return f"{seconds:.1f} s" if seconds < 60 else f"{seconds // 60:.0f} min {seconds % 60:.0f} s"


def colour(place: int) -> str:
    """Return the class of a colour."""
    return f"c{place % COLOURS}"


def _x(share: float) -> str:
    return f"{WIDE * min(1.0, max(0.0, share)):.1f}"


def _svg(kind: str, high: int, inside: str, label: str) -> str:
    return (
        f'<svg class="{kind}" viewBox="0 0 {WIDE} {high}" preserveAspectRatio="none" role="img" '
        f'aria-label="{escape(label)}">{inside}</svg>'
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """A bar: how long it is of the longest, its number, what it says to whoever points at it, its colour."""

    name: str
    share: float
    value: str
    says: str
    place: int = 1


def bars(rows: Iterable[Bar | str]) -> str:
    """Return rows with bars; a text among them is a heading."""
    return _rows(_bar(row) if isinstance(row, Bar) else row for row in first([*rows]))


def first(rows: Sequence[Any]) -> list[Any]:
    """Return as many rows as are drawn, and a heading that says how many are not."""
    left = len(rows) - MOST_ROWS
    return [*rows] if left <= 0 else [*rows[:MOST_ROWS], f"and {left:,} more"]


def _bar(bar: Bar) -> tuple[str, str, str]:
    inside = f'<rect class="fill {colour(bar.place)}" width="{_x(bar.share)}" height="16" y="2"/>'
    return bar.name, _svg("bar", 20, f"<title>{escape(bar.says)}</title>{inside}", bar.says), bar.value


@dataclass(frozen=True, slots=True, kw_only=True)
class Stack:
    """A bar in parts, each by its colour and hatching, and between what the whole lies where that is not known well."""

    name: str
    parts: Sequence[float]
    value: str
    says: str
    low: float | None = None
    high: float | None = None


def stacks(rows: Iterable[Stack | str], legend: Sequence[str], most: str) -> str:
    """Return rows with bars in parts, and which part is what; the rail goes from nothing to ``most``, if told."""
    shown_rows = first([*rows])
    named = "".join(
        f'<li><svg viewBox="0 2 40 16" aria-hidden="true">{_part(place, 0, WIDE / 25)}</svg>{shown(name)}</li>'
        for place, name in enumerate(legend)
        if name
    )
    scale = [_scale("0", "", most)] if most and any(isinstance(row, Stack) for row in shown_rows) else []
    drawn = _rows([*(_stack(row) if isinstance(row, Stack) else row for row in shown_rows), *scale])
    return f'{HATCHES}<ul class="legend above">{named}</ul>{drawn}'


HATCHES = '<svg class="hatches" aria-hidden="true"><defs>{}</defs></svg>'.format(
    "".join(
        f'<pattern id="hatch{place}" width="{step}" height="{step}" patternUnits="userSpaceOnUse" '
        f'patternTransform="rotate({turn})"><path class="hatch" d="M0 0V{step}"/></pattern>'
        for place, (step, turn) in enumerate(((0, 0), (7, 45), (7, -45), (5, 0), (5, 90)))
        if step
    )
)
"""What tells the parts of a bar apart where colours do not: lines across all but the first."""


def _part(place: int, left: float, wide: float) -> str:
    box = f'x="{left:.1f}" width="{wide:.1f}" y="2" height="16"'
    lined = f'<rect {box} fill="url(#hatch{place})"/>' if place else ""
    return f'<rect class="fill {colour(place)}" {box}/>{lined}'


def _stack(row: Stack) -> tuple[str, str, str]:
    left, parts = 0.0, ""
    for place, part in enumerate(row.parts):
        parts += _part(place, WIDE * left, WIDE * part) if part > 0 else ""
        left += part
    known = (
        ""
        if row.low is None or row.high is None
        else (f'<line class="whisker" x1="{_x(row.low)}" x2="{_x(row.high)}" y1="10" y2="10"/>')
    )
    return row.name, _svg("bar", 20, f"<title>{escape(row.says)}</title>{parts}{known}", row.says), row.value


@dataclass(frozen=True, slots=True, kw_only=True)
class Interval:
    """A share with the interval that it lies in, and where it would be if nothing mattered."""

    name: str
    share: float
    low: float
    high: float
    value: str
    says: str
    even: float | None = None
    place: int = 1


def intervals(rows: Iterable[Interval | str]) -> str:
    """Return rows with a point and its interval on a rail from 0 to 100 %; without any there is no rail."""
    shown = first([*rows])
    drawn = any(isinstance(row, Interval) for row in shown)
    scale = [_scale("0", "50 %", "100 %")] if drawn else []
    return _rows([*(_interval(row) if isinstance(row, Interval) else row for row in shown), *scale])


def _interval(row: Interval) -> tuple[str, str, str]:
    even = "" if row.even is None else f'<line class="grid" x1="{_x(row.even)}" x2="{_x(row.even)}" y1="-6" y2="26"/>'
    inside = (
        f'<title>{escape(row.says)}</title><line class="grid" x1="0" x2="{WIDE}" y1="10" y2="10"/>{even}'
        f'<line class="whisker" x1="{_x(row.low)}" x2="{_x(row.high)}" y1="10" y2="10"/>'
        f'<rect class="fill {colour(row.place)}" x="{_x(row.share - 0.006)}" width="12" y="2" height="16"/>'
    )
    return row.name, _svg("bar", 20, inside, row.says), row.value


@dataclass(frozen=True, slots=True, kw_only=True)
class Strip:
    """Rolls on a rail from 0 to 100, each with what it says, their mean, and the band in which fair dice have it."""

    name: str
    ticks: Sequence[tuple[float, str]]
    mean: float
    low: float
    high: float
    value: str
    says: str


def strips(rows: Iterable[Strip | str]) -> str:
    """Return rows with the rolls of each; where there are many, with how many lie where."""
    kept = [*rows]
    many = sum(len(row.ticks) for row in kept if isinstance(row, Strip)) > MOST_TICKS
    bins = max(FEWEST_BINS, min(MOST_BINS, MOST_TICKS // len(first(kept)))) if many else 0
    drawn = (_strip(row, _drawn(row.ticks, bins)) if isinstance(row, Strip) else row for row in first(kept))
    return _rows([*drawn, _scale("worst", "middle", "best")])


def _drawn(ticks: Sequence[tuple[float, str]], bins: int) -> str:
    """Return each tick; where there are bins, how many lie in each."""
    if bins:
        return _binned(ticks, bins)
    width = 3 if len(ticks) < 200 else 1
    return "".join(
        f'<rect class="tick" x="{_x(at - width / 2000)}" width="{width}" y="7" height="16">'
        f"<title>{escape(says)}</title></rect>"
        for at, says in ticks
    )


def _binned(ticks: Sequence[tuple[float, str]], bins: int) -> str:
    """Return a shape of how many rolls lie where, the highest as high as the rail."""
    counts = binned(ticks, bins)
    most, wide = max(1, *counts), WIDE // bins
    way = "".join(f"V{30 - 28 * count / most:.1f}H{wide * (place + 1)}" for place, count in enumerate(counts))
    return f'<path class="tick" d="M0 30{way}V30Z"><title>{counted(len(ticks), "roll")}</title></path>'


def binned(ticks: Sequence[tuple[float, str]], bins: int) -> list[int]:
    """Return how many rolls lie in each of so many equal parts."""
    counts = Counter(min(bins - 1, int(at * bins)) for at, _ in ticks)
    return [counts[place] for place in range(bins)]


def _strip(row: Strip, ticks: str) -> tuple[str, str, str]:
    inside = (
        f'<rect class="band" x="{_x(row.low)}" width="{WIDE * max(0.0, row.high - row.low):.1f}" height="30"/>'
        f'<rect class="rail" width="{WIDE}" height="30"/>{ticks}'
        f'<rect class="fill c0" x="{_x(row.mean - 0.004)}" width="8" height="30">'
        f"<title>{escape(row.says)}</title></rect>"
    )
    return row.name, _svg("strip", 30, inside, row.says), row.value


def _scale(left: str, middle: str, right: str) -> tuple[str, str, str]:
    """Return the row below others that says what their rails go from and to."""
    return "", f'<div class="scale"><span>{left}</span><span>{middle}</span><span>{right}</span></div>', ""


def _rows(rows: Iterable[tuple[str, str, str] | str]) -> str:
    told = [
        f'<div class="head">{shown(row)}</div>'
        if isinstance(row, str)
        else f"<div>{shown(row[0])}</div><div>{row[1]}</div><div class='value'>{escape(row[2])}</div>"
        for row in rows
    ]
    return f'<div class="rows">{"".join(told)}</div>'


@dataclass(frozen=True, slots=True, kw_only=True)
class Series:
    """A line over a fight: (where, share) from left to right, and what is marked on it; ``place`` gives its colour."""

    name: str
    place: int
    points: Sequence[tuple[float, float]]
    marked: Sequence[tuple[float, float, str]] = ()


PERCENT = ("0 %", "50 %", "100 %")


def lines(
    series: Sequence[Series],
    steps: Sequence[tuple[float, str]],
    label: str,
    *,
    scale: tuple[str, str, str] = PERCENT,
    band: tuple[float, float] | None = None,
) -> str:
    """Return lines that go in steps, with a legend; ``steps`` are written below, each where it begins.

    ``scale`` says what lies at the bottom, in the middle and at the top; a ``band`` is shaded behind the lines.
    """
    left = 0
    if sum(len(each.points) + len(each.marked) for each in series) > MOST_MARKS:
        most = MOST_MARKS // 2 // len(series)
        left = sum(max(0, len(each.marked) - most // 10) for each in series)
        series = [replace(each, points=thinned(each.points, most), marked=each.marked[: most // 10]) for each in series]
    grid = "" if band is None else _band(*band)
    grid += "".join(f'<line class="grid" x1="0" x2="{WIDE}" y1="{y}" y2="{y}"/>' for y in (0, 50))
    grid += "".join(f'<line class="grid" x1="{_x(at)}" x2="{_x(at)}" y1="0" y2="100"/>' for at, _ in steps)
    drawn = "".join(map(_path, series))
    marked = "".join(
        f'<i class="fall {colour(each.place)}{SHAPES[each.place % COLOURS]}" title="{escape(says)}" '
        f'style="left:{100 * x:.2f}%;top:{100 - 100 * y:.2f}%"></i>'
        for each in series
        for x, y, says in each.marked
    )
    sides = "".join(
        f'<span class="y" style="top:{100 - y}%">{escape(text)}</span>'
        for y, text in zip((0, 50, 100), scale, strict=True)
    )
    below = "".join(f'<span class="x" style="left:{100 * at:.2f}%">{escape(text)}</span>' for at, text in steps)
    legend = "".join(
        f'<li><svg viewBox="0 0 40 10" class="{colour(each.place)}" aria-hidden="true"><path class="path" d="M0 5H40" '
        f'stroke-dasharray="{DASHES[each.place % COLOURS]}"/></svg>{shown(each.name)}</li>'
        for each in series
    )
    plot = _svg("lines", 100, grid + drawn, label)
    more = f"<p>and {counted(left, 'later mark')} more</p>" if left else ""
    return f'<ul class="legend">{legend}</ul><div class="plot">{plot}{marked}{sides}{below}</div>{more}'


def _band(low: float, high: float) -> str:
    return f'<rect class="band" width="{WIDE}" y="{100 - 100 * high:.2f}" height="{100 * (high - low):.2f}"/>'


def thinned(points: Sequence[tuple[float, float]], most: int) -> Sequence[tuple[float, float]]:
    """Return so many points at most: the last in each of as many equal parts of the way, and the first of all."""
    if len(points) <= most:
        return points
    last = {min(most - 2, int(max(0.0, at) * (most - 1))): (at, share) for at, share in points}
    return [points[0], *(last[part] for part in sorted(last))]


def _path(series: Series) -> str:
    (x, y), *rest = series.points
    way = f"M{_x(x)} {100 - 100 * y:.2f}" + "".join(f"H{_x(x)}V{100 - 100 * y:.2f}" for x, y in rest) + f"H{WIDE}"
    place, dashes = series.place, DASHES[series.place % COLOURS]
    return (
        f'<path class="path {colour(place)}" d="{way}" stroke-dasharray="{dashes}">'
        f"<title>{shown(series.name)}</title></path>"
    )


def table(columns: Sequence[str], rows: Iterable[Sequence[Any]], summary: str = "The numbers") -> str:
    """Return the numbers behind a figure, folded away; of very many the first."""
    every = [*rows]
    kept = every[:MOST_NUMBERS]
    if len(every) > len(kept):
        summary = f"{summary}: the first {len(kept):,} of {len(every):,}"
    right = [all(isinstance(row[n], int | float | None) for row in kept) for n in range(len(columns))]
    head = "".join(f"<th{_n(each)}>{escape(name)}</th>" for name, each in zip(columns, right, strict=True))
    body = "".join(
        "<tr>" + "".join(f"<td{_n(each)}>{_told(value)}</td>" for value, each in zip(row, right, strict=True)) + "</tr>"
        for row in kept
    )
    return (
        f"<details><summary>{escape(summary)}</summary>"
        f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div></details>'
    )


def _n(right: bool) -> str:
    return ' class="n"' if right else ""


def _told(value: Any) -> str:
    if isinstance(value, float):
        return number(value, 2)
    return "" if value is None else shown(value)
