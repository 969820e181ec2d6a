"""What people call somebody, a thing or a place, beside the id that commands and lines name it by."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, cast
from unicodedata import normalize

from domain.encounter import Encounter
from domain.places.grid import Grid
from domain.places.ranks import GUARDS, Ranks
from domain.places.tiles import Tiles
from domain.places.zones import Zones
from domain.refusals import Refused
from domain.table.names import must_be_a_name


def names_of(encounter: Encounter) -> dict[str, str]:
    """Return the names that an encounter began with, or that came with somebody, by id."""
    there = (*encounter.combatants.values(), *encounter.reserve.values())
    own = {one.id: one.name for one in there if one.name is not None}
    return {**encounter.names, **own} if own else encounter.names


def has(encounter: Encounter, of: str) -> bool:
    """Return whether somebody, a thing or a place has an id; whoever waits in reserve is not there."""
    if of in encounter.combatants or of in _places(encounter):
        return True
    return any(of == each for each in _things(encounter))


def must_name_something(encounter: Encounter, names: Mapping[str, str], rule: str) -> None:
    """Refuse names of what is not there, and those that work unseen."""
    for of, name in names.items():
        must_be_a_name(name, of, rule)
        if not has(encounter, of):
            raise Refused("unknown_id", f"{of} cannot be called {name}: nothing here has that id.", rule=rule)


def apart(names: Mapping[str, str], there: Iterable[str] = ()) -> dict[str, str]:
    """Return by id what tells each from all others: the name, with the id behind it where others are called so too.

    ``there`` are ids of those who may be called by nothing else.
    """
    if not names:
        return {}
    held = Counter(map(_alike, (*names.values(), *(of for of in there if of not in names))))
    return {of: name if held[_alike(name)] == 1 else f"{name} ({of})" for of, name in names.items()}


def _alike(name: str) -> str:
    """Return a name as people compare it: in any capitals, spaces and forms of its letters."""
    return " ".join(normalize("NFKC", name).casefold().split())


def _places(encounter: Encounter) -> frozenset[str]:
    match encounter.board:
        case Tiles(links=links) | Zones(links=links):
            return frozenset(links)
        case Ranks():
            return frozenset(GUARDS)
        case board:
            return frozenset(cast(Grid, board).doors)


def _things(encounter: Encounter) -> Iterator[str]:
    for things in encounter.hands.values():
        yield from (thing.id for thing in things)
    for one in encounter.combatants.values():
        yield from _ids(one.sheet)


def _ids(value: Any) -> Iterator[str]:
    """Yield the ids that stand in a sheet: of attacks, abilities, cards."""
    if isinstance(value, Mapping):
        if isinstance(value.get("id"), str):
            yield value["id"]
        value = value.values()
    if not isinstance(value, str) and hasattr(value, "__iter__"):
        for each in value:
            yield from _ids(each)
