"""What is served is what the sources make, the types hold, and the page knows no rule system."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import dev
from domain.ruleset import RULESETS

PAGE = dev.PAGE
SOURCES = sorted(path for path in (PAGE / "src").rglob("*") if path.is_file())
NODE = dev.VENV / "bin" / "node"
MOST = 200
"""So many lines has a file at most."""


def test_the_sources_make_what_is_served_byte_by_byte(tools: Path, tmp_path: Path) -> None:
    assert tools.exists()
    subprocess.run([NODE, PAGE / "build.mjs", "--into", tmp_path], check=True, capture_output=True)
    made = {path.relative_to(tmp_path).as_posix(): path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    kept = [*(PAGE / "served").iterdir(), PAGE / "vendor" / "vendor.mjs"]
    assert {name: len(content) for name, content in made.items()} == {
        path.relative_to(PAGE).as_posix(): path.stat().st_size for path in kept
    }, "run: python3 dev.py page --once"
    assert all(made[path.relative_to(PAGE).as_posix()] == path.read_bytes() for path in kept)


def test_the_types_hold(tools: Path) -> None:
    checked = subprocess.run(
        [NODE, tools / "typescript" / "bin" / "tsc", "-p", PAGE], check=False, capture_output=True, text=True
    )
    assert (checked.stdout, checked.returncode) == ("", 0)


def test_the_page_knows_no_rule_system() -> None:
    names = re.compile("|".join(RULESETS), re.IGNORECASE)
    assert [path.name for path in SOURCES if names.search(path.read_text(encoding="utf-8"))] == []


def test_no_module_is_longer_than_two_hundred_lines() -> None:
    modules = [path for path in SOURCES if path.suffix == ".js"]
    assert len(modules) > 20
    assert {path.name: n for path in modules if (n := len(path.read_text(encoding="utf-8").splitlines())) > MOST} == {}


def test_nothing_in_the_page_can_make_text_into_a_page_or_a_program() -> None:
    forbidden = re.compile(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|style=")
    assert [path.name for path in SOURCES if path.suffix == ".js" and forbidden.search(path.read_text("utf-8"))] == []
    assert "dangerouslySetInnerHTML" not in "".join(path.read_text("utf-8") for path in SOURCES)


def test_the_modules_without_a_screen_hold_on_stored_answers(tools: Path) -> None:
    assert tools.exists()
    units = Path(__file__).parent / "units.mjs"
    told = subprocess.run([NODE, "--test", units], check=False, capture_output=True, text=True)
    assert told.returncode == 0, told.stdout
