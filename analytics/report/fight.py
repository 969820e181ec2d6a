"""The report of one fight: how the points went, whose dice were lucky, who carried it, where the time went."""

from __future__ import annotations

from collections import defaultdict
from datetime import UTC, datetime
from html import escape

from analytics.report import counting, course, timing
from analytics.report.counting import Deeds
from analytics.report.marks import Bar, Strip, bars, number, span, strips, table
from analytics.report.page import Section, page
from bots.lab.swings import Course
from bots.lab.trial import Trial
from projections.analytics import summing
from projections.analytics.extraction import Rows
from projections.analytics.summing import FEWEST, FEWEST_ROLLS, Lucky, Named, named
from projections.wording import counted


def report(rows: Rows, chances: tuple[Course, Trial] | None = None) -> str:
    """Return the report of a fight as one HTML file, with the chances that a judge saw in it, if one was asked."""
    (fight,) = named(rows, "encounter")
    judged = [] if chances is None else course.chances(rows, fight, *chances)
    sections = [
        *judged,
        *course.points(rows, fight),
        *_luck(rows),
        *_deeds(rows),
        *_time(rows),
        *timing.of_one(rows),
        *_around(rows),
    ]
    day = datetime.fromtimestamp(fight["opened"] / 1000, UTC).strftime("%-d %B %Y")
    figures = [
        (number(fight["commands"]), "commands"),
        (number(fight["rolls"]), "rolls"),
        (number(fight["turns"]), "turns"),
        *([(number(fight["rounds"]), "rounds")] if fight["rounds"] else []),
        *([(number(fight["rewinds"]), "taken back")] if fight["rewinds"] else []),
    ]
    return page(_headline(fight), f"A fight of {fight['system']}, {day}.", figures, sections, _foot(fight))


def _headline(fight: Named) -> str:
    if fight["ended"] is None:
        return "A fight that is not over"
    winner = fight["winner"]
    if winner is None:
        return "Nobody won"
    told = winner.replace("_", " ")
    return f"{told[:1].upper()}{told[1:]} won"


def _luck(rows: Rows) -> list[Section]:
    """Show where the rolls of every seat lie among fair dice."""
    found = summing.lucky(rows)
    if not found:
        return []
    said = [_strip(seat, each) for seat, each in found.items()]
    numbers = [
        (seat, len(each.rolls), 100 * each.mean, 100 * each.low, 100 * each.high) for seat, each in found.items()
    ]
    reads = (
        "Each tick is a roll: how much of what fair dice show is worse. The broad mark is the mean; in the shaded band "
        "it lies 19 times of 20. A mean outside of it is luck that fair dice have now and then, and says nothing more."
    )
    told = table(("seat", "rolls", "luck", "from", "to"), numbers)
    return [Section(title="Whose dice were lucky", reads=reads, figure=strips(said) + told)]


def _strip(seat: str, each: Lucky) -> Strip:
    few = len(each.rolls) < FEWEST_ROLLS
    verdict = "too few" if few else number(100 * each.mean)
    ticks = [(row["mid_p"], _roll(row)) for row in each.rolls]
    says = f"{seat}: {counted(len(each.rolls), 'roll')}, luck {100 * each.mean:.0f} of 100"
    low, high = (0.0, 0.0) if few else (each.low, each.high)
    return Strip(name=seat, ticks=ticks, mean=each.mean, low=low, high=high, value=verdict, says=says)


def _roll(row: Named) -> str:
    result = f": {row['result']}" if row["result"] else ""
    return f"{row['actor']}, {row['purpose']} {row['dice']}{result}, better than {100 * row['mid_p']:.0f} of 100"


def _deeds(rows: Rows) -> list[Section]:
    """Show the harm that everybody did, by side and by the pool that it was done to."""
    found = counting.deeds(rows)
    pools = sorted({pool for (_, pool), each in found.items() if pool is not None and each.harm})
    if not pools:
        return []
    told: list[Bar | str] = []
    for pool in pools:
        told += _of_pool({name: each for (name, of), each in found.items() if of == pool}, pool, pools, rows)
    numbers = [
        (name, each.side, pool, each.harm, each.overkill, each.mended, each.felled)
        for (name, pool), each in sorted(found.items(), key=lambda one: (one[1].side, one[0][1] or "", -one[1].harm))
    ]
    columns = ("who", "side", "pool", "harm", "overkill", "mended", "felled")
    apart = " Each pool stands by itself: a head is no point." if len(pools) > 1 else ""
    reads = f"What others lost to each of them; what was taken back does not count.{apart}"
    return [Section(title="Who carried it", reads=reads, figure=bars(told) + table(columns, numbers))]


