"""Whether what an offer says of its fields is true of the values in them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields
from typing import Any

from api.shapes.offers import Offered, described
from domain.commands import names
from domain.deciding import kinds, offers
from domain.dice import notation
from domain.encounter import Encounter
from domain.meanings import name_in_json
from domain.places.grid import Grid

Known = Callable[[Encounter, Any], bool]


def _thing(encounter: Encounter, value: Any) -> bool:
    """Return whether something is carried, in a hand, or on a sheet under that id; bare hands everybody has."""
    carried = (thing.id for holder in encounter.hands for thing in encounter.things(holder))
    return (
        value == "unarmed" or value in carried or any(value in _ids(one.sheet) for one in encounter.combatants.values())
    )


def _ids(sheet: Any) -> Iterator[Any]:
    """Yield the ids and names in a sheet."""
    if isinstance(sheet, dict):
        yield sheet.get("id")
        for each in sheet.values():
            yield from _ids(each)
    elif isinstance(sheet, list | tuple):
        for each in sheet:
            yield from _ids(each)
    else:
        yield sheet


def _place(encounter: Encounter, value: Any) -> bool:
    return value in encounter.board


KNOWN: dict[str, Known] = {
    "combatant": lambda encounter, value: value in encounter.combatants or value in encounter.reserve,
    "side": lambda encounter, value: value in {one.side for one in encounter.combatants.values()},
    "seat": lambda encounter, value: value in encounter.seats,
    "square": _place,
    "tile": _place,
    "zone": _place,
    "rank": _place,
    "door": lambda encounter, value: isinstance(encounter.board, Grid) and value in encounter.board.doors,
    "wall": lambda _, value: isinstance(value, int) and not isinstance(value, bool),
    "link": lambda encounter, value: all(zone in encounter.board for zone in value.split("-", 1)),
    "thing": _thing,
    "holder": lambda _, value: isinstance(value, str),
    "condition": lambda encounter, value: any(one.under(value) for one in encounter.combatants.values()),
    "decision": lambda encounter, value: any(value in each.context.values() for each in encounter.decisions),
    "line": lambda _, value: isinstance(value, int),
    "dice": lambda _, value: bool(notation(value)),
    "choice": lambda _, value: isinstance(value, str | int),
    "flag": lambda _, value: isinstance(value, bool),
    "number": lambda _, value: isinstance(value, int) and not isinstance(value, bool),
    "text": lambda _, value: isinstance(value, str),
    "sheet": lambda _, value: isinstance(value, dict) and "id" in value,
    "value": lambda _, value: isinstance(value, str | int | dict),
}
"""By what stands in a field, whether a value is one."""


def hold(encounter: Encounter) -> set[str]:
    """Assert that every field on offer says what it means and holds just that; return the meanings that were met."""
    told = [described(encounter, offer) for offer in offers(encounter)]
    for offer in told:
        _holds(encounter, offer)
    return {meaning for offer in told for meaning in offer.means.values()}


def _holds(encounter: Encounter, offer: Offered) -> None:
    made_for = {} if offer.who is None else {"who": (offer.who,)}
    stated = {**made_for, **offer.closed, **{name: (bounds.example,) for name, bounds in offer.open.items()}}
    assert offer.means.keys() == stated.keys(), offer
    for name, values in stated.items():
        for value in values:
            parts = value if isinstance(value, list | tuple) else [value]
            assert all(part is None or KNOWN[offer.means[name]](encounter, part) for part in parts), (name, offer)
    for name, bounds in offer.open.items():
        assert bool(bounds.schema) == (bounds.kind in ("value", "sheet")), (name, offer)
        assert bounds.example in bounds.schema.get("enum", [bounds.example]), (name, offer)
        assert all(KNOWN[offer.means[name]](encounter, part) for end in bounds.ends for part in (end.tile, *end.path))


def unsaid(system: str) -> set[str]:
    """Return the fields of a system's commands that hold an id and do not say whose or what."""
    return {
        f"{do}.{name_in_json(field)}"
        for do, kind in names(kinds(system)).items()
        for field in fields(kind)
        if field.name != "by" and str(field.type).replace(" | None", "") in ("Id", "Place", "tuple[Id, ...]")
    }
