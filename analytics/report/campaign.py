"""The report of a campaign: evening by evening, whose dice were lucky in the long run, who fell, at what pace."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from datetime import UTC, datetime
from math import sqrt

from analytics.report.counting import FELL, who
from analytics.report.marks import Bar, Series, bars, lines, number, span, table
from analytics.report.page import Section, page
from projections.analytics import summing
from projections.analytics.extraction import Rows
from projections.analytics.summing import FEWEST, FEWEST_ROLLS, Named, Z, named
from projections.wording import counted, listed

SPAN = 8.0
"""So many standard deviations are there from the bottom of the plot of luck to its top."""
MOST_SEATS = 8
MOST_STEPS = 12
DAY = "%-d %B %Y"


def report(rows: Rows, sentence: str, names: Sequence[str]) -> str:
    """Return the report of the fights of a campaign as one HTML file; ``sentence`` says which they are."""
    fights = sorted(named(rows, "encounter"), key=lambda fight: (fight["opened"], fight["encounter"]))
    figures = [
        (number(len(fights)), "fights"),
        (number(sum(_minutes(fight) or 0 for fight in fights) / 60, 1), "hours"),
        (number(sum(fight["commands"] for fight in fights)), "commands"),
        (number(sum(fight["rolls"] for fight in fights)), "rolls"),
        (number(sum(fight["rewinds"] for fight in fights)), "taken back"),
    ]
    sections = [*_evenings(fights), *_luck(rows, fights), *_falls(rows), *_pace(rows)]
    foot = ["What was taken back does not count. What is asked further: <code>.venv/bin/encounter query</code>."]
    return page(listed(names), f"{_span(fights)}Of {sentence}", figures, sections, foot)


def _day(moment: int) -> str:
    return datetime.fromtimestamp(moment / 1000, UTC).strftime(DAY)


def _span(fights: Sequence[Named]) -> str:
    if not fights:
        return ""
    first, last = _day(fights[0]["opened"]), _day(fights[-1]["opened"])
    return f"{first}. " if first == last else f"{first} to {last}. "


def _minutes(fight: Named) -> float | None:
    """Return how many minutes a fight took by the server's clock, breaks included."""
    return None if fight["ended"] is None else (fight["ended"] - fight["opened"]) / 60_000


def _won(fight: Named) -> str:
    return str(fight["winner"] or "nobody") if fight["ended"] is not None else "goes on"


def _evenings(fights: Sequence[Named]) -> list[Section]:
    """Show how long each fight was, in their order, with who won."""
    if not fights:
        return []
    most = max(1, *(fight["commands"] for fight in fights))
    told = [
        Bar(
            name=_day(fight["opened"]),
            share=fight["commands"] / most,
            value=_won(fight).replace("_", " "),
            says=f"{fight['system']}, {counted(fight['commands'], 'command')}: {_won(fight)}",
        )
        for fight in fights
    ]
    numbers = [
        (_day(fight["opened"]), fight["system"], _won(fight), fight["commands"], fight["rolls"], _minutes(fight))
        for fight in fights
    ]
    columns = ("day", "system", "won", "commands", "rolls", "minutes")
    reads = "Every fight by the number of its commands, and which side won."
    return [Section(title="Fight by fight", reads=reads, figure=bars(told) + table(columns, numbers))]


