"""A system that is made in a copy of the project plays there: by its rules, in the ledger, over HTTP."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from dev import CODE
from domain.ruleset import RULESETS
from tests.new_system.writing import HOUSE_RULES, README, NoSystem, named, systems, written

ROOT = Path(__file__).resolve().parents[2]
NAME = next(name for name in ("brawl", "skirmish", "melee") if name not in RULESETS)
"""One that nobody has: who looks at this may have made a system by the name in the documents."""
CANNOT = "A system cannot be called"
LEFT_OUT = shutil.ignore_patterns("__pycache__", "*.pyc")
HOLDING = [
    "tests/analytics/test_pseudonyms.py",
    "tests/api/calls/test_drafts.py",
    "tests/api/calls/test_opening.py",
    "tests/api/calls/test_whole_fights.py",
    "tests/api/shapes/test_exact.py",
    "tests/api/test_command_line.py",
    "tests/api/test_players.py",
    "tests/bots/chances/test_chances.py",
    f"tests/domain/systems/test_{NAME}.py",
    "tests/domain/test_questions.py",
    "tests/house/test_house_rules.py",
    "tests/house/test_lists.py",
    "tests/house/test_typed_steps.py",
    "tests/laws/test_laws.py",
    "tests/laws/test_lineups.py",
    "tests/laws/test_outside.py",
    "tests/ledger/table/test_forking.py",
    "tests/projections/test_citing.py",
    "tests/projections/test_labels.py",
    "tests/projections/test_raw_words.py",
    "tests/projections/test_rules.py",
    "tests/settled",
    "tests/test_balance.py",
    "tests/test_rosters.py",
    "tests/test_scenarios.py",
    "tests/test_schemas.py",
    "tests/transcripts",
]
"""Tests that hold for every system, the new one too."""


def copied(place: Path, *folders: str) -> Path:
    """Return a copy of these folders and of what a new system changes."""
    for folder in folders:
        shutil.copytree(ROOT / folder, place / folder, ignore=LEFT_OUT)
    pages = (f"docs/{page}.md" for page in ("balance", "house-rules", "odds", "opening"))
    for file in ("README.md", "pyproject.toml", *pages):
        (place / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / file, place / file)
    return place


def run(place: Path, *arguments: str) -> str:
    """Return what a program of the copy says; it must end well."""
    alone = {**os.environ, "PYTHONPATH": str(place), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, *arguments], cwd=place, env=alone, check=False, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the project in which there is one more system."""
    place = copied(tmp_path_factory.mktemp("made"), *CODE, "rosters", "docs/schemas", "page/served", "tests")
    told = run(place, "-m", "tests.new_system", NAME)
    assert f"Play it: .venv/bin/encounter fight {NAME}." in told
    return place


@pytest.mark.long
@pytest.mark.slow
def test_it_is_fought_in_the_ledger_from_its_roster_and_verified(made: Path) -> None:
    told = run(made, "-m", "cli", "fight", NAME, "--seed", "1")
    assert "Verified: " in told
    assert f"Every command decides exactly as recorded under {NAME}/1" in told


@pytest.mark.long
def test_it_passes_what_holds_for_every_system_over_http_too(made: Path) -> None:
    quietly = ["-q", "-n0", "-p", "no:cacheprovider"]
    named = f"{NAME} or {NAME[:3].upper()}"
    mine = f"{named} or lists or table_for or citing or typed_steps or questions or number_of_fights or page_lists"
    told = run(made, "-m", "pytest", *quietly, *HOLDING, "-k", mine)
    assert " passed" in told


@pytest.mark.long
@pytest.mark.slow
def test_it_is_written_as_the_house_writes(made: Path) -> None:
    new = [str(path) for path in made.rglob(f"*{NAME}*") if path.is_dir() or path.suffix == ".py"]
    assert len(new) > 5
    run(made, "-m", "ruff", "check", "--no-cache", *new)
    run(made, "-m", "ruff", "format", "--no-cache", "--check", *new, "domain/ruleset.py")


def bare(place: Path) -> Path:
    """Return a copy of as much as is asked before anything is written."""
    return copied(place, "domain", "projections/rules")


@pytest.mark.parametrize(
    ("name", "letters", "why"),
    [
        ("pursuit", None, "There is a system pursuit already."),
        ("table", "ETQ", "The rules of etiquette are numbered by ETQ: name three other letters."),
        ("vanguards", None, "The rules of vanguard are numbered by VAN: name three other letters."),
        ("duel", None, f"{CANNOT} 'duel': there is projections/labels/duel.py already, or a folder of that name."),
        ("worth", None, f"{CANNOT} 'worth': there is bots/worth.py already, or a folder of that name."),
        ("lab", None, f"{CANNOT} 'lab': there is bots/lab.py already, or a folder of that name."),
        ("import", None, f"{CANNOT} 'import': Python and YAML read something else in that word."),
        ("true", None, f"{CANNOT} 'true': Python and YAML read something else in that word."),
        ("two-words", None, "A system cannot be called 'two-words': it takes 3 to 20 small letters and digits."),
        (NAME, "br", "Rules cannot be numbered by 'br': it takes three capital letters."),
    ],
)
def test_a_name_that_will_not_do_is_refused_with_the_reason(name: str, letters: str | None, why: str) -> None:
    with pytest.raises(NoSystem) as refused:
        named(name, letters, ROOT)
    assert str(refused.value) == why


def test_the_systems_are_read_where_they_are_registered() -> None:
    assert systems(ROOT) == [*RULESETS]


def test_where_a_document_has_no_list_nothing_is_written(tmp_path: Path) -> None:
    place = bare(tmp_path)
    (place / README).write_text("# Nothing\n", encoding="utf-8")
    with pytest.raises(NoSystem, match=r"README\.md has no list of the systems"):
        written(named(NAME, None, place), place)
    assert not (place / "domain" / "rulesets" / NAME).exists()
    assert (place / HOUSE_RULES).read_bytes() == (ROOT / HOUSE_RULES).read_bytes()


def test_a_second_system_comes_after_the_first(tmp_path: Path) -> None:
    place = bare(tmp_path)
    for name in ("tavern", "alley"):
        written(named(name, None, place), place)
    assert systems(place) == [*RULESETS, "tavern", "alley"]
    assert f"`{[*RULESETS][-1]}`, `tavern`, `alley`." in (place / README).read_text(encoding="utf-8")
