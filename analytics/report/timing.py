"""Where the time went, by round: of one fight, or on average of many."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from math import sqrt
from statistics import fmean, stdev

from analytics.report.marks import Stack, span, stacks, table
from analytics.report.page import Section
from projections.analytics.extraction import Rows
from projections.analytics.summing import FEWEST, Named, Z, named

PARTS = ("turns", "questions", "rulings", "taking back, disputes", "waiting for dice")
"""What time goes into, in the order of their colours."""
TURNS, QUESTIONS, RULINGS, BACK, DICE = PARTS
_OF_LINES = {
    **dict.fromkeys(("RewindAsked", "RewindAnswered", "RewindLapsed", "HistoryRewound"), BACK),
    **dict.fromkeys(("DisputeRaised", "DisputeAnswered", "DisputeSettled"), BACK),
    **dict.fromkeys(("EntropyRevealed", "TableDiceTyped", "TableDiceAttested"), DICE),
}
_READS = (
    "Until something came, by the server's clock, breaks and the network among it: commands of a turn, answers to "
    "questions, rulings, what was taken back or contested with all that this took, and the faces of dice."
)
Spent = dict[str, float]
"""Seconds by what they went into."""


def rounds(rows: Rows) -> dict[tuple[str, int], Spent]:
    """Return the seconds of each fight by round, 0 where there are none, and by what they went into."""
    answers = {(row["encounter"], row["answer_n"]) for row in named(rows, "decision", live=False)}
    ruled = {(row["encounter"], row["command"]) for row in named(rows, "around") if row["type"] == "RulingMade"}
    every = [*named(rows, "line", live=False)]
    answered = {(row["encounter"], row["command"]) for row in every if (row["encounter"], row["n"]) in answers}
    found: defaultdict[tuple[str, int], Spent] = defaultdict(lambda: dict.fromkeys(PARTS, 0.0))
    for row in every:
        part = _part(row, ruled, answered)
        if part is not None and row["spent_ms"] is not None:
            found[row["encounter"], row["round"] or 0][part] += row["spent_ms"] / 1000
    return {of: spent for of, spent in found.items() if any(spent.values())}


def _part(row: Named, ruled: set[tuple[str, int]], answered: set[tuple[str, int]]) -> str | None:
    if not row["live"]:
        return BACK
    if row["type"] != "CommandAccepted":
        return _OF_LINES.get(row["type"])
    command = (row["encounter"], row["n"])
    return RULINGS if command in ruled else QUESTIONS if command in answered else TURNS


def of_one(rows: Rows) -> list[Section]:
    """Show where the time of a fight went, by round."""
    of_rounds = sorted(((number, spent) for (_, number), spent in rounds(rows).items()), key=lambda each: each[0])
    last = max((number for number, _ in of_rounds), default=0)
    found = [(_round(number, last), spent) for number, spent in of_rounds]
    most = max((sum(spent.values()) for _, spent in found), default=0.0)
    if not most:
        return []
    told = [
        Stack(
            name=name,
            parts=[spent[part] / most for part in PARTS],
            value=span(sum(spent.values())),
            says=f"{name}: {_said(spent)}",
        )
        for name, spent in found
    ]
    numbers = [(name, *(spent[part] for part in PARTS), sum(spent.values())) for name, spent in found]
    figure = stacks(told, _drawn(spent for _, spent in found), span(most))
    columns = ("round", *(f"{part} s" for part in PARTS), "together s")
    return [Section(title="Where the time went", reads=_READS, figure=figure + table(columns, numbers))]


def of_many(rows: Rows, fights: Iterable[Named]) -> list[Section]:
    """Show where the time of a fight went on average, by system and round; of fewer than twenty none is drawn."""
    systems = {fight["encounter"]: fight["system"] for fight in fights}
    found: defaultdict[tuple[str, int], list[Spent]] = defaultdict(list)
    for (encounter, number), spent in rounds(rows).items():
        if encounter in systems:
            found[systems[encounter], number].append(spent)
    means = {of: _mean(each) for of, each in sorted(found.items())}
    if not means:
        return []
    told: list[Stack | str] = []
    for system in sorted({system for system, _ in means}):
        told.append(system)
        own = (means[of][2] for of, each in found.items() if of[0] == system and len(each) >= FEWEST)
        told += [*_of_system(system, found, means, max(own, default=0.0))]
    numbers = [
        (*of, len(found[of]), *(mean[part] for part in PARTS), sum(mean.values()), low, high)
        for of, (mean, low, high) in means.items()
    ]
    columns = ("system", "round", "fights", *(f"{part} s" for part in PARTS), "together s", "from", "to")
    reads = (
        f"{_READS} The mean of a fight that came to that round, and the line where it lies 19 times of 20; bars are "
        "long or short within their system."
    )
    drawn = _drawn(mean for mean, _, _ in means.values())
    figure = stacks(told, drawn, "") + table(columns, numbers)
    return [Section(title="Where the time goes", reads=reads, figure=figure)]


Mean = tuple[Spent, float, float]


def _of_system(
    system: str, found: dict[tuple[str, int], list[Spent]], means: dict[tuple[str, int], Mean], most: float
) -> Iterator[Stack | str]:
    few, last = 0, max(number for one, number in means if one == system)
    for (one, number), (mean, low, high) in means.items():
        if one != system:
            continue
        if len(found[one, number]) < FEWEST:
            few += 1
            continue
        yield Stack(
            name=_round(number, last),
            parts=[mean[part] / most for part in PARTS],
            value=span(sum(mean.values())),
            says=f"{system}, {_round(number, last)}: {_said(mean)}",
            low=low / most,
            high=high / most,
        )
    if few:
        yield f"{system}: of {few} more too few fights" if few > 1 else f"{system}: of one more too few fights"


def _mean(every: Sequence[Spent]) -> Mean:
    """Return the mean of each part, and between what that of all of them lies at 95 %."""
    together = [sum(spent.values()) for spent in every]
    half = Z * stdev(together) / sqrt(len(together)) if len(together) > 1 else 0.0
    middle = fmean(together)
    return {part: fmean(spent[part] for spent in every) for part in PARTS}, max(0.0, middle - half), middle + half


def _drawn(every: Iterable[Spent]) -> list[str]:
    """Return the parts for a legend, those without any time empty."""
    some = [*every]
    return [part if any(spent[part] for spent in some) else "" for part in PARTS]


def _round(number: int, last: int) -> str:
    return f"round {number}" if number else "before round 1" if last else "whole fight"


def _said(spent: Spent) -> str:
    return ", ".join(f"{part} {span(spent[part])}" for part in PARTS if spent[part])
