"""Sentences in rows of a terminal, no word broken."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator
from textwrap import TextWrapper

from projections.wording import inert

TOGETHER = "\N{NO-BREAK SPACE}"
"""What stands between words that stay in one row; it is shown as a space."""
UNBROKEN = (100_000, 24)
"""The size of what is no terminal: a program that reads sentences has each in one row."""


def fitted(text: str) -> Iterator[str]:
    """Yield the lines of a text in rows that fit into the terminal, what is unseen in it spelled out."""
    return rows(map(inert, text.split("\n")), shutil.get_terminal_size(UNBROKEN).columns)


def rows(sentences: Iterable[str], width: int, hanging: int = 2) -> Iterator[str]:
    """Yield sentences in rows of a terminal, no word broken, what follows set in."""
    rows = TextWrapper(max(20, width), subsequent_indent=" " * hanging, break_long_words=False, break_on_hyphens=False)
    for each in sentences:
        yield from (row.replace(TOGETHER, " ") for row in rows.wrap(each) or [""])
