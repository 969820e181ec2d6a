"""The tables of fights wherever they lie, in exported files or a store, with how many count and why others do not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from analytics.collecting import unsearched
from analytics.exports.judging import Judges
from ledger.application import Ledger
from projections.analytics.dictionary import SHEETS
from projections.analytics.extraction import Rows, extract
from projections.analytics.lines import Lines, Unreadable, title_of
from projections.analytics.sources import Population, left_out, of_store, summaries
from projections.wording import counted


@dataclass(slots=True, kw_only=True)
class Gathered:
    """The tables of all fights that count; ``left_out`` counts the others by the reason, ``unread`` names some."""

    rows: Rows = field(default_factory=lambda: {name: [] for name in SHEETS})
    left_out: Counter[str] = field(default_factory=Counter)
    unread: list[str] = field(default_factory=list)

    @property
    def fights(self) -> int:
        """Return how many fights count."""
        return len(self.rows["encounter"])

    @property
    def sentence(self) -> str:
        """Return which fights the tables are of."""
        return told(self.fights, self.left_out)


def told(fights: int, left: dict[str, int]) -> str:
    """Return how many fights count, and how many do not and why."""
    others = ", ".join(f"{times} {why}" for why, times in sorted(left.items()))
    return f"{counted(fights, 'fight')}{f'; left out: {others}' if others else ''}."


def gathered(
    lines: Iterable[tuple[str, Lines | Unreadable]],
    population: Population,
    titles: Sequence[str] = (),
    judges: Judges | None = None,
) -> Gathered:
    """Return the tables of some fights, each under what it is called where it cannot be read.

    Where ``titles`` are named only fights count whose own begins with one of them; ``judges`` add the chances of each.
    Raises NoNumpy.
    """
    found = Gathered()
    with unsearched():
        _gather(found, lines, population, tuple(title.casefold() for title in titles), judges)
    return found


def _gather(
    found: Gathered,
    lines: Iterable[tuple[str, Lines | Unreadable]],
    population: Population,
    titles: tuple[str, ...],
    judges: Judges | None,
) -> None:
    for called, each in lines:
        try:
            if isinstance(each, Unreadable):
                raise each
            if titles and not (title_of(each) or "").casefold().startswith(titles):
                found.left_out["of another title"] += 1
                continue
            rows = extract(each)
            if (why := _why_not(rows, population)) is not None:
                found.left_out[why] += 1
                continue
            if judges is not None:
                rows["swing"] = judges.swings(each, rows)
        except Unreadable as unreadable:
            found.unread.append(f"{called}: {unreadable}")
            found.left_out["unreadable"] += 1
            continue
        for name, some in rows.items():
            found.rows.setdefault(name, []).extend(some)


def _why_not(rows: Rows, population: Population) -> str | None:
    if population.system not in (None, rows["encounter"][0][_SYSTEM]):
        return "of other systems"
    return left_out(rows, population)


_SYSTEM = SHEETS["encounter"].place("system")


def in_store(ledger: Ledger, population: Population, encounter: str | None = None) -> Iterator[tuple[str, Lines]]:
    """Yield the lines of the fights of a store, or of one."""
    for summary in summaries(ledger, population):
        if encounter in (None, summary.encounter):
            yield summary.encounter, of_store(ledger, summary.encounter, population.seat)
