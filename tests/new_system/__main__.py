"""Write a rule system that plays, to be changed into a new one: ``python -m tests.new_system NAME [LETTERS]``.

After the files it writes, with the program as it is then, the schema of its rosters, a fight with its transcript,
and fights whose outcome is settled.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.new_system.writing import NoSystem, named, written

ROOT = Path(__file__).parents[2]
TRIES = 20
FEWEST, MOST = 20, 150
"""Entries of a transcript that is short enough to read, and long enough to show something."""


def main(arguments: list[str]) -> int:
    """Write the system that the arguments name; return the exit status."""
    if len(arguments) not in (1, 2):
        print("Name the system, and if you like the three letters of its rules: new-system NAME [LETTERS].")
        return 2
    try:
        new = named(arguments[0], arguments[1] if len(arguments) > 1 else None, ROOT)
        files = written(new, ROOT)
    except NoSystem as reason:
        print(reason, file=sys.stderr)
        return 2
    _python("-m", "ruff", "format", "--quiet", *(str(each) for each in files if each.suffix == ".py"))
    _keep(ROOT / "docs" / "schemas" / f"{new.name}.roster.json", _python("-m", "cli", "schema", new.name))
    _fought(new.name)
    _python("-m", "tests.settled", new.name)
    for each in files:
        print(each.relative_to(ROOT))
    print(f"Play it: .venv/bin/encounter fight {new.name}. What to do next: docs/adding-a-rule-system.md.")
    return 0


def _fought(name: str) -> None:
    """Let a fight be fought that is neither too short nor too long to read, and write it with its transcript."""
    fight = ROOT / "tests" / "transcripts" / f"{name}.ndjson"
    for _ in range(TRIES):
        _python("-m", "cli", "fight", name, "--export", str(fight))
        _python("-m", "tests.transcripts", name)
        if FEWEST <= fight.with_suffix(".md").read_text(encoding="utf-8").count("\n- `") <= MOST:
            return
    sys.exit(f"None of {TRIES} fights of {name} had {FEWEST} to {MOST} entries: give its roster more or fewer points.")


def _keep(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")


def _python(*arguments: str) -> str:
    """Return what a Python of its own prints, which reads the files as they are now."""
    done = subprocess.run([sys.executable, *arguments], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True)
    return done.stdout


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
