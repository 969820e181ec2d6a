"""What a change of a board states, by the names it is stored under; which of them, ``change`` says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NotRequired, TypeAlias, TypedDict

Spot: TypeAlias = tuple[int, int]
"""Where a place is drawn: columns from the left, rows from the top."""

Ends: TypeAlias = Sequence[int]
"""A line on the grid, from one end to the other: x1, y1, x2, y2."""


class DoorDetail(TypedDict):
    """A door that is added: its name, where it lies, whether it stands open, and what locks it."""

    id: str
    wall: Ends
    open: bool
    lock: NotRequired[str]


class Detail(TypedDict, total=False):
    """What a change states: of tiles and zones, of the link between two zones, of the room, of the grid."""

    tiles: list[str]
    zones: list[str]
    links: list[Any]
    layout: list[Any]
    tile: str
    item: str

    link: str
    between: list[str]
    state: str
    turns: int
    reason: str

    value: Any

    width: int
    height: int
    picture: str
    walls: list[Ends]
    rest: list[Ends]
    windows: list[Ends]
    doors: list[DoorDetail]
    door: str
    open: bool
    lock: str
    squares: list[str]
    size: str
    areas: list[Sequence[int]]
    to: str


def spots(detail: Detail) -> dict[str, Spot]:
    """Return where the places that are laid are drawn, as far as it is stated."""
    return {place: (x, y) for place, x, y in detail.get("layout", ())}
