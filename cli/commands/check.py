"""Rulebook examples in files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cli.commands.options import Json
from cli.stopping import say, stop
from files import casts, checking
from files.malformed import Malformed


def check(
    files: Annotated[list[Path], typer.Argument(help="Example files: given, commands, faces, expected events.")],
    json: Json = False,
    whole: Annotated[bool, typer.Option("--whole", help="Print one file with what it takes of its cast.")] = False,
) -> None:
    """Run rulebook examples from files."""
    if not whole:
        raise typer.Exit(checking.check(files, json))
    if len(files) > 1:
        stop("One file at a time is printed whole.")
    try:
        say(casts.whole_text(files[0], json))
    except Malformed as malformed:
        stop(str(malformed))
