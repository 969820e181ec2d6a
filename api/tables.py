"""What the command line does with the read models in tables: build them anew, print the tallies."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from api.reporting import as_json, progress
from api.stopping import WRONG, stop
from ledger.application import Ledger
from ledger.refusals import LedgerRefused
from projections.tables.parts import Aside, NewerTables, NotBuilt
from projections.tables.rebuilding import Rebuilt, rebuild
from projections.tables.runner import MODELS, Runner
from projections.tables.tallies import FELL
from projections.tables.totals import Tally, Totals, totals
from projections.wording import counted, inert

NAMES = tuple(model.name for model in MODELS)
WIDTH = 120
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
    if json:
        as_json(done)
        return
    for built in done:
        print(_told(built))
        for line in _aside_told(built.aside):
            print(f"  {line}")


def print_tallies(ledger: Ledger, system: str | None, encounter: str | None, json: bool) -> None:
    """Print what is counted of all encounters, those of a system, or one."""
    try:
        with closing(Runner(ledger)) as runner:
            with progress("Counting"):
                runner.catch_up()
            found = totals(runner.tables, system=system, encounter=encounter)
    except (LedgerRefused, NewerTables, NotBuilt) as refused:
        stop(str(refused), WRONG)
    if json:
        as_json(found)
    else:
        _tell(found)


def _told(done: Rebuilt) -> str:
    return f"The {done.model} holds all lines up to position {done.position}, built anew in {done.seconds:.1f} s."


def _aside_told(every: tuple[Aside, ...]) -> list[str]:
    return [
        inert(f"Set aside: {each.encounter} cannot be followed from line {each.version} on ({each.reason}).")
        for each in every
    ]


def _tell(found: Totals) -> None:
    console = Console()
    if not console.is_terminal:
        console.width = WIDTH
    for title, tallies in (("combatant", found.combatants), ("seat", found.seats)):
        rows = [{heading: told(each) for heading, told in _COLUMNS.items()} for each in tallies]
        shown = [heading for heading in _COLUMNS if any(row[heading] for row in rows)]
        fights = counted(found.encounters, "encounter")
        table = Table(box=SIMPLE_HEAD, pad_edge=False, title=f"By {title}, in {fights}", title_justify="left")
        table.add_column(title, overflow="fold")
        for heading in shown:
            table.add_column(heading, justify="right", no_wrap=True)
        for each, row in zip(tallies, rows, strict=True):
            table.add_row(escape(inert(each.name)), *(row[heading] for heading in shown))
        console.print(table)
    for line in _aside_told(found.aside):
        console.print(line, markup=False)


def _number(number: int) -> str:
    return str(number) if number else ""


def _hits(tally: Tally) -> str:
    attacks = tally.times("outcome", "attack")
    return f"{tally.times('outcome', 'attack', 'hit')} of {attacks}" if attacks else ""


def _dice(tally: Tally) -> str:
    """Return what dice of each kind showed on average."""
    return " ".join(f"{each.kind} {each.total / each.times:.2f}" for each in tally.sums if each.measure == "dice")


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
    "mean face": _dice,
    "rulings": lambda tally: _number(tally.times("ruled")),
    "asked back": lambda tally: _number(tally.times("asked_back")),
}
