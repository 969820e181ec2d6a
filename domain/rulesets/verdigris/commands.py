"""What a seat may want in verdigris, told apart by ``do``. Bounds stand on the fields."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, TypeAlias, get_args

from annotated_types import Ge, Le, Len

from domain.items import Id
from domain.meanings import CombatantId, Means, PlaceId, ThingId, WordId
from domain.rulesets.verdigris.sheets import Sheet
from domain.table.commands import Say

Holder = Annotated[str, Len(1, 65), Means("holder")]
"""A place of somebody (``hand:Aila``, belt, pack, arm) or of the board (``ground:Yard``)."""
Word = Annotated[str, Len(1, 40)]
ConditionId = Annotated[Id, Means("condition")]
DecisionId = Annotated[Id, Means("decision")]


@dataclass(frozen=True, slots=True, kw_only=True)
class AddCombatant:
    """Bring somebody in, with the whole sheet; in a running round they act from the next one on."""

    by: Id
    sheet: Sheet
    do: Literal["add_combatant"] = "add_combatant"


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Put somebody into a zone before the fight begins."""

    by: Id
    who: CombatantId
    to: PlaceId
    do: Literal["place"] = "place"


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """Begin the first round."""

    by: Id
    do: Literal["start"] = "start"


@dataclass(frozen=True, slots=True, kw_only=True)
class MinutePasses:
    """Outside rounds a minute passes for somebody at Death's Door."""

    by: Id
    who: CombatantId
    do: Literal["minute_passes"] = "minute_passes"


@dataclass(frozen=True, slots=True, kw_only=True)
class EndEncounter:
    """End the encounter; the referee's."""

    by: Id
    do: Literal["end_encounter"] = "end_encounter"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A ruling: on what, what; and what it changes: something moved, a condition, hit points."""

    by: Id
    subject: WordId
    value: Annotated[int, Ge(0), Le(99)] | Word | None = None
    who: CombatantId | None = None
    target: CombatantId | None = None
    item: ThingId | None = None
    origin: Holder | None = field(default=None, metadata={"alias": "from"})
    to: Holder | None = None
    condition: ConditionId | None = None
    ends: ConditionId | None = None
    heal: Annotated[int, Ge(1), Le(99)] | None = None
    damage: Annotated[int, Ge(1), Le(99)] | None = None
    do: Literal["rule"] = "rule"


@dataclass(frozen=True, slots=True, kw_only=True)
class RollInitiative:
    """Roll the party's d6 of the round."""

    by: Id
    do: Literal["roll_initiative"] = "roll_initiative"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChooseActor:
    """Choose whose turn comes next on the side that has the choice."""

    who: CombatantId
    do: Literal["choose_actor"] = "choose_actor"


@dataclass(frozen=True, slots=True, kw_only=True)
class EndTurn:
    """End the turn, whatever is left of it."""

    who: CombatantId
    do: Literal["end_turn"] = "end_turn"


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """Go to an adjacent zone."""

    who: CombatantId
    to: PlaceId
    do: Literal["move"] = "move"


@dataclass(frozen=True, slots=True, kw_only=True)
class EnterMelee:
    """Close with a foe in the same zone."""

    who: CombatantId
    target: CombatantId
    do: Literal["enter_melee"] = "enter_melee"


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaveMelee:
    """Try to get out of the melee."""

    who: CombatantId
    do: Literal["leave_melee"] = "leave_melee"


@dataclass(frozen=True, slots=True, kw_only=True)
class Attack:
    """Attack with a weapon in hand; at somebody mounted, say whether it is to ``strike`` rider or mount."""

    who: CombatantId
    target: CombatantId
    weapon: ThingId
    strike: Literal["rider", "mount"] | None = None
    called_shot: Literal["weak_spot", "effect"] | None = None
    intent: Word | None = None
    do: Literal["attack"] = "attack"


@dataclass(frozen=True, slots=True, kw_only=True)
class Push:
    """Roll again what shows neither ones nor sixes, for a point of stress."""

    who: CombatantId
    decision: DecisionId | None = None
    called_shot: Literal["weak_spot", "effect"] | None = None
    do: Literal["push"] = "push"


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptRoll:
    """Leave the roll as it fell."""

    who: CombatantId
    decision: DecisionId | None = None
    called_shot: Literal["weak_spot", "effect"] | None = None
    do: Literal["accept_roll"] = "accept_roll"


