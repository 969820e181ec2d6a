"""A fight step by step."""

from __future__ import annotations

import shutil
import sys
from typing import Annotated

import typer

from cli import replaying
from cli.commands.options import File, Json
from cli.exported import fight_in
from cli.reporting import as_json
from cli.stopping import stop


def replay(
    file: File,
    at: Annotated[int | None, typer.Option(min=0, help="Show only this version.")] = None,
    json: Json = False,
) -> None:
    """Step through an exported fight: the board, the order, the sentence."""
    seen = replaying.replay(fight_in(file))
    if at is not None and at > seen.fight.version:
        stop(f"There is no version {at}: the last one is {seen.fight.version}.")
    steps = range(len(seen.steps)) if at is None else [seen.step_at(at)]
    if json:
        as_json([seen.told(step) for step in steps])
    elif at is None and sys.stdin.isatty() and sys.stdout.isatty():
        replaying.step_through(seen, shutil.get_terminal_size)
    else:
        print("\n\n".join(seen.shown(step) for step in steps))
