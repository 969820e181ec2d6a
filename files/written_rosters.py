"""Rosters as they are written, not held against any rules yet: ours by name, and any with the map that it names."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

from files import documents
from files.documents import Document

FOLDER = Path(__file__).resolve().parents[1] / "rosters"
OURS = {path.stem: path for path in sorted(FOLDER.glob("*.yaml"))}
"""All of ours by name."""

Tell: TypeAlias = Callable[[str], object]


def to_nobody(_: str) -> None:
    """Let a sentence go that nobody asked for."""


def named(what: str | Path) -> Path:
    """Return the roster of ours that has this name, or else the file of this name, whether or not it is there."""
    return OURS.get(str(what)) or Path(what)


def as_written(path: Path, tell: Tell = to_nobody) -> Document:
    """Return what the roster at ``path`` states, its map drawn. Raises Malformed, which names file, place and field.

    ``tell`` hears what the map of the roster, if it names one, holds that is not on the board as it was drawn.
    """
    document = documents.read(path)
    board = document.content.get("board")
    if not isinstance(board, dict) or not {"map", "picture"} & board.keys():
        return document
    from files.pictures.boards import mapped  # noqa: PLC0415 - few rosters name a map, or a picture of one

    laid, picture = mapped(board, path.parent, document, tell)
    return replace(document, content={**document.content, "board": laid}, picture=picture)
