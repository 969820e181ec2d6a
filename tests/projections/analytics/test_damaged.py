"""Whatever a file holds, its tables come, or one sentence says which line cannot be read."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import orjson
import pytest

from projections.analytics.dictionary import SHEETS
from projections.analytics.extraction import Rows, extract
from projections.analytics.lines import Lines, Unreadable
from projections.analytics.options import options
from tests.projections.analytics.reading import fits

FIGHTS = sorted((Path(__file__).parents[2] / "analytics" / "fights").glob("*.ndjson"))
WRONG: list[Any] = [None, -1, 10**12, 0.5, "", "Ghost", [], ["x"], {}, {"x": 1}, True]


def spoilt(value: Any, chance: random.Random) -> Any:
    """Return JSON with one thing in it that is not there any more, or is something else."""
    if isinstance(value, dict) and value:
        key = chance.choice([*value])
        if chance.random() < 0.3:
            return {name: each for name, each in value.items() if name != key}
        return {**value, key: spoilt(value[key], chance) if chance.random() < 0.5 else chance.choice(WRONG)}
    if isinstance(value, list) and value and chance.random() < 0.7:
        place = chance.randrange(len(value))
        return [*value[:place], spoilt(value[place], chance), *value[place + 1 :]]
    return chance.choice(WRONG)


def tables(raw: list[bytes]) -> Rows | str:
    """Return the tables of some lines, or why there are none."""
    try:
        lines = Lines(raw=raw)
        rows = extract(lines)
        rows["option"] = options(lines, rows)
    except Unreadable as unreadable:
        return str(unreadable)
    return rows


@pytest.mark.long(but=("etiquette-4", "pursuit-4-table", "verdigris"))
@pytest.mark.slow
@pytest.mark.parametrize("file", FIGHTS, ids=lambda file: file.stem)
def test_a_line_that_is_changed_has_rows_or_is_named(file: Path) -> None:
    whole = [row for row in file.read_bytes().split(b"\n") if b'"prev":' in row]
    chance = random.Random(f"spoilt {file.stem}")
    refused = 0
    for _ in range(60):
        place = chance.randrange(len(whole))
        line = orjson.dumps(spoilt(orjson.loads(whole[place]), chance))
        found = tables([*whole[:place], line, *whole[place + 1 :]])
        if isinstance(found, str):
            refused += 1
            assert found.startswith("Line ")
            assert "\n" not in found
        else:
            for name, sheet in SHEETS.items():
                for row in found[name]:
                    assert all(fits(column, value) for column, value in zip(sheet.columns, row, strict=True)), name
    assert 0 < refused < 60


def test_a_number_that_no_column_holds_is_named_with_its_table() -> None:
    file = next(each for each in FIGHTS if each.stem == "pursuit-1")
    whole = [row for row in file.read_bytes().split(b"\n") if b'"prev":' in row]
    n = next(n for n, row in enumerate(whole) if b'"type":"DamageApplied"' in row)
    line = orjson.dumps(orjson.loads(whole[n]) | {"amount": 2**40})
    said = f"Line {n} cannot be read for the tables: its amount does not fit into the table change."
    assert tables([*whole[:n], line, *whole[n + 1 :]]) == said


@pytest.mark.parametrize("file", FIGHTS[:2], ids=lambda file: file.stem)
def test_lines_that_are_missing_or_twice_are_named(file: Path) -> None:
    whole = [row for row in file.read_bytes().split(b"\n") if b'"prev":' in row]
    assert tables(whole[:5] + whole[6:]) == "Line 5 cannot be read for the tables: it is no line of a ledger."
    assert tables(whole[:5] + whole[4:]) == "Line 5 cannot be read for the tables: it is no line of a ledger."
    assert tables(whole[1:]) == "Line 0 cannot be read for the tables: it is no line of a ledger."
