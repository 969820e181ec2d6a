"""The house can be walked through: no room is too full, every arrow is drawn in full, and none hides."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from dev import CODE
from tests.house.reading import parsed

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
MOST = 24
"""So many files may stand beside each other; more are two rooms."""
HIDDEN = {
    "analytics.exports.databases": "the other forms do without an extra",
    "analytics.exports.formats": "the other forms do without an extra",
    "analytics.engine.spark": "it says itself what is missing, before anything needs it",
    "api.page": "few servers are ever asked to draw a card as PNG",
    "cli.commands.join": "who asks how to join waits for no rule",
    "cli.commands.open": "the rules are read only where a server did not open the fight",
    "files.written_rosters": "few rosters name a map",
    "ledger.store.kinds": "a laptop with one table needs no driver of PostgreSQL",
    "ledger.store.tailing": "a laptop with one table needs no driver of PostgreSQL",
    "projections.tables.opened": "a laptop with one table needs no driver of PostgreSQL",
}
"""Modules that import one of ours late, and why."""
OF_EACH_STORE = {"Datastore", "Factory", "Recorder", "Snapshots", "Tables"}
"""Classes that there are once for SQLite and once for PostgreSQL: two kinds of one thing."""

RIDDLES = {
    *(
        "again",
        "around",
        "asides",
        "at_hand",
        "beside",
        "enough",
        "given",
        "going",
        "heavy",
        "in_parts",
        "judged",
        "known",
    ),
    *("known", "many", "older", "outside", "past", "telling", "trying", "unsaid"),
}
"""Words that a module was once named by, and that only its docstring could explain: they name no trade."""


def modules() -> Iterator[Path]:
    """Yield every module of the code."""
    for folder in CODE:
        yield from (ROOT / folder).rglob("*.py")


@cache
def imports(path: Path) -> tuple[tuple[ast.Import | ast.ImportFrom, bool], ...]:
    """Return the imports of a module, and whether each stands within a function."""
    found: list[tuple[ast.Import | ast.ImportFrom, bool]] = []
    waiting: list[tuple[ast.AST, bool]] = [(parsed(path), False)]
    while waiting:
        node, late = waiting.pop()
        for each in ast.iter_child_nodes(node):
            if isinstance(each, ast.Import | ast.ImportFrom):
                found.append((each, late))
            elif not isinstance(each, ast.expr):
                waiting.append((each, late or isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)))
    return tuple(found)


def test_no_folder_of_code_has_more_than_24_files_beside_each_other() -> None:
    counted: dict[str, int] = {}
    for path in (*modules(), *(ROOT / "page" / "src").rglob("*.js")):
        folder = str(path.parent.relative_to(ROOT))
        counted[folder] = counted.get(folder, 0) + (path.name != "__init__.py")
    assert len(counted) > 40
    assert {folder: number for folder, number in counted.items() if number > MOST} == {}


def test_no_module_is_named_by_a_riddle() -> None:
    assert [str(path.relative_to(ROOT)) for path in modules() if path.stem in RIDDLES] == []


def test_every_room_says_what_it_holds() -> None:
    silent = [
        str(folder.relative_to(ROOT))
        for folder in {path.parent for path in modules()}
        if not ast.get_docstring(parsed(folder / "__init__.py"))
    ]
    assert silent == []


def test_no_import_is_relative() -> None:
    relative = [
        str(path.relative_to(ROOT))
        for path in modules()
        for node, _ in imports(path)
        if isinstance(node, ast.ImportFrom) and node.level
    ]
    assert relative == []


def test_no_import_of_ours_is_hidden_in_a_function_without_a_reason() -> None:
    hidden = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for path in modules()
        for node, late in imports(path)
        if late and isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] in CODE
    }
    assert hidden == HIDDEN.keys()


@pytest.mark.long
def test_nobody_reaches_into_the_store_past_the_one_door() -> None:
    outside = [path for path in modules() if path.relative_to(ROOT).parts[0] != "ledger"]
    reaching = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in outside
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and node.attr == "store"
    ]
    assert len(outside) > 100
    assert reaching == []


def test_a_class_name_stands_for_one_thing_in_a_package() -> None:
    found: dict[tuple[str, str], list[str]] = {}
    aliases: dict[tuple[str, str], list[str]] = {}
    for path in modules():
        parts = path.relative_to(ROOT).parts
        package = "/".join(parts[:3]) if parts[:2] == ("domain", "rulesets") else parts[0]
        for node in parsed(path).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_") and node.name not in OF_EACH_STORE:
                found.setdefault((package, node.name), []).append("/".join(parts))
            elif (alias := named_type(node)) is not None:
                aliases.setdefault((package, alias), []).append("/".join(parts))
    assert {where: files for where, files in found.items() if len(files) > 1} == {}
    assert {where: [*files, *aliases[where]] for where, files in found.items() if where in aliases} == {}


def named_type(node: ast.stmt) -> str | None:
    """Return the name that a statement gives to a type, None for any other."""
    match node:
        case ast.AnnAssign(target=ast.Name(id=name), annotation=ast.Name(id="TypeAlias")):
            return name
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.Subscript() | ast.BinOp()):
            return name
        case _:
            return None


@pytest.mark.parametrize("asked", ["client.client", "client.bot", "client.joining"])
def test_a_client_is_loaded_without_the_web_framework_and_without_a_store(asked: str) -> None:
    code = f"import sys, {asked}; print(*sorted(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True, text=True)
    loaded = set(done.stdout.split())
    assert asked in loaded
    assert (
        loaded & {"fastapi", "starlette", "eventsourcing", "sqlite3", "psycopg", "ledger.application", "typer"} == set()
    )
