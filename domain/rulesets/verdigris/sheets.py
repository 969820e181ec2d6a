"""Verdigris' house rules and sheets: what an encounter begins with."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, ClassVar, Final, Literal, TypeAlias

from annotated_types import Ge, Le, Len, MaxLen

from domain.items import DiceText, Id
from domain.meanings import PlaceId
from domain.places import NOWHERE
from domain.table import openings
from domain.table.boards import ZoneBoard
from domain.table.house_rules import reader
from domain.table.names import ShownName
from domain.table.pools import Points
from domain.table.seats import ONE_REFEREE, Seats

VERSION = "verdigris/2"
WHAT_ONE_MAY_DO = "VER-12"
PARTY: Final = "party"
ENEMIES: Final = "enemies"

Attribute = Annotated[int, Ge(0), Le(12)]
Skill = Annotated[int, Ge(0), Le(6)]
Save = Annotated[int, Ge(0), Le(12)]
Bonus = Annotated[int, Ge(0), Le(9)]
Damage: TypeAlias = Annotated[int, Ge(0), Le(9)] | DiceText
Category: TypeAlias = Literal["melee", "bow", "crossbow", "blackpowder", "thrown", "unarmed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Injury:
    """An entry of the critical injuries table: the two dice read as tens and ones, the condition, what it means."""

    roll: Annotated[int, Ge(11), Le(66)]
    condition: Id
    text: Annotated[str, MaxLen(120)] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The house rules, each named after its gap in the text; the defaults are what the text suggests."""

    success_on: Literal[6, 5] = 6
    stress_dice: Literal["on", "off"] = "on"
    modifier_unit: Literal["dice", "sl"] = "dice"
    damage_sl: Literal["margin", "attacker_total"] = "margin"
    stray_when: Literal["margin_zero", "no_sixes"] = "margin_zero"
    stray_dodge: bool = False
    max_damage_rule: Literal["damage_plus_bonus", "listed_field_only"] = "damage_plus_bonus"
    shoot_in_melee: Literal["allow", "penalty_1", "refuse"] = "allow"
    exit_attack: Literal["on_attempt", "after_passed_test"] = "on_attempt"
    free_attacks_per_round: Literal["unlimited"] | Annotated[int, Ge(0), Le(9)] = "unlimited"
    surprised_side: Literal["acts_last", "loses_round"] = "acts_last"
    initiative_roller: Literal["seat_order", "gm_names"] = "seat_order"
    pushing: Literal["on", "off"] = "on"
    panic: Literal["record", "off"] = "record"
    untrained_mount: Literal["bolt", "ruling"] = "bolt"
    entangled_penalty: Annotated[int, Ge(0), Le(9)] = 0
    reversal_stacks: Literal["add_two", "set_two"] = "add_two"
    injury_table: Literal["data"] | Annotated[tuple[Injury, ...], MaxLen(36)] = "data"
    deaths_door_acts: bool = False
    hit_at_door: Literal["save", "dead"] = "save"
    hands_strict: bool = True
    called_shot_pool: Literal["no_attribute", "full_minus_2"] = "no_attribute"


settings_of = reader(Settings, injury_table=Injury)
"""Returns the house rules of an encounter as they were frozen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Thing:
    """Something that is carried. One with a ``category`` is a weapon; ``heal`` is what using any other thing restores.

    ``bonus`` are a weapon's gear dice, ``qualities`` words like short, reload, two_handed; ``uses`` is what use costs.
    """

    id: Id
    category: Category | None = None
    damage: Damage = 0
    bonus: Bonus = 0
    skill: Id | None = None
    qualities: Annotated[tuple[Id, ...], MaxLen(12)] = ()
    max_damage: Annotated[int, Ge(0), Le(99)] | None = None
    loaded: bool = True
    heal: Annotated[int, Ge(0), Le(99)] | DiceText = 0
    uses: Literal["action", "free"] = "action"
    consumed: bool = True


Things = Annotated[tuple[Id | Thing, ...], MaxLen(20)]
"""Things written out, or named out of the catalogue of the opening."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A combatant: attributes, skills and saves in dice, what is carried where, and the mount that is ridden.

    ``natural`` weapons are claws and teeth: always there, in no hand. ``quality``, ``bonus``, ``damage`` and
    ``training`` are a mount's. An ally with ``uses_wounds`` has wounds as player characters do. Whoever is ``hidden``
    waits in reserve, without a place, until the referee reveals them.
    """

    id: Id
    at: PlaceId = NOWHERE
    name: ShownName | None = None
    hp: Points | Annotated[int, Ge(1), Le(99)]
    kind: Literal["pc", "ally", "enemy", "mount"] = "pc"
    side: Literal["party", "enemies"] | None = None
    controller: Id | None = None
    strength: Attribute = 0
    agility: Attribute = 0
    intelligence: Attribute = 0
    charisma: Attribute = 0
    skills: Annotated[dict[Id, Skill], MaxLen(20)] = field(default_factory=dict)
    dodge: Save = 0
    withstand: Save = 0
    wounds: Points | Annotated[int, Ge(0), Le(9)] | None = None
    uses_wounds: bool = False
    armor: Annotated[int, Ge(0), Le(10)] = 0
    shield: bool = False
    stress: Annotated[int, Ge(0), Le(20)] = 0
    talents: Annotated[tuple[Id, ...], MaxLen(10)] = ()
    hand: Things = ()
    belt: Things = ()
    pack: Things = ()
    natural: Things = ()
    mount: Id | None = None
    quality: Annotated[int, Ge(0), Le(12)] = 0
    bonus: Bonus = 0
    damage: Annotated[int, Ge(0), Le(9)] = 1
    training: Annotated[tuple[Id, ...], MaxLen(10)] = ()
    hidden: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening(openings.Opening):
    """Everything an encounter of verdigris begins with; ``things`` is the catalogue that sheets may name from."""

    refereed: ClassVar[bool] = True

    system: Literal["verdigris"] = "verdigris"
    seats: Seats = ONE_REFEREE
    board: ZoneBoard
    combatants: Annotated[tuple[Sheet, ...], MaxLen(60)] = ()
    things: Annotated[tuple[Thing, ...], MaxLen(100)] = ()
    melees: Annotated[tuple[Annotated[tuple[Id, ...], Len(2, 60)], ...], MaxLen(20)] = ()
    settings: Settings = Settings()
