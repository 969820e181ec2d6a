"""Why a file that somebody wrote is not what it should be, in words that any terminal can show."""

from __future__ import annotations

from typing import TypeAlias

Place: TypeAlias = tuple[str | int, ...]
"""Where in a file a value stands: the keys and indexes that lead to it."""

MOST_DEPTH = 20
MOST_DIGITS = 15


def visible(text: str) -> str:
    """Return a text as it can be shown on any terminal: what cannot be printed is written as its number."""
    return "".join(each if each.isprintable() else ascii(each)[1:-1] for each in text)


class Malformed(Exception):
    """A file is not what it should be. ``place`` is its name with line and field, ``message`` says what is allowed."""

    def __init__(self, place: str, message: str) -> None:
        self.place = visible(place)
        self.message = visible(message)
        super().__init__(f"{self.place}: {self.message}")


def whole_number(literal: str, place: str) -> int:
    """Return the whole number that ``literal`` writes."""
    if len(literal.lstrip("+-")) > MOST_DIGITS:
        raise Malformed(place, f"The number {literal[:20]}… is too long: at most {MOST_DIGITS} digits.")
    return int(literal)
