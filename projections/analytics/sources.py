"""The lines of fights for the tables, out of a store."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator
from dataclasses import dataclass

import orjson

from ledger.application import Ledger
from ledger.line.attachments import MARK
from ledger.refusals import LedgerRefused
from ledger.table.answers import Summary
from projections.analytics.dictionary.fights import ENCOUNTER
from projections.analytics.extraction import Rows
from projections.analytics.lines import Lines, Unreadable, of_file

_ORIGIN, _ENDED, _CLOSED = (ENCOUNTER.place(name) for name in ("origin", "ended", "closed"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Population:
    """Which fights: those whose ledger is closed, where wanted those that are over or go on too, or what-ifs.

    Only those of a ``system``, or of a ``seat``, where one is named.
    """

    system: str | None = None
    ended: bool = False
    running: bool = False
    forks: bool = False
    seat: str | None = None


def of_store(ledger: Ledger, encounter: str, seat: str | None = None) -> Lines:
    """Return the lines of a fight as they are stored; for a seat those of its own file. Raises Unreadable."""
    if seat is not None:
        try:
            return of_file(ledger.export(encounter, seat), seat)
        except LedgerRefused as refused:
            raise Unreadable(0, refused.message) from None
    stored = ledger.rows.of(encounter)
    beside = {n: orjson.loads(payload) for n, _, payload in ledger.rows.words_of(encounter)}
    imported = bool(ledger.rows.imported_of([encounter]))
    raw = [line.state for line in stored if line.topic != MARK]
    return Lines(raw=raw, beside=beside, origin="imported" if imported else "played")


def summaries(ledger: Ledger, population: Population) -> Iterator[Summary]:
    """Yield the fights that are wanted and whose lines are there, the oldest first."""
    for each in ledger.encounters():
        if each.archived or each.damaged or population.system not in (None, each.system):
            continue
        yield each


def unseen(ledger: Ledger, population: Population, held: Container[str] = ()) -> Counter[str]:
    """Return how many fights that are wanted have no lines there to be read, by why; without those that are held."""
    wanted = (each for each in ledger.encounters() if population.system in (None, each.system))
    lost = (each for each in wanted if (each.archived or each.damaged) and each.encounter not in held)
    return Counter("damaged" if each.damaged else "archived" for each in lost)


def left_out(rows: Rows, population: Population) -> str | None:
    """Return why a fight does not count: a what-if, not over, a seat that it has not; None if it does."""
    (fight,) = rows["encounter"]
    if population.seat is not None and all(population.seat != seat for _, seat, *_ in rows["seat"]):
        return "without that seat"
    if fight[_ORIGIN] == "fork" and not population.forks:
        return "a what-if"
    if fight[_CLOSED] is not None:
        return None
    if fight[_ENDED] is None:
        return None if population.running else "not over"
    return None if population.ended else "not closed"
