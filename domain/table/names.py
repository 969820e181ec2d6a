"""How ids are written at set-up, and that none stands there twice."""

from __future__ import annotations

import re
from collections.abc import Iterable

from domain.refusals import Refused

ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,31}")
SEAT_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")


def distinct(kind: str, given: Iterable[str], rule: str, pattern: re.Pattern[str] = ID) -> set[str]:
    """Return the ids as a set; refuses one that is not well formed and one that stands there twice."""
    seen: set[str] = set()
    for each in given:
        if not pattern.fullmatch(each):
            signs = "small letters, digits and -" if pattern is SEAT_ID else "letters, digits, - and _"
            message = f"{each!r} is no {kind} id: {signs}, at most 32, beginning with a letter or digit."
            raise Refused("invalid_value", message, rule=rule)
        if each in seen:
            raise Refused("invalid_value", f"The {kind} id {each} is there twice.", rule=rule)
        seen.add(each)
    return seen


def must_be_seats(seats: Iterable[str], rule: str) -> None:
    """Refuse the seats of a new fight that a device could not take: examples and older fights keep theirs."""
    distinct("seat", seats, rule, SEAT_ID)
