"""Roster files: everything a fight begins with, written by people."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from domain.deciding import open_encounter
from domain.refusals import Refused
from domain.ruleset import RULESETS
from domain.table.names import must_be_seats
from files import documents
from files.documents import Document, shaped
from files.locating import mentioned
from files.malformed import Malformed
from files.maps import board_of
from files.openings import opening_shape
from projections.wording import listed

if TYPE_CHECKING:
    from domain.table.openings import Opening

FOLDER = Path(__file__).resolve().parents[1] / "rosters"
SAMPLES = {system: FOLDER / f"{system}.yaml" for system in RULESETS}
"""A roster of ours for each system; there may be more of them."""
OURS = {path.stem: path for path in sorted(FOLDER.glob("*.yaml"))}
"""All of ours by name."""
SYSTEMS = listed(SAMPLES, "or")
"""The systems there are, as one names them to choose from."""


Tell: TypeAlias = Callable[[str], object]


def to_nobody(_: str) -> None:
    """Let a sentence go that nobody asked for."""


def read(path: Path, tell: Tell = to_nobody) -> Opening:
    """Return the opening that the roster at ``path`` states. Raises Malformed, which names file, place and field.

    ``tell`` hears what the map of the roster, if it names one, holds that is not on the board as it was drawn.
    """
    return opening_of(with_its_map(documents.read(path), path.parent, tell))


def named(what: str | Path) -> Path:
    """Return the roster of ours that has this name, or else the file of this name, whether or not it is there."""
    return OURS.get(str(what)) or Path(what)


def with_its_map(document: Document, folder: Path, tell: Tell) -> Document:
    """Return a roster with the board that its map in the same folder states, if it names one. Raises Malformed."""
    board = document.content.get("board")
    if not isinstance(board, dict) or "map" not in board:
        return document
    laid, told = board_of(board, folder, document.place(("board", "map")))
    for sentence in told:
        tell(f"{board['map']}: {sentence}")
    return replace(document, content={**document.content, "board": laid})


def opening_of(document: Document) -> Opening:
    """Return the opening that a file states, if an encounter can begin with it. Raises Malformed."""
    opening = shaped(opening_shape(document.content.get("system")), document.content, document)
    try:
        must_be_seats((seat.id for seat in opening.seats), RULESETS[opening.system].WHAT_ONE_MAY_DO)
        open_encounter(opening, "roster")
    except Refused as refused:
        place = document.place(mentioned(document.content, refused.message))
        raise Malformed(place, f"No fight can begin like this: {refused.message}") from None
    return opening
