"""Verdigris, chapter "Mounted Combat" (VER-46..50): what mounts do, and what frightens them."""

from __future__ import annotations

from domain.encounter import Combatant, Encounter
from domain.events import DeclarationMade, OutcomeResolved
from domain.rulesets.verdigris.attack.aiming import ruled_dice, struck
from domain.rulesets.verdigris.attack.free_attacks import at_the_exit, window
from domain.rulesets.verdigris.commands import CalmMount, LetBolt, MountAttack, OrderMount
from domain.rulesets.verdigris.guards import acting, ask, must_be_able, must_have_turn, not_now, refusal
from domain.rulesets.verdigris.movement.moving import carry, let_go, must_be_loose
from domain.rulesets.verdigris.sheets import settings_of
from domain.rulesets.verdigris.spending import must_have, spend
from domain.rulesets.verdigris.standing import (
    able,
    dice,
    entangled,
    foes_of,
    melee_of,
    mount_of,
    rider_of,
    skill,
    trained,
)
from domain.rulesets.verdigris.steps import (
    Agenda,
    AskedToRule,
    Blow,
    Bolted,
    Calmed,
    Fright,
    Ordered,
    Run,
    Startled,
    on_top,
)
from domain.rulesets.verdigris.testing import attempt, pool
from domain.rulesets.verdigris.traits import sheet_of
from domain.story import Story
from domain.table.guards import known
from domain.table.words import SLIP, nearest, plain

BATTLE = "battle"
"""V-G36: the order that lets a mount attack, and the training that keeps it from fleeing."""


def frightened(story: Story, rider: str) -> None:
    """VER-47, V-G35: a mount that is not trained for battle, with a foe in its zone, wants to flee from danger."""
    mount = mount_of(story.now, rider)
    if mount is None or trained(mount, BATTLE) or not any(foe.at == mount.at for foe in foes_of(story.now, rider)):
        return
    if settings_of(story.now).untrained_mount == "ruling":
        then = (Startled(rider=rider, mount=mount.id),)
        asked = AskedToRule(subject="untrained_mount", mount=mount.id, then=then)
        ask(story, "ruling", story.now.referee or "", (), asked, "VER-47")
        return
    owner = story.who(rider).controller or ""
    fright = Fright(who=rider, mount=mount.id)
    ask(story, "mount_control", owner, answers_to_fright(story.now, rider), fright, "VER-47")


def answers_to_fright(encounter: Encounter, rider: str) -> tuple[str, ...]:
    """VER-47, V-G40: a frightened mount is held, or let run unless it or its rider is entangled."""
    return ("calm_mount",) if entangled(encounter, rider) else ("calm_mount", "let_bolt")


def calm_mount(story: Story, command: CalmMount) -> Agenda:
    """VER-47, VER-48: the rider may hold it with a Charisma/Riding test."""
    mount = _frightened_mount(story.now, command.who, "calm a mount")
    told = {"mount": mount}
    story.tell(
        DeclarationMade(who=command.who, kind="calm_mount", targets=(mount,), parameters=told, rules=("VER-48",))
    )
    return _ride(story, command.who, Calmed(who=command.who, mount=mount))


def let_bolt(story: Story, command: LetBolt) -> Agenda:
    """VER-47, V-G40: the rider may let it run, unless one of the two is entangled: then neither gets away."""
    must_be_loose(story.now, known(story.now, command.who, "VER-47"), "let a mount bolt")
    mount = _frightened_mount(story.now, command.who, "let a mount bolt")
    told = {"mount": mount}
    story.tell(DeclarationMade(who=command.who, kind="let_bolt", targets=(mount,), parameters=told, rules=("VER-47",)))
    return bolt(story, command.who, mount)


def _frightened_mount(encounter: Encounter, who: str, deed: str) -> str:
    """VER-47: return the mount that is to be held or let run."""
    one = known(encounter, who, "VER-47")
    must_be_able(encounter, one, deed)
    fright = on_top(encounter, Fright)
    if fright is None:
        raise refusal(encounter, "no_trigger", f"{who} cannot {deed}: none is frightened now.", "VER-47")
    if fright.who != who:
        raise not_now(encounter, who, deed, {one.controller or ""}, "VER-47")
    return fright.mount


def _ride(story: Story, rider: str, step: Calmed | Ordered) -> Agenda:
    """VER-48, V-G57: Charisma dice and the riding skill; one success level is enough."""
    one = story.who(rider)
    terms = {"attr": dice(one, "charisma"), "skill": skill(one, "riding")}
    return attempt(story, one, "riding", terms, (step,), "VER-48", attribute="charisma")


