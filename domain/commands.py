"""What a seat may want: each system has its own commands, told apart by ``do``."""

from __future__ import annotations

from typing import Any, Protocol

from domain.encounter import Encounter


class Command(Protocol):
    """A frozen value: ``do`` names it, ``who`` the combatant (or owner) it is made for, ``by`` whoever makes it."""

    @property
    def do(self) -> str:
        """Return the name of the command."""
        ...


def names(kinds: tuple[type[Any], ...]) -> dict[str, type[Any]]:
    """Return the commands of a system by their name."""
    return {kind.__dataclass_fields__["do"].default: kind for kind in kinds}


def actor(command: Command) -> str | None:
    """Return the combatant or owner a command is made for; None for one that is nobody's."""
    who: str | None = getattr(command, "who", None)
    return who


def speaker(_: Encounter, command: Command) -> str | None:
    """Return whose word a command is: the seat or side it names (``by``), or else the one it is made for."""
    by: str | None = getattr(command, "by", None)
    return by if by is not None else actor(command)
