"""Verdigris, chapter "Attacking & Defending" with what stands under it (VER-20..25, VER-34..45).

"Critical Hits" (VER-63, VER-64) and "Weapon Damage" (VER-76, VER-77) are here too.
A blow is the step of an agenda: who strikes whom with what, and once rolled its success levels and sixes.
"""

from __future__ import annotations

from dataclasses import replace

from domain.dice import notation
from domain.encounter import Combatant, Encounter
from domain.events import DeclarationMade, Facts, OutcomeResolved, ResourceChanged
from domain.rulesets.verdigris.attack.aiming import (
    MOUNTED_ARCHERY,
    Aim,
    armed,
    cannot,
    helps,
    hinders,
    leaning,
    must_reach,
    struck,
    unsteady,
)
from domain.rulesets.verdigris.attack.damage import hurt, withstand
from domain.rulesets.verdigris.commands import Attack, Reload
from domain.rulesets.verdigris.guards import acting, ask, refusal
from domain.rulesets.verdigris.sheets import PARTY, settings_of
from domain.rulesets.verdigris.spending import must_have, spend
from domain.rulesets.verdigris.standing import (
    AGILE,
    RANGED,
    able,
    dice,
    gear,
    loaded,
    melee_of,
    skill,
)
from domain.rulesets.verdigris.steps import Agenda, AskedToRule, Blow
from domain.rulesets.verdigris.testing import Terms, attempt, hindered, save
from domain.rulesets.verdigris.traits import Number, arm_of
from domain.story import Story
from domain.table.guards import known

CRITICAL = 4
"""VER-63: so many sixes make a critical hit."""


def attack(story: Story, command: Attack) -> Agenda:
    """VER-12, VER-20, VER-40: the action is spent on an attack; a called shot is declared with it."""
    encounter = story.now
    known(encounter, command.target, "VER-20")
    _must_be_well_called(encounter, command)
    one = acting(encounter, command.who, "attack")
    weapon = armed(encounter, one, command.weapon)
    must_have(encounter, one, "action", "attack", "VER-12")
    target = struck(encounter, one.id, command.target, command.strike)
    aim = Aim(one=one, target=target, weapon=weapon, called=command.called_shot, intent=command.intent)
    must_reach(encounter, aim)
    called: Facts = {"called_shot": command.called_shot} if command.called_shot else {}
    intent: Facts = {"intent": command.intent} if command.intent else {}
    bonus, penalty = helps(encounter, aim), hinders(encounter, aim)
    story.tell(
        DeclarationMade(
            who=one.id,
            kind="attack",
            targets=(target.id,),
            parameters={"target": target.id, "weapon": weapon.id, **called, **intent},
            rules=("VER-20", "VER-40") if called else ("VER-20",),
        )
    )
    spend(story, one.id, "action", "attack", "VER-12", "VER-20")
    fire(story, aim)
    return strike(story, aim, bonus, penalty, ())


def _must_be_well_called(encounter: Encounter, command: Attack) -> None:
    """VER-42: only a called shot for an effect has an intent."""
    if command.intent is not None and command.called_shot != "effect":
        message = f"{command.who} cannot have an intent: that belongs to a called shot for an effect."
        raise refusal(encounter, "invalid_value", message, "VER-42")


def strike(story: Story, aim: Aim, bonus: Terms, penalty: Terms, agenda: Agenda) -> Agenda:
    """VER-20..22, VER-34, VER-44, VER-76: roll the attack; its result goes to the defence."""
    one = aim.one
    attribute: Number = "agility" if aim.category in AGILE else "strength"
    terms = {"attr": dice(one, attribute), "skill": skill(one, arm_of(aim.weapon).skill)}
    if aim.called and settings_of(story.now).called_shot_pool == "no_attribute":
        terms.pop("attr")
    rules = ["VER-20", "VER-34" if aim.shoots else "VER-27", "VER-22" if aim.category in AGILE else "VER-21", "VER-76"]
    return attempt(
        story,
        one,
        "attack",
        {**terms, "gear": gear(one, aim.weapon)},
        (_blow(aim), *agenda),
        *rules,
        *(["VER-44"] if aim.called else []),
        attribute=attribute,
        weapon=aim.weapon.id,
        bonus=bonus,
        penalty=penalty,
        leaning=leaning(story.now, aim),
    )


