"""Change the code a little, many times, and list the changes that no test notices.

python -m tests.mutants --room rules --sample 20 --seed 7
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.progress import track

from tests.mutants.changes import Change, changes
from tests.mutants.rooms import ROOMS, Room
from tests.mutants.trying import copied, is_noticed, passes

ROOT = Path(__file__).resolve().parents[2]
EQUIVALENT = Path(__file__).with_name("equivalent.txt")


def drawn(room: Room, size: int, seed: int) -> list[Change]:
    """Return a sample of the changes to a room, the same for the same seed; none that is known to change nothing."""
    known = set(EQUIVALENT.read_text(encoding="utf-8").splitlines())
    every = [
        change
        for path in room.files(ROOT)
        for change in changes(str(path.relative_to(ROOT)), path.read_bytes())
        if without_line(change) not in known
    ]
    return random.Random(seed).sample(every, min(size, len(every)))


def without_line(change: Change) -> str:
    """Return a change as the list of those that change nothing names it: lines move, so it has no number."""
    return change.sentence.replace(f":{change.line}:", ":", 1)


def main(arguments: Sequence[str] | None = None) -> int:
    """Try a sample of each room that was asked for; return 1 only where the tests fail without any change."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description="Would the tests notice?")
    parser.add_argument("--room", action="append", choices=sorted(ROOMS), help="which code to change (default: all)")
    parser.add_argument("--sample", type=int, default=5, help="changes tried in each room (default: 5)")
    parser.add_argument("--seed", type=int, default=1, help="which sample (default: 1)")
    asked = parser.parse_args(arguments)
    console = Console()
    with tempfile.TemporaryDirectory() as scratch:
        project = copied(ROOT, Path(scratch))
        for name in asked.room or sorted(ROOMS):
            room = ROOMS[name]
            if not all(passes(project, tests) for tests in room.tests[:1]):
                console.print(f"{name}: the tests fail already, before anything is changed.")
                return 1
            tried = drawn(room, asked.sample, asked.seed)
            left = [
                change
                for change in track(tried, description=name, console=console)
                if not is_noticed(project, room, change)
            ]
            console.print(f"{name}: {len(tried) - len(left)} of {len(tried)} noticed (seed {asked.seed})")
            for change in left:
                console.print(f"  not noticed: {change.sentence}", soft_wrap=True, markup=False, highlight=False)
    return 0


if __name__ == "__main__":
    sys.exit(main())
