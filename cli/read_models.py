"""What the command line does with the read models in tables: build them anew, print the tallies."""

from __future__ import annotations

import csv
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from typing import Literal, TypeAlias

from eventsourcing.persistence import PersistenceError
from rich.cells import cell_len

from cli.progress import progress
from cli.replaying import folded
from cli.reporting import as_json
from cli.stopping import WRONG, stop
from ledger.application import Ledger
from ledger.refusals import LedgerRefused
from projections.tables.parts import Aside, NewerTables, NotBuilt
from projections.tables.rebuilding import Rebuilt, rebuild
from projections.tables.runner import MODELS, Runner
from projections.tables.tallies import FELL
from projections.tables.totals import NoSuchFight, Tally, Totals, totals
from projections.wording import counted, inert

NAMES = tuple(model.name for model in MODELS)
WIDTH = 80
"""Columns of what is printed where there is no terminal."""


def build_anew(ledger: Ledger, name: str | None, json: bool) -> None:
    """Build one read model, or all, from the first line on; ends with a sentence where there is none of that name."""
    if name is not None and name not in NAMES:
        stop(f"There is no read model {name!r}: name {' or '.join(NAMES)}, or none for all.")
    done: list[Rebuilt] = []
    try:
        with closing(Runner(ledger)) as runner:
            for each in NAMES if name is None else (name,):
                with progress(f"Building the {each}", runner.newest()) as step:
                    done.append(rebuild(runner, each, step))
    except (LedgerRefused, NewerTables) as refused:
        stop(str(refused), WRONG)
    except PersistenceError as error:
        stop(f"Somebody changed the read models while they were built ({error}): rebuild again.", WRONG)
    if json:
        as_json(done)
        return
    for built in done:
        print(_told(built))
        for line in _aside_told(built.aside):
            print(f"  {line}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """Which tallies: of a system, of one encounter, or of all but the examples that ``serve --examples`` plays."""

    system: str | None = None
    encounter: str | None = None
    without: Sequence[str] = ()


def print_tallies(ledger: Ledger, wanted: Wanted, form: Literal["text", "json", "csv"]) -> None:
    """Print what is counted of all encounters, those of a system, or one."""
    try:
        with closing(Runner(ledger)) as runner:
            with progress("Counting"):
                runner.catch_up()
            found = totals(
                runner.tables, system=wanted.system, encounter=wanted.encounter, without=tuple(wanted.without)
            )
    except NoSuchFight as nothing:
        stop(str(nothing))
    except (LedgerRefused, NewerTables, NotBuilt) as refused:
        stop(str(refused), WRONG)
    if form == "json":
        as_json(found)
    elif form == "csv":
        _as_csv(found)
    else:
        _tell(found)


def _as_csv(found: Totals) -> None:
    """Print one row a combatant and measure, and one a seat and measure, as spreadsheets read it."""
    rows = csv.writer(sys.stdout, lineterminator="\n")
    rows.writerow(("of", "name", "encounters", "measure", "kind", "result", "times", "total"))
    for of, tallies in (("combatant", found.combatants), ("seat", found.seats)):
        for tally in tallies:
            for each in tally.sums:
                measured = (each.measure, each.kind, each.result, each.times, each.total)
                rows.writerow(map(_plain, (of, tally.name, tally.encounters, *measured)))


def _plain(value: object) -> object:
    """Return what stands in a cell: a text that a spreadsheet would take for a formula begins with an apostrophe."""
    return f"'{inert(value)}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@") else value


def _told(done: Rebuilt) -> str:
    return f"{done.model}: all lines are counted up to position {done.position}, built anew in {done.seconds:.1f} s."


def _aside_told(every: tuple[Aside, ...]) -> list[str]:
    return [
        inert(f"Set aside: {each.encounter} cannot be followed from line {each.version} on ({each.reason}).")
        for each in every
    ]


def _tell(found: Totals) -> None:
    width = shutil.get_terminal_size((WIDTH, 24)).columns
    for title, tallies in (("combatant", found.combatants), ("seat", found.seats)):
        rows = {
            _name_of(each): {heading: told(each) for heading, told in _columns(tallies).items()} for each in tallies
        }
        shown = [heading for heading in _columns(tallies) if any(row[heading] for row in rows.values())]
        print(f"By {title}, in {counted(found.encounters, 'encounter')}")
        for headings in _beside(rows, title, shown, width):
            print("\n".join(_table(rows, title, headings)), end="\n\n")
    for line in _aside_told(found.aside):
        print("\n".join(folded(line, width)))


def _name_of(tally: Tally) -> str:
    """Return an id, and the name beside it where there is one."""
    return inert(tally.name) if tally.called is None else f"{inert(tally.name)} ({tally.called})"


Rows: TypeAlias = dict[str, dict[str, str]]


def _beside(rows: Rows, title: str, headings: Sequence[str], width: int) -> Iterator[list[str]]:
    """Yield as many columns as stand beside each other in a row of a terminal; the names stand before each of these."""
    names = _wide([title, *rows])
    part: list[str] = []
    for heading in headings:
        if part and names + sum(_wide_of(rows, each) + 2 for each in (*part, heading)) > width:
            yield part
            part = []
        part.append(heading)
    yield part


def _table(rows: Rows, title: str, headings: Sequence[str]) -> Iterator[str]:
    names = _wide([title, *rows])
    wide = {heading: _wide_of(rows, heading) for heading in headings}
    for name, row in ((title, {heading: heading for heading in headings}), *rows.items()):
        cells = (f"{'':{wide[heading] - cell_len(row[heading])}}{row[heading]}" for heading in headings)
        yield "  ".join((name + " " * (names - cell_len(name)), *cells)).rstrip()


def _wide_of(rows: Rows, heading: str) -> int:
    return _wide([heading, *(row[heading] for row in rows.values())])


def _wide(texts: Sequence[str]) -> int:
    return max(map(cell_len, texts))


def _number(number: int) -> str:
    return str(number) if number else ""


def _hits(tally: Tally) -> str:
    attacks = tally.times("outcome", "attack")
    return f"{tally.times('outcome', 'attack', 'hit')} of {attacks}" if attacks else ""


def _mean(tally: Tally, die: str) -> str:
    """Return what dice of a kind showed on average."""
    times = tally.times("dice", die)
    return f"{tally.total('dice', die) / times:.2f}" if times else ""


def _falls(tally: Tally) -> str:
    return _number(sum(tally.times("became", state, "active") for state in FELL))


_COLUMNS: dict[str, Callable[[Tally], str]] = {
    "fights": lambda tally: _number(tally.encounters),
    "won": lambda tally: _number(tally.times("won")),
    "turns": lambda tally: _number(tally.times("turn")),
    "hits": _hits,
    "dealt": lambda tally: _number(tally.total("damage_dealt")),
    "taken": lambda tally: _number(tally.total("damage_taken")),
    "healed": lambda tally: _number(tally.total("healed")),
    "felled": lambda tally: _number(tally.times("felled", None, "active")),
    "fell": _falls,
    "moves": lambda tally: _number(tally.times("moved")),
    "rolls": lambda tally: _number(tally.times("rolled")),
    "rulings": lambda tally: _number(tally.times("ruled")),
    "asked back": lambda tally: _number(tally.times("asked_back")),
}


def _columns(tallies: Sequence[Tally]) -> dict[str, Callable[[Tally], str]]:
    """Return the columns by their headings: dice of each kind have one of their own."""
    dice = {each.kind for tally in tallies for each in tally.sums if each.measure == "dice"}
    means = {f"mean {die}": partial(_mean, die=die) for die in sorted(dice, key=lambda die: int(die[1:]))}
    return {**_COLUMNS, **means}