def fire(story: Story, aim: Aim) -> None:
    """V-G38: a shot empties a weapon that is to be reloaded."""
    if aim.shoots and "reload" in aim.qualities:
        _load(story, aim.one.id, aim.weapon.id, loaded=False)


def _load(story: Story, who: str, weapon: str, *, loaded: bool) -> None:
    """V-G38: tell that a weapon is empty now, or full."""
    name = f"{weapon}_loaded"
    why = "reload" if loaded else "shot"
    story.tell(
        ResourceChanged(who=who, resource=name, before=int(not loaded), after=int(loaded), why=why, rules=("VER-53",))
    )


def _blow(aim: Aim) -> Blow:
    """Return the step that goes on with the defence."""
    arm = arm_of(aim.weapon)
    return Blow(
        who=aim.one.id,
        target=aim.target.id,
        category=arm.category,
        damage=arm.damage,
        bonus=arm.bonus,
        max=arm.max_damage,
        called=aim.called,
        intent=aim.intent,
    )


def defend(story: Story, blow: Blow, agenda: Agenda) -> Agenda:
    """VER-20, VER-23: only more success levels than the defender's Dodge connect; that is decided here."""
    target = story.who(blow.target)
    aware = able(story.now, target)
    dodged = _dodge(story, target, blow.category) if aware else 0
    margin = blow.sl - dodged
    critical = margin > 0 and blow.sixes >= CRITICAL
    details: Facts = {**({"critical": True} if critical else {}), **({} if aware else {"undefended": True})}
    story.tell(
        OutcomeResolved(
            kind="attack",
            who=blow.who,
            whom=target.id,
            result="hit" if margin > 0 else "miss",
            roll=blow.roll,
            margin=margin,
            details=details,
            rules=("VER-23", "VER-63") if critical else ("VER-23",),
        )
    )
    if margin <= 0:
        _goes_astray(story, blow, margin)
        return agenda
    _lands(story, blow, margin, critical)
    return _work_out(story, blow, agenda)


def _dodge(story: Story, target: Combatant, category: str) -> int:
    """VER-20, VER-35, VER-38, VER-39, VER-45, VER-55: a Dodge save; a shield helps against shots, but not powder."""
    shield = bool(story.now.carried(target.id, "arm")) and category in RANGED and category != "blackpowder"
    pierced = bool(story.now.carried(target.id, "arm")) and category == "blackpowder"
    rules = [
        "VER-35" if category in RANGED else "VER-20",
        *(["VER-38"] if shield else []),
        *(["VER-39"] if pierced else []),
    ]
    return save(story, target, "dodge", *rules, bonus={"shield": int(shield)}, penalty=hindered(story.now, target))


def _lands(story: Story, blow: Blow, margin: int, critical: bool) -> None:
    """VER-24, VER-25, VER-63, VER-64, VER-77: damage, plus a point for each success level, less what is withstood."""
    who = story.who(blow.who)
    name, amount = listed_damage(story, blow, critical=critical and who.side == PARTY)
    levels = margin if settings_of(story.now).damage_sl == "margin" else blow.sl
    parts = {name: amount, "sl": levels, "withstand": -withstand(story, blow.target)}
    injures = critical and who.side != PARTY and story.who(blow.target).kind == "pc"
    rules = ["VER-77", *(["VER-41"] if name == "max" else []), *(["VER-63"] if name == "crit" else [])]
    hurt(story, blow.target, who.id, parts, *rules, critical=injures)


