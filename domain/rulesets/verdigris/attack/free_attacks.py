"""Verdigris, chapter "Attacks of Opportunity" (VER-32, VER-57..62): free attacks, and what makes one ready for them."""

from __future__ import annotations

from domain.encounter import Combatant, Encounter
from domain.events import ConditionApplied, ConditionEnded, DeclarationMade
from domain.facts import facts_of
from domain.items import Carried
from domain.rulesets.verdigris.attack.aiming import (
    Aim,
    WhyNot,
    armed,
    cannot,
    helps,
    hinders,
    must_reach,
    struck,
    unsteady,
    why_not,
)
from domain.rulesets.verdigris.attack.attacking import fire, strike
from domain.rulesets.verdigris.commands import DeclineReaction, React, Ready
from domain.rulesets.verdigris.guards import acting, ask, must_be_able, must_be_open, refusal
from domain.rulesets.verdigris.sheets import settings_of
from domain.rulesets.verdigris.spending import must_have, spend
from domain.rulesets.verdigris.standing import (
    RANGED,
    able,
    answering,
    deciding,
    loaded,
    melee_of,
    weapons_of,
)
from domain.rulesets.verdigris.steps import Agenda, FreeAttack, on_top
from domain.rulesets.verdigris.traits import Readied, arm_of, readied_of
from domain.story import Story
from domain.table.guards import known


def window(story: Story, target: str, trigger: str, strikers: tuple[str, ...], agenda: Agenda, *rules: str) -> Agenda:
    """VER-32, VER-57: ask the side of those who may strike, if anybody may; what was going on waits."""
    if not strikers:
        return agenda
    chance = FreeAttack(trigger=trigger, target=target, then=agenda)
    ask(story, "opportunity_attack", deciding(story.now, strikers), (*strikers, "none"), chance, *rules)
    return ()


def at_the_exit(encounter: Encounter, leaver: str) -> tuple[str, ...]:
    """VER-28, VER-32: return who may strike at the one who leaves: foes in that melee, in the order of joining."""
    melee = melee_of(encounter, leaver)
    members = melee.members if melee is not None else ()
    return tuple(each for each in encounter.combatants if each in members and may_strike(encounter, each, leaver))


def may_strike(encounter: Encounter, who: str, target: str) -> bool:
    """V-G23: return whether somebody has a free attack left, and a weapon that reaches; mounts strike only in turns."""
    one = encounter.combatants[who]
    if one.kind == "mount" or not able(encounter, one) or spent(encounter, one):
        return False
    return any(weapons_that_reach(encounter, who, target))


def weapons_that_reach(encounter: Encounter, who: str, target: str) -> list[Carried]:
    """Return the weapons in hand that a free attack at the target can be made with."""
    one, foe = encounter.combatants[who], encounter.combatants[target]
    found = weapons_of(encounter, who)
    return [held for held in found if why_not(encounter, Aim(one=one, target=foe, weapon=held, free=True)) is None]


def spent(encounter: Encounter, one: Combatant) -> bool:
    """V-G23: return whether somebody has made all free attacks of the round that a house rule allows."""
    limit = settings_of(encounter).free_attacks_per_round
    return limit != "unlimited" and one.stacks("free_attack") >= limit


def react(story: Story, command: React) -> Agenda:
    """VER-32, VER-57, VER-62: one free attack answers the window; without the window there is none."""
    encounter = story.now
    one = known(encounter, command.who, "VER-62")
    must_be_able(encounter, one, "strike")
    must_be_open(encounter, command.decision, "VER-32")
    if spent(encounter, one):
        message = f"{one.id} cannot strike: no free attack is left in this round."
        raise refusal(encounter, "no_resource", message, "VER-57")
    chance = on_top(encounter, FreeAttack)
    if chance is None or one.id not in encounter.decisions[-1].options:
        raise _no_trigger(encounter, one)
    weapon = armed(encounter, one, command.weapon)
    target = struck(encounter, one.id, chance.target, command.strike)
    aim = Aim(one=one, target=target, weapon=weapon, free=True)
    must_reach(encounter, aim)
    bonus, penalty = helps(encounter, aim), hinders(encounter, aim)
    story.tell(
        DeclarationMade(
            who=one.id,
            kind="opportunity_attack",
            targets=(target.id,),
            parameters={"target": target.id, "weapon": weapon.id, **_counted(encounter, one)},
            rules=("VER-32", "VER-57"),
        )
    )
    fire(story, aim)
    _free_attack_made(story, one, weapon.id, chance.trigger)
    return strike(story, aim, bonus, penalty, chance.then)


