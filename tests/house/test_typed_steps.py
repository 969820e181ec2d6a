"""Rules read what is stored of a step or a sheet as values with fields, so that a misspelt field is a type error."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BAGS = frozenset({"context", "sheet", "facts", "stance", "parameters", "detail"})
"""What holds facts as they are stored."""
FOLD = frozenset({"domain/encounter.py", "domain/evolve.py"})
"""Where a question is closed by the keys that say how it is answered."""


def by_key(code: str) -> Iterator[str]:
    """Yield where a bag of stored facts is read by a key."""
    for node in ast.walk(ast.parse(code)):
        match node:
            case ast.Subscript(value=ast.Attribute(attr=bag)) if bag in BAGS:
                yield f"{node.lineno}: {ast.unparse(node)}"
            case ast.Call(func=ast.Attribute(attr="get", value=ast.Attribute(attr=bag))) if bag in BAGS:
                yield f"{node.lineno}: {ast.unparse(node)}"
            case _:
                pass


def test_no_rule_reads_a_step_or_a_sheet_by_its_keys() -> None:
    files = {str(path.relative_to(ROOT)): path for path in sorted((ROOT / "domain").rglob("*.py"))}
    found = [f"{name}:{each}" for name, path in files.items() if name not in FOLD for each in by_key(path.read_text())]
    assert found == []


@pytest.mark.parametrize("code", ["top.context['who']", "one.sheet.get('armor', 0)", "weapon.facts['damage'] + 1"])
def test_such_a_reading_is_seen(code: str) -> None:
    assert len(list(by_key(code))) == 1


def test_a_field_is_no_such_reading() -> None:
    assert list(by_key("top.step(Blow).who + body['who'] + encounter.combatants[who].sheet")) == []
