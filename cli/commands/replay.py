"""A fight step by step."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import Annotated

import typer

from cli import replaying
from cli.commands.options import File, Json
from cli.reporting import as_json
from cli.stopping import WRONG, contents, stop
from ledger.proof import exporting
from ledger.refusals import Broken
from ledger.table.fight import Fight
from projections.rerun import Unfoldable, recorded_states


def replay(
    file: File,
    at: Annotated[int | None, typer.Option(min=0, help="Show only this version.")] = None,
    json: Json = False,
) -> None:
    """Step through an exported fight: the board, the order, the sentence."""
    seen = replaying.replay(_fight(file))
    if at is not None and at > seen.fight.version:
        stop(f"There is no version {at}: the last one is {seen.fight.version}.")
    steps = range(len(seen.steps)) if at is None else [seen.step_at(at)]
    if json:
        as_json([seen.told(step) for step in steps])
    elif at is None and sys.stdin.isatty() and sys.stdout.isatty():
        replaying.step_through(seen, shutil.get_terminal_size)
    else:
        print("\n\n".join(seen.shown(step) for step in steps))


def _fight(file: Path) -> Fight:
    """Return the fight that a file holds; ends with a sentence for one that does not verify."""
    try:
        _, lines, _ = exporting.read(contents(file))
        recorded_states(lines)
    except Broken as broken:
        stop(f"{file} does not verify: line {broken.line}: {broken.reason}", WRONG)
    except Unfoldable as unfoldable:
        stop(f"{file} is no fight: line {unfoldable.n}: {unfoldable}", WRONG)
    return Fight().then(lines)
