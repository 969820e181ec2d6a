"""What a turn of verdigris can hold: the offers to whoever has it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from domain.encounter import Combatant, Encounter
from domain.items import Carried
from domain.offers import Offer, Open, Threat
from domain.rulesets.verdigris.attack.aiming import Aim, mounted_pair, unsteady, why_not
from domain.rulesets.verdigris.attack.free_attacks import at_the_exit, not_readied
from domain.rulesets.verdigris.attack.grappling import ENTANGLED, out_of_reach
from domain.rulesets.verdigris.inventory import has_room
from domain.rulesets.verdigris.movement.mounts import has_attacked, may_fight
from domain.rulesets.verdigris.standing import (
    entangled,
    foes_of,
    grapple_of,
    loaded,
    melee_of,
    mount_of,
    weapons_of,
)
from domain.rulesets.verdigris.traits import is_weapon, tool_of


def turn(encounter: Encounter, one: Combatant) -> Iterator[Offer]:
    """Yield everything that can be done in a turn (VER-12), and its end."""
    yield from _ways(encounter, one)
    if one.resources["action"]:
        yield from _with_weapons(encounter, one)
        yield from _with_hands(encounter, one)
    yield from _out_of_grapples(encounter, one)
    yield from _riding(encounter, one)
    yield from _things(encounter, one)
    yield Offer(do="end_turn", who=one.id)


def _ways(encounter: Encounter, one: Combatant) -> Iterator[Offer]:
    """Yield where a movement can go (VER-15..17)."""
    if not (one.movement or one.resources["action"]) or entangled(encounter, one.id):
        return
    if melee_of(encounter, one.id) is not None:
        threats = tuple(Threat(who=foe, places=(one.at,)) for foe in at_the_exit(encounter, one.id))
        yield Offer(do="leave_melee", who=one.id, threats=threats)
        return
    if zones := encounter.zones.next_to(one.at):
        yield Offer(do="move", who=one.id, closed={"to": zones})
    if near := tuple(foe.id for foe in foes_of(encounter, one.id) if foe.at == one.at):
        yield Offer(do="enter_melee", who=one.id, closed={"target": near})


def _with_weapons(encounter: Encounter, one: Combatant) -> Iterator[Offer]:
    """Yield attacks, making ready and reloading (VER-20, VER-40, VER-58, VER-59)."""
    for weapon in weapons_of(encounter, one.id):
        yield from _attacks(encounter, one, weapon)
        if not_readied(encounter, one, weapon) is None:
            trigger = Open(kind="text", minimum=1, maximum=40, example="the first one through the door")
            closed: dict[str, tuple[Any, ...]] = {"weapon": (weapon.id,), "once": (True, False)}
            yield Offer(do="ready", who=one.id, closed=closed, open={"trigger": trigger})
        if not loaded(one, weapon) and not unsteady(encounter, one):
            yield Offer(do="reload", who=one.id, closed={"weapon": (weapon.id,)})


def _attacks(encounter: Encounter, one: Combatant, weapon: Carried) -> Iterator[Offer]:
    """Yield the attacks with one weapon, plain or called, by what is struck of those who are mounted (VER-54)."""
    targets = _targets(encounter, one, weapon)
    for strike in (None, "rider", "mount"):
        if not (names := tuple(targets[strike])):
            continue
        closed: dict[str, tuple[Any, ...]] = {"target": names, "weapon": (weapon.id,)}
        struck: dict[str, tuple[Any, ...]] = {"strike": (strike,)} if strike else {}
        yield Offer(do="attack", who=one.id, closed={**closed, **struck, "called_shot": (None, "weak_spot")})
        intent = Open(kind="text", minimum=1, maximum=40, example="disarm")
        effect = {**closed, **struck, "called_shot": ("effect",)}
        yield Offer(do="attack", who=one.id, closed=effect, open={"intent": intent})


def _targets(encounter: Encounter, one: Combatant, weapon: Carried) -> dict[str | None, list[str]]:
    """Return who can be attacked, by what of them is to be struck."""
    found: dict[str | None, list[str]] = {None: [], "rider": [], "mount": []}
    for target in encounter.combatants.values():
        pair = mounted_pair(encounter, target.id)
        struck = {None: target} if pair is None else {"rider": pair[0], "mount": pair[1]}
        for strike, body in struck.items():
            if why_not(encounter, Aim(one=one, target=body, weapon=weapon)) is None:
                found[strike].append(target.id)
    return found


def strikes(encounter: Encounter, target: str) -> tuple[str | None, ...]:
    """VER-54: return what has to be said of a target: nothing, or rider or mount."""
    return (None,) if mounted_pair(encounter, target) is None else ("rider", "mount")


def _with_hands(encounter: Encounter, one: Combatant) -> Iterator[Offer]:
    """Yield a grapple with empty hands (VER-65), and struggling (V-G41)."""
    if not encounter.carried(one.id, "hand", "arm"):
        foes = tuple(foe.id for foe in foes_of(encounter, one.id) if out_of_reach(encounter, one, foe) is None)
        if foes:
            yield Offer(do="grapple", who=one.id, closed={"target": foes})
    if one.stacks(ENTANGLED):
        yield Offer(do="struggle", who=one.id)


def _out_of_grapples(encounter: Encounter, one: Combatant) -> Iterator[Offer]:
    """Yield what ends or turns a grapple freely (VER-67..69)."""
    held = grapple_of(encounter, one.id)
    if held is None:
        return
    if held.holder == one.id or not one.stacks(ENTANGLED):
        yield Offer(do="break_grapple", who=one.id)
    if held.holder != one.id and not one.stacks(ENTANGLED):
        yield Offer(do="reverse_grapple", who=one.id)


def _riding(encounter: Encounter, one: Combatant) -> Iterator[Offer]:
    """Yield what a mount can do on the turn of its rider, or a stray one in its own (VER-46..49)."""
    mount = mount_of(encounter, one.id)
    left = one.resources.get("mount_attack")
    if mount is not None and (left or has_attacked(encounter, mount)):
        order = Open(kind="text", minimum=1, maximum=32, example="battle")
        yield Offer(do="order_mount", who=one.id, open={"order": order})
    if mount is not None and left and may_fight(encounter, one, mount):
        yield from _bites(encounter, mount)
    if one.kind == "mount" and one.resources["action"]:
        yield from _bites(encounter, one)


def _bites(encounter: Encounter, mount: Combatant) -> Iterator[Offer]:
    melee = melee_of(encounter, mount.id)
    foes = [foe.id for foe in foes_of(encounter, mount.id) if melee is not None and foe.id in melee.members]
    for strike in (None, ("rider", "mount")):
        mounted = strike is not None
        if names := tuple(foe for foe in foes if (mounted_pair(encounter, foe) is not None) == mounted):
            struck = {"strike": strike} if strike is not None else {}
            yield Offer(do="mount_attack", who=mount.id, closed={"target": names, **struck})


def _things(encounter: Encounter, one: Combatant) -> Iterator[Offer]:
    """Yield what can be taken from belt or pack, used and dropped (VER-78..80)."""
    for place, resource in (("belt", "belt"), ("pack", "action")):
        if one.resources[resource]:
            for thing in encounter.carried(one.id, place):
                if has_room(encounter, one, thing):
                    yield Offer(do="access_item", who=one.id, closed={"item": (thing.id,)})
    for thing in encounter.carried(one.id, "hand"):
        if not is_weapon(thing) and (tool_of(thing).uses == "free" or one.resources["action"]):
            near = (each.id for each in encounter.combatants.values() if each.at == one.at and not each.gone)
            yield Offer(do="use_item", who=one.id, closed={"item": (thing.id,), "target": (None, *near)})
    for thing in encounter.carried(one.id, "hand", "arm"):
        yield Offer(do="drop_item", who=one.id, aside=True, closed={"item": (thing.id,)})
