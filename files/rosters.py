"""Roster files: everything a fight begins with, written by people."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from domain.deciding import open_encounter
from domain.refusals import Refused
from domain.ruleset import RULESETS
from domain.table.names import must_be_seats
from files.documents import Document
from files.locating import mentioned
from files.malformed import Malformed
from files.openings import opening_shape
from files.shaping import shaped
from files.written_rosters import FOLDER, Tell, as_written, to_nobody
from projections.wording import listed

if TYPE_CHECKING:
    from domain.table.openings import Opening

SAMPLES = {system: FOLDER / f"{system}.yaml" for system in RULESETS}
"""A roster of ours for each system; there may be more of them."""
SYSTEMS = listed(SAMPLES, "or")
"""The systems there are, as one names them to choose from."""


def read(path: Path, tell: Tell = to_nobody) -> Opening:
    """Return the opening that the roster at ``path`` states. Raises Malformed, which names file, place and field.

    ``tell`` hears what the map of the roster, if it names one, holds that is not on the board as it was drawn.
    """
    return opening_of(as_written(path, tell))


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
