"""How the storyteller covers parts of the picture under the grid, and shows them: what no rule looks at (STO-107)."""

from __future__ import annotations

from domain.encounter import Encounter
from domain.places.details import Detail
from domain.places.grid import Area, Grid, covered_from
from domain.refusals import Refused
from domain.rulesets.storyteller.boards import RULE, area_of
from domain.rulesets.storyteller.commands import ChangeBoard
from domain.rulesets.storyteller.guards import pending

MOST_AREAS = 500
"""Of so many rectangles at most is made up what is covered from all, and what a seat sees of it."""


def covering(encounter: Encounter, board: Grid, command: ChangeBoard) -> tuple[str, Detail]:
    """STO-107. Return what is covered, or shown; refuses what changes nothing, and what is cut into too many parts."""
    if command.corner is None or command.opposite is None:
        raise _refused(encounter, "a part of the picture has a corner, and one opposite to it")
    area = area_of(board, command.corner, command.opposite)
    change = "covered" if command.change == "cover" else "uncovered"
    detail: Detail = {"areas": [list(area)]}
    if command.to is not None:
        _must_look_on(encounter, command.to)
        detail["to"] = command.to
    after = board.changed(change, detail)
    if after.covers == board.covers:
        raise _refused(encounter, _nothing_new(area, command))
    parts = (after.covers.areas, *after.covers.seen.values())
    if max(map(len, parts)) > MOST_AREAS:
        raise _refused(encounter, f"what is covered would be made up of more than {MOST_AREAS} rectangles")
    return change, detail


def is_covered(board: Grid) -> bool:
    """STO-107. Return whether all of a picture is covered from everybody."""
    return board.covers.areas == ((0, 0, board.width, board.height),) and not board.covers.seen


def shown_to(encounter: Encounter) -> tuple[str | None, ...]:
    """STO-107. Return to whom something that is covered may be shown: to all, or to one from whom it is covered."""
    board = encounter.grid
    seats = [seat for seat, role in encounter.seats.items() if role != "referee"]
    return (None, *(seat for seat in seats if covered_from(board.covers, seat, board.width, board.height)))


def _nothing_new(area: Area, command: ChangeBoard) -> str:
    x, y, wide, high = area
    where = f"from {x}:{y} to {x + wide - 1}:{y + high - 1}"
    if command.change == "cover":
        return f"all {where} is covered already"
    return f"nothing {where} is covered" + (f" from {command.to}" if command.to is not None else "")


def _must_look_on(encounter: Encounter, seat: str) -> None:
    role = encounter.seats.get(seat)
    if role is None:
        message = f"Nothing can be shown to {seat}: there is no such seat."
        raise Refused("unknown_id", message, rule=RULE, pending=pending(encounter))
    if role == "referee":
        raise _refused(encounter, f"nothing is covered from {seat}, whose the board is")


def _refused(encounter: Encounter, why: str) -> Refused:
    return Refused("invalid_value", f"This is no change of the board: {why}.", rule=RULE, pending=pending(encounter))
