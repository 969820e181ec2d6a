"""How far long work is, told on stderr."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn


class Steps:
    """What is told how much is done: it stands in a row of its own, and others may stand beside it."""

    def __init__(self, bar: Progress, title: str, total: int | None) -> None:
        self._bar = bar
        self._task = bar.add_task(title, total=total, of=_of(total))

    def __call__(self, done: int) -> None:
        """Show how much is done."""
        self._bar.update(self._task, completed=done)

    def beside(self, title: str) -> Callable[[int, int], None]:
        """Return what is told how much of how much is done of a part of it; that is shown until it is all."""
        task = self._bar.add_task(title, total=None, visible=False, of="")
        return lambda done, total: self._bar.update(
            task, completed=done, total=total, visible=done < total, of=_of(total)
        )


@contextmanager
def progress(title: str, total: int | None = None) -> Iterator[Steps]:
    """Show on stderr, in a terminal only, how far long work is; give what it is told with."""
    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed}"),
        TextColumn("{task.fields[of]}"),
        TimeRemainingColumn(),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        yield Steps(bar, title, total)


def _of(total: int | None) -> str:
    return "" if total is None else f"of {total}, left"
