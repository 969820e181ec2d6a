"""Run the tests on a copy of the project in which one thing was changed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.mutants.changes import Change
from tests.mutants.rooms import Room

LEFT_OUT = shutil.ignore_patterns(".git", ".venv", ".mypy_cache", ".ruff_cache", "__pycache__", "data", ".hypothesis")
LONGEST = 600  # seconds for one group of tests: a change may make a loop endless


def copied(root: Path, scratch: Path) -> Path:
    """Return a copy of the project under ``scratch``, to be changed freely."""
    return Path(shutil.copytree(root, scratch / "project", ignore=LEFT_OUT))


def is_noticed(project: Path, room: Room, change: Change) -> bool:
    """Return whether some test fails, or never ends, once the change is made; the copy is left as it was."""
    path = project / change.path
    source = path.read_bytes()
    path.write_bytes(change.applied(source))
    try:
        return not all(passes(project, tests) for tests in (nearest(project, change.path), *room.tests) if tests)
    finally:
        path.write_bytes(source)


def nearest(project: Path, path: str) -> tuple[str, ...]:
    """Return the tests that bear the name of a file, or part of it: where any notice, these do soonest."""
    stem = Path(path).stem
    found = sorted(project.glob("tests/**/test_*.py"))
    named = ((each, each.stem.removeprefix("test_")) for each in found)
    return tuple(str(each.relative_to(project)) for each, name in named if name in stem or stem in name)


def passes(project: Path, tests: tuple[str, ...]) -> bool:
    """Return whether all of these tests pass in that copy."""
    there = [each for each in tests if (project / each).exists()]
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-n", "0", "-p", "no:cacheprovider", *there]
    around = {**os.environ, "CI": "true", "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(command, cwd=project, env=around, check=False, capture_output=True, timeout=LONGEST)
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0
