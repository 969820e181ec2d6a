"""Well-formed commands of any kind about anybody and anything there is, or not."""

from __future__ import annotations

import random
from dataclasses import MISSING, Field, fields
from functools import cache
from typing import Any, Literal, get_args, get_origin, get_type_hints

from domain.deciding import RULESETS, offers, pending
from domain.encounter import Encounter
from tests.laws.openings import OPENINGS


def anything(encounter: Encounter, chance: random.Random) -> dict[str, Any]:
    """Return a command of a random kind; what it names is there as often as not."""
    kind = chance.choice(RULESETS[encounter.system].COMMANDS)
    body: dict[str, Any] = {"do": kind.__dataclass_fields__["do"].default}
    for field in fields(kind):
        if field.name != "do" and (_needed(field) or chance.random() < 0.5):
            value = _value(encounter, kind, field, chance)
            if value is not None:
                body[field.metadata.get("alias", field.name)] = value
    return body


def named(body: dict[str, Any]) -> dict[str, Any]:
    """Return the fields that a body names beside ``do``, ``by`` and ``who``."""
    return {name: value for name, value in body.items() if name not in ("do", "by", "who")}


def _needed(field: Field[Any]) -> bool:
    return field.default is MISSING and field.default_factory is MISSING


def _value(encounter: Encounter, kind: type[Any], field: Field[Any], chance: random.Random) -> Any:
    hint = _hints(kind)[field.name]  # type: ignore[arg-type]  # classes are hashable
    if choices := _choices(hint):
        return chance.choice(choices)
    if "bool" in str(hint):
        return True
    if "tuple[int" in str(hint):
        return [chance.randint(1, 3) for _ in range(str(hint).count("int"))]
    if "int" in str(hint) and "str" not in str(hint):
        return chance.randint(1, 9)
    if "tuple" in str(hint):
        return [_name(encounter, field.name, chance) for _ in range(chance.randint(1, 3))]
    if "sheet" in field.name:
        return chance.choice(_sheets(encounter, chance))
    return _name(encounter, field.name, chance)


def _name(encounter: Encounter, field: str, chance: random.Random) -> str:
    people = [*encounter.combatants, *dict.fromkeys(who.side for who in encounter.combatants.values()), "Nobody"]
    places = [*dict.fromkeys(who.at for who in encounter.combatants.values() if who.at), "Nowhere"]
    near = [place for there in places for place in encounter.board.next_to(there) if there in encounter.board]
    things = [thing.id for held in encounter.hands.values() for thing in held]
    cards = [str(each) for who in encounter.combatants.values() for each in _cards(who.sheet)]
    waiting = pending(encounter)
    owner = waiting.owner if isinstance(waiting.owner, str) else (waiting.owner or (None,))[0]
    if field in ("who", "by") and chance.random() < 0.7:
        return waiting.who if field == "who" and waiting.who else owner or chance.choice(people)
    if field in ("who", "by", "target", "origin", "group", "near"):
        return chance.choice([*people, *encounter.seats])
    if field in ("to", "tile", "path", "zone", "at", "location"):
        return chance.choice([*near, *places])
    return chance.choice([*things, *cards, "nothing"])


def _sheets(encounter: Encounter, chance: random.Random) -> list[Any]:
    """Return sheets that somebody could join with: those of another fight, and those that the offers show."""
    another = OPENINGS[encounter.system](chance)
    lists = (another.get(name, []) for name in ("combatants", "characters", "groups"))
    offered = [offer.open["sheet"].example for offer in offers(encounter) if "sheet" in offer.open]
    return [*offered, *(sheet for some in lists for sheet in some)]


def _cards(sheet: dict[str, Any]) -> list[str]:
    lists = (value for value in sheet.values() if isinstance(value, list))
    return [each["id"] for some in lists for each in some if isinstance(each, dict) and "id" in each]


@cache
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)


def _choices(hint: Any) -> tuple[Any, ...]:
    if get_origin(hint) is Literal:
        return get_args(hint)
    return tuple(choice for part in get_args(hint) for choice in _choices(part))
