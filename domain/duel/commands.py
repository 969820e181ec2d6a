"""What a seat may want in the two board games, told apart by ``do``. Bounds stand on the fields."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, TypeAlias, get_args

from annotated_types import Ge, Le, Len

from domain.items import Id
from domain.meanings import CombatantId, PlaceId, SideId, ThingId

Path = Annotated[tuple[PlaceId, ...], Len(1, 120)]


@dataclass(frozen=True, slots=True, kw_only=True)
class BeginMove:
    """Begin a board move with an allowance of spaces."""

    who: CombatantId
    allowance: Annotated[int, Ge(0), Le(99)] | None = None
    do: Literal["begin_move"] = "begin_move"


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """Walk one space to a linked tile."""

    who: CombatantId
    to: PlaceId
    do: Literal["move"] = "move"


@dataclass(frozen=True, slots=True, kw_only=True)
class EndMove:
    """End the board move here; on a shared tile that makes combat compulsory."""

    who: CombatantId
    do: Literal["end_move"] = "end_move"


@dataclass(frozen=True, slots=True, kw_only=True)
class Engage:
    """Answer a contact: fight."""

    who: CombatantId
    do: Literal["engage"] = "engage"


@dataclass(frozen=True, slots=True, kw_only=True)
class Decline:
    """Answer a contact: do not fight."""

    who: CombatantId
    do: Literal["decline"] = "decline"


@dataclass(frozen=True, slots=True, kw_only=True)
class Attack:
    """Attack somebody in the same combat."""

    who: CombatantId
    target: CombatantId
    do: Literal["attack"] = "attack"


@dataclass(frozen=True, slots=True, kw_only=True)
class UseItem:
    """Use one item from the hand on an opponent; ``tile`` is where a trap is set or the target is relocated to."""

    who: CombatantId
    item: ThingId
    target: CombatantId | None = None
    tile: PlaceId | None = None
    as_trap: bool = False
    do: Literal["use_item"] = "use_item"


@dataclass(frozen=True, slots=True, kw_only=True)
class Disengage:
    """Try to get away: one d6 each. ``from`` names the opponent where the house rule asks for one."""

    who: CombatantId
    origin: CombatantId | None = field(default=None, metadata={"alias": "from"})
    do: Literal["disengage"] = "disengage"


@dataclass(frozen=True, slots=True, kw_only=True)
class Flee:
    """Flee along a path after a successful disengage."""

    who: CombatantId
    path: Path
    do: Literal["flee"] = "flee"


@dataclass(frozen=True, slots=True, kw_only=True)
class Stay:
    """Do not flee after all: the combat goes on."""

    who: CombatantId
    do: Literal["stay"] = "stay"


@dataclass(frozen=True, slots=True, kw_only=True)
class Stop:
    """Stop a flight on a shared tile: combat is compulsory."""

    who: CombatantId
    do: Literal["stop"] = "stop"


@dataclass(frozen=True, slots=True, kw_only=True)
class Chase:
    """Chase the fugitive along a path that ends on their tile."""

    who: CombatantId
    path: Path
    do: Literal["chase"] = "chase"


@dataclass(frozen=True, slots=True, kw_only=True)
class LetGo:
    """Let the fugitive go."""

    who: CombatantId
    do: Literal["let_go"] = "let_go"


@dataclass(frozen=True, slots=True, kw_only=True)
class EndTurn:
    """Pass the combat turn, where a house rule allows it."""

    who: CombatantId
    do: Literal["end_turn"] = "end_turn"


@dataclass(frozen=True, slots=True, kw_only=True)
class EndEncounter:
    """Want the encounter to end, with no two foes on one tile; ``by`` whose seat, where others have to agree."""

    by: Id | None = None
    do: Literal["end_encounter"] = "end_encounter"


@dataclass(frozen=True, slots=True, kw_only=True)
class RefuseEnd:
    """Say that the encounter goes on, where another seat wants it to end; ``by`` whose seat."""

    by: Id
    do: Literal["refuse_end"] = "refuse_end"


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerWith:
    """Name the unit that answers a contact (etiquette)."""

    who: CombatantId
    do: Literal["answer_with"] = "answer_with"


@dataclass(frozen=True, slots=True, kw_only=True)
class DefendWith:
    """Choose how many dice to defend with (etiquette)."""

    who: CombatantId
    dice: Annotated[int, Ge(0), Le(99)]
    do: Literal["defend_with"] = "defend_with"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayItem:
    """Play one item in an attack (etiquette). ``who`` is the owner; the target defaults to the own unit."""

    who: SideId
    item: ThingId
    target: CombatantId | None = None
    tile: PlaceId | None = None
    as_trap: bool = False
    do: Literal["play_item"] = "play_item"


@dataclass(frozen=True, slots=True, kw_only=True)
class PassItem:
    """Play no item in this attack (etiquette). ``who`` is the owner."""

    who: SideId
    do: Literal["pass_item"] = "pass_item"


Alike: TypeAlias = Move | EndMove | Disengage | Flee | Stay | Stop | Chase | LetGo | EndTurn | EndEncounter | RefuseEnd
"""The commands that both games take in the same way."""
Shared: TypeAlias = (
    BeginMove
    | Move
    | EndMove
    | Engage
    | Decline
    | Attack
    | UseItem
    | Disengage
    | Flee
    | Stay
    | Stop
    | Chase
    | LetGo
    | EndTurn
    | EndEncounter
    | RefuseEnd
)
SHARED: tuple[type[Any], ...] = get_args(Shared)
"""The commands that both games have, or may have by house rule."""
