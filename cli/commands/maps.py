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
from files.pictures.boards import picture_in
from files.pictures.formats import NoPicture, name_of
from projections.wording import counted


def map_file(
    file: Annotated[Path, typer.Argument(help="A Universal VTT map: .dd2vtt, .uvtt or .df2vtt.")],
    out: Annotated[Path | None, typer.Option(help="The file to write; standard output else.")] = None,
    picture: Annotated[
        Path | None, typer.Option(help="The file to write the map's picture to; the board names it.")
    ] = None,
    json: Json = False,
) -> None:
    """Print the board of squares that a map file states, for a roster of storyteller."""
    try:
        read = read_map(file)
        board = read.board if picture is None else {**read.board, "picture": _written(file, picture, json)}
    except (Malformed, NoPicture) as malformed:
        stop(str(malformed))
    for sentence in read.told:
        aside(sentence)
    written = dumped(board) if json else as_yaml(board).encode()
    if out is None:
        sys.stdout.buffer.write(written)
    else:
        write(out, written)
        laid = ", ".join(counted(len(board[f"{what}s"]), what) for what in ("wall", "door", "window"))
        print(f"Wrote {out}: {board['width']} by {board['height']} squares, {laid}.")


def _written(file: Path, picture: Path, by_hash: bool) -> str:
    """Write the picture of a map to a file, and return what a board calls it: its hash, or the name of the file."""
    found = picture_in(file)
    if found is None:
        raise NoPicture(f"{file} holds no picture.")
    write(picture, found)
    return name_of(found) if by_hash else picture.name
