"""Fights gathered until there are enough of them to be written at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime

from projections.analytics.dictionary.fights import ENCOUNTER
from projections.analytics.extraction import Rows
from projections.analytics.shape import Row

MOST_LINES = 200_000
"""A batch has at most so many lines, or one fight that has more: they lie in memory."""
_SYSTEM, _OPENED, _LINES = (ENCOUNTER.place(name) for name in ("system", "opened", "lines"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """The tables of a fight at a version."""

    encounter: str
    version: int
    rows: Rows

    @property
    def part(self) -> tuple[str, str]:
        """Return the system and the month of the opening, which name the folder."""
        (fight,) = self.rows["encounter"]
        return fight[_SYSTEM], datetime.fromtimestamp(fight[_OPENED] / 1000, UTC).strftime("%Y-%m")

    @property
    def lines(self) -> int:
        """Return how many lines it has."""
        lines: int = self.rows["encounter"][0][_LINES]
        return lines


@dataclass(slots=True)
class Batch:
    """Some fights that are written together."""

    fights: list[Told] = field(default_factory=list)

    def rows(self, part: tuple[str, str]) -> dict[str, list[Row]]:
        """Return the rows of a system and month by table, by fight and then as they are told."""
        found: dict[str, list[Row]] = {}
        for told in sorted((each for each in self.fights if each.part == part), key=lambda each: each.encounter):
            for name, rows in told.rows.items():
                found.setdefault(name, []).extend(rows)
        return found

    @property
    def parts(self) -> list[tuple[str, str]]:
        """Return the systems and months that its fights are of."""
        return sorted({each.part for each in self.fights})


def batched(fights: Iterable[Told], most: int = MOST_LINES) -> Iterator[Batch]:
    """Yield fights in batches of at most so many lines."""
    batch, lines = Batch(), 0
    for told in fights:
        if batch.fights and lines + told.lines > most:
            yield batch
            batch, lines = Batch(), 0
        batch.fights.append(told)
        lines += told.lines
    if batch.fights:
        yield batch
