"""What the shipped questions answer of the fights in ``tests/analytics/fights``, written down once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import orjson

from analytics.engine.answers import Found
from analytics.engine.asking import Asking
from analytics.exports.judging import Judges
from projections.analytics.dictionary import SHEETS
from projections.analytics.extraction import Rows, extract
from projections.analytics.lines import of_file
from projections.analytics.shape import Row

HERE = Path(__file__).parent
FIGHTS = sorted((HERE / "fights").glob("*.ndjson"))
GOLDEN = HERE / "golden"
SWINGS = HERE / "swings.ndjson"
DIGITS = 6
KEPT = 9
"""So many digits of a chance are kept: the mean of a few lies beside what is rounded up and down."""
LEARNT = 150
"""So many fights the judges of these learn from."""


@cache
def rows_of_all() -> Rows:
    """Return the tables of all these fights, those included that go on, and their chances as they were judged once."""
    every = [extract(of_file(file.read_bytes())) for file in FIGHTS]
    found = {name: [row for rows in every for row in rows[name]] for name in SHEETS}
    assert len({row[0] for row in found["encounter"]}) == len(FIGHTS)
    return {**found, "swing": [orjson.loads(row) for row in SWINGS.read_bytes().splitlines()]}


def judged() -> bytes:
    """Return the swings of all these fights as they are kept: a row a line. What learns takes a minute."""
    judges = Judges(LEARNT)
    every = [of_file(file.read_bytes()) for file in FIGHTS]
    rows = [row for lines in every for row in judges.swings(lines, extract(lines))]
    near = [[round(value, KEPT) if isinstance(value, float) else value for value in row] for row in rows]
    return b"".join(orjson.dumps(row, option=orjson.OPT_APPEND_NEWLINE) for row in near)


def answered(rows: Mapping[str, Sequence[Row]], sql: str) -> Found:
    """Return what a question finds in rows."""
    with Asking.of_rows(rows) as asking:
        return asking.ask(sql)


def written(found: Found) -> bytes:
    """Return an answer as it is kept: a JSON object a row."""
    rows = ({name: rounded(value) for name, value in zip(found.columns, row, strict=True)} for row in found.rows)
    return b"".join(orjson.dumps(row, option=orjson.OPT_APPEND_NEWLINE) for row in rows)


def rounded(value: Any) -> Any:
    """Return a value as it is compared: whole numbers as such, fractions at six digits."""
    if isinstance(value, bool | str | None):
        return value
    near = round(float(value), DIGITS)
    return int(near) if near.is_integer() else near
