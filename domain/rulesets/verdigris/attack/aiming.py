"""Verdigris, on melees, ranged and mounted combat: who can strike whom, and how well.

These are the rules of VER-18, VER-19, VER-26, VER-27, VER-30, VER-36 and VER-51..56 that only answer questions.
"""

from __future__ import annotations

from dataclasses import dataclass

from domain.encounter import Combatant, Encounter
from domain.items import Carried
from domain.refusals import Refused
from domain.rulesets.verdigris.guards import refusal
from domain.rulesets.verdigris.sheets import settings_of
from domain.rulesets.verdigris.standing import (
    RANGED,
    able,
    loaded,
    melee_of,
    mount_of,
    rider_of,
    weapon_of,
)
from domain.rulesets.verdigris.traits import arm_of, sheet_of

MOUNTED_ARCHERY = "mounted_archery"
"""VER-53: the talent to shoot and reload on horseback."""

WhyNot = tuple[str, str, str]
"""Code, reason and rule of something that cannot be done."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Aim:
    """Somebody about to strike: with which weapon at whom, freely (V-G23) or for an action, and at which spot."""

    one: Combatant
    target: Combatant
    weapon: Carried
    free: bool = False
    called: str | None = None
    intent: str | None = None

    @property
    def category(self) -> str:
        """Return what kind of weapon it is."""
        return arm_of(self.weapon).category

    @property
    def shoots(self) -> bool:
        """Return whether it is a ranged attack."""
        return self.category in RANGED

    @property
    def qualities(self) -> tuple[str, ...]:
        """Return the words that say what the weapon is like."""
        return arm_of(self.weapon).qualities


def armed(encounter: Encounter, one: Combatant, weapon: str) -> Carried:
    """Return the weapon in hand; refuses one that is not."""
    held = weapon_of(encounter, one.id, weapon)
    if held is None:
        raise refusal(encounter, "no_weapon", f"{one.id} has no weapon {weapon} in hand.", "VER-76")
    return held


def mounted_pair(encounter: Encounter, target: str) -> tuple[Combatant, Combatant] | None:
    """VER-54: return rider and mount, where the target is one of such a pair."""
    rider = rider_of(encounter, target)
    mount = mount_of(encounter, target)
    if rider is not None:
        return rider, encounter.combatants[target]
    return (encounter.combatants[target], mount) if mount is not None else None


def struck(encounter: Encounter, who: str, target: str, strike: str | None) -> Combatant:
    """VER-54: whoever attacks a mounted target chooses the rider or the mount."""
    pair = mounted_pair(encounter, target)
    if pair is None and strike is not None:
        message = f"{who} cannot choose to strike the {strike}: {target} neither rides nor is ridden."
        raise refusal(encounter, "invalid_value", message, "VER-54")
    if pair is None:
        return encounter.combatants[target]
    if strike is None:
        message = f"{who} cannot attack like that: {pair[0].id} rides {pair[1].id}, so say rider or mount."
        raise refusal(encounter, "rider_or_mount", message, "VER-54")
    return pair[0] if strike == "rider" else pair[1]


def must_reach(encounter: Encounter, aim: Aim) -> None:
    """Refuse an attack that cannot be."""
    why = why_not(encounter, aim)
    if why is not None:
        raise cannot(encounter, aim.one.id, f"attack {aim.target.id} with {aim.weapon.id}", why)


def cannot(encounter: Encounter, who: str, deed: str, why: WhyNot) -> Refused:
    """Return the refusal of something that cannot be done."""
    code, reason, rule = why
    return refusal(encounter, code, f"{who} cannot {deed}: {reason}.", rule)


def why_not(encounter: Encounter, aim: Aim) -> WhyNot | None:
    """Return why this attack cannot be; None if it can."""
    return (_why_not_shoot(encounter, aim) if aim.shoots else None) or _why_not_that_target(encounter, aim)


def _why_not_shoot(encounter: Encounter, aim: Aim) -> WhyNot | None:
    """VER-53, V-G18, V-G38: why a ranged weapon cannot be fired; never for the distance (VER-18)."""
    if not loaded(aim.one, aim.weapon):
        return "no_resource", f"{aim.weapon.id} is not loaded", "VER-34"
    if unsteady(encounter, aim.one):
        return "mounted_ranged", f"on horseback that takes the talent {MOUNTED_ARCHERY}", "VER-53"
    if settings_of(encounter).shoot_in_melee == "refuse" and melee_of(encounter, aim.one.id) is not None:
        return "in_melee", "nobody shoots out of a melee here", "VER-18"
    return None


def unsteady(encounter: Encounter, one: Combatant) -> bool:
    """VER-53: return whether somebody is on horseback without the talent for ranged weapons."""
    return mount_of(encounter, one.id) is not None and MOUNTED_ARCHERY not in sheet_of(one).talents


def _why_not_that_target(encounter: Encounter, aim: Aim) -> WhyNot | None:
    """VER-27, V-G19, V-G49: why that one cannot be attacked: gone, no foe, or not in the same melee."""
    one, target = aim.one, aim.target
    if target.gone:
        state = "is dead" if target.life == "dead" else "has left the fight"
        return "illegal_target", f"{target.id} {state}", "VER-20"
    friendly = one.side == target.side
    if one.id == target.id or (friendly and not ruled(encounter, "friendly_attack", one.id, target.id)):
        return "not_a_foe", f"{target.id} is no foe", "VER-26"
    if aim.shoots:
        return None
    near = one.at == target.at
    loose = friendly or aim.free or not able(encounter, target)
    if near and (loose or _in_one_melee(encounter, one.id, target.id)):
        return None
    return "not_in_same_melee", f"{target.id} is not in one melee with {one.id}", "VER-27"


def _in_one_melee(encounter: Encounter, one: str, other: str) -> bool:
    melee = melee_of(encounter, one)
    return melee is not None and other in melee.members


def ruled(encounter: Encounter, subject: str, who: str, target: str) -> list[int | str | None]:
    """VER-19: return what the referee has ruled for the next attack of somebody at somebody, and still holds."""
    if not encounter.rulings:
        return []
    kinds = ("attack", "opportunity_attack", "mount_attack")
    since = max(encounter.aimed.get((who, target, kind), 0) for kind in kinds)
    pair = {"who": who, "target": target}
    return [
        ruling.value
        for ruling in encounter.rulings
        if ruling.subject == subject and ruling.n > since and pair.items() <= ruling.said.items()
    ]


def ruled_dice(encounter: Encounter, subject: str, who: str, target: str) -> int:
    """VER-19: return the dice that the referee gives or takes."""
    return sum(value for value in ruled(encounter, subject, who, target) if isinstance(value, int))


def helps(encounter: Encounter, aim: Aim) -> dict[str, int]:
    """VER-19, VER-30, VER-51: return the bonus dice of an attack: numbers, the saddle, a ruling."""
    ruled_on = {"ruled_bonus": ruled_dice(encounter, "bonus", aim.one.id, aim.target.id)}
    if aim.shoots:
        return ruled_on
    return {
        "numbers": outnumbering(encounter, aim.one, aim.target),
        "mounted": _saddle(encounter, aim),
        **ruled_on,
    }


def outnumbering(encounter: Encounter, one: Combatant, target: Combatant) -> int:
    """VER-30, VER-56: one die for each fighter more on one's own side of the melee; mounts do not count."""
    melee = melee_of(encounter, one.id)
    if melee is None or target.id not in melee.members:
        return 0
    sides = [
        fighter.side for fighter in map(encounter.combatants.__getitem__, melee.members) if fighter.kind != "mount"
    ]
    return max(0, sides.count(one.side) - sides.count(target.side))


