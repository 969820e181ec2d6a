"""Roster files: everything a fight begins with, written by people."""

from __future__ import annotations

from pathlib import Path

from api import files
from api.files import Document, shaped
from api.locating import mentioned
from api.malformed import Malformed
from api.shapes import OPENING
from domain.deciding import RULESETS, Opening, open_encounter
from domain.refusals import Refused

FOLDER = Path(__file__).resolve().parents[1] / "rosters"
SAMPLES = {system: FOLDER / f"{system}.yaml" for system in RULESETS}
"""A roster of ours for each system."""


def read(path: Path) -> Opening:
    """Return the opening that the roster at ``path`` states. Raises Malformed, which names file, place and field."""
    return opening_of(files.read(path))


def opening_of(document: Document) -> Opening:
    """Return the opening that a file states, if an encounter can begin with it. Raises Malformed."""
    opening = shaped(OPENING, document.content, document)
    try:
        open_encounter(opening, "roster")
    except Refused as refused:
        place = document.place(mentioned(document.content, refused.message))
        raise Malformed(place, f"No fight can begin like this: {refused.message}") from None
    return opening
