"""Vanguard's house rules and sheets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal, TypeAlias

from annotated_types import Ge, Le, Len, MaxLen

from domain.encounter import Combatant
from domain.facts import known
from domain.items import Id
from domain.rulesets.vanguard.cards import (
    Abilities,
    Ability,
    Item,
    Rank,
    Ratio,
    Spell,
    Weapon,
)
from domain.table import openings
from domain.table.house_rules import reader
from domain.table.names import ShownName
from domain.table.pools import Points
from domain.table.seats import ONE_REFEREE, Seats
from domain.table.words import USUAL, Known

VERSION = "vanguard/2"
WHAT_ONE_MAY_DO = "VAN-9"
PARTY = "party"
MONSTERS = "monsters"
KNOWN: Known = {"conditions": USUAL}
"""What the rules bring they keep to themselves; a card brings a usual condition, or one that the table declares."""
INVENTORY = "inventory"
"""The place of items that are carried."""

Die = Literal[2, 4, 6, 8, 10, 12, 20]
Attribute: TypeAlias = Literal["vigor", "quick", "wise", "smart"]
Mood: TypeAlias = Literal["hostile", "wary", "peaceful"]
Moods = Annotated[tuple[Mood, ...], Len(6, 6)]
"""A reaction table (N-G6): what each face of a d6 means."""
MOODS: tuple[Mood, ...] = ("hostile", "hostile", "wary", "wary", "peaceful", "peaceful")


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The house rules, each named after its gap in the text; the defaults are what the text suggests."""

    equal_hits: bool = False
    actions_per_turn: Annotated[int, Ge(1), Le(5)] = 1
    reaction_table: Literal["data"] | Moods = "data"
    sneak: Literal["worst_quick", "everyone"] = "worst_quick"
    failed_sneak_ambush: bool = False
    spill_over: bool = False
    defense_die: Literal["by_attack", "always_quick"] = "by_attack"
    targeting: Literal["ranked_cycle", "focus_top", "gm_choice"] = "ranked_cycle"
    target_ties: Literal["formation_order", "random", "gm_choice"] = "formation_order"
    empty_front: Literal["rear_exposed", "rear_advances", "strict"] = "rear_exposed"
    formation_repair: Literal["round_start", "immediate"] = "round_start"
    monster_ratio: Literal["off", "on"] = "off"
    stance_carries_over: bool = False
    zero_health: Literal["fallen", "dead"] = "fallen"
    spell_success: Literal["over", "meet_or_over"] = "over"
    unarmed: Literal["refuse", "vigor_minus_1"] = "refuse"
    weight_counts_for_numbers: bool = False
    party_decision: Literal["leader", "majority"] = "leader"


settings_of = reader(Settings)
"""Returns the house rules of an encounter as they were frozen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Character:
    """Somebody of the party: four attribute dice, health, a guard, and cards; ``slot`` is for show only (VAN-45)."""

    id: Id
    name: ShownName | None = None
    controller: Id | None = None
    vigor: Die
    quick: Die
    wise: Die
    smart: Die
    health: Points | Annotated[int, Ge(1), Le(999)]
    position: Rank = "front"
    slot: Annotated[int, Ge(1), Le(99)] | None = None
    weapons: Annotated[tuple[Weapon, ...], MaxLen(12)] = ()
    items: Annotated[tuple[Item, ...], MaxLen(24)] = ()
    spells: Annotated[tuple[Spell, ...], MaxLen(24)] = ()
    abilities: Abilities = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Monsters of one kind in one guard: how many, and their values.

    ``position`` follows from melee and ranged unless given; ``die`` is what one defends with against an attack that
    is neither melee nor ranged (N-G11); ``reaction`` is a table of their own for talking (N-G6). ``hidden`` ones
    wait in reserve, in no guard, until the referee reveals them.
    """

    id: Id
    name: ShownName | None = None
    count: Annotated[int, Ge(0), Le(99)]
    defense: Annotated[int, Ge(1), Le(99)]
    melee: Annotated[int, Ge(0), Le(99)] = 0
    ranged: Annotated[int, Ge(0), Le(99)] = 0
    damage: Annotated[int, Ge(0), Le(99)] = 1
    alertness: Annotated[int, Ge(0), Le(99)] = 3
    position: Rank | None = None
    slot: Annotated[int, Ge(1), Le(99)] | None = None
    die: Attribute | None = None
    reaction: Moods | None = None
    abilities: Abilities = ()
    hidden: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Traits:
    """What a fight keeps of a character's sheet: attribute dice and cards, and the slot."""

    vigor: Die
    quick: Die
    wise: Die
    smart: Die
    slot: int
    weapons: tuple[Weapon, ...] = ()
    spells: tuple[Spell, ...] = ()
    abilities: tuple[Ability, ...] = ()

    def die(self, attribute: Attribute) -> Die:
        """Return the sides of an attribute's die."""
        return {"vigor": self.vigor, "quick": self.quick, "wise": self.wise, "smart": self.smart}[attribute]


@dataclass(frozen=True, slots=True, kw_only=True)
class Values:
    """What a fight keeps of the sheet of a group of monsters."""

    count: int
    defense: int
    slot: int
    melee: int = 0
    ranged: int = 0
    damage: int = 1
    alertness: int = 3
    die: Attribute | None = None
    reaction: Moods | None = None
    abilities: tuple[Ability, ...] = ()


def sheet_of(who: Combatant) -> Traits:
    """Return what a fight keeps of a character's sheet."""
    return known(Traits, who.sheet)


def values_of(group: Combatant) -> Values:
    """Return what a fight keeps of the sheet of a group of monsters."""
    return known(Values, group.sheet)


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """What the room allows: how many in front (any number if none is named), how many in the rear for how many."""

    front_capacity: Annotated[int, Ge(1), Le(99)] | None = None
    rear_per_front: Ratio = (1, 2)


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening(openings.Opening):
    """Everything an encounter of vanguard begins with; ``leader`` is the seat that speaks for the party (N-G42)."""

    refereed: ClassVar[bool] = True

    system: Literal["vanguard"] = "vanguard"
    seats: Seats = ONE_REFEREE
    characters: Annotated[tuple[Character, ...], Len(1, 20)]
    groups: Annotated[tuple[Group, ...], MaxLen(20)] = ()
    room: Room = Room()
    leader: Id | None = None
    settings: Settings = Settings()
