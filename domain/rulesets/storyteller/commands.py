"""What a seat may want in a fight of storyteller. ``by`` is a seat or a side, ``who`` a combatant."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal, TypeAlias, get_args

from annotated_types import Ge, Le, Len, MaxLen

from domain.items import Id
from domain.meanings import CombatantId, Means, PlaceId, SeatId, ThingId, WordId
from domain.places.grid import MOST_SIDE
from domain.rulesets.storyteller.boards import Ends, GridChange, Lock, Size, ZoneChange
from domain.rulesets.storyteller.sheets import AbilityName, Name, Score, Sheet, Spot
from domain.table.commands import Say

Path = Annotated[tuple[Spot, ...], Len(1, MOST_SIDE)]
Words = Annotated[str, Len(1, 80)]
Link = Annotated[str, Len(3, 65), Means("link")]
"""Two zones with a dash between them."""

DoorId = Annotated[Id, Means("door")]
Wall = Annotated[Ends, Means("wall")]

Mode = Literal["walk", "fly", "swim", "climb", "burrow", "crawl"]
LinkState = Literal["adjacent", "detached", "inaccessible"]
Turns = Annotated[int, Ge(1), Le(20)]


@dataclass(frozen=True, slots=True, kw_only=True)
class AddCombatant:
    """Bring somebody in, before the fight or in the middle of it (S-G14)."""

    do: Literal["add_combatant"] = "add_combatant"
    by: Id
    sheet: Sheet


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeBoard:
    """Change a link between zones, or squares, a wall or a door of the grid (STO-92, STO-101, STO-104, STO-107).

    Of the picture under a grid a rectangle is covered, or uncovered ``to`` one seat or everybody.
    """

    do: Literal["change_board"] = "change_board"
    by: Id
    change: Literal[ZoneChange, GridChange]
    link: Link | None = None
    state: LinkState | None = None
    turns: Turns | None = None
    zone: WordId | None = None
    wall: Wall | None = None
    door: DoorId | None = None
    open: bool | None = None
    lock: Lock | Literal["none"] | None = None
    squares: Annotated[tuple[Spot, ...], Len(1, 400)] | None = None
    size: Size | None = None
    corner: Spot | None = None
    opposite: Spot | None = None
    to: SeatId | None = None
    reason: Words | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Open:
    """Begin with everybody who has joined (STO-4)."""

    do: Literal["open"] = "open"
    by: Id


@dataclass(frozen=True, slots=True, kw_only=True)
class DetermineSurprise:
    """Say who tries to be stealthy (STO-4, STO-9)."""

    do: Literal["determine_surprise"] = "determine_surprise"
    by: Id
    hiding: Annotated[tuple[CombatantId, ...], MaxLen(100)]


@dataclass(frozen=True, slots=True, kw_only=True)
class RollStealth:
    """Roll the Agility (Stealth) check of one who hides (STO-10)."""

    do: Literal["roll_stealth"] = "roll_stealth"
    by: Id
    who: CombatantId


@dataclass(frozen=True, slots=True, kw_only=True)
class SetPlace:
    """Put somebody on a square or into a zone: a starting position, or a change of place that is not theirs."""

    do: Literal["place"] = "place"
    by: Id
    who: CombatantId
    at: Spot


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionsDone:
    """Go on to initiative (STO-5)."""

    do: Literal["positions_done"] = "positions_done"
    by: Id


@dataclass(frozen=True, slots=True, kw_only=True)
class RollInitiative:
    """Roll initiative for one, or once for a group of identical creatures (STO-14 to STO-16)."""

    do: Literal["roll_initiative"] = "roll_initiative"
    by: Id
    who: CombatantId | None = None
    group: WordId | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderTie:
    """Settle the order of those who are tied (STO-21)."""

    do: Literal["order_tie"] = "order_tie"
    by: Id
    order: Annotated[tuple[CombatantId, ...], Len(1, 100)]


@dataclass(frozen=True, slots=True, kw_only=True)
class ActNext:
    """Name which of a group that acts at the same time has its turn first (STO-16, S-G13)."""

    do: Literal["act_next"] = "act_next"
    by: Id
    who: CombatantId


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """Move: along a path on the grid; in zones close with somebody, withdraw, or cross to a zone."""

    do: Literal["move"] = "move"
    who: CombatantId
    path: Path | None = None
    mode: Mode | None = None
    near: CombatantId | None = None
    withdraw: Literal[True] | None = None
    zone: PlaceId | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MakeAttack:
    """Attack somebody, an object, or the place where somebody hidden is thought to be (STO-43, STO-69)."""

    do: Literal["attack"] = "attack"
    who: CombatantId
    attack: ThingId
    target: CombatantId | None = None
    location: Spot | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CastSpell:
    """Cast a spell that has no attack roll; one that has is an attack (STO-41)."""

    do: Literal["cast_spell"] = "cast_spell"
    who: CombatantId
    spell: ThingId
    target: CombatantId | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class UseAbility:
    """Take an action that a feature or talent gives (STO-26), or a reaction, for the storyteller to allow (STO-32)."""

    do: Literal["use_ability"] = "use_ability"
    who: CombatantId
    ability: ThingId
    target: CombatantId | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Bonus:
    """Take a bonus action that an ability gives (STO-27)."""

    do: Literal["bonus"] = "bonus"
    who: CombatantId
    ability: ThingId
    target: CombatantId | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Dash:
    """Move farther in this turn (S-G16)."""

    do: Literal["dash"] = "dash"
    who: CombatantId


@dataclass(frozen=True, slots=True, kw_only=True)
class Disengage:
    """Provoke nothing by moving for the rest of the turn (STO-63)."""

    do: Literal["disengage"] = "disengage"
    who: CombatantId


@dataclass(frozen=True, slots=True, kw_only=True)
class Defend:
    """Be harder to hit until one's next turn (S-G16)."""

    do: Literal["defend"] = "defend"
    who: CombatantId


