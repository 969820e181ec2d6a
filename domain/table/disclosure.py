"""What the pools of a side show to the others: a courtesy among people at a table, no secret. Lines hold numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Literal

from annotated_types import Len, MaxLen

from domain.changing import changed
from domain.encounter import Combatant, Encounter
from domain.refusals import Refused

NUMBERS = "numbers"
Shows = Literal["numbers", "words", "bar", "nothing"]
Disclosure = Annotated[dict[Annotated[str, Len(1, 32)], Shows], MaxLen(32)]
"""By side what its pools show to the others."""
TENTHS = 10


def must_be_sides(wanted: Iterable[str], sides: Iterable[str], rule: str) -> None:
    """Refuse to show less of a side that there is not."""
    there = sorted(set(sides))
    for side in wanted:
        if side not in there:
            message = f"Nothing can be disclosed of {side}: the sides are {', '.join(there)}."
            raise Refused("unknown_id", message, rule=rule)


def of_seat(encounter: Encounter, seat: str | None) -> dict[str, str]:
    """Return by id what the pools of those show whose numbers a seat is not shown; None is shown all."""
    if seat is None or not encounter.disclosure or seat == encounter.referee:
        return {}
    there = encounter.combatants.values()
    own = {one.side for one in there if one.controller == seat}
    own |= {side for side, voice in encounter.voices.items() if voice == seat}
    shown = {side: shows for side, shows in encounter.disclosure.items() if side not in own and shows != NUMBERS}
    return {one.id: shown[one.side] for one in there if one.side in shown}


def blurred(encounter: Encounter, seat: str | None) -> Encounter:
    """Return an encounter without the pools whose numbers a seat is not shown."""
    vague = of_seat(encounter, seat)
    if not vague:
        return encounter
    there = {who: changed(one, pools={}) if who in vague else one for who, one in encounter.combatants.items()}
    return changed(encounter, combatants=there)


def shown(one: Combatant, shows: str) -> dict[str, str | int]:
    """Return by pool what is shown in place of its numbers: words, or tenths of a bar; nothing where nothing is."""
    if shows == "nothing":
        return {}
    told = words_for if shows == "words" else tenths
    return {name: told(pool.now, pool.max) for name, pool in one.pools.items()}


def words_for(now: int, most: int) -> str:
    """Return unhurt, hurt, or badly hurt where less than half is left."""
    if now >= most:
        return "unhurt"
    return "hurt" if 2 * now >= most else "badly hurt"


def tenths(now: int, most: int) -> int:
    """Return how many tenths of a bar are full; one at least while anything is left."""
    return min(TENTHS, max(int(now > 0), now * TENTHS // most)) if most else 0


def as_stored(disclosure: Mapping[str, str]) -> tuple[dict[str, str], ...]:
    """Return what line 0 says of it."""
    return tuple({"side": side, "shows": shows} for side, shows in sorted(disclosure.items()))
