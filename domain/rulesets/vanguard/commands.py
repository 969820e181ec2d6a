"""What can be wanted in vanguard: by the party, by a character, by the referee."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal, TypeAlias, get_args

from annotated_types import Ge, Le, Len

from domain.items import Id
from domain.meanings import CombatantId, ThingId
from domain.rulesets.vanguard.cards import Rank, Ratio
from domain.rulesets.vanguard.sheets import Character, Group

Names = Annotated[tuple[CombatantId, ...], Len(1, 99)]
Words = Annotated[str, Len(1, 200)]


@dataclass(frozen=True, slots=True, kw_only=True)
class AddCombatant:
    """The referee adds a character or a group of monsters before the start."""

    do: Literal["add_combatant"] = "add_combatant"
    by: Id
    sheet: Character | Group


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """The referee puts somebody into a guard or a slot of it before the start."""

    do: Literal["place"] = "place"
    by: Id
    who: CombatantId
    to: Rank | None = None
    slot: Annotated[int, Ge(1), Le(99)] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeBoard:
    """The referee changes the room: how many fit into the front (``any`` number), how many the rear may have."""

    do: Literal["change_board"] = "change_board"
    by: Id
    front_capacity: Literal["any"] | Annotated[int, Ge(1), Le(99)] | None = None
    rear_per_front: Ratio | None = None
    reason: Words | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """The referee lets the party meet the monsters."""

    do: Literal["start"] = "start"
    by: Id


@dataclass(frozen=True, slots=True, kw_only=True)
class EndEncounter:
    """The referee ends the encounter in a way that no rule brings about."""

    do: Literal["end_encounter"] = "end_encounter"
    by: Id
    outcome: Literal["parley", "left", "fled", "stopped"] = "stopped"
    reason: Words | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChooseEngagement:
    """The party attacks, talks, sneaks past or, once the monsters are wary, leaves."""

    do: Literal["choose_engagement"] = "choose_engagement"
    by: Id
    choice: Literal["attack", "talk", "sneak", "leave"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SetStance:
    """A character in front chooses a stance for the round."""

    do: Literal["set_stance"] = "set_stance"
    who: CombatantId
    stance: Literal["aggressive", "defensive", "neutral"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadyRound:
    """The party has chosen its stances."""

    do: Literal["ready_round"] = "ready_round"
    by: Id


@dataclass(frozen=True, slots=True, kw_only=True)
class Attack:
    """A character attacks a group of monsters with a weapon, or without one where that is allowed."""

    do: Literal["attack"] = "attack"
    who: CombatantId
    group: CombatantId
    weapon: ThingId | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class UseItem:
    """A character uses an item, on themselves if nobody is named."""

    do: Literal["use_item"] = "use_item"
    who: CombatantId
    item: ThingId
    target: CombatantId | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CastSpell:
    """A character casts a spell, on themselves if nobody is named."""

    do: Literal["cast_spell"] = "cast_spell"
    who: CombatantId
    spell: ThingId
    target: CombatantId | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class UseAbility:
    """A character uses an ability of their class, on themselves if nobody is named."""

    do: Literal["use_ability"] = "use_ability"
    who: CombatantId
    ability: ThingId
    target: CombatantId | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MovePosition:
    """A character goes into the other guard."""

    do: Literal["move_position"] = "move_position"
    who: CombatantId
    to: Rank


@dataclass(frozen=True, slots=True, kw_only=True)
class Pass:
    """A character does nothing (more) in this round."""

    do: Literal["pass"] = "pass"
    who: CombatantId


@dataclass(frozen=True, slots=True, kw_only=True)
class MonstersAct:
    """The referee lets a group attack; ``targets`` and ``order`` are for house rules that let the referee choose."""

    do: Literal["monsters_act"] = "monsters_act"
    by: Id
    group: CombatantId
    targets: Names | None = None
    order: Names | None = None


Wish: TypeAlias = (
    AddCombatant
    | Place
    | ChangeBoard
    | Start
    | EndEncounter
    | ChooseEngagement
    | SetStance
    | ReadyRound
    | Attack
    | UseItem
    | CastSpell
    | UseAbility
    | MovePosition
    | Pass
    | MonstersAct
)
"""Every command of the system."""
COMMANDS: tuple[type[Any], ...] = get_args(Wish)