def listed_damage(story: Story, blow: Blow, *, critical: bool = False) -> tuple[str, int]:
    """VER-41, VER-63, V-G10, V-G11: return the damage term: listed, doubled by a critical, or the most there is."""
    most = _most(story.now, blow) if blow.called == "weak_spot" else None
    if most is not None and not critical:
        return "max", most
    listed = blow.damage
    if isinstance(listed, str):
        listed = story.total(blow.who, "damage", listed, "VER-77")
    if not critical:
        return "base", listed
    return ("max", most) if most is not None and most > 2 * listed else ("crit", 2 * listed)


def _most(encounter: Encounter, blow: Blow) -> int | None:
    """V-G10: return a weapon's maximum damage: as listed, or what its dice can show, or damage and bonus together."""
    if blow.max is not None:
        return blow.max
    if settings_of(encounter).max_damage_rule == "listed_field_only":
        return None
    if isinstance(blow.damage, str):
        asked = notation(blow.damage)
        return asked.count * asked.sides + asked.mod
    return blow.damage + blow.bonus


def _work_out(story: Story, blow: Blow, agenda: Agenda) -> Agenda:
    """VER-42, VER-43: what a called shot for an effect does beside its damage is for the referee to say."""
    if blow.called != "effect" or story.now.outcome is not None:
        return agenda
    asked = AskedToRule(subject="called_shot", intent=blow.intent, attacker=blow.who, target=blow.target, then=agenda)
    ask(story, "ruling", story.now.referee or "", (), asked, "VER-43")
    return ()


def _goes_astray(story: Story, blow: Blow, margin: int) -> None:
    """VER-37: a shot into a melee that misses with exactly 0 (V-G5) hits somebody else there, by a die (V-G6)."""
    exactly = margin == 0 if settings_of(story.now).stray_when == "margin_zero" else blow.sl == 0
    melee = melee_of(story.now, blow.target)
    if not exactly or melee is None or blow.category not in RANGED:
        return
    among = [member for member in melee.members if member not in (blow.target, blow.who)]
    if not among:
        return
    at = story.total(blow.who, "stray", f"1d{len(among)}", "VER-37") if len(among) > 1 else 1
    victim = among[at - 1]
    levels = 0
    if settings_of(story.now).stray_dodge:
        levels = blow.sl - _dodge(story, story.who(victim), blow.category)
    hits = levels > 0 or not settings_of(story.now).stray_dodge
    story.tell(
        OutcomeResolved(
            kind="stray",
            who=blow.who,
            whom=victim,
            result="hit" if hits else "miss",
            details={"victim": victim, "among": among},
            rules=("VER-37",),
        )
    )
    if hits:
        _, amount = listed_damage(story, replace(blow, called=None))
        parts = {"base": amount, "sl": levels, "withstand": -withstand(story, victim)}
        hurt(story, victim, blow.who, parts, "VER-37", "VER-77")


def reload(story: Story, command: Reload) -> Agenda:
    """VER-53, V-G38: reloading takes the action, and cannot be done on horseback without the talent."""
    encounter = story.now
    one = acting(encounter, command.who, "reload")
    weapon = armed(encounter, one, command.weapon)
    if loaded(one, weapon):
        raise refusal(encounter, "no_weapon", f"{one.id} cannot reload {weapon.id}: it is ready to fire.", "VER-53")
    must_have(encounter, one, "action", "reload", "VER-12")
    if unsteady(encounter, one):
        why = ("mounted_ranged", f"on horseback that takes the talent {MOUNTED_ARCHERY}", "VER-53")
        raise cannot(encounter, one.id, f"reload {weapon.id}", why)
    story.tell(DeclarationMade(who=one.id, kind="reload", parameters={"weapon": weapon.id}, rules=("VER-53",)))
    spend(story, one.id, "action", "reload", "VER-12")
    _load(story, one.id, weapon.id, loaded=True)
    return ()