def _rode(story: Story, step: Calmed | Ordered) -> bool:
    """VER-48: tell how a riding test came out, and return whether it was passed."""
    result = "success" if step.sl else "failure"
    mount = mount_of(story.now, step.who)
    story.tell(
        OutcomeResolved(
            kind="riding",
            who=step.who,
            whom=mount.id if mount is not None else None,
            result=result,
            roll=step.roll,
            margin=step.sl,
            rules=("VER-48",),
        )
    )
    return bool(step.sl)


def calmed(story: Story, step: Calmed, agenda: Agenda) -> Agenda:
    """VER-47, VER-48: a mount that is held obeys for this turn; one that is not bolts."""
    return agenda if _rode(story, step) else (*bolt(story, step.who, step.mount), *agenda)


def startled(story: Story, step: Startled, agenda: Agenda) -> Agenda:
    """V-G35: where the referee rules on a frightened mount, it runs to the zone that was named, or stands."""
    return agenda if step.to is None else (*bolt(story, step.rider, step.mount, step.to), *agenda)


def bolt(story: Story, rider: str, mount: str, to: str | None = None) -> Agenda:
    """VER-47, V-G35: the movement is gone; out of a melee one foe may strike, and then the mount is off.

    It is not while one of the two is entangled (V-G40): then nobody tries to get away, and nobody strikes at them.
    """
    if entangled(story.now, rider):
        return ()
    spend(story, rider, "movement", "bolt", "VER-47")
    away = (Run(mount=mount, to=to),)
    return window(story, rider, "bolt", at_the_exit(story.now, rider), away, "VER-47", "VER-57")


def run(story: Story, step: Run, agenda: Agenda) -> Agenda:
    """V-G35: the mount runs to the adjacent zone with the fewest foes; between several the referee chooses."""
    mount = story.who(step.mount)
    if not able(story.now, mount) or held(story.now, mount):
        return agenda
    zones = quietest(story.now, mount) if step.to is None else (step.to,)
    if len(zones) > 1:
        asked = AskedToRule(subject="bolt", mount=mount.id, then=(Bolted(mount=mount.id), *agenda))
        ask(story, "ruling", story.now.referee or "", zones, asked, "VER-47")
        return ()
    return (*(Bolted(mount=mount.id, to=zone) for zone in zones), *agenda)


def held(encounter: Encounter, mount: Combatant) -> bool:
    """V-G40: return whether a mount, or the rider on it, is entangled."""
    rider = rider_of(encounter, mount.id)
    return entangled(encounter, mount.id if rider is None else rider.id)


def ways_out(encounter: Encounter, mount: Combatant) -> tuple[str, ...]:
    """V-G35, V-G40: return the zones that a frightened mount may run to: the adjacent ones, none while it is held."""
    return () if held(encounter, mount) else encounter.zones.next_to(mount.at)


def quietest(encounter: Encounter, mount: Combatant) -> tuple[str, ...]:
    """V-G35: return the adjacent zones with the fewest foes of a mount."""
    foes = [foe.at for foe in foes_of(encounter, mount.id)]
    zones = encounter.zones.next_to(mount.at)
    fewest = min((foes.count(zone) for zone in zones), default=0)
    return tuple(zone for zone in zones if foes.count(zone) == fewest)


def bolted(story: Story, step: Bolted, agenda: Agenda) -> Agenda:
    """VER-46, VER-47: off it goes, and carries whoever still rides it."""
    if not able(story.now, story.who(step.mount)):
        return agenda
    rider = rider_of(story.now, step.mount)
    moving = (step.mount,) if rider is None else (step.mount, rider.id)
    carry(story, moving, step.to, "bolt", "VER-47")
    let_go(story, moving)
    return agenda


def order_mount(story: Story, command: OrderMount) -> Agenda:
    """VER-48, V-G36: a mount does what it is trained for; anything else takes a test of its rider."""
    encounter = story.now
    one = acting(encounter, command.who, "order a mount")
    mount = mount_of(encounter, one.id)
    if mount is None:
        message = f"{one.id} cannot order a mount: {one.id} rides none."
        raise refusal(encounter, "illegal_target", message, "VER-48")
    if not has_attacked(encounter, mount):
        must_have(encounter, one, "mount_attack", "order a mount", "VER-48")
    order = _order(encounter, one, mount, command.order)
    told = {"order": order, "mount": mount.id}
    story.tell(DeclarationMade(who=one.id, kind="order_mount", targets=(mount.id,), parameters=told, rules=("VER-48",)))
    if trained(mount, order):
        return ()
    return _ride(story, one.id, Ordered(who=one.id))


