"""What the command line prints: a fight, its verification, values for programs, progress on stderr."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import orjson
from pydantic_core import to_jsonable_python
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from ledger.fight import Fight
from projections.audit import Audit
from projections.chronicle import chronicle, text


def as_json(value: Any) -> None:
    """Print a value for programs."""
    sys.stdout.buffer.write(orjson.dumps(to_jsonable_python(value), option=orjson.OPT_INDENT_2) + b"\n")


@contextmanager
def progress(title: str, total: int | None = None) -> Iterator[Callable[[int], None]]:
    """Show on stderr, in a terminal only, how far long work is; give what it is told with."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.completed}"), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(title, total=total)
        yield lambda done: bar.update(task, completed=done)


def fight_told(fight: Fight, found: Audit, commands: int) -> dict[str, Any]:
    """Return a finished fight for programs."""
    return {
        "encounter": fight.id,
        "system": fight.encounter.system,
        "outcome": fight.encounter.outcome,
        "commands": commands,
        "chronicle": chronicle(fight.lines),
        "verification": told(found),
    }


def tell(fight: Fight) -> None:
    """Print the chronicle."""
    print(text(chronicle(fight.lines)))


def told(found: Audit) -> dict[str, Any]:
    """Return a verification for programs, with what it comes to in sentences."""
    return {**to_jsonable_python(found), "sentences": list(sentences(found))}


def tell_verification(found: Audit) -> None:
    """Print what a verification came to."""
    for each in sentences(found):
        print(each)


def sentences(found: Audit) -> Iterator[str]:
    """Yield what a verification came to: the chain and dice, the rules, the counts, every fault."""
    yield found.verification.sentence
    yield RULES[found.rules.result].format(at=found.rules.at, stored=found.rules.stored, program=found.rules.program)
    for fault in found.faults:
        yield f"Line {fault.n}: {fault.what}"
    counts = found.counts
    voided = ", ".join(map(str, counts.voided_rolls)) or "none"
    yield (
        f"Commands: {counts.commands}. Rolls: {counts.throws}, typed in {counts.table_dice}, voided {voided}. "
        f"Taken back: {counts.rewinds}. Rulings: {counts.rulings}."
    )


RULES = {
    "exact": "Every command, decided again under {stored}, comes to exactly the same.",
    "same outcome": "Decided again under {program}, every command of {stored} comes to the same state by other events.",
    "differs": "Decided again under {program}, the fight of {stored} differs at line {at}.",
    "not decided": "The rules of {stored} were not decided again.",
}
