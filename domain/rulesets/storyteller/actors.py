"""What the rules ask about those who take part: able or not, hostile or not, how fast, how wide, seen or not."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from domain.encounter import Combatant, Encounter, Ruling
from domain.facts import known
from domain.places.grid import Grid, between, may_touch, one_smaller
from domain.rulesets.storyteller.boards import Size
from domain.rulesets.storyteller.settings import settings_of
from domain.rulesets.storyteller.sheets import AbilityName, attacks_of, sheet_of

FIVE = 5
IN_TRANSIT = "in_transit"
"""Where somebody is who is on the way between two zones (S-G43); no zone is called so."""

UNABLE = ("incapacitated", "surprised")
ROOTED = ("restrained",)
"""Conditions that leave one no speed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hidden:
    """Who does not notice somebody that hides; without a list nobody does (S-G33)."""

    observers: tuple[str, ...] | None = field(default=None, metadata={"alias": "from"})


def on_grid(encounter: Encounter) -> bool:
    """STO-72. Return whether positions are squares of a battle grid, and not zones."""
    return isinstance(encounter.board, Grid)


def able(who: Combatant) -> bool:
    """STO-13, STO-30. Return whether somebody can act and react at all."""
    return who.alive and not any(who.under(condition) for condition in UNABLE)


def has_reaction(who: Combatant) -> bool:
    """STO-34. Return whether somebody's reaction is there; before their first turn it is."""
    return who.resources.get("reaction", 1) > 0


def played(encounter: Encounter, who: Combatant) -> bool:
    """STO-15, STO-20. Return whether a player controls somebody, and not the storyteller."""
    return who.controller != encounter.referee


def relations(encounter: Encounter) -> dict[frozenset[str], bool]:
    """S-G52. Return the pairs that the storyteller has declared hostile or not, whatever their sides."""
    return {
        frozenset((ruling.said["attacker"], ruling.said["target"])): ruling.value == "hostile"
        for ruling in encounter.rulings
        if ruling.subject == "relation"
    }


def foes(encounter: Encounter, who: Combatant) -> list[Combatant]:
    """STO-63, S-G52. Return the active creatures that are hostile to somebody, in the order of joining."""
    ruled = relations(encounter)
    return [
        other
        for other in encounter.combatants.values()
        if other.alive and other.id != who.id and _hostile(ruled, who, other)
    ]


def hostile(encounter: Encounter, one: Combatant, other: Combatant) -> bool:
    """S-G52. Return whether two creatures are hostile: by a ruling on the pair, or else by their sides."""
    return _hostile(relations(encounter), one, other)


def _hostile(ruled: dict[frozenset[str], bool], one: Combatant, other: Combatant) -> bool:
    if ruled and (pair := frozenset((one.id, other.id))) in ruled:
        return ruled[pair]
    return one.side != other.side


def speed(who: Combatant) -> int:
    """STO-75. Return the effective speed: the greatest of one's speeds, and 0 while something holds one fast."""
    if any(who.under(condition) for condition in ROOTED):
        return 0
    return max(sheet_of(who).speeds.values(), default=0)


def size(who: Combatant) -> Size:
    """S-G22. Return the size category of somebody."""
    return sheet_of(who).size


def stands_as(who: Combatant) -> str:
    """STO-82. Return the size of the squares somebody fills: one smaller while squeezing."""
    own = size(who)
    return one_smaller(own) or own if who.under("squeezing") else own


def takes_space(who: Combatant) -> bool:
    """STO-80. Return whether somebody fills squares: the dead, those who left, and things do not."""
    return bool(who.at) and not who.gone and who.kind != "object"


def apart(encounter: Encounter, one: Combatant, other: Combatant) -> int:
    """S-G20, S-G21. Return the feet between two bodies on the grid."""
    diagonals = settings_of(encounter).diagonals
    return between(one.at, stands_as(one), other.at, stands_as(other), diagonals)


def share_zone(encounter: Encounter, one: Combatant, other: Combatant) -> bool:
    """STO-91, S-G43. Return whether two are in the same zone; whoever is on the way between two is in none."""
    return one.at == other.at and one.at in encounter.zones


def is_next_to(encounter: Encounter, one: Combatant, other: Combatant) -> bool:
    """STO-60, S-G42. Return whether two are within 5 feet: on the grid by squares, in zones by fighting each other."""
    if on_grid(encounter):
        return bool(one.at and other.at) and may_touch(one.at, other.at) and apart(encounter, one, other) <= FIVE
    cluster = encounter.engaged(one.id, "fighting")
    return cluster is not None and other.id in cluster.members


def hidden_from(who: Combatant, observer: str) -> bool:
    """S-G33. Return whether somebody is hidden from an observer; without a list it is from everybody."""
    held = who.conditions.get("hidden")
    missed = () if held is None else known(Hidden, held.details).observers
    return missed is None or observer in missed


def reach(who: Combatant) -> int:
    """STO-54. Return how far somebody's melee attacks reach at most, in feet."""
    own = sheet_of(who).reach
    return max((attack.reach or own for attack in attacks_of(who) if not attack.ranged), default=0)


def modifier(who: Combatant, ability: AbilityName) -> int:
    """Return somebody's modifier of an ability."""
    return sheet_of(who).modifier(ability)


def stealth(who: Combatant) -> int:
    """STO-10. Return what is added to somebody's Agility (Stealth) check: what the sheet says, or else Agility."""
    own = sheet_of(who)
    return own.agility if own.stealth is None else own.stealth


def passive(who: Combatant) -> int:
    """STO-10, S-G7. Return somebody's passive Mind (Awareness) score."""
    own = sheet_of(who)
    return 10 + own.mind + own.awareness if own.passive_awareness is None else own.passive_awareness


def unnoticed(total: int, score: int, tie: str) -> bool:
    """STO-11, S-G8. Return whether a stealth total stays below the notice of a passive score."""
    return total >= score if tie == "hider" else total > score


def unaware(encounter: Encounter, total: int, observers: Iterable[Combatant]) -> list[str]:
    """STO-10, STO-12. Return who does not notice a stealth total, each for themselves."""
    tie = settings_of(encounter).stealth_tie
    return [each.id for each in observers if unnoticed(total, passive(each), tie)]


def sides_left(encounter: Encounter) -> list[str]:
    """STO-8. Return the sides that have somebody active."""
    return list(dict.fromkeys(who.side for who in encounter.living))


def in_force(encounter: Encounter, subject: str, attacker: str, target: str) -> list[Ruling]:
    """STO-44. Return the rulings on a subject for an attacker and a target, oldest first."""
    return [
        ruling
        for ruling in encounter.rulings
        if ruling.subject == subject and ruling.said.get("attacker") == attacker and ruling.said.get("target") == target
    ]
