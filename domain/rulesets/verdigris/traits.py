"""What a fight keeps of somebody's sheet, and of the card of a thing that is carried."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from domain.encounter import Combatant
from domain.facts import known, read, stated
from domain.items import Carried

Number = Literal[
    "strength",
    "agility",
    "intelligence",
    "charisma",
    "dodge",
    "withstand",
    "armor",
    "stress",
    "quality",
    "bonus",
    "damage",
]
"""What is counted of somebody, mostly in dice; ``damage`` is a mount's, in points."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Traits:
    """A sheet without name, place, points and things, and nothing of it that is 0; ``came`` is the round of coming."""

    strength: int = 0
    agility: int = 0
    intelligence: int = 0
    charisma: int = 0
    dodge: int = 0
    withstand: int = 0
    armor: int = 0
    stress: int = 0
    quality: int = 0
    bonus: int = 0
    damage: int = 0
    skills: dict[str, int] = field(default_factory=dict)
    talents: tuple[str, ...] = ()
    mount: str | None = None
    training: tuple[str, ...] = ()
    came: int | None = None

    def number(self, name: Number) -> int:
        """Return a number by its name."""
        value: int = getattr(self, name)
        return value


@dataclass(frozen=True, slots=True, kw_only=True)
class Arm:
    """What the card of a weapon says."""

    category: str
    damage: int | str
    bonus: int
    skill: str | None = None
    qualities: tuple[str, ...] = ()
    max_damage: int | None = None
    loaded: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """What the card of anything but a weapon says."""

    heal: int | str = 0
    uses: Literal["action", "free"] = "action"
    consumed: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Readied:
    """A weapon that was made ready, for what, and whether for one attack alone."""

    weapon: str = stated("")
    trigger: str = stated("")
    once: bool = stated(True)


def readied_of(one: Combatant) -> Readied | None:
    """Return what somebody has made ready."""
    readied = one.conditions.get("readied")
    return None if readied is None else read(Readied, readied.details)


def sheet_of(one: Combatant) -> Traits:
    """Return what a fight keeps of somebody's sheet."""
    return known(Traits, one.sheet)


def is_weapon(thing: Carried) -> bool:
    """Return whether a thing is one to strike or shoot with."""
    return "category" in thing.facts


def arm_of(weapon: Carried) -> Arm:
    """Return what the card of a weapon says."""
    return known(Arm, weapon.facts)


def tool_of(thing: Carried) -> Tool:
    """Return what the card of any other thing says."""
    return known(Tool, thing.facts)


def card_of(thing: Carried) -> Arm | Tool:
    """Return what the card of a thing says."""
    return arm_of(thing) if is_weapon(thing) else tool_of(thing)
