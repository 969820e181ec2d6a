"""What a simulation comes to, in sentences; each number with how sure it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bots.lab.regrets import FOUGHT, Regret
from bots.lab.statistics import Interval
from bots.lab.summary import FEWEST, Change, Fought, Summary
from bots.lab.swings import Course, Swing
from bots.lab.trial import Trial
from projections.wording import counted, inert


def sentences(found: Summary, first: str, second: str) -> Iterator[str]:
    """Yield what there is to say of the fights as they are called ``first``, and of those called ``second``."""
    yield f"{first}:"
    yield from _fought(found.one, found.fights)
    if found.other is not None:
        yield f"{second}:"
        yield from _fought(found.other, found.fights)
    if found.changes and found.enough:
        yield "What that changes, on the same dice:"
        yield from map(_change, found.changes)
    if found.longer is not None and found.enough:
        yield f"  {_signed(found.longer, 1, 1)} commands a fight"
    if not found.enough:
        yield f"Fewer than {FEWEST} fights: too few to say anything."
    yield f"Result: {found.result}"


def _fought(fought: Fought, fights: int) -> Iterator[str]:
    for each in fought.won:
        sure = f": {_percent(each.share)}; luck explains {100 * each.luck:.0f} % of it" if fights >= FEWEST else ""
        yield f"  {inert(each.side)} wins {each.fights:,} of {fights:,}{sure}"
    if fought.nobody:
        yield f"  nobody wins {fought.nobody}"
    if fought.undecided:
        yield f"  {counted(fought.undecided, 'fight')} without an end"
    rounds = f"{fought.rounds.value:.1f} rounds, " if fought.rounds.value else ""
    length = f"{fought.commands.value:.1f} commands a fight (half of them at most {fought.median:.0f})"
    yield f"  {length}, {rounds}{fought.rolls.value:.1f} rolls"


def _change(change: Change) -> str:
    beside = "" if change.paired is None else f"; pairs need {100 * change.paired:.0f} % of the fights"
    return (
        f"  {inert(change.side)} {_signed(change.difference, 100, 1)} points: wins {change.only_after} only so and "
        f"{change.only_before} only before (by chance alone as uneven in {_chance(change.chance)}){beside}"
    )


def _percent(share: Interval) -> str:
    return f"{100 * share.value:.1f} % ({100 * share.low:.1f} to {100 * share.high:.1f})"


def _signed(value: Interval, times: int, places: int) -> str:
    middle, low, high = (f"{times * each:+.{places}f}" for each in (value.value, value.low, value.high))
    return f"{middle} ({low} to {high})"


def _chance(chance: float) -> str:
    return f"{100 * chance:.0f} of 100 cases" if chance >= 0.095 else f"1 of {1 / chance:,.0f} cases"


def of_course(course: Course, worth: Trial) -> Iterator[str]:
    """Yield what decided a fight, and how much of it was the dice."""
    yield (
        f"The chance of {inert(course.side)} if automatic players went on, by a judge that learnt from "
        f"{worth.fights:,} such fights (skill {worth.skill:.2f}; 0 knows nothing, 1 foresees all):"
    )
    yield from map(_swing, course.largest)
    went = (
        f"From {_hundred(course.at_first)} to {_hundred(course.at_last)} of 100: the dice gave {100 * course.luck:+.0f}"
    )
    rest = "in which choices and the judge's errors cannot be told apart"
    yield f"{went}, all else {100 * course.rest:+.0f}, {rest}."
    yield f"Result less the luck of the dice: {_hundred(course.adjusted)} of 100 (it may lie beyond both ends)."


def of_regrets(choices: int, largest: Sequence[Regret]) -> Iterator[str]:
    """Yield which choices cost most beside the best on offer, by the judge and by fights."""
    many = counted(choices, "choice")
    yield f"Of {many} these cost most beside the best on offer, on the same dice, by the judge alone:"
    yield from map(_regret, largest)
    if not largest:
        yield "  none of them surely anything."
    yield (
        "It sees the fight right after each command and knows how automatic players go on; where the fights say "
        "otherwise, they are right. It measures nobody."
    )


def _regret(regret: Regret) -> str:
    fought = "" if regret.fought is None else (f"; by {FOUGHT} fights from both {_signed(regret.fought, 100, 0)}")
    better = {} if regret.better is None else regret.better
    said = ", ".join(inert(_in_words(value)) for name, value in better.items() if name not in ("do", "who", "by"))
    other = f"{inert(_in_words(better.get('do')))}{f' ({said})' if said else ''}"
    cost = f"{_signed(regret.cost, 100, 0)} by {other}"
    return f"  line {regret.n}, {inert(regret.seat)}: {cost}{fought}. {regret.text}"


def _in_words(value: object) -> str:
    return ", ".join(map(_in_words, value)) if isinstance(value, list | tuple) else str(value).replace("_", " ")


def _swing(swing: Swing) -> str:
    dice = f", {_hundred(swing.expected)} was to be expected of the dice" if abs(swing.luck) > 0.005 else ""
    fought = "" if swing.fought is None else f"; by fights from there {_percent(swing.fought)}"
    return f"  line {swing.n}: {_hundred(swing.before)} to {_hundred(swing.after)}{dice}{fought}. {swing.text}"


def _hundred(chance: float) -> str:
    return f"{100 * chance:.0f}"
