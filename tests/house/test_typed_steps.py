"""Rules read what is stored of a step or a sheet as values with fields, so that a misspelt field is a type error.

What is asked they tell by the class of its step, so that a question that a rule leaves out is a type error too.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
BAGS = frozenset({"context", "sheet", "facts", "stance", "parameters", "detail", "details"})
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


READ = ("domain", "tests/sixth/stockpot", "tests/new_system/template")
RULES = ("domain/rulesets", "domain/duel")
ASKED = frozenset({"top", "decision", "question", "asked", "waiting", "pending"})
"""Names of what has the kind of a question."""


def by_word(code: str) -> Iterator[str]:
    """Yield where something is done by the word for a kind of question."""
    for node in ast.walk(ast.parse(code)):
        match node:
            case ast.Compare(left=kind, comparators=[other]) if _is_kind(kind) or _is_kind(other):
                yield f"{node.lineno}: {ast.unparse(node)}"
            case ast.Subscript(value=ast.Name(id=table), slice=kind) if _is_kind(kind) and table != "KINDS":
                yield f"{node.lineno}: {ast.unparse(node)}"
            case ast.Match(subject=kind) if _is_kind(kind):
                yield f"{node.lineno}: match {ast.unparse(kind)}"
            case _:
                pass


def _is_kind(value: ast.expr) -> bool:
    match value:
        case (
            ast.Attribute(value=ast.Name(id=name), attr="kind")
            | ast.Attribute(value=ast.Call(func=ast.Name(id=name)), attr="kind")
        ):
            return name in ASKED
        case _:
            return False


def test_no_rule_tells_a_question_by_its_word() -> None:
    files = {str(path.relative_to(ROOT)): path for room in RULES for path in sorted((ROOT / room).rglob("*.py"))}
    found = [f"{name}:{each}" for name, path in files.items() for each in by_word(path.read_text())]
    assert files
    assert found == []


@pytest.mark.parametrize(
    "code",
    [
        "top.kind == 'turn'",
        "if pending(now).kind in ('a', 'b'): pass",
        "OFFERINGS[waiting.kind](1)",
        "match asked.kind:\n case 'a': pass",
    ],
)
def test_such_a_word_is_seen(code: str) -> None:
    assert len(list(by_word(code))) == 1


def test_how_a_question_is_read_is_no_such_word() -> None:
    assert list(by_word("decision.step(KINDS[decision.kind]) and ability.kind == 'spell'")) == []


def test_no_rule_reads_a_step_or_a_sheet_by_its_keys() -> None:
    files = {str(path.relative_to(ROOT)): path for room in READ for path in sorted((ROOT / room).rglob("*.py"))}
    found = [f"{name}:{each}" for name, path in files.items() if name not in FOLD for each in by_key(path.read_text())]
    assert found == []


@pytest.mark.parametrize("code", ["top.context['who']", "one.sheet.get('armor', 0)", "weapon.facts['damage'] + 1"])
def test_such_a_reading_is_seen(code: str) -> None:
    assert len(list(by_key(code))) == 1


def test_a_field_is_no_such_reading() -> None:
    assert list(by_key("top.step(Blow).who + body['who'] + encounter.combatants[who].sheet")) == []