@dataclass(frozen=True, slots=True, kw_only=True)
class Hide:
    """Try to hide from every enemy (S-G16)."""

    do: Literal["hide"] = "hide"
    who: CombatantId


@dataclass(frozen=True, slots=True, kw_only=True)
class Rally:
    """Draw on an inner reserve, once before the next long rest (STO-66)."""

    do: Literal["rally"] = "rally"
    who: CombatantId


@dataclass(frozen=True, slots=True, kw_only=True)
class Stand:
    """Stand up (STO-86)."""

    do: Literal["stand"] = "stand"
    who: CombatantId


@dataclass(frozen=True, slots=True, kw_only=True)
class DropProne:
    """Drop to the ground (STO-90)."""

    do: Literal["drop_prone"] = "drop_prone"
    who: CombatantId


@dataclass(frozen=True, slots=True, kw_only=True)
class Interact:
    """Handle one object or feature of the surroundings (STO-38)."""

    do: Literal["interact"] = "interact"
    who: CombatantId
    object: Name
    verb: Name


@dataclass(frozen=True, slots=True, kw_only=True)
class Activity:
    """Ask for something that no rule names, in words that go on from "to": bar the door (STO-39)."""

    do: Literal["activity"] = "activity"
    who: CombatantId
    value: Words


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """Rule where the text leaves it to the storyteller (STO-39, STO-44, STO-99, STO-109)."""

    do: Literal["rule"] = "rule"
    by: Id
    subject: Literal[
        "situation",
        "cover",
        "zone_shot",
        "effect",
        "effect_over",
        "activity",
        "relation",
        "stealth_roller",
        "reaction",
    ]
    who: CombatantId | None = None
    value: Words | None = None
    attacker: CombatantId | None = None
    target: CombatantId | None = None
    mode: Literal["advantage", "disadvantage", "none"] | None = None
    level: Literal["none", "half", "three_quarters", "total"] | None = None
    source: Name | None = None
    pair: Link | None = None
    cost: Literal["action", "bonus", "reaction", "interaction", "none"] | None = None
    link: Link | None = None
    state: LinkState | None = None
    turns: Turns | None = None
    reason: Words | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CallSave:
    """Call for a saving throw; an ``attacker`` is where the effect comes from, so that cover counts (STO-112)."""

    do: Literal["call_save"] = "call_save"
    by: Id
    who: CombatantId
    ability: AbilityName
    versus: Score
    attacker: CombatantId | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EndTurn:
    """End one's turn (STO-7)."""

    do: Literal["end_turn"] = "end_turn"
    who: CombatantId


@dataclass(frozen=True, slots=True, kw_only=True)
class React:
    """Take an opportunity attack (STO-62)."""

    do: Literal["react"] = "react"
    who: CombatantId
    attack: ThingId


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclineReaction:
    """Let somebody go (STO-62)."""

    do: Literal["decline_reaction"] = "decline_reaction"
    who: CombatantId


@dataclass(frozen=True, slots=True, kw_only=True)
class Withdraw:
    """Take a declaration back while the storyteller has not ruled on it (S-G60)."""

    do: Literal["withdraw"] = "withdraw"
    who: CombatantId


@dataclass(frozen=True, slots=True, kw_only=True)
class EndEncounter:
    """End the fight (STO-8, S-G56)."""

    do: Literal["end_encounter"] = "end_encounter"
    by: Id


Wish: TypeAlias = (
    AddCombatant
    | ChangeBoard
    | Open
    | DetermineSurprise
    | RollStealth
    | SetPlace
    | PositionsDone
    | RollInitiative
    | OrderTie
    | ActNext
    | Move
    | MakeAttack
    | CastSpell
    | UseAbility
    | Bonus
    | Dash
    | Disengage
    | Defend
    | Hide
    | Rally
    | Stand
    | DropProne
    | Interact
    | Activity
    | Say
    | Rule
    | CallSave
    | EndTurn
    | React
    | DeclineReaction
    | Withdraw
    | EndEncounter
)
"""Every command of the system."""
COMMANDS: tuple[type[Any], ...] = get_args(Wish)
