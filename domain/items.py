"""Cards of the two board games (pursuit and etiquette), and things that are carried in the other systems."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from annotated_types import Ge, Le, Len, MaxLen

Id = Annotated[str, Len(1, 32)]
FACE_DOWN = "?"
"""The id of a card in a hand that is not shown."""
DiceText = Annotated[str, MaxLen(24)]
Amount = Annotated[int, Ge(0), Le(99)]
EffectKind = Literal["damage", "heal", "condition", "relocate", "die_bonus", "extra_die", "block"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """What an item does; ``amount`` or ``dice`` in points, ``spaces`` in steps, ``recoil`` in points to the user."""

    kind: EffectKind
    amount: Amount | None = None
    dice: DiceText | None = None
    condition: Annotated[str, Len(1, 32)] | None = None
    spaces: Annotated[int, Ge(1), Le(99)] | None = None
    recoil: Amount | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """A card in a hand. ``usable_on_opponent`` is pursuit's, ``when`` (action, in_attack) is etiquette's."""

    id: Id
    effect: Effect | None = None
    usable_on_opponent: bool = False
    when: Annotated[tuple[Literal["action", "in_attack"], ...], MaxLen(2)] = ()
    trap: bool = False
    consumed: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Carried:
    """A thing that somebody carries in a place of their own (hand, belt, pack), and what its card says."""

    id: Id
    place: Id
    facts: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class ToHit:
    """The roll a weapon needs: ``dice`` must come to ``at_least``."""

    dice: DiceText
    at_least: Annotated[int, Ge(1), Le(9999)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Weapon:
    """A weapon card: whole points of damage or dice of it, and the roll to hit, if it needs one (P-G1)."""

    id: Id
    damage: Amount | DiceText
    to_hit: ToHit | None = None