def _luck(rows: Rows, fights: Sequence[Named]) -> list[Section]:
    """Show how far from the middle the dice of each seat were after each fight, with all before it."""
    found = summing.lucky(rows)
    most = sorted(found, key=lambda seat: (-len(found[seat].rolls), seat))[:MOST_SEATS]
    drawn = sorted(seat for seat in most if len(found[seat].rolls) >= FEWEST_ROLLS)
    if not drawn or len(fights) < 2:
        return []
    order = {fight["encounter"]: place for place, fight in enumerate(fights)}
    series = [
        Series(name=seat, place=place, points=_course(found[seat].rolls, order)) for place, seat in enumerate(drawn)
    ]
    every = 1 + (len(fights) - 1) // MOST_STEPS
    steps = [
        ((place + 0.5) / len(fights), str(place + 1) if place else "fight 1")
        for place in range(len(fights))
        if place % every == 0
    ]
    numbers = [
        (seat, len(each.rolls), 100 * each.mean, 100 * each.low, 100 * each.high) for seat, each in found.items()
    ]
    label = "; ".join(f"{seat}: {100 * found[seat].mean:.1f} of 100" for seat in drawn)
    reads = (
        "All dice of a seat from the first fight up to each, in standard deviations from the middle. In the shaded "
        "band fair dice are 19 times of 20 where one looks once; whoever looks after every fight, or at many seats, "
        "sees them leave it more often. It says nothing more."
    )
    half = Z / SPAN
    scale = (f"-{SPAN / 2:.0f}", "even", f"+{SPAN / 2:.0f}")
    figure = lines(series, steps, label, scale=scale, band=(0.5 - half, 0.5 + half))
    told = table(("seat", "rolls", "luck", "from", "to"), numbers)
    return [Section(title="Whose dice were lucky", reads=reads, figure=figure + told)]


def _course(rolls: Sequence[Named], order: dict[str, int]) -> list[tuple[float, float]]:
    """Return after each fight how lucky all rolls up to then were: 0.5 is the middle."""
    of: defaultdict[int, list[Named]] = defaultdict(list)
    for roll in rolls:
        of[order[roll["encounter"]]].append(roll)
    points, ahead, spread = [(0.0, 0.5)], 0.0, 0.0
    for place in sorted(of):
        ahead += sum(roll["mid_p"] - 0.5 for roll in of[place])
        spread += sum(roll["mid_p_var"] for roll in of[place])
        height = 0.5 + (ahead / sqrt(spread) if spread else 0.0) / SPAN
        points.append(((place + 1) / len(order), min(1.0, max(0.0, height))))
    return points


def _falls(rows: Rows) -> list[Section]:
    """Show who went down how often, and by whom."""
    falls: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for row in named(rows, "life"):
        if row["life_to"] in FELL and row["life_from"] == "active":
            falls[who(row["who"])][who(row["felled_by"] or "")] += 1
    if not falls:
        return []
    ranked = sorted(falls, key=lambda name: (-falls[name].total(), name))
    most = falls[ranked[0]].total()
    told = [
        Bar(
            name=name,
            share=falls[name].total() / most,
            value=number(falls[name].total()),
            says=f"{name} went down {counted(falls[name].total(), 'time')}",
        )
        for name in ranked
    ]
    numbers = [(name, falls[name].total(), _by(falls[name])) for name in ranked]
    reads = "How often everybody went down, died or left; members of a group together."
    figure = bars(told) + table(("who", "so often", "by"), numbers)
    return [Section(title="Who fell", reads=reads, figure=figure)]


def _by(whom: Counter[str]) -> str:
    named_ones = [(name, times) for name, times in whom.most_common() if name]
    return ", ".join(f"{name} {times}" for name, times in sorted(named_ones, key=lambda each: (-each[1], each[0])))


def _pace(rows: Rows) -> list[Section]:
    """Show how long a turn of each seat takes, those of programs left out."""
    spent = summing.paces(rows)
    if not spent:
        return []
    middle = {seat: summing.median(times) for seat, times in spent.items()}
    enough = {seat: each for seat, each in middle.items() if len(spent[seat]) >= FEWEST}
    most = max(enough.values(), default=0) or 1
    ranked = sorted(spent, key=lambda seat: (seat not in enough, -middle[seat], seat))
    told = [
        Bar(
            name=seat,
            share=enough.get(seat, 0) / most,
            value="too few" if len(spent[seat]) < FEWEST else span(middle[seat]),
            says=f"{seat}: {counted(len(spent[seat]), 'turn')}, {span(middle[seat])} in the middle",
        )
        for seat in ranked
    ]
    numbers = [(seat, len(spent[seat]), middle[seat], max(spent[seat]), sum(spent[seat]) / 60) for seat in ranked]
    columns = ("seat", "turns", "median s", "longest s", "together min")
    reads = "The median of a turn by the server's clock, breaks and the network included; programs are left out."
    return [Section(title="At what pace", reads=reads, figure=bars(told) + table(columns, numbers))]
