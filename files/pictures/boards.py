"""The board of a roster that names files beside it: a map with walls and doors, a picture under the squares."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Callable
from pathlib import Path
from typing import Any

from files import maps
from files.documents import Document
from files.pictures import formats


def mapped(
    board: dict[str, Any], folder: Path, document: Document, tell: Callable[[str], object]
) -> tuple[dict[str, Any], bytes | None]:
    """Return a board with its map drawn, and the picture under it, which it names by its hash.

    ``tell`` hears what of a map is not on the board, and why its picture is not. Raises Malformed.
    """
    laid, told = dict(board), tuple[str, ...]()
    if "map" in board:
        laid, told = maps.board_of(board, folder, document.place(("board", "map")))
    for sentence in told:
        tell(f"{board['map']}: {sentence}")
    picture = _picture(board, folder, document, tell)
    return (laid, None) if picture is None else ({**laid, "picture": formats.name_of(picture)}, picture)


def picture_in(path: Path) -> bytes | None:
    """Return the picture that a map file holds, if it holds one. Raises Malformed, NoPicture."""
    text = maps.picture_text(path).rpartition(b",")[2]
    if not text:
        return None
    try:
        raw = b64decode(text, validate=True)
    except ValueError:
        raise formats.NoPicture("The picture is not written in base64.") from None
    return formats.cleaned(raw)


def _picture(board: dict[str, Any], folder: Path, document: Document, tell: Callable[[str], object]) -> bytes | None:
    """Return the picture that a board names as a file, or else that of its map; None where its hash is stated."""
    if "picture" in board:
        place, name = document.place(("board", "picture")), board["picture"]
        if isinstance(name, str) and "." not in name:
            return None
        return formats.read(maps.within(name, folder, place, "picture", formats.ENDINGS), place)
    try:
        return picture_in(folder / board["map"])
    except formats.NoPicture as why:
        tell(f"{board['map']}: {why} The board has none.")
        return None
