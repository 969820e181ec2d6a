"""What a seat may want in every system, beside the commands of its rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal, TypeAlias, get_args

from annotated_types import Ge, Le, Len

from domain.encounter import Encounter
from domain.items import Id
from domain.meanings import CombatantId, Means, SeatId

TABLE = "table"
"""Whose word an override is where there is no referee: that of all who play."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimTime:
    """Say that the time of the decision that is awaited has run out: what is least happens in its place."""

    by: Id
    do: Literal["claim_time"] = "claim_time"


@dataclass(frozen=True, slots=True, kw_only=True)
class HandOver:
    """Give a combatant, or the voice of a side that has one, to another seat."""

    who: CombatantId
    to: SeatId
    do: Literal["hand_over"] = "hand_over"


@dataclass(frozen=True, slots=True, kw_only=True)
class Concede:
    """Give up: everybody whom the seat controls leaves the fight."""

    by: Id
    do: Literal["concede"] = "concede"


@dataclass(frozen=True, slots=True, kw_only=True)
class Override:
    """Set a value of somebody against what the rules came to: a pool, a resource, a condition, ``life`` or ``place``.

    Those of the rules and of the table count, no others. A condition is ``value`` times there, or of that value; 0 ends
    it. Where there is no referee it is said ``by`` the
    table, and settles the ``dispute`` in that line.
    """

    by: Id
    who: CombatantId
    what: Annotated[str, Len(1, 40)]
    value: Annotated[int, Ge(0), Le(999)] | Annotated[str, Len(1, 40)]
    reason: Annotated[str, Len(1, 200)]
    dispute: Annotated[int, Ge(0), Le(2**53 - 1), Means("line")] | None = None
    do: Literal["override"] = "override"


@dataclass(frozen=True, slots=True, kw_only=True)
class Say:
    """Say something, which takes no time: ``by`` a seat, or in the words of somebody (``who``).

    Whoever plays speaks to the ``table``. The referee narrates, and every player where there is none. Somebody who
    fights may embellish what they do by a ``flourish``. In etiquette ``who`` without a ``channel`` is an owner who
    negotiates (ETQ-9).
    """

    text: Annotated[str, Len(1, 2000)]
    by: Id | None = None
    who: CombatantId | None = None
    channel: Literal["table", "flourish", "narration"] | None = None
    do: Literal["say"] = "say"


Wish: TypeAlias = ClaimTime | HandOver | Concede | Override | Say
COMMANDS: tuple[type[Any], ...] = get_args(Wish)
NAMES = frozenset({"claim_time", "hand_over", "concede", "override", "say"})


def commands(encounter: Encounter) -> frozenset[str]:
    """Return those that exist in an encounter: no time without a clock, no overrides where the table wants none."""
    gone = {"claim_time"} if encounter.clock is None else set()
    return NAMES - (gone | {"override"} if encounter.overrides == "none" else gone)
