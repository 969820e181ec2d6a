"""What one seat is shown: rows of a terminal, or one JSON value a line."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable, Iterator
from textwrap import TextWrapper
from threading import RLock
from typing import Any

import orjson

from projections.wording import inert

TOGETHER = "\N{NO-BREAK SPACE}"
"""What stands between words that stay in one row; it is shown as a space."""
UNBROKEN = (100_000, 24)
"""The size of what is no terminal: a program that reads sentences has each in one row."""


class Screen:
    """Prints whole rows, one speaker at a time: what is heard comes by another thread than what is typed."""

    def __init__(self, printed: Callable[[str], None], *, json: bool) -> None:
        self.json = json
        self.lock = RLock()
        self._print = printed

    @property
    def width(self) -> int:
        """Return how many signs go into a row just now."""
        return shutil.get_terminal_size().columns

    def say(self, text: str) -> None:
        """Show a text in the rows that it has."""
        with self.lock:
            if self.json:
                self.value({"said": text})
                return
            for line in text.split("\n"):
                self._print(inert(line))

    def tell(self, sentences: Iterable[str], margin: int = 0, hanging: int = 2) -> None:
        """Show sentences in rows that fit into a terminal, set in by a margin, what follows by more."""
        width = shutil.get_terminal_size(UNBROKEN).columns - margin
        for told in rows(sentences, width, hanging):
            self.say(f"{' ' * margin}{told}")

    def value(self, value: dict[str, Any]) -> None:
        """Show a value to a program."""
        with self.lock:
            self._print(orjson.dumps(value, default=list).decode())


def rows(sentences: Iterable[str], width: int, hanging: int = 2) -> Iterator[str]:
    """Yield sentences in rows of a terminal, no word broken, what follows set in."""
    rows = TextWrapper(max(20, width), subsequent_indent=" " * hanging, break_long_words=False, break_on_hyphens=False)
    for each in sentences:
        yield from (row.replace(TOGETHER, " ") for row in rows.wrap(each) or [""])