def _counted(encounter: Encounter, one: Combatant) -> dict[str, int]:
    """V-G23: return which free attack of the round this is, where a house rule counts them."""
    if settings_of(encounter).free_attacks_per_round == "unlimited":
        return {}
    return {"free_attack": one.stacks("free_attack") + 1}


def _free_attack_made(story: Story, one: Combatant, weapon: str, trigger: str) -> None:
    """VER-58: a weapon made ready for one attack has had it.

    It was made ready for what the referee rules to be met (VER-62), or for a trigger that has a name of its own; the
    chance that somebody else's way out of a melee gives leaves it ready.
    """
    readied = readied_of(one)
    met = readied is not None and trigger in ("ruling", readied.trigger)
    if readied is not None and met and readied.once and readied.weapon == weapon:
        story.tell(ConditionEnded(to=one.id, condition="readied", reason="used", rules=("VER-58",)))


def _no_trigger(encounter: Encounter, one: Combatant) -> Exception:
    """VER-62: return why somebody may not strike: nothing gives them the chance, or it is another's."""
    owner = encounter.decisions[-1].owner if on_top(encounter, FreeAttack) is not None else None
    if owner is not None and owner not in (answering(encounter, one.side), one.controller):
        message = f"{one.id} cannot strike: that chance is {owner}'s."
        return refusal(encounter, "not_your_decision", message, "VER-62")
    message = f"{one.id} cannot strike: nothing gives {one.id} a free attack now."
    return refusal(encounter, "no_trigger", message, "VER-62")


def decline_reaction(story: Story, command: DeclineReaction) -> Agenda:
    """VER-32: nobody has to strike; then what was going on goes on."""
    encounter = story.now
    must_be_open(encounter, command.decision, "VER-32")
    chance = on_top(encounter, FreeAttack)
    if chance is None:
        message = f"{command.by} cannot let a free attack go: none is offered."
        raise refusal(encounter, "no_trigger", message, "VER-62")
    if command.by != (owner := encounter.decisions[-1].owner):
        message = f"{command.by} cannot let this free attack go: it is {owner}'s."
        raise refusal(encounter, "not_your_decision", message, "VER-32")
    story.tell(DeclarationMade(who=command.by, kind="decline_reaction", rules=("VER-32",)))
    return chance.then


def ready(story: Story, command: Ready) -> Agenda:
    """VER-58, VER-59, V-G24: for the action, a weapon is made ready for what is said: once, or as a watch."""
    encounter = story.now
    one = acting(encounter, command.who, "make ready")
    weapon = armed(encounter, one, command.weapon)
    must_have(encounter, one, "action", "make ready", "VER-12")
    why = not_readied(encounter, one, weapon)
    if why is not None:
        raise cannot(encounter, one.id, f"make {weapon.id} ready", why)
    told = facts_of(Readied(weapon=weapon.id, trigger=command.trigger, once=command.once))
    rule = "VER-58" if command.once else "VER-59"
    story.tell(DeclarationMade(who=one.id, kind="ready", parameters=told, rules=(rule, "VER-61")))
    spend(story, one.id, "action", "ready", "VER-12")
    story.tell(ConditionApplied(to=one.id, condition="readied", details=told, rules=(rule,)))
    return ()


def not_readied(encounter: Encounter, one: Combatant, weapon: Carried) -> WhyNot | None:
    """VER-53, V-G38: return why a weapon cannot be made ready; None if it can."""
    if arm_of(weapon).category not in RANGED:
        return None
    if not loaded(one, weapon):
        return "no_resource", f"{weapon.id} is not loaded", "VER-34"
    if unsteady(encounter, one):
        return "mounted_ranged", "on horseback that takes a talent", "VER-53"
    return None