def _of_pool(found: dict[str, Deeds], pool: str, pools: list[str], rows: Rows) -> list[Bar | str]:
    """Return the bars of those who did harm to a pool, under headings where it takes some."""
    most = max(each.harm for each in found.values())
    places = course.places(rows)
    sides: defaultdict[str, list[tuple[str, Deeds]]] = defaultdict(list)
    for name, each in sorted(found.items(), key=lambda one: (-one[1].harm, one[0])):
        sides[each.side].append((name, each))
    headed = any(len(those) > 1 or those[0][0] != side for side, those in sides.items())
    told: list[Bar | str] = []
    for side, those in sides.items():
        if not any(each.harm for _, each in those):
            continue
        if len(pools) > 1:
            told.append(f"{side}: {pool}")
        elif headed:
            told.append(side)
        told += [
            Bar(
                name=name,
                share=each.harm / most,
                value=number(each.harm),
                says=f"{name}: {each.harm} harm, {each.overkill} beyond what there was to lose",
                place=places[side],
            )
            for name, each in those
        ]
    return told


def _time(rows: Rows) -> list[Section]:
    """Show how long everybody's turns took."""
    spent: defaultdict[str, list[float]] = defaultdict(list)
    for row in named(rows, "turn"):
        if row["duration_ms"] is not None and not row["automatic"]:
            spent[row["who"]].append(row["duration_ms"] / 1000)
    if not spent:
        return []
    together = {name: sum(times) for name, times in spent.items()}
    most = max(together.values()) or 1
    ranked = sorted(spent, key=lambda name: (-together[name], name))
    told = [
        Bar(
            name=name,
            share=together[name] / most,
            value=span(together[name]),
            says=f"{name}: {counted(len(spent[name]), 'turn')}, {span(together[name])} together",
        )
        for name in ranked
    ]
    numbers = [
        (
            name,
            len(spent[name]),
            together[name],
            max(spent[name]),
            summing.median(spent[name]) if len(spent[name]) >= FEWEST else "too few",
        )
        for name in ranked
    ]
    columns = ("who", "turns", "together s", "longest s", "median s")
    reads = (
        "All of everybody's turns together by the server's clock, those of programs left out; breaks and the network "
        "are in it."
    )
    return [Section(title="Whose turns took long", reads=reads, figure=bars(told) + table(columns, numbers))]


def _around(rows: Rows) -> list[Section]:
    """Tell what was taken back, disputed and ruled."""
    told = [
        (row["n"], _SAID[row["type"]], row["seat"], row["subject_n"], row["verdict"])
        for row in named(rows, "around")
        if row["type"] in _SAID
    ]
    if not told:
        return []
    reads = "By line of the ledger, which keeps what was taken back."
    figure = table(("line", "what", "seat", "about line", "verdict"), told, counted(len(told), "entry"))
    return [Section(title="Taken back, disputed, ruled", reads=reads, figure=figure)]


_SAID = {
    "HistoryRewound": "taken back to",
    "DisputeRaised": "disputed",
    "DisputeSettled": "settled",
    "RulingMade": "ruled",
    "Withheld": "withheld",
}


def _foot(fight: Named) -> list[str]:
    one = escape(fight["encounter"])
    sealed = f" {counted(fight['shut'], 'line')} still sealed are not in it." if fight["shut"] else ""
    return [
        f"Made of {fight['lines']:,} lines up to number {fight['version']:,} of fight <code>{one}</code>.{sealed}",
        f"To check them: <code>.venv/bin/encounter export {one} --out fight.ndjson</code>, then "
        "<code>.venv/bin/encounter verify fight.ndjson</code>.",
    ]
