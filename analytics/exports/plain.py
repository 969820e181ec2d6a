"""Tables as CSV and as JSON lines, with the standard library and orjson alone."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import orjson

from projections.analytics.shape import Row, Sheet


def moment(milliseconds: int) -> str:
    """Return a moment as text, in UTC and to the millisecond."""
    told = datetime.fromtimestamp(milliseconds / 1000, UTC).isoformat(timespec="milliseconds")
    return told.replace("+00:00", "Z")


def _as_it_is(value: Any) -> Any:
    return value


def as_json(value: Any) -> Any:
    """Return a list as JSON."""
    return orjson.dumps(value).decode()


def as_text(value: Any) -> Any:
    """Return a moment as text, if there is one."""
    return None if value is None else moment(value)


def _yes(value: Any) -> Any:
    return None if value is None else "true" if value else "false"


Change = Callable[[Any], Any]


def changed(sheet: Sheet, rows: Iterable[Row], changes: Mapping[str, Change]) -> Iterable[list[Any]]:
    """Yield rows with the columns of some kinds told in another way."""
    told = [changes.get(column.kind, _as_it_is) for column in sheet.columns]
    for row in rows:
        yield [change(value) for change, value in zip(told, row, strict=True)]


def write_csv(path: Path, sheet: Sheet, rows: Sequence[Row]) -> None:
    """Write rows for spreadsheets: nothing where there is nothing, lists as JSON."""
    with path.open("w", encoding="utf-8", newline="") as file:
        into = csv.writer(file, lineterminator="\n")
        into.writerow(sheet.names)
        into.writerows(changed(sheet, rows, {"time": as_text, "bool": _yes, "strings": as_json}))


def write_ndjson(path: Path, sheet: Sheet, rows: Sequence[Row]) -> None:
    """Write rows as one JSON object a line; what is not there is left out."""
    names = sheet.names
    with path.open("wb") as file:
        for row in changed(sheet, rows, {"time": as_text}):
            value = {name: each for name, each in zip(names, row, strict=True) if each is not None}
            file.write(orjson.dumps(value, option=orjson.OPT_APPEND_NEWLINE))
