"""Rulebook examples in files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cli.commands.options import Json
from files import checking


def check(
    files: Annotated[list[Path], typer.Argument(help="Example files: given, commands, faces, expected events.")],
    json: Json = False,
) -> None:
    """Run rulebook examples from files."""
    raise typer.Exit(checking.check(files, json))
