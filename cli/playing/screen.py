"""What one seat is shown: rows of a terminal, or one JSON value a line."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable
from threading import RLock
from typing import Any

import orjson

from cli.rows import UNBROKEN, fitted, rows
from projections.wording import inert


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
        """Show a text in the lines that it has, each in as many rows as it takes in a terminal."""
        with self.lock:
            if self.json:
                self.value({"said": text})
                return
            for row in fitted(text):
                self._print(row)

    def draw(self, picture: str) -> None:
        """Show a picture, or words to be copied, in the very lines that it has."""
        with self.lock:
            if self.json:
                self.value({"said": picture})
                return
            for line in picture.split("\n"):
                self._print(inert(line))

    def tell(self, sentences: Iterable[str], margin: int = 0, hanging: int = 2) -> None:
        """Show sentences in rows that fit into a terminal, set in by a margin, what follows by more."""
        width = shutil.get_terminal_size(UNBROKEN).columns - margin
        for told in rows(sentences, width, hanging):
            self.draw(f"{' ' * margin}{told}")

    def value(self, value: dict[str, Any]) -> None:
        """Show a value to a program."""
        with self.lock:
            self._print(orjson.dumps(value, default=list).decode())
