"""Damage, healing and zero hit points (STO-45, STO-52, S-G1, S-G49)."""

from __future__ import annotations

from domain.dice import notation
from domain.encounter import Combatant
from domain.events import (
    ConditionApplied,
    ConditionEnded,
    EngagementChanged,
    Event,
    LifeStateChanged,
)
from domain.rulesets.storyteller.actors import hostile, modifier
from domain.rulesets.storyteller.settings import settings_of
from domain.rulesets.storyteller.sheets import Attack, sheet_of
from domain.story import Story
from domain.table.pools import given_back, lost
from domain.terms import Terms, at_least

LAST_BREATHS = ("death_save_success", "death_save_failure", "stable")


def unarmed(strength: int) -> Terms:
    """STO-52. Return what an unarmed strike deals: 1 + Strength, at least 1."""
    return at_least(1, {"base": 1, "strength": strength})


def deals_damage(attack: Attack) -> bool:
    """STO-45. Return whether an attack that hits deals damage, and not an effect alone."""
    return attack.damage is not None or attack.category == "unarmed"


def damage_roll(story: Story, by: str, dice: str | int, *rules: str, most: bool = False) -> Terms:
    """STO-45, S-G50. Return the damage of dice, at least 0; a number, or the ``most`` (S-G4), is not rolled."""
    if isinstance(dice, int):
        return {"damage": dice}
    asked = notation(dice)
    if most:
        return at_least(0, {"max": asked.count * asked.sides + asked.mod})
    rolled = story.roll(by, "damage", f"{asked.count}d{asked.sides}", *rules, mod=asked.mod)
    return at_least(0, {"rolled": rolled.total or 0})


def blow(story: Story, by: Combatant, attack: Attack, *, most: bool) -> Terms:
    """STO-45, STO-52. Return what an attack that hits deals; an unarmed strike without dice is not rolled for."""
    if attack.damage is None:
        return unarmed(modifier(by, "strength"))
    return damage_roll(story, by.id, attack.damage, "STO-45", most=most)


def hurt(story: Story, to: str, by: str, dealt: Terms, kind: str | None, why: str, *rules: str) -> None:
    """STO-45, S-G1, S-G49: damage goes off the hit points; at 0 a creature dies and a character falls."""
    target = story.who(to)
    parts = _parts(target, dealt, kind)
    harm = lost(target, "hp", sum(parts.values()), by, why, *rules, parts=parts, kind=kind)
    story.tell(harm)
    if harm.after == 0 and target.alive:
        _fall(story, target)


def _parts(target: Combatant, dealt: Terms, kind: str | None) -> Terms:
    """S-G49. Return the terms of the damage: what was dealt, what a sheet takes off and adds; halved, then doubled."""
    whole = sum(dealt.values())
    sheet = sheet_of(target)
    if kind in sheet.immunities:
        return {**dealt, "immunity": -whole}
    parts = dict(dealt)
    if kind in sheet.resistances:
        parts["resistance"] = whole // 2 - whole
    if kind in sheet.vulnerabilities:
        parts["vulnerability"] = sum(parts.values())
    return parts


def _fall(story: Story, who: Combatant) -> None:
    """S-G1: a creature at 0 hit points is dead, a character down and prone, if a house rule does not have it dead."""
    down = who.kind == "pc" and settings_of(story.now).zero_hp_pc != "dead"
    story.tell(
        LifeStateChanged(who=who.id, origin="active", to="down" if down else "dead", why="hp_0", rules=("STO-45",))
    )
    if down and not who.under("prone"):
        story.tell(ConditionApplied(to=who.id, condition="prone", source="downed", rules=("STO-85",)))


def heal(story: Story, to: str, most: int, why: str, *rules: str, of: str = "") -> None:
    """S-G1, STO-66: hit points come back, never above the maximum; whoever was down is up again."""
    target = story.who(to)
    restored = given_back(target, "hp", most, why, *rules, of=of)
    if restored is None:
        return
    story.tell(restored)
    if target.life != "down":
        return
    story.tell(LifeStateChanged(who=to, origin="down", to="active", why="healed", rules=rules))
    for condition in LAST_BREATHS:
        if target.under(condition):
            story.tell(ConditionEnded(to=to, condition=condition, reason="healed", rules=rules))


def leave_cluster(story: Story, who: str, reason: str, *rules: str) -> None:
    """STO-97, S-G40: somebody is out of their fight; it goes on among the others if two enemies are left in it."""
    cluster = story.now.engaged(who, "fighting")
    if cluster is None:
        return
    rest = tuple(member for member in cluster.members if member != who)
    change: Event
    if goes_on(story, rest):
        change = EngagementChanged(id=cluster.id, change="left", kind="fighting", who=who, members=rest, rules=rules)
    else:
        change = EngagementChanged(id=cluster.id, change="dissolved", kind="fighting", reason=reason, rules=rules)
    story.tell(change)


def goes_on(story: Story, members: tuple[str, ...]) -> bool:
    """S-G40. Return whether two enemies are among these."""
    people = [story.who(member) for member in members]
    return any(hostile(story.now, one, other) for one in people for other in people)
