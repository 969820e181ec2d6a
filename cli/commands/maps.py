"""A map file as a board."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from cli.commands.options import Json
from cli.reporting import aside, dumped
from cli.stopping import stop, write
from files.malformed import Malformed
from files.maps import as_yaml, read_map
from projections.wording import counted


def map_file(
    file: Annotated[Path, typer.Argument(help="A Universal VTT map: .dd2vtt, .uvtt or .df2vtt.")],
    out: Annotated[Path | None, typer.Option(help="The file to write; standard output else.")] = None,
    json: Json = False,
) -> None:
    """Print the board of squares that a map file states, for a roster of storyteller."""
    try:
        read = read_map(file)
    except Malformed as malformed:
        stop(str(malformed))
    for sentence in read.told:
        aside(sentence)
    board = read.board
    written = dumped(board) if json else as_yaml(board).encode()
    if out is None:
        sys.stdout.buffer.write(written)
    else:
        write(out, written)
        laid = ", ".join(counted(len(board[f"{what}s"]), what) for what in ("wall", "door", "window"))
        print(f"Wrote {out}: {board['width']} by {board['height']} squares, {laid}.")
