"""The report of many fights: who wins and how surely, how long it takes, what is chosen, whose dice were lucky."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from analytics.report.marks import Bar, Interval, Strip, bars, intervals, number, percent, strips, table
from analytics.report.page import Section, page
from analytics.report.suspense import suspense
from analytics.report.timing import of_many
from projections import rules
from projections.analytics import summing
from projections.analytics.extraction import Rows
from projections.analytics.summing import FEWEST, FEWEST_ROLLS, Named, named, wilson
from projections.wording import counted, listed

MOST_OPTIONS = 24
"""So many options at most are drawn; the numbers below hold all."""

MOST_RULES = 6
"""So many rules of a system at most are drawn."""


def report(rows: Rows, sentence: str) -> str:
    """Return the report of many fights as one HTML file; ``sentence`` says which they are."""
    fights = [*named(rows, "encounter")]
    over = [fight for fight in fights if fight["ended"] is not None]
    systems = sorted({fight["system"] for fight in fights})
    sections = [
        *_winners(over),
        *_shares("Does coming first win?", _FIRST, [*_first(rows, over)]),
        *_shares("Does the first fall decide it?", _FALL, [*_falls(rows, over)]),
        *_lengths(over),
        *of_many(rows, over),
        *suspense(rows, over),
        *_options(rows, {fight["encounter"]: fight["system"] for fight in fights}),
        *_rules(rows, {fight["encounter"]: fight["system"] for fight in fights}),
        *_luck(rows),
    ]
    figures = [
        (number(len(fights)), "fights"),
        (number(sum(fight["commands"] for fight in fights)), "commands"),
        (number(sum(fight["rolls"] for fight in fights)), "rolls"),
        (number(sum(fight["rewinds"] for fight in fights)), "taken back"),
    ]
    title = f"{counted(len(fights), 'fight')} of {listed(systems)}" if systems else "No fights"
    foot = [
        "What was taken back does not count. Shares are drawn with their Wilson interval at 95 %; of fewer than "
        f"{FEWEST} none is drawn. Numbers to ask further: <code>.venv/bin/encounter query</code>."
    ]
    return page(title, f"Of {sentence}", figures, sections, foot)


def _winners(over: Sequence[Named]) -> list[Section]:
    """Show how often each side won, by system."""
    won: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for fight in over:
        won[fight["system"]][fight["winner"] or "nobody"] += 1
    told: list[Interval | str] = []
    numbers = []
    for system in sorted(won):
        n = won[system].total()
        told.append(f"{system}, {counted(n, 'fight')}" + (": too few" if n < FEWEST else ""))
        for side, k in sorted(won[system].items(), key=lambda each: (-each[1], each[0])):
            numbers.append((system, side, k, n, *(100 * each for each in (k / n, *wilson(k, n)))))
            if n >= FEWEST:
                told.append(_interval(side, k, n))
    if not numbers:
        return []
    columns = ("system", "side", "won", "of", "%", "from", "to")
    reads = "How often each side won; the line is where the share lies 19 times of 20."
    return [Section(title="Who wins", reads=reads, figure=intervals(told) + table(columns, numbers))]


def _interval(name: str, k: int, n: int, even: float | None = None) -> Interval:
    low, high = wilson(k, n)
    says = f"{name}: {k} of {n}, {percent(k / n)} ({percent(low)} to {percent(high)})"
    return Interval(name=name, share=k / n, low=low, high=high, value=percent(k / n), says=says, even=even)


_FIRST = "How often the side with the first turn won; the fine line is where it would be if coming first were nothing."
_FALL = "How often the side that lost somebody first lost the fight."
Share = tuple[str, int, int, float | None]


def _first(rows: Rows, over: Iterable[Named]) -> Iterable[Share]:
    sides: defaultdict[str, set[str]] = defaultdict(set)
    for row in named(rows, "combatant"):
        sides[row["encounter"]].add(row["side"])
    found: defaultdict[tuple[str, int], list[bool]] = defaultdict(list)
    for fight in over:
        if fight["winner"] is not None and fight["first_side"] is not None:
            there = len(sides[fight["encounter"]])
            found[fight["system"], there].append(fight["winner"] == fight["first_side"])
    for (system, there), each in sorted(found.items()):
        yield f"{system}, {counted(there, 'side')}", sum(each), len(each), 1 / there


def _falls(rows: Rows, over: Iterable[Named]) -> Iterable[Share]:
    first: dict[str, tuple[int, str]] = {}
    for row in named(rows, "combatant"):
        if row["first_down_n"] is not None:
            fall = (row["first_down_n"], row["side"])
            first[row["encounter"]] = min(first.get(row["encounter"], fall), fall)
    found: defaultdict[str, list[bool]] = defaultdict(list)
    for fight in over:
        if fight["winner"] is not None and fight["encounter"] in first:
            found[fight["system"]].append(fight["winner"] != first[fight["encounter"]][1])
    for system, each in sorted(found.items()):
        yield system, sum(each), len(each), None


def _shares(title: str, reads: str, found: Sequence[Share]) -> list[Section]:
    """Show some shares, those left out that rest on too few."""
    if not found:
        return []
    told: list[Interval | str] = [
        _interval(name, k, n, even) if n >= FEWEST else f"{name}: too few ({n})" for name, k, n, even in found
    ]
    numbers = [(name, k, n, *(100 * each for each in (k / n, *wilson(k, n)))) for name, k, n, _ in found]
    figure = intervals(told) + table(("what", "so often", "of", "%", "from", "to"), numbers)
    return [Section(title=title, reads=reads, figure=figure)]


def _lengths(over: Sequence[Named]) -> list[Section]:
    """Show how long fights took, by system, in steps that ten rows hold."""
    told: list[Bar | str] = []
    numbers = []
    for system in sorted({fight["system"] for fight in over}):
        commands = [fight["commands"] for fight in over if fight["system"] == system]
        rolls = summing.median(fight["rolls"] for fight in over if fight["system"] == system)
        numbers.append((system, len(commands), min(commands), summing.median(commands), max(commands), rolls))
        if len(commands) < FEWEST:
            told.append(f"{system}: too few ({len(commands)})")
            continue
        step = max(5, 5 * round(max(commands) / 50))
        told.append(f"{system}: {summing.median(commands):.0f} commands in the middle")
        counts = Counter(count // step for count in commands)
        for place in range(min(counts), max(counts) + 1):
            name = f"{place * step} to {(place + 1) * step - 1}"
            share = counts[place] / max(counts.values())
            told.append(Bar(name=name, share=share, value=number(counts[place]), says=f"{name}: {counts[place]}"))
    if not numbers:
        return []
    columns = ("system", "fights", "shortest", "median", "longest", "median rolls")
    reads = "Fights by the number of commands that count."
    return [Section(title="How long it takes", reads=reads, figure=bars(told) + table(columns, numbers))]


def _options(rows: Rows, systems: dict[str, str]) -> list[Section]:
    """Show how often an option was taken where it was offered, the rarest first."""
    offered: Counter[tuple[str, str, str]] = Counter()
    taken: Counter[tuple[str, str, str]] = Counter()
    for row in named(rows, "decision"):
        if row["taken"] is not None:
            where = (systems[row["encounter"]], row["kind"])
            for answer in row["taken"].split(", "):
                offered.update((*where, option) for option in row["options"])
                taken[*where, answer] += 1
    rare = sorted(offered, key=lambda each: (taken[each] / offered[each], -offered[each], each))
    enough = [each for each in rare if offered[each] >= FEWEST]
    if not enough:
        return []
    told: list[Interval | str] = []
    for system in sorted({each[0] for each in enough[:MOST_OPTIONS]}):
        told.append(system)
        drawn = [each for each in enough[:MOST_OPTIONS] if each[0] == system]
        told += [_interval(f"{each[1]}: {each[2]}", taken[each], offered[each]) for each in drawn]
    numbers = [(*each, offered[each], taken[each], 100 * taken[each] / offered[each]) for each in rare]
    columns = ("system", "question", "option", "offered", "taken", "%")
    reads = f"How often an option was taken where it could be, the rarest first; of fewer than {FEWEST} offers none."
    return [Section(title="What is chosen", reads=reads, figure=intervals(told) + table(columns, numbers))]


def _rules(rows: Rows, systems: dict[str, str]) -> list[Section]:
    """Show in how many fights the rarest rules came up, and how many never did."""
    fights = Counter(systems.values())
    cited: Counter[tuple[str, str]] = Counter()
    came_up: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    for row in named(rows, "line"):
        for rule in row["rules"]:
            cited[systems[row["encounter"]], rule] += 1
            came_up[systems[row["encounter"]], rule].add(row["encounter"])
    stated = {(system, rule): said for system in fights for rule, said in rules.OF_EACH.get(system, {}).items()}
    rare = sorted({*cited, *stated}, key=lambda each: (each[0], len(came_up[each]), cited[each], each[1]))
    if not rare:
        return []
    told: list[Interval | str] = []
    for system, n in sorted(fights.items()):
        own = [each for each in rare if each[0] == system]
        never = sum(not came_up[each] for each in own)
        told.append(f"{system}: {never} of {counted(len(own), 'rule')} never came up in {counted(n, 'fight')}")
        if n >= FEWEST:
            some = [each for each in own if came_up[each]][:MOST_RULES]
            told += [_interval(each[1], len(came_up[each]), n) for each in some]
    numbers = [(*each, cited[each], len(came_up[each]), fights[each[0]], stated.get(each)) for each in rare]
    columns = ("system", "rule", "cited", "fights", "of", "what it says")
    reads = f"In how many fights a rule came up at all, the rarest first; of fewer than {FEWEST} fights none is drawn."
    return [Section(title="Which rules come up", reads=reads, figure=intervals(told) + table(columns, numbers))]


def _luck(rows: Rows) -> list[Section]:
    """Show the luck of every seat over all fights."""
    found = {seat: each for seat, each in summing.lucky(rows).items() if len(each.rolls) >= FEWEST_ROLLS}
    if not found:
        return []
    said = [
        Strip(
            name=seat,
            ticks=(),
            mean=each.mean,
            low=each.low,
            high=each.high,
            value=number(100 * each.mean, 1),
            says=f"{seat}: {counted(len(each.rolls), 'roll')}, luck {100 * each.mean:.1f} of 100",
        )
        for seat, each in found.items()
    ]
    numbers = [
        (seat, len(each.rolls), 100 * each.mean, 100 * each.low, 100 * each.high) for seat, each in found.items()
    ]
    reads = (
        "The mean of all rolls of a seat, 50 on average; in the shaded band it lies 19 times of 20 with fair dice. Of "
        "twenty seats one is outside of it."
    )
    told = table(("seat", "rolls", "luck", "from", "to"), numbers)
    return [Section(title="Whose dice were lucky", reads=reads, figure=strips(said) + told)]
