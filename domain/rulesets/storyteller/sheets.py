"""Who takes part in a fight of storyteller: sheets, attacks and abilities as people write them (STO-26, STO-48)."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Annotated, Any, Literal, TypeAlias

from annotated_types import Ge, Le, Len, MaxLen

from domain.encounter import Combatant
from domain.events import Facts
from domain.facts import known
from domain.items import DiceText, Id
from domain.meanings import Means
from domain.refusals import Refused
from domain.rulesets.storyteller.boards import Size
from domain.table.names import ShownName, distinct
from domain.table.pools import Points

Name = Annotated[str, Len(1, 32)]
Place = Annotated[str, Len(1, 40)]
"""A zone by its id or a square like ``2:5``: longer than an id may be, for it is none."""
Spot = Annotated[Place, Means("place")]
Modifier = Annotated[int, Ge(-5), Le(10)]
Feet = Annotated[int, Ge(5), Le(5000)]
Score = Annotated[int, Ge(1), Le(60)]
AbilityName = Literal["strength", "agility", "mind"]
Harm: TypeAlias = DiceText | Annotated[int, Ge(0), Le(999)]
Until = Literal["turn_end", "turn_start", "round_end"]
Speed = Literal["walk", "fly", "swim", "climb", "burrow"]
Category = Literal["melee_weapon", "unarmed", "melee_spell", "ranged_weapon", "ranged_spell"]

RULE = "STO-48"
UNARMED = "unarmed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Save:
    """A saving throw against an effect: ``ability`` at least ``versus``; with ``half`` a success halves the damage."""

    ability: AbilityName
    versus: Score
    half: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """What an attack that hits or an ability does: heals, hurts, puts somebody under a condition."""

    heal: DiceText | Annotated[int, Ge(1), Le(999)] | None = None
    damage: Harm | None = None
    type: Name | None = None
    condition: Name | None = None
    until: Until | None = None
    save: Save | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Attack:
    """An attack: what is added to its roll, its damage, its reach (melee) or its one range or two (ranged).

    An unarmed strike without dice of its own deals 1 + Strength (STO-52); any other attack without dice deals none.
    """

    id: Id
    category: Category
    to_hit: Annotated[int, Ge(-20), Le(30)] = 0
    damage: Harm | None = None
    type: Name | None = None
    reach: Feet | None = None
    range: Feet | tuple[Feet, Feet] | None = None
    effect: Effect | None = None

    @property
    def ranged(self) -> bool:
        """STO-49. Return whether it is a ranged attack; every other is a melee attack."""
        return self.category.startswith("ranged")

    @property
    def normal(self) -> int:
        """STO-57. Return its normal range, or its only one."""
        return self.range[0] if isinstance(self.range, tuple) else self.range or 0

    @property
    def furthest(self) -> int:
        """STO-56, STO-59. Return the range beyond which nothing can be attacked."""
        return self.range[1] if isinstance(self.range, tuple) else self.range or 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Ability:
    """Something of one's own (STO-26, STO-27): an action, bonus action, reaction or spell without an attack roll.

    ``requires`` an attack made earlier in the turn (STO-29). Without ``uses`` it can be used again and again;
    ``short_rest`` brings the uses back. ``aims`` says on whom it works, up to ``range`` feet away.
    """

    id: Id
    kind: Literal["action", "bonus", "reaction", "spell"] = "action"
    requires: Literal["attack"] | None = None
    uses: Annotated[int, Ge(1), Le(20)] | None = None
    short_rest: bool = False
    aims: Literal["self", "ally", "enemy", "any"] = "self"
    range: Feet = 5
    effect: Effect | None = None

    @property
    def normal(self) -> int:
        """STO-56. Return its only range."""
        return self.range

    @property
    def furthest(self) -> int:
        """STO-56. Return its only range."""
        return self.range


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """What a character (pc), creature or object begins with; one without ``at`` is placed before initiative.

    Without a ``side`` characters are players and creatures adversaries; without a ``controller`` it is the referee's.
    Whoever is ``hidden`` waits in reserve, without a place, until the storyteller reveals them.
    """

    id: Id
    name: ShownName | None = None
    kind: Literal["pc", "creature", "object"] = "creature"
    side: Id | None = None
    controller: Id | None = None
    at: Spot | None = None
    size: Size = "medium"
    strength: Modifier = 0
    agility: Modifier = 0
    mind: Modifier = 0
    stealth: Annotated[int, Ge(-10), Le(30)] | None = None
    awareness: Annotated[int, Ge(-10), Le(30)] = 0
    passive_awareness: Annotated[int, Ge(0), Le(60)] | None = None
    speeds: Annotated[dict[Speed, Annotated[int, Ge(0), Le(500)]], MaxLen(5)] = field(
        default_factory=lambda: {"walk": 30}
    )
    armor_rating: Annotated[int, Ge(1), Le(30)] = 10
    hp: Points | Annotated[int, Ge(1), Le(999)] = 1
    reach: Feet = 5
    attacks: Annotated[tuple[Attack, ...], MaxLen(20)] = ()
    attacks_per_action: Annotated[int, Ge(1), Le(10)] = 1
    abilities: Annotated[tuple[Ability, ...], MaxLen(20)] = ()
    rally: Annotated[int, Ge(0), Le(1)] = 1
    short_rest_hp: Annotated[int, Ge(0), Le(999)] = 0
    initiative_group: Id | None = None
    conditions: Annotated[tuple[Name, ...], MaxLen(10)] = ()
    resistances: Annotated[tuple[Name, ...], MaxLen(10)] = ()
    vulnerabilities: Annotated[tuple[Name, ...], MaxLen(10)] = ()
    immunities: Annotated[tuple[Name, ...], MaxLen(10)] = ()
    hidden: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Traits:
    """What a fight keeps of a sheet, beside side, place and points; things have no more than a size and a rating."""

    size: Size = "medium"
    strength: int = 0
    agility: int = 0
    mind: int = 0
    stealth: int | None = None
    awareness: int = 0
    passive_awareness: int | None = None
    speeds: dict[Speed, int] = field(default_factory=dict)
    armor_rating: int = 10
    reach: int = 5
    attacks: tuple[Attack, ...] = ()
    attacks_per_action: int = 1
    abilities: tuple[Ability, ...] = ()
    rally: int = 0
    short_rest_hp: int = 0
    initiative_group: str | None = None
    resistances: tuple[str, ...] = ()
    vulnerabilities: tuple[str, ...] = ()
    immunities: tuple[str, ...] = ()

    def modifier(self, ability: AbilityName) -> int:
        """Return the modifier of an ability."""
        return {"strength": self.strength, "agility": self.agility, "mind": self.mind}[ability]


_BESIDE = {"id", "name", "hidden", "kind", "side", "controller", "at", "hp", "conditions"}
"""Fields of a sheet that an entry states in fields of its own."""

_USUAL = {"strength": 0, "agility": 0, "mind": 0, "awareness": 0, "short_rest_hp": 0, "attacks_per_action": 1}
"""What a sheet need not say."""

_OF_THINGS = {"size", "armor_rating", "resistances", "vulnerabilities", "immunities"}
"""What there is to say about an object."""


def facts(sheet: Sheet) -> Facts:
    """STO-48. Return what a sheet states beside side, place and points, as plain facts; what is empty is left out."""
    stated = {
        name: value
        for name, value in asdict(sheet).items()
        if name not in _BESIDE and value != _USUAL.get(name) and (sheet.kind != "object" or name in _OF_THINGS)
    }
    basis = {"pc": "equipment_and_features", "creature": "stat_block", "object": "material"}[sheet.kind]
    plain: Facts = _plain({**stated, "basis": basis})
    return plain


def _plain(value: Any) -> Any:
    """Return JSON without empty entries, so that a line of the ledger holds no more than the sheet says."""
    if isinstance(value, dict):
        return {
            name: _plain(each) for name, each in value.items() if each is not None and each is not False and each != ()
        }
    return [_plain(each) for each in value] if isinstance(value, tuple) else value


def must_be_a_sheet(sheet: Sheet, *, on_grid: bool) -> None:
    """Refuse a sheet that is none: ids twice, ranges and speeds that cannot be."""
    distinct("attack", (attack.id for attack in sheet.attacks), RULE)
    distinct("ability", (ability.id for ability in sheet.abilities), RULE)
    for attack in sheet.attacks:
        _must_be_an_attack(sheet.id, attack)
    odd = [speed for speed in sheet.speeds.values() if speed % 5]
    if on_grid and odd:
        raise Refused(
            "invalid_value",
            f"{sheet.id} cannot have a speed of {odd[0]}: a grid is walked in steps of 5.",
            rule="STO-108",
        )


def _must_be_an_attack(who: str, attack: Attack) -> None:
    cannot = f"{who} cannot have the attack {attack.id}"
    if attack.ranged != (attack.range is not None):
        raise Refused("invalid_value", f"{cannot}: a ranged attack has a range, and no other has one.", rule="STO-55")
    if attack.ranged and attack.reach is not None:
        raise Refused("invalid_value", f"{cannot}: only a melee attack has a reach.", rule="STO-54")
    if isinstance(attack.range, tuple) and attack.range[0] >= attack.range[1]:
        raise Refused("invalid_value", f"{cannot}: its long range must be longer than its normal range.", rule="STO-57")


def sheet_of(who: Combatant) -> Traits:
    """Return what a fight keeps of somebody's sheet."""
    return known(Traits, who.sheet)


def attacks_of(who: Combatant) -> tuple[Attack, ...]:
    """STO-51 to STO-53. Return the attacks somebody has; everybody has an unarmed strike, with Strength."""
    sheet = sheet_of(who)
    if any(attack.id == UNARMED for attack in sheet.attacks):
        return sheet.attacks
    return (*sheet.attacks, Attack(id=UNARMED, category="unarmed", to_hit=sheet.strength, type="bludgeoning"))


def abilities_of(who: Combatant) -> tuple[Ability, ...]:
    """Return the abilities somebody has."""
    return sheet_of(who).abilities