def _saddle(encounter: Encounter, aim: Aim) -> int:
    """VER-51, VER-52: a rider has one die more in melee, but not with a Short weapon."""
    return int(mount_of(encounter, aim.one.id) is not None and "short" not in aim.qualities)


def hinders(encounter: Encounter, aim: Aim) -> dict[str, int]:
    """VER-19, VER-36, V-G18, V-G56: return the dice taken from an attack: a crowd, a ruling, what the table plays."""
    settings = settings_of(encounter)
    out_of_melee = melee_of(encounter, aim.one.id) is not None and settings.shoot_in_melee == "penalty_1"
    return {
        "ruled_penalty": ruled_dice(encounter, "penalty", aim.one.id, aim.target.id),
        "crowd": crowd(encounter, aim.target.id) if aim.shoots else 0,
        "shot_in_melee": int(aim.shoots and out_of_melee),
        "called_shot": 2 if aim.called and settings.called_shot_pool == "full_minus_2" else 0,
    }


def leaning(encounter: Encounter, aim: Aim) -> tuple[str, ...]:
    """VER-19, VER-30, VER-36, VER-51, VER-52: return the rules of the dice that an attack is given or loses."""
    rides = not aim.shoots and mount_of(encounter, aim.one.id) is not None
    found = {
        "VER-19": any(ruled_dice(encounter, each, aim.one.id, aim.target.id) for each in ("bonus", "penalty")),
        "VER-30": not aim.shoots and outnumbering(encounter, aim.one, aim.target) > 0,
        "VER-36": aim.shoots and crowd(encounter, aim.target.id) > 0,
        "VER-51": rides and _saddle(encounter, aim) > 0,
        "VER-52": rides and _saddle(encounter, aim) == 0,
    }
    return tuple(rule for rule, holds in found.items() if holds)


def crowd(encounter: Encounter, target: str) -> int:
    """VER-36: a shot at somebody in a melee loses a die for every participant beyond four (V-G8)."""
    melee = melee_of(encounter, target)
    return 0 if melee is None else max(0, len(melee.members) - 4)