@dataclass(frozen=True, slots=True, kw_only=True)
class React:
    """Make the free attack that the open window offers."""

    who: CombatantId
    weapon: ThingId
    strike: Literal["rider", "mount"] | None = None
    decision: DecisionId | None = None
    do: Literal["react"] = "react"


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclineReaction:
    """Let the chance of a free attack go by; said by the owner of the window."""

    by: Id
    decision: DecisionId | None = None
    do: Literal["decline_reaction"] = "decline_reaction"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ready:
    """Make a weapon ready for what ``trigger`` says: once, or as a watch until the next turn."""

    who: CombatantId
    weapon: ThingId
    trigger: Word
    once: bool = True
    do: Literal["ready"] = "ready"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reload:
    """Reload a weapon."""

    who: CombatantId
    weapon: ThingId
    do: Literal["reload"] = "reload"


@dataclass(frozen=True, slots=True, kw_only=True)
class Grapple:
    """Take hold of a foe with empty hands."""

    who: CombatantId
    target: CombatantId
    do: Literal["grapple"] = "grapple"


@dataclass(frozen=True, slots=True, kw_only=True)
class BreakGrapple:
    """End the grapple."""

    who: CombatantId
    do: Literal["break_grapple"] = "break_grapple"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReverseGrapple:
    """Turn the grapple round."""

    who: CombatantId
    do: Literal["reverse_grapple"] = "reverse_grapple"


@dataclass(frozen=True, slots=True, kw_only=True)
class Struggle:
    """Work at what entangles."""

    who: CombatantId
    do: Literal["struggle"] = "struggle"


@dataclass(frozen=True, slots=True, kw_only=True)
class MountAttack:
    """Let a mount attack in a melee."""

    who: CombatantId
    target: CombatantId
    strike: Literal["rider", "mount"] | None = None
    do: Literal["mount_attack"] = "mount_attack"


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderMount:
    """Order the ridden mount to do something."""

    who: CombatantId
    order: WordId
    do: Literal["order_mount"] = "order_mount"


@dataclass(frozen=True, slots=True, kw_only=True)
class CalmMount:
    """Hold a frightened mount."""

    who: CombatantId
    do: Literal["calm_mount"] = "calm_mount"


@dataclass(frozen=True, slots=True, kw_only=True)
class LetBolt:
    """Let a frightened mount run."""

    who: CombatantId
    do: Literal["let_bolt"] = "let_bolt"


@dataclass(frozen=True, slots=True, kw_only=True)
class AccessItem:
    """Take something from the belt or out of the pack into a free hand."""

    who: CombatantId
    item: ThingId
    do: Literal["access_item"] = "access_item"


@dataclass(frozen=True, slots=True, kw_only=True)
class DropItem:
    """Let go of something in hand or on the arm."""

    who: CombatantId
    item: ThingId
    do: Literal["drop_item"] = "drop_item"


@dataclass(frozen=True, slots=True, kw_only=True)
class UseItem:
    """Use something in hand, on oneself or on somebody in the same zone."""

    who: CombatantId
    item: ThingId
    target: CombatantId | None = None
    do: Literal["use_item"] = "use_item"


Wish: TypeAlias = (
    AddCombatant
    | Place
    | Start
    | MinutePasses
    | EndEncounter
    | Rule
    | Say
    | RollInitiative
    | ChooseActor
    | EndTurn
    | Move
    | EnterMelee
    | LeaveMelee
    | Attack
    | Push
    | AcceptRoll
    | React
    | DeclineReaction
    | Ready
    | Reload
    | Grapple
    | BreakGrapple
    | ReverseGrapple
    | Struggle
    | MountAttack
    | OrderMount
    | CalmMount
    | LetBolt
    | AccessItem
    | DropItem
    | UseItem
)
"""What can be wanted in verdigris."""
COMMANDS: tuple[type[Any], ...] = get_args(Wish)
