"""The dictionary of the tables: sentences, names that an engine takes, and the page that is printed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from projections.analytics.dictionary import ON_DEMAND, SHEETS
from projections.analytics.dictionary_page import page
from projections.analytics.shape import Sheet

ROOT = Path(__file__).resolve().parents[3]
FAILING = frozenset({"by", "at", "to", "from", "for", "order", "window"})
"""Names that an engine takes for words of its own, unless they stand in quotation marks."""
PROMISED = {
    "encounter": 30,
    "house_rule": 4,
    "combatant": 13,
    "seat": 5,
    "turn": 17,
    "command": 16,
    "roll": 28,
    "die": 11,
    "outcome": 13,
    "change": 16,
    "move": 13,
    "decision": 13,
    "life": 11,
    "condition": 13,
    "around": 11,
    "line": 10,
}
"""The tables, and how many columns each has at least, for ever."""


def test_the_tables_are_those_that_are_promised() -> None:
    assert {name: len(sheet.columns) for name, sheet in SHEETS.items()} == PROMISED
    assert set(ON_DEMAND) == {"option", "swing"}


@pytest.mark.parametrize("sheet", [*SHEETS.values(), *ON_DEMAND.values()], ids=lambda sheet: sheet.name)
def test_every_column_has_a_sentence_and_a_name_of_its_own(sheet: Sheet) -> None:
    assert len(set(sheet.names)) == len(sheet.names)
    assert set(sheet.key) <= set(sheet.names)
    for column in sheet.columns:
        assert re.fullmatch(r"[a-z][a-z0-9_]*", column.name)
        assert column.name not in FAILING
        assert re.fullmatch(r"[A-Za-z0-9].{4,}\.", column.text), column


def test_a_name_means_the_same_kind_of_thing_in_every_table() -> None:
    kinds: dict[str, set[str]] = {}
    for sheet in SHEETS.values():
        for column in sheet.columns:
            kinds.setdefault(column.name, set()).add(column.kind)
    # A house rule may be set to anything, and the value of a roll is a score.
    assert {name for name, found in kinds.items() if len(found) > 1} == {"value"}


def test_the_page_is_the_one_that_is_printed() -> None:
    assert (ROOT / "docs" / "tables.md").read_text(encoding="utf-8") == page()
