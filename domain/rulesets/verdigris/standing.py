"""How things stand: who is able, who rides what, what is in hand, who is in which melee."""

from __future__ import annotations

from domain.encounter import Combatant, Encounter, Engagement
from domain.items import Carried
from domain.rulesets.verdigris.sheets import ENEMIES, PARTY, settings_of
from domain.rulesets.verdigris.traits import Number, arm_of, is_weapon, sheet_of

RANGED = frozenset({"bow", "crossbow", "blackpowder", "thrown"})
AGILE = frozenset({"crossbow", "blackpowder"})


def able(encounter: Encounter, one: Combatant) -> bool:
    """V-G47: return whether somebody can act: active, or by house rule at Death's Door."""
    return one.life == "active" or (one.life == "dying" and settings_of(encounter).deaths_door_acts)


def stands(encounter: Encounter, side: str) -> bool:
    """V-G54: return whether a side has an active member; a mount alone fights for nobody."""
    return any(
        one.side == side and one.kind != "mount" and able(encounter, one) for one in encounter.combatants.values()
    )


def other_side(side: str) -> str:
    """Return the side across."""
    return ENEMIES if side == PARTY else PARTY


def answering(encounter: Encounter, side: str) -> str:
    """Return who decides for a side as a whole: the party, or the referee for the enemies."""
    return PARTY if side == PARTY else encounter.referee or ""


def deciding(encounter: Encounter, who: tuple[str, ...]) -> str:
    """V-G22: return who decides for these of one side: of the party the seat that has them all, or else the side."""
    several = [encounter.combatants[each] for each in who]
    seats = {one.controller or "" for one in several}
    return seats.pop() if several[0].side == PARTY and len(seats) == 1 else answering(encounter, several[0].side)


def mount_of(encounter: Encounter, who: str) -> Combatant | None:
    """Return the mount that somebody rides now: able both, and not put afoot."""
    rider = encounter.combatants[who]
    mount = encounter.combatants.get(sheet_of(rider).mount or "")
    if mount is None or not able(encounter, mount) or not able(encounter, rider) or rider.under("afoot"):
        return None
    return mount


def rider_of(encounter: Encounter, mount: str) -> Combatant | None:
    """Return who rides a mount now."""
    if encounter.combatants[mount].kind != "mount":
        return None
    riders = (one for one in encounter.combatants.values() if sheet_of(one).mount == mount)
    return next((one for one in riders if mount_of(encounter, one.id) is not None), None)


def company(encounter: Encounter, who: str) -> tuple[str, ...]:
    """VER-46: return who moves along: the mount first, which has the legs, then its rider."""
    mount = mount_of(encounter, who)
    return (who,) if mount is None else (mount.id, who)


def trained(mount: Combatant, order: str) -> bool:
    """V-G36: return whether a mount is trained for an order."""
    return order in sheet_of(mount).training


def dice(one: Combatant, name: Number) -> int:
    """Return how many dice an attribute, a save or stress gives now; pushing may have worn it."""
    return one.resources.get(name, sheet_of(one).number(name))


def skill(one: Combatant, name: str | None) -> int:
    """V-G33: return the dice of a skill; one that nobody has learnt gives none."""
    return sheet_of(one).skills.get(name or "", 0)


def weapon_of(encounter: Encounter, who: str, weapon: str) -> Carried | None:
    """Return the weapon of that id in somebody's hand or nature."""
    return next((one for one in weapons_of(encounter, who) if one.id == weapon), None)


def weapons_of(encounter: Encounter, who: str) -> tuple[Carried, ...]:
    """Return the weapons somebody can strike with at once."""
    return tuple(one for one in encounter.carried(who, "hand", "natural") if is_weapon(one))


def gear(one: Combatant, weapon: Carried) -> int:
    """VER-76: return the gear dice a weapon gives now: its listed bonus, less what pushing has worn off."""
    return one.resources.get(f"{weapon.id}_bonus", arm_of(weapon).bonus)


def loaded(one: Combatant, weapon: Carried) -> bool:
    """V-G38: return whether a weapon can be fired; what is never reloaded always can."""
    arm = arm_of(weapon)
    if "reload" not in arm.qualities:
        return True
    return bool(one.resources.get(f"{weapon.id}_loaded", int(arm.loaded)))


def melee_of(encounter: Encounter, who: str) -> Engagement | None:
    """Return the melee somebody is in."""
    return encounter.engaged(who, "melee")


def grapple_of(encounter: Encounter, who: str) -> Engagement | None:
    """Return the grapple somebody is in."""
    return encounter.engaged(who, "grapple")


def entangled(encounter: Encounter, who: str) -> bool:
    """V-G40: return whether somebody, or whoever moves along, is entangled."""
    return any(encounter.combatants[each].stacks("entangled") for each in company(encounter, who))


def foes_of(encounter: Encounter, who: str) -> tuple[Combatant, ...]:
    """Return everybody able on the other side, in the order of joining."""
    side = encounter.combatants[who].side
    return tuple(one for one in encounter.combatants.values() if one.side != side and able(encounter, one))
