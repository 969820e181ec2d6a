"""Whom an attack can reach, and what speaks for and against it (STO-43, STO-44, STO-50 to STO-61, STO-68 to STO-70)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from domain.encounter import Combatant, Encounter
from domain.places.grid import Grid
from domain.places.zones import Zones
from domain.rulesets.storyteller.actors import (
    apart,
    foes,
    hidden_from,
    in_force,
    is_next_to,
    on_grid,
    share_zone,
)
from domain.rulesets.storyteller.attack.cover import covered_wholly, in_sight
from domain.rulesets.storyteller.questions import AskedToRule
from domain.rulesets.storyteller.rolls import EVEN, Lean
from domain.rulesets.storyteller.settings import settings_of
from domain.rulesets.storyteller.sheets import Ability, Attack, sheet_of

ACROSS = 30
"""STO-93: a zone is thought of as so many feet across."""

Ranged = Attack | Ability
"""What can be aimed over a distance."""

Shot = Literal["allowed", "disadvantage", "refused", "ask"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Obstacle:
    """Why an attack cannot be made on somebody: code, rest of the sentence, rule."""

    code: str
    why: str
    rule: str


def reach_of(who: Combatant, attack: Attack) -> int:
    """STO-54. Return how far a melee attack reaches: its own reach, or that of the creature."""
    return attack.reach or sheet_of(who).reach


def obstacle(encounter: Encounter, who: Combatant, attack: Attack, target: Combatant) -> Obstacle | None:
    """STO-25, STO-43. Return why somebody cannot attack a target with this, or None if they can."""
    if isinstance(encounter.board, Grid):
        found = too_far(attack, reach_of(who, attack), apart(encounter, who, target), target.id)
    else:
        found = _out_of_the_fight(encounter, who, attack, target)
    if found is not None:
        return found
    if covered_wholly(encounter, who, target):
        return Obstacle(code="total_cover", why=f"{target.id} has total cover", rule="STO-114")
    return None


def too_far(attack: Attack, reach: int, feet: int, what: str) -> Obstacle | None:
    """STO-54, STO-56, STO-59. Return that something is beyond reach or range, if it is."""
    if not attack.ranged:
        why = f"{what} is {feet} feet away, and the attack reaches {reach}"
        return Obstacle(code="out_of_reach", why=why, rule="STO-54") if feet > reach else None
    return beyond(attack, feet, what) if feet > attack.furthest else None


def beyond(attack: Ranged, feet: int, what: str) -> Obstacle:
    """STO-56, STO-59. Return that something is beyond the only range, or the long one."""
    why = f"{what} is {feet} feet away, and the range is {attack.furthest}"
    rule = "STO-59" if isinstance(attack.range, tuple) else "STO-56"
    return Obstacle(code="out_of_range", why=why, rule=rule)


def _out_of_the_fight(encounter: Encounter, who: Combatant, attack: Attack, target: Combatant) -> Obstacle | None:
    """STO-94, STO-97, STO-99. Return why an attack in zones cannot be made on somebody."""
    if attack.ranged:
        return no_shot(encounter, who, attack, target.at, target.id)
    if _at_hand(encounter, who, target):
        return None
    fighting = encounter.engaged(who.id, "fighting") is not None
    why = f"{target.id} is not next to {who.id}; that takes a move first"
    return Obstacle(code="not_adjacent", why=why, rule="STO-97" if fighting else "STO-94")


def _at_hand(encounter: Encounter, who: Combatant, target: Combatant) -> bool:
    """STO-94. Return whether a melee attack reaches: those one fights, the fallen and things where one stands."""
    if not target.alive:
        return share_zone(encounter, who, target)
    return is_next_to(encounter, who, target)


def shot(encounter: Encounter, here: str, there: str, attack: Ranged) -> Shot:
    """STO-99, STO-100, STO-103, S-G41. Return whether a shot between zones is possible, or must be ruled on."""
    zones = encounter.zones
    ruled = ruled_shot(encounter, here, there)
    if ruled is not None:
        return ruled
    way = settings_of(encounter).zone_ranged
    if way == "thirty_feet_per_zone":
        steps = zones.distance(here, there) if here in zones else None
        return "ask" if steps is None else _by_range(attack, ACROSS * steps)
    near = (here == there and here in zones) or there in zones.next_to(here)
    return "allowed" if near and way == "adjacent_ok" else "ask"


def no_shot(encounter: Encounter, who: Combatant, attack: Ranged, there: str, what: str) -> Obstacle | None:
    """STO-56, STO-59, STO-99. Return that no shot leads into a zone: as it is ruled, or beyond its range."""
    if shot(encounter, who.at, there, attack) != "refused":
        return None
    if ruled_shot(encounter, who.at, there) is None:
        return beyond(attack, ACROSS * (encounter.zones.distance(who.at, there) or 0), what)
    return Obstacle(code="out_of_range", why=f"nothing leads to {what} there, as it is ruled", rule="STO-99")


def _by_range(attack: Ranged, feet: int) -> Shot:
    """STO-56 to STO-59. Return whether a shot over so many feet is possible, and with disadvantage."""
    if feet > attack.furthest:
        return "refused"
    return "disadvantage" if feet > attack.normal else "allowed"


def ruled_shot(encounter: Encounter, one: str, other: str) -> Shot | None:
    """STO-99. Return what the storyteller ruled last on shots between two zones."""
    ruled: Shot | None = None
    for ruling in encounter.rulings:
        pair = ruling.said.get("pair") if ruling.subject == "zone_shot" else None
        if pair is not None and set(pair_of(encounter.zones, pair)) == {one, other}:
            ruled = ruling.value  # type: ignore[assignment]  # checked when it was ruled
    return ruled


def waiting_pair(encounter: Encounter, asked: AskedToRule) -> tuple[str, str]:
    """STO-99. Return where a shot or spell that waits for a ruling comes from, and where it leads."""
    target = encounter.combatants.get(asked.target or "")
    there = target.at if target is not None else asked.location or ""
    return encounter.combatants[asked.declarer].at, there


def pair_of(zones: Zones, text: str) -> tuple[str, ...]:
    """Return the two zones that are named with a dash between them; nothing if they are none."""
    parts = text.split("-")
    splits = (("-".join(parts[:n]), "-".join(parts[n:])) for n in range(1, len(parts)))
    return next((pair for pair in splits if pair[0] in zones and pair[1] in zones), ())


def lean(encounter: Encounter, who: Combatant, attack: Attack, target: Combatant) -> Lean:
    """STO-44. Return everything that gives an attack on somebody advantage or disadvantage."""
    far = far_off(encounter, who, attack, target.at, apart(encounter, who, target) if on_grid(encounter) else 0)
    close = is_next_to(encounter, who, target) or (not on_grid(encounter) and _at_hand(encounter, who, target))
    pressed = attack.ranged and any(pressing(encounter, who))
    return from_here(encounter, who, attack, far=far, pressed=pressed) + against(encounter, who, target, close=close)


def far_off(encounter: Encounter, who: Combatant, attack: Attack, there: str, feet: int) -> tuple[str, ...]:
    """STO-58, STO-103. Return the rule by which a shot is a long one: beyond its normal range, or as it is ruled."""
    if on_grid(encounter):
        return ("STO-58",) if attack.ranged and feet > attack.normal else ()
    if not attack.ranged or shot(encounter, who.at, there, attack) != "disadvantage":
        return ()
    return ("STO-58",) if ruled_shot(encounter, who.at, there) is None else ("STO-103",)


def from_here(encounter: Encounter, who: Combatant, attack: Attack, *, far: tuple[str, ...], pressed: bool) -> Lean:
    """STO-58, STO-60, STO-61, STO-83. Return what speaks against an attack whatever it is aimed at."""
    found = Lean(worse=("STO-83",)) if who.under("squeezing") else EVEN
    if who.under("prone") and settings_of(encounter).prone_attacks != "none":
        found += Lean(worse=("STO-85",))
    found += Lean(worse=far)
    if attack.ranged and pressed:
        found += Lean(worse=("STO-61" if attack.category == "ranged_spell" else "STO-60",))
    return found


def against(encounter: Encounter, who: Combatant, target: Combatant, *, close: bool) -> Lean:
    """STO-44, STO-68, STO-70, STO-84. Return what it is about a target that helps or hinders an attack by somebody."""
    found = _of_sight(who, target) + _of_body(encounter, target, close=close)
    if target.under("defending"):
        found += Lean(worse=("STO-26",))
    return found + _ruled(encounter, who, target)


def pressing(encounter: Encounter, who: Combatant) -> Iterator[Combatant]:
    """STO-60. Yield the hostile creatures within 5 feet that see the shooter and are not incapacitated."""
    for foe in foes(encounter, who):
        if (
            is_next_to(encounter, who, foe)
            and not foe.under("incapacitated")
            and not hidden_from(who, foe.id)
            and (not on_grid(encounter) or in_sight(encounter, who, foe))
        ):
            yield foe


def _of_sight(who: Combatant, target: Combatant) -> Lean:
    """STO-68, STO-70. Return what hiding does: disadvantage against the hidden, advantage for them."""
    worse = ("STO-68",) if hidden_from(target, who.id) else ()
    better = ("STO-70",) if hidden_from(who, target.id) else ()
    return Lean(better=better, worse=worse)


def _of_body(encounter: Encounter, target: Combatant, *, close: bool) -> Lean:
    """STO-84, S-G35. Return what it does to an attack roll that the target squeezes or lies on the ground."""
    found = Lean(better=("STO-84",)) if target.under("squeezing") else EVEN
    if target.under("prone") and settings_of(encounter).prone_attacks != "none":
        found += Lean(better=("STO-85",)) if close else Lean(worse=("STO-85",))
    return found


def _ruled(encounter: Encounter, who: Combatant, target: Combatant) -> Lean:
    """STO-44. Return what the storyteller ruled on this attacker and target: every ruling in force counts.

    A source has the mode it was given last, and ``none`` lifts it; ``none`` without a source lifts all.
    """
    modes: list[tuple[str | None, str]] = []
    for ruling in in_force(encounter, "situation", who.id, target.id):
        source, mode = ruling.said.get("source"), str(ruling.said["mode"])
        if source is not None:
            modes = [each for each in modes if each[0] != source]
        elif mode == "none":
            modes = []
        if mode != "none":
            modes.append((source, mode))
    ruled = [mode for _, mode in modes]
    return Lean(better=("STO-44",) * ruled.count("advantage"), worse=("STO-44",) * ruled.count("disadvantage"))
