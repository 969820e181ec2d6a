"""How a fight went: the points of each side, and the chance of one as a judge saw it."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from analytics.report import counting
from analytics.report.marks import Series, lines, table
from analytics.report.page import Section
from bots.lab.statistics import Interval
from bots.lab.swings import Course, Swing
from bots.lab.trial import Trial
from projections.analytics.extraction import Rows
from projections.analytics.summing import Named, named

WORTH_SAYING = 0.005
"""Less luck than this is none, as it is written."""
MOST_STEPS = 12
"""So many rounds at most are written below a plot."""


def chances(rows: Rows, fight: Named, course: Course, worth: Trial) -> list[Section]:
    """Show how the chance of a side went, and the commands that moved it most."""
    at = _across(rows, fight)
    largest = sorted(course.largest, key=lambda swing: swing.n)
    series = Series(
        name=course.side,
        place=places(rows)[course.side],
        points=[(0.0, course.at_first), *((at(swing.n), swing.after) for swing in course.every)],
        marked=[(at(swing.n), swing.after, f"line {swing.n}: {swing.text}") for swing in largest],
    )
    told = "".join(f"<li>{_swing(swing)}</li>" for swing in largest)
    steps = [(at(n), text) for n, text in _rounds(rows)]
    summed = (
        f"From {100 * course.at_first:.0f} to {100 * course.at_last:.0f} of 100: the dice gave "
        f"{100 * course.luck:+.0f}, all else {100 * course.rest:+.0f}, in which "
        "choices and the judge's errors cannot be told apart."
    )
    reads = (
        f"The chance of {course.side.replace('_', ' ')} if automatic players went on, by a judge that learnt from "
        f"{worth.fights} such fights (skill {worth.skill:.2f}; 0 knows nothing, 1 foresees all). A mark is one of the "
        "commands that moved it most."
    )
    label = f"{course.side}: {summed}"
    figure = f'{lines([series], steps, label)}<p>{summed}</p><ol class="swings">{told}</ol>'
    return [Section(title="What decided it", reads=reads, figure=figure)]


def _swing(swing: Swing) -> str:
    of_dice = f", of which the dice gave {100 * swing.luck:+.0f}" if abs(swing.luck) >= WORTH_SAYING else ""
    moved = f"<b>{100 * swing.before:.0f} to {100 * swing.after:.0f}</b>"
    fought = "" if swing.fought is None else f"; by fights that went on from there {_hundreds(swing.fought)}"
    return f"{moved}{of_dice}{fought} (line {swing.n}). {escape(swing.text)}"


def _hundreds(chance: Interval) -> str:
    return f"{100 * chance.value:.0f} ({100 * chance.low:.0f} to {100 * chance.high:.0f})"


def _across(rows: Rows, fight: Named) -> Callable[[int], float]:
    """Return what tells where in a plot a line stands: the first command at its left, the last line at its right."""
    first = min((row["n"] for row in named(rows, "command")), default=0)
    last = max(fight["version"], first + 1)
    return lambda n: float(max(0, n - first)) / float(last - first)


def points(rows: Rows, fight: Named) -> list[Section]:
    """Show what each side had left of its points."""
    acting = {row["side"] for row in named(rows, "turn")}
    ways = [way for way in counting.ways(rows) if len({share for _, share in way.points}) > 1 or way.side in acting]
    at = _across(rows, fight)
    if not any(len(way.points) > 1 for way in ways):
        return []
    colours = places(rows)
    series = [
        Series(
            name=way.side,
            place=colours[way.side],
            points=[(at(n), share) for n, share in way.points],
            marked=[(at(n), share, says) for n, share, says in way.falls],
        )
        for way in ways
    ]
    steps = [(at(n), text) for n, text in _rounds(rows)]
    left = table(("side", "left at the end"), [(way.side, f"{100 * way.points[-1][1]:.0f} %") for way in ways])
    reads = "What each side had left of the points it began with, from the first line to the last; a mark is a fall."
    label = "; ".join(f"{way.side}: {100 * way.points[-1][1]:.0f} % left" for way in ways)
    return [Section(title="How it went", reads=reads, figure=lines(series, steps, label) + left)]


def places(rows: Rows) -> dict[str, int]:
    """Return the place of each side among them, which gives its colour all over the page."""
    sides = dict.fromkeys(row["side"] for row in named(rows, "combatant"))
    return {side: place for place, side in enumerate(sides)}


def _rounds(rows: Rows) -> list[tuple[int, str]]:
    """Return the lines at which rounds began, at most so many, with what is written below a plot."""
    began: dict[int, int] = {}
    for row in named(rows, "line"):
        if row["round"] is not None:
            began.setdefault(row["round"], row["n"])
    every = 1 + (len(began) - 1) // MOST_STEPS
    some = [(n, each) for each, n in began.items() if (each - 1) % every == 0]
    return [(n, str(each) if index else f"round {each}") for index, (n, each) in enumerate(some)]