def _order(encounter: Encounter, one: Combatant, mount: Combatant, given: str) -> str:
    """V-G36: return an order as a mount has learnt it; refuses one that is nearly an order it would understand."""
    if trained(mount, given):
        return given
    order, learnt = plain(given), {BATTLE, *sheet_of(mount).training}
    like = nearest(order, learnt, SLIP)
    if order not in learnt and like is not None:
        message = f"{one.id} cannot order {given!r}: is {like} meant? Else name it otherwise."
        raise refusal(encounter, "invalid_value", message, "VER-48")
    return order


def has_attacked(encounter: Encounter, mount: Combatant) -> bool:
    """V-G37: return whether it is an attack in this turn, and no order that failed, that took what a mount can do."""
    return any(deed.kind == "mount_attack" and deed.who == mount.id for deed in encounter.deeds)


def ordered(story: Story, step: Ordered, agenda: Agenda) -> Agenda:
    """V-G36: an order that fails is not done, and what the mount could still do in this turn is gone."""
    if not _rode(story, step) and story.who(step.who).resources["mount_attack"]:
        spend(story, step.who, "mount_attack", "order", "VER-48")
    return agenda


def mount_attack(story: Story, command: MountAttack) -> Agenda:
    """VER-46, VER-49, VER-50: in a melee a mount strikes with Quality and Bonus, on its rider's turn; never pushed."""
    encounter = story.now
    mount, purse, resource = striker(encounter, command.who)
    known(encounter, command.target, "VER-49")
    must_have(encounter, purse, resource, "let a mount attack", "VER-49")
    target = struck(encounter, mount.id, command.target, command.strike)
    if target.side == mount.side:
        raise refusal(encounter, "not_a_foe", f"{mount.id} cannot attack {target.id}: no foe.", "VER-49")
    melee = melee_of(encounter, mount.id)
    if melee is None or target.id not in melee.members:
        message = f"{mount.id} cannot attack {target.id}: they are not in one melee."
        raise refusal(encounter, "not_in_same_melee", message, "VER-49")
    bonus, penalty = (
        {f"ruled_{name}": ruled_dice(encounter, name, mount.id, target.id)} for name in ("bonus", "penalty")
    )
    story.tell(
        DeclarationMade(
            who=mount.id,
            kind="mount_attack",
            targets=(target.id,),
            parameters={"target": target.id},
            rules=("VER-46", "VER-49"),
        )
    )
    spend(story, purse.id, resource, "attack", "VER-49")
    terms = {"quality": dice(mount, "quality"), "gear": dice(mount, "bonus")}
    rolled = pool(story, mount.id, "attack", terms, "VER-49", "VER-50", bonus=bonus, penalty=penalty)
    blow = Blow(
        who=mount.id,
        target=target.id,
        category="mount",
        damage=dice(mount, "damage"),
        bonus=0,
        sl=rolled.sl or 0,
        sixes=rolled.faces.count(6),
    )
    return (blow,)


def striker(encounter: Encounter, who: str) -> tuple[Combatant, Combatant, str]:
    """VER-46, VER-48, V-G37: return a mount that may attack, and whose resource that takes; a stray one has its own."""
    mount = known(encounter, who, "VER-49")
    if mount.kind != "mount":
        raise refusal(encounter, "invalid_value", f"{who} cannot attack as a mount: {who} is none.", "VER-49")
    must_be_able(encounter, mount, "attack")
    rider = rider_of(encounter, who)
    if rider is None:
        return acting(encounter, who, "attack", "VER-49"), mount, "action"
    must_have_turn(encounter, rider, f"let {who} attack", "VER-46")
    if not may_fight(encounter, rider, mount):
        message = f"{who} cannot attack: it is not trained for battle, and has not been ordered to."
        raise refusal(encounter, "no_such_ability", message, "VER-48")
    return mount, rider, "mount_attack"


def may_fight(encounter: Encounter, rider: Combatant, mount: Combatant) -> bool:
    """V-G36: return whether a mount is trained for battle, or was ordered into it in this turn."""
    orders = (deed for deed in encounter.deeds if deed.kind == "order_mount" and deed.who == rider.id)
    return trained(mount, BATTLE) or any(deed.said["order"] == BATTLE for deed in orders)
