"""Each promise to the players names the tests that try to break it, and they are there."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TRUST = (ROOT / "docs" / "trust.md").read_text(encoding="utf-8")
TABLE = TRUST.partition("## What tries to break each promise")[2].partition("## ")[0]
ROWS = re.findall(r"^\| ([^|`]+) \| (.*`.*) \|$", TABLE, re.MULTILINE)


def test_there_are_promises() -> None:
    assert len(ROWS) > 10


@pytest.mark.parametrize("row", ROWS, ids=[promise for promise, _ in ROWS])
def test_each_promise_is_attacked_by_tests_that_are_there(row: tuple[str, str]) -> None:
    named = re.findall(r"`([^`]+)::([^`]+)`", row[1])
    assert named
    for path, name in named:
        tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
        assert name in {each.name for each in tree.body if isinstance(each, ast.FunctionDef)}, f"{path}::{name}"
