"""What a fighter may want."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from domain.commands import names
from domain.encounter import Encounter
from domain.meanings import CombatantId


@dataclass(frozen=True, slots=True, kw_only=True)
class Attack:
    """Strike at another fighter."""

    do: Literal["attack"] = "attack"
    who: CombatantId
    target: CombatantId


Order: TypeAlias = Attack
COMMANDS: tuple[type[Order], ...] = (Attack,)


def commands(_: Encounter) -> frozenset[str]:
    """Return the names of the commands: they exist under all house rules."""
    return frozenset(names(COMMANDS))
