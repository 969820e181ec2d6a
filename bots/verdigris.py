"""How good a command looks to an automatic player of verdigris."""

from __future__ import annotations

from typing import Any

from domain.encounter import Combatant, Encounter
from domain.items import Carried
from domain.rulesets.verdigris.attack.aiming import unsteady
from domain.rulesets.verdigris.sheets import ENEMIES, PARTY
from domain.rulesets.verdigris.standing import RANGED, foes_of, loaded, melee_of, stands, weapons_of
from domain.rulesets.verdigris.steps import AskedToRule, OpenRoll
from domain.rulesets.verdigris.traits import arm_of, is_weapon, tool_of

LEARNT = 150
"""From so many fights a judge learns, in some ten seconds."""
PLAIN = {
    "start": 50,
    "roll_initiative": 90,
    "choose_actor": 50,
    "accept_roll": 50,
    "react": 80,
    "decline_reaction": 10,
    "calm_mount": 60,
    "let_bolt": 5,
    "reverse_grapple": 50,
    "break_grapple": 3,
    "struggle": 60,
    "mount_attack": 97,
    "grapple": 40,
    "reload": 65,
    "end_turn": 2,
}
"""What is worth the same whenever it can be done; what is not named here is not worth doing."""


def worth(encounter: Encounter, body: dict[str, Any], *, tired: bool) -> int:
    """Return how good a command looks; nothing at 0 or below is worth doing. ``tired`` players want the fight over."""
    do = body["do"]
    if do == "end_encounter":
        return 1000 if tired or _cannot_begin(encounter) else 0
    weigh = WEIGHED.get(do)
    return PLAIN.get(do, 0) if weigh is None else weigh(encounter, body)


def _cannot_begin(encounter: Encounter) -> bool:
    """Return whether there is no fight, and none can begin: of one side nobody stands."""
    return encounter.round is None and not (stands(encounter, PARTY) and stands(encounter, ENEMIES))


def _rule(encounter: Encounter, body: dict[str, Any]) -> int:
    """Answer what is asked, and rule nothing else."""
    top = encounter.decision
    return 50 if top is not None and top.kind == "ruling" and top.step(AskedToRule).subject == body["subject"] else 0


def _push(encounter: Encounter, _: dict[str, Any]) -> int:
    """Push a roll without a success, while stress is low."""
    throw = encounter.decisions[-1].step(OpenRoll).test
    faces = [face for _, face in throw.faces]
    stress = [name for name, _ in throw.faces].count("stress")
    return 60 if 6 not in faces and stress < 4 else 20


def _attack(encounter: Encounter, body: dict[str, Any]) -> int:
    """Strike the weakest foe who still stands; aim at a weak spot only with a steady hand."""
    target = encounter.combatants[body["target"]]
    if target.life == "dying":
        return 6
    aimed = {"weak_spot": -30, "effect": -50}.get(body.get("called_shot", ""), 0)
    return max(10, 96 - target.pools["hp"].now + aimed)


def _close(encounter: Encounter, body: dict[str, Any]) -> int:
    """Go for a foe with a blade in hand; with a bow rather stay away."""
    return 15 if _shoots(encounter, body["who"]) else 70


def _go(encounter: Encounter, body: dict[str, Any]) -> int:
    """Walk towards the nearest foe, while there is none here and nothing to shoot with."""
    who, to = encounter.combatants[body["who"]], body["to"]
    before, after = _to_foes(encounter, who, who.at), _to_foes(encounter, who, to)
    return 40 if before > after and not _shoots(encounter, who.id) else 0


def _to_foes(encounter: Encounter, who: Combatant, zone: str) -> int:
    """Return the zones to the nearest foe; 100 if there is no way."""
    ways = [encounter.zones.distance(zone, foe.at) for foe in foes_of(encounter, who.id)]
    return min((way for way in ways if way is not None), default=100)


def _shoots(encounter: Encounter, who: str) -> bool:
    """Return whether somebody has a ranged weapon in hand that they can fire from where they sit or stand."""
    return any(arm_of(weapon).category in RANGED for weapon in _usable(encounter, encounter.combatants[who]))


def _usable(encounter: Encounter, one: Combatant) -> list[Carried]:
    """Return the weapons in hand that are of use: from the saddle mostly no ranged one."""
    shaky = unsteady(encounter, one)
    return [weapon for weapon in weapons_of(encounter, one.id) if not (shaky and arm_of(weapon).category in RANGED)]


def _get_away(encounter: Encounter, body: dict[str, Any]) -> int:
    """Leave a melee only with nothing to strike with there."""
    one = encounter.combatants[body["who"]]
    weapons = [weapon for weapon in weapons_of(encounter, one.id) if loaded(one, weapon)]
    return 0 if any(arm_of(weapon).category not in RANGED for weapon in weapons) else 30


def _take(encounter: Encounter, body: dict[str, Any]) -> int:
    """Take a weapon into an empty hand, and what heals when it hurts."""
    who = body["who"]
    thing = next(each for each in encounter.carried(who, "belt", "pack") if each.id == body["item"])
    if is_weapon(thing):
        near = arm_of(thing).category not in RANGED or melee_of(encounter, who) is None
        return 90 if near and not _usable(encounter, encounter.combatants[who]) else 0
    return 85 if _hurt(encounter.combatants[who]) and tool_of(thing).heal else 0


def _use(encounter: Encounter, body: dict[str, Any]) -> int:
    """Heal a friend, or oneself, who is badly hurt."""
    one = encounter.combatants[body["who"]]
    target = encounter.combatants[body.get("target") or one.id]
    thing = next(each for each in encounter.carried(one.id, "hand") if each.id == body["item"])
    return 98 if target.side == one.side and _hurt(target) and tool_of(thing).heal else 0


def _hurt(one: Combatant) -> bool:
    return 2 * one.pools["hp"].now <= one.pools["hp"].max


WEIGHED = {
    "rule": _rule,
    "push": _push,
    "attack": _attack,
    "enter_melee": _close,
    "move": _go,
    "leave_melee": _get_away,
    "access_item": _take,
    "use_item": _use,
}
"""What is worth more or less as things stand."""
