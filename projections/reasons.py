"""Why what one would usually do is not on offer: each command tried in its likeliest form, and what the rules say.

Nothing is written and no die is rolled. Whether a command exists is asked of the system, what it needs of its fields.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import MISSING, Field, dataclass, fields
from functools import cache
from itertools import product
from typing import Any, Literal, get_args, get_origin, get_type_hints

from domain.commands import Command
from domain.deciding import RULESETS, answers_for, commands_of, decide, offers
from domain.dice import DiceNeeded, NoDice
from domain.encounter import Combatant, Encounter
from domain.refusals import Refused

_TRIED = 24
VAGUE = frozenset({"invalid_value", "unknown_id"})
"""What the rules say of a form that was guessed wrongly, and of nothing else."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason:
    """A command that is not on offer for somebody, and why not."""

    do: str
    who: str
    code: str
    rule: str
    sentence: str


def reasons(encounter: Encounter, seat: str) -> list[Reason]:
    """Return why the commands that a seat's combatants have are not on offer now, one reason each."""
    if encounter.outcome is not None:
        return []
    offered = {(offer.do, offer.who) for offer in offers(encounter, seat)}
    return [
        reason
        for who in encounter.combatants.values()
        if answers_for(encounter, seat, who.id)
        for kind in _kinds(encounter)
        if (_name(kind), who.id) not in offered and (reason := _why_not(encounter, kind, who)) is not None
    ]


def _kinds(encounter: Encounter) -> list[type[Any]]:
    """Return the commands that are made for a combatant."""
    here = commands_of(encounter)
    kinds = RULESETS[encounter.system].COMMANDS
    return [kind for kind in kinds if _name(kind) in here and {"who", "by"} & _fields(kind).keys() == {"who"}]


def _name(kind: Any) -> str:
    name: str = kind.__dataclass_fields__["do"].default
    return name


def _why_not(encounter: Encounter, kind: type[Any], who: Combatant) -> Reason | None:
    """Return what the rules say against the likeliest form of a command; None if some form would be accepted."""
    found: Reason | None = None
    for number, command in enumerate(forms(encounter, kind, who)):
        if number == _TRIED:
            break
        try:
            decide(command, encounter, NoDice())
        except Refused as no:
            reason = Reason(do=command.do, who=who.id, code=no.code, rule=no.rule, sentence=no.message)
            if found is None or (found.code in VAGUE and no.code not in VAGUE):
                found = reason
        except DiceNeeded:
            return None
        else:
            return None
    return found if found is not None and found.code not in VAGUE else None


def forms(encounter: Encounter, kind: type[Any], who: Combatant) -> Iterator[Command]:
    """Yield a command with what it needs, and then with what it may name beside."""
    given = {name: field for name, field in _fields(kind).items() if name not in ("do", "who")}
    needed = {name: _values(encounter, kind, name, who) for name, field in given.items() if _is_needed(field)}
    beside = {name: _values(encounter, kind, name, who)[:2] for name in given if name not in needed}
    for chosen in product(*needed.values()):
        yield kind(who=who.id, **dict(zip(needed, chosen, strict=True)))
    for name, values in beside.items():
        for value, chosen in product(values, list(product(*needed.values()))[:2]):
            yield kind(who=who.id, **dict(zip(needed, chosen, strict=True)), **{name: value})


def _is_needed(field: Field[Any]) -> bool:
    return field.default is MISSING and field.default_factory is MISSING


def _values(encounter: Encounter, kind: type[Any], name: str, who: Combatant) -> tuple[Any, ...]:
    """Return what a field may likely hold: foes, what somebody has, where they can step."""
    hint = _hints(kind)[name]  # type: ignore[arg-type]  # classes are hashable
    if choices := _choices(hint):
        return choices[:3]
    foes = [other.id for other in encounter.living if other.side != who.side]
    steps = encounter.board.next_to(who.at) if who.at in encounter.board else ()
    if name in ("target", "group", "near", "origin"):
        return tuple(foes[:4])
    if name == "path":
        return tuple((step,) for step in steps[:2])
    if name in ("to", "zone", "tile", "location"):
        return tuple(steps[:2])
    if "int" in str(hint):
        return (1,)
    return tuple(owned(encounter, who)[:8]) or ("none",)


def owned(encounter: Encounter, who: Combatant) -> list[str]:
    """Return the ids of what somebody carries, holds, or has on their sheet."""
    places = [place for place in encounter.hands if place == who.side or place.endswith(f":{who.id}")]
    things = [thing.id for place in places for thing in encounter.things(place)]
    listed = [each for some in who.sheet.values() if isinstance(some, list | tuple) for each in some]
    return [*things, *(str(each["id"]) for each in listed if isinstance(each, dict) and "id" in each)]


@cache
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)


def _fields(kind: Any) -> dict[str, Field[Any]]:
    return {field.name: field for field in fields(kind)}


def _choices(hint: Any) -> tuple[Any, ...]:
    if get_origin(hint) is Literal:
        return get_args(hint)
    return tuple(choice for part in get_args(hint) for choice in _choices(part))
