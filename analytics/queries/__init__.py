"""The shipped questions: each a file of SQL that begins with what it asks, for whom, and of which fights."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

_HERE = Path(__file__).parent
_TOLD = re.compile(r"-- (question|asks|of|reads): (.+(?:\n--  .+)*)")
_GOES_ON = re.compile(r"\n-- +")
ASKERS = ("game master", "player", "designer", "organiser", "data scientist")


class NoSuchQuery(LookupError):
    """There is no question of that name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """A question: its name, its sentence, who asks it, of which fights, how to read the answer, and its SQL."""

    name: str
    question: str
    asks: str
    of: str
    reads: str
    sql: str


@cache
def queries() -> dict[str, Query]:
    """Return the questions by name, in the order of those who ask them."""
    found = [_read(path) for path in sorted(_HERE.glob("*.sql"))]
    return {each.name: each for each in sorted(found, key=lambda each: (ASKERS.index(each.asks), each.name))}


def query(name: str) -> Query:
    """Return a question. Raises NoSuchQuery with those there are."""
    there = queries()
    if name not in there:
        raise NoSuchQuery(f"There is no question {name!r}: there are {', '.join(there)}.")
    return there[name]


def _read(path: Path) -> Query:
    text = path.read_text(encoding="utf-8")
    told = {name: _GOES_ON.sub(" ", said) for name, said in _TOLD.findall(text)}
    return Query(name=path.stem, sql=text, **told)
