"""What a seat may want of secrets, in every system."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal, TypeAlias, get_args

from annotated_types import Ge, Le, Len, MaxLen

from domain.encounter import Encounter
from domain.items import Id
from domain.meanings import CombatantId, Means, SeatId
from domain.secret.reserve import hidden, mentioned
from domain.table.names import ShownName

Fact = Annotated[int, Ge(-(2**53 - 1)), Le(2**53 - 1)] | Annotated[str, MaxLen(200)]
Version = Annotated[int, Ge(0), Le(2**53 - 1), Means("line")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Seal:
    """Commit to something without showing it: words, ``facts`` by name; with ``to`` these seats may read it.

    ``name`` is the true one of ``whose``, who is called something else until it is opened.
    """

    by: Id
    text: Annotated[str, MaxLen(2000)] = ""
    title: Annotated[str, MaxLen(80)] = ""
    facts: Annotated[dict[Annotated[str, Len(1, 80)], Fact], MaxLen(32)] | None = None
    whose: CombatantId | None = None
    name: ShownName | None = None
    to: Annotated[tuple[SeatId, ...], MaxLen(32)] = ()
    do: Literal["seal"] = "seal"


@dataclass(frozen=True, slots=True, kw_only=True)
class Unseal:
    """Open to everybody what was sealed by these lines."""

    by: Id
    of: Annotated[tuple[Version, ...], Len(1, 32)]
    do: Literal["unseal"] = "unseal"


@dataclass(frozen=True, slots=True, kw_only=True)
class SecretRoll:
    """Roll dice that only the referee sees; for what, nobody else learns either."""

    by: Id
    dice: Annotated[str, Len(1, 40), Means("dice")]
    purpose: Annotated[str, Len(1, 80)]
    do: Literal["secret_roll"] = "secret_roll"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reveal:
    """Bring somebody out of the reserve to a place of the board."""

    by: Id
    who: CombatantId
    at: Annotated[str, Len(1, 40), Means("place")]
    do: Literal["reveal"] = "reveal"


Wish: TypeAlias = Seal | Unseal | SecretRoll | Reveal
COMMANDS: tuple[type[Any], ...] = get_args(Wish)
NAMES = frozenset({"seal", "unseal", "secret_roll", "reveal"})
WHOLLY = frozenset({"seal", "secret_roll"})
"""The commands that are secret whatever they say."""
OPEN = frozenset({"unseal", "reveal"})
"""Those that everybody may read, since they bring to light what they name."""
REFEREES = frozenset({"secret_roll", "reveal"})


def commands(encounter: Encounter) -> frozenset[str]:
    """Return those that exist in an encounter: some are a referee's."""
    return NAMES if encounter.referee is not None else NAMES - REFEREES


def is_secret(encounter: Encounter, seat: str, action: dict[str, Any]) -> bool:
    """Return whether a command is told in secret: by its kind, or because the referee names somebody in reserve.

    Whoever else says such a name has guessed it: were that told in another way, they would learn that it is right.
    """
    do = action.get("do")
    if do in WHOLLY:
        return True
    if do in OPEN or seat != encounter.referee:
        return False
    sheet = action.get("sheet")
    return (isinstance(sheet, dict) and sheet.get("hidden") is True) or bool(mentioned(action, hidden(encounter)))
