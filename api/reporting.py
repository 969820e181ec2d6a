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
    sys.stdout.buffer.write(dumped(value))


def dumped(value: Any) -> bytes:
    """Return a value as it is written for programs."""
    return orjson.dumps(to_jsonable_python(value), option=orjson.OPT_INDENT_2) + b"\n"


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
        "verification": found,
    }


def aside(sentence: str) -> None:
    """Say something to the person, beside what is printed for programs."""
    print(sentence, file=sys.stderr)


def tell(fight: Fight) -> None:
    """Print the chronicle."""
    print(text(chronicle(fight.lines)))


def tell_verification(found: Audit) -> None:
    """Print what a verification came to."""
    for each in found.sentences:
        print(each)
