"""What stands in a field of a command: somebody's name, a place, a thing, words. A command says it on its fields."""

from __future__ import annotations

from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from types import NoneType
from typing import Annotated, Any, Literal, TypeAlias, get_args, get_origin, get_type_hints

from domain.items import Id
from domain.places import Board
from domain.places.grid import Grid
from domain.places.ranks import Ranks
from domain.places.zones import Zones

Meaning: TypeAlias = Literal[
    "combatant",
    "side",
    "seat",
    "place",
    "square",
    "tile",
    "zone",
    "rank",
    "door",
    "wall",
    "link",
    "thing",
    "holder",
    "condition",
    "decision",
    "line",
    "dice",
    "choice",
    "flag",
    "number",
    "text",
    "sheet",
    "value",
]
"""A place is a square, tile, zone or rank, as the board is; a thing is carried or stands on a sheet; a holder is where
things lie; a value is one of several kinds."""


@dataclass(frozen=True, slots=True)
class Means:
    """Says on the type of a field what stands in it."""

    word: Meaning


CombatantId = Annotated[Id, Means("combatant")]
SideId = Annotated[Id, Means("side")]
SeatId = Annotated[Id, Means("seat")]
PlaceId = Annotated[Id, Means("place")]
ThingId = Annotated[Id, Means("thing")]
WordId = Annotated[Id, Means("text")]
"""A word that a rule reads, written as an id is."""


def place_on(board: Board) -> Meaning:
    """Return what a place is on a board."""
    if isinstance(board, Grid):
        return "square"
    if isinstance(board, Zones):
        return "zone"
    return "rank" if isinstance(board, Ranks) else "tile"


@cache
def meanings(kind: Any) -> dict[str, Meaning]:
    """Return what stands in each field of a command, by its name in JSON."""
    hints = get_type_hints(kind, include_extras=True)
    return {name_in_json(each): _meaning(hints[each.name]) for each in fields(kind) if each.name != "do"}


def name_in_json(field: Any) -> str:
    """Return the name that a field has in JSON."""
    name: str = field.metadata.get("alias", field.name)
    return name


def _meaning(hint: Any) -> Meaning:
    """Return what a type says of itself, or what it holds says."""
    stated = next((each.word for each in getattr(hint, "__metadata__", ()) if isinstance(each, Means)), None)
    if stated is not None:
        return stated
    if get_origin(hint) is Annotated:
        return _meaning(get_args(hint)[0])
    if get_origin(hint) is Literal:
        return "flag" if all(isinstance(each, bool) for each in get_args(hint)) else "choice"
    if isinstance(hint, type) and get_origin(hint) is None:
        return _PLAIN.get(hint, "sheet" if is_dataclass(hint) else "value")
    inside = {_meaning(each) for each in get_args(hint) if each not in (NoneType, Ellipsis)}
    return inside.pop() if len(inside) == 1 else "value"


_PLAIN: dict[type[Any], Meaning] = {bool: "flag", int: "number", str: "text"}
