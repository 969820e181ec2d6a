"""What a cook may want."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from annotated_types import Len

from domain.commands import names
from domain.encounter import Encounter
from domain.meanings import CombatantId, PlaceId


@dataclass(frozen=True, slots=True, kw_only=True)
class LightStove:
    """Begin the first round."""

    do: Literal["light_stove"] = "light_stove"
    who: CombatantId


@dataclass(frozen=True, slots=True, kw_only=True)
class Walk:
    """Go to the next zone."""

    do: Literal["walk"] = "walk"
    who: CombatantId
    to: PlaceId


@dataclass(frozen=True, slots=True, kw_only=True)
class Splash:
    """Throw a ladle of broth at a cook in the same zone."""

    do: Literal["splash"] = "splash"
    who: CombatantId
    target: CombatantId


@dataclass(frozen=True, slots=True, kw_only=True)
class RaiseLid:
    """Hold a lid against the broth."""

    do: Literal["raise_lid"] = "raise_lid"
    who: CombatantId


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeIt:
    """Keep the lid for another time."""

    do: Literal["take_it"] = "take_it"
    who: CombatantId


@dataclass(frozen=True, slots=True, kw_only=True)
class EndTurn:
    """Leave the stove to the next cook."""

    do: Literal["end_turn"] = "end_turn"
    who: CombatantId


@dataclass(frozen=True, slots=True, kw_only=True)
class Say:
    """Say something to the whole kitchen."""

    do: Literal["say"] = "say"
    who: CombatantId
    text: Annotated[str, Len(1, 200)]


Order: TypeAlias = LightStove | Walk | Splash | RaiseLid | TakeIt | EndTurn | Say
COMMANDS: tuple[type[Order], ...] = (LightStove, Walk, Splash, RaiseLid, TakeIt, EndTurn, Say)


def commands(encounter: Encounter) -> frozenset[str]:
    """Return the names of the commands: where nobody has a lid, nobody is asked for one (SIX-6)."""
    lids = {"raise_lid", "take_it"}
    return frozenset(names(COMMANDS)) - (frozenset() if encounter.house_rules["lids"] else lids)
