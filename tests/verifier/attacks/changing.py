"""Files of fights changed at random, as a forger or a fault would: fields, rows, their order."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from typing import Any

from tests.ledger.forging import Rows, chained

ODD: list[Any] = [None, True, False, 0, 1, -1, 2**53 - 1, "", "x", "Ana", "0" * 64, [], {}, [1], ["a"], {"a": 1}, "2d6"]
NAMES = ["extra", "cause", "roll", "text", "seen", "sig", "seq", "rules", "reason", "commit", "blind", "contributors"]


def changed(rows: Rows, chance: random.Random) -> bytes | None:
    """Return the file with one or two changes, the chain mended after them; None if it cannot be written."""
    rows = copy.deepcopy(rows)
    for _ in range(chance.choice([1, 1, 2])):
        chance.choice([_field, _field, _field, _gone, _twice, _swapped, _cut])(rows, chance)
    if chance.random() < 0.8:
        _numbered(rows)
    try:
        return chained(rows)
    except (TypeError, ValueError):
        return None


def rows_in(raw: bytes) -> Rows:
    """Return the rows of a file as objects."""
    return [json.loads(row) for row in raw.splitlines()]


def _field(rows: Rows, chance: random.Random) -> None:
    row = chance.choice(rows)
    *way, last = chance.choice([*_ways(row)] or [("n",)])
    inner: Any = row
    for step in way:
        inner = inner[step]
    how = chance.randrange(4)
    if how == 0 and isinstance(inner, dict):
        inner.pop(last, None)
    elif how == 1 and type(inner[last]) is int:
        inner[last] += chance.choice([1, -1])
    elif how == 2 and isinstance(inner, dict):
        inner[chance.choice(NAMES)] = chance.choice(ODD)
    else:
        inner[last] = chance.choice(ODD)


def _ways(value: Any, before: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, member in members:
        yield (*before, name)
        yield from _ways(member, (*before, name))


def _gone(rows: Rows, chance: random.Random) -> None:
    if len(rows) > 1:
        del rows[chance.randrange(len(rows))]


def _twice(rows: Rows, chance: random.Random) -> None:
    rows.insert(chance.randrange(len(rows)), copy.deepcopy(chance.choice(rows)))


def _swapped(rows: Rows, chance: random.Random) -> None:
    one, other = chance.randrange(len(rows)), chance.randrange(len(rows))
    rows[one], rows[other] = rows[other], rows[one]


def _cut(rows: Rows, chance: random.Random) -> None:
    del rows[chance.randrange(len(rows)) + 1 :]


def _numbered(rows: Rows) -> None:
    for n, row in enumerate(row for row in rows if type(row.get("n")) is int and "type" in row):
        row["n"] = n
