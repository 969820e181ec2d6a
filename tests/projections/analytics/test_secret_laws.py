"""Law: the tables of a seat hold nothing that its file does not, and other secrets change no row of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import orjson
import pytest
from fastapi.testclient import TestClient
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from analytics.exports.veils import STATED
from api.app import create_app
from ledger.application import Ledger
from ledger.table import opening as ledger_opening
from projections.analytics.dictionary import SHEETS
from projections.analytics.extraction import Rows, extract
from projections.analytics.lines import of_file
from projections.analytics.sources import of_store
from tests.chance import seeded
from tests.clocks import START, goes_by
from tests.laws.fights import SYSTEMS
from tests.laws.test_secrets import WORLDS, World

pytestmark = pytest.mark.slow
OF_THE_TABLES = {
    "encounter": {"roster_digest"},
    "combatant": {"seat"},
    "change": {"why"},
    "die": {"part"},
    "roll": {"purpose"},
}
"""Columns with words that the tables bring themselves, beside those that nobody at a table can write."""
JSON = frozenset({"value", "sheet", "action", "details"})
"""Columns that hold JSON."""


@pytest.mark.long(but=("storyteller",))
@pytest.mark.parametrize("system", SYSTEMS)
@settings(max_examples=3, deadline=None, phases=(Phase.generate,))
@given(number=st.integers(0, 10_000))
def test_the_tables_of_a_seat_hold_nothing_that_its_file_does_not(system: str, number: int) -> None:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(ledger_opening, "_must_be_alone_with_loaded_dice", lambda _: None)
        goes_by(patched, lambda: START)
        found = [_tables(system, number, secrets) for secrets in WORLDS]
    one, other = found
    assert one == other


def _tables(system: str, number: int, secrets: dict[str, Any]) -> dict[str, dict[str, list[Any]]]:
    """Return the tables of those who do not know the secrets, each held against the file of that seat."""
    with seeded(f"{system} {number}"), Ledger() as ledger, TestClient(create_app(ledger)) as client:
        world = World(client, ledger, system, number, secrets)
        world.plays(12)
        encounter = world.table.id
        for seat in (world.keeper, *world.observers):
            _must_be_of_its_file(ledger, encounter, seat)
        told = {seat: extract(of_store(ledger, encounter, seat)) for seat in world.observers}
        told["everybody"] = extract(of_store(ledger, encounter))
    for rows in told.values():
        for each in WORLDS:
            assert each["name"] not in str(rows)
            assert each["words"] not in str(rows)
            assert str(each["number"]) not in str(rows)
    return {seat: {name: [row[1:] for row in some] for name, some in rows.items()} for seat, rows in told.items()}


def _must_be_of_its_file(ledger: Ledger, encounter: str, seat: str) -> None:
    file = ledger.export(encounter, seat)
    rows = extract(of_file(file, seat))
    assert rows == extract(of_store(ledger, encounter, seat))
    known = {*_leaves([orjson.loads(line) for line in file.splitlines()])}
    for name, column, text in _texts(rows):
        assert all(part in known for part in text.split(", ")) or text in known, (name, column, text)


def _texts(rows: Rows) -> Iterator[tuple[str, str, str]]:
    """Yield every text that somebody at the table may have written, with where it stands."""
    for name, sheet in SHEETS.items():
        own = {*STATED.get(name, ()), *OF_THE_TABLES.get(name, ())}
        for row in rows[name]:
            for column, value in zip(sheet.columns, row, strict=True):
                if column.name not in own and column.kind in ("string", "strings") and value is not None:
                    for text in _leaves(orjson.loads(value) if column.name in JSON else value):
                        yield name, column.name, text


def _leaves(value: Any) -> Iterator[str]:
    """Yield every text in JSON, the names of fields among them, and every number as it is written."""
    if isinstance(value, dict):
        for name, each in value.items():
            yield name
            yield from _leaves(each)
    elif isinstance(value, list):
        for each in value:
            yield from _leaves(each)
    elif value is not None:
        yield str(value)
