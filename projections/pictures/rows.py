"""Rows of text that keep within a width."""

from __future__ import annotations

from collections.abc import Iterable, Iterator


def block(title: str, things: Iterable[str], width: int) -> Iterator[str]:
    """Yield things after a title, going on under the first where a row is full; nothing where there are none."""
    head, line = title, ""
    for thing in things:
        if line and len(head) + len(line) + len(thing) + 4 > width:
            yield f"{head} {line},"
            head, line = " " * len(title), ""
        line += f", {thing}" if line else thing
    if line:
        yield f"{head} {line}"
