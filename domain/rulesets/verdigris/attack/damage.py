"""Verdigris, chapter "Damage" (VER-70..75) with what a critical hit does to a player's character (VER-64).

Damage, hit points and wounds are whole points.
"""

from __future__ import annotations

from domain.encounter import Combatant, Encounter, Engagement
from domain.events import (
    ConditionApplied,
    ConditionEnded,
    EncounterEnded,
    EngagementChanged,
    Facts,
    LifeStateChanged,
    OutcomeResolved,
)
from domain.rulesets.verdigris.sheets import ENEMIES, PARTY, settings_of
from domain.rulesets.verdigris.standing import able, grapple_of, melee_of, stands
from domain.rulesets.verdigris.testing import save
from domain.rulesets.verdigris.traits import sheet_of
from domain.story import Story
from domain.table.pools import given_back, lost


def withstand(story: Story, target: str) -> int:
    """VER-24: the defender of an attack that connects makes a Withstand save, with gear dice for the armor."""
    one = story.who(target)
    return save(story, one, "withstand", "VER-24", armor=sheet_of(one).armor)


def hurt(
    story: Story, target: str, by: str, parts: dict[str, int], *rules: str, why: str = "attack", critical: bool = False
) -> None:
    """VER-25, VER-70: what is left of the damage lowers the hit points; a critical injures a character."""
    amount = sum(parts.values())
    facts: Facts = {"parts": parts} if why == "attack" else {}
    if amount > 0:
        story.tell(lost(story.who(target), "hp", amount, by, why, "VER-70", *rules, parts=parts))
        if story.who(target).pools["hp"].now == 0:
            _at_zero(story, target, by)
    else:
        story.tell(
            OutcomeResolved(kind="damage", who=target, result="absorbed", details=facts, rules=("VER-25", *rules))
        )
    if critical and story.who(target).life != "dead":
        injure(story, target, "VER-64")
    if not able(story.now, story.who(target)):
        falls_out(story, target)


def _at_zero(story: Story, target: str, by: str) -> None:
    """VER-71..73: at 0 hit points an enemy is slain; a character loses a Wound, or is at Death's Door."""
    one = story.who(target)
    if one.life == "dying":
        _hit_at_door(story, one)
    elif "wounds" not in one.pools:
        _lives(story, one, "dead", "hp_0", "VER-71")
    elif one.pools["wounds"].now:
        _lose_a_wound(story, one, by)
    else:
        _lives(story, one, "dying", "hp_0_wounds_0", "VER-73")


def _lose_a_wound(story: Story, one: Combatant, by: str) -> None:
    """VER-72: a Wound is lost, the hit points are full again, and an injury is rolled for."""
    story.tell(lost(one, "wounds", 1, by, "hp_0", "VER-72"))
    restore(story, one.id, one.pools["hp"].max, "wound", "VER-72")
    injure(story, one.id, "VER-72")


def injure(story: Story, who: str, rule: str) -> None:
    """VER-64, VER-72: the victim's player rolls two dice, tens and ones; the table of the encounter says what it is."""
    one = story.who(who)
    tens, ones = story.roll(one.controller or "", "critical_injury", "2d6", rule, total=False).faces
    rolled = 10 * tens + ones
    table = settings_of(story.now).injury_table
    entry = next((each for each in table if each.roll == rolled), None) if table != "data" else None
    named = entry.condition if entry else f"injury_{rolled}"
    details: Facts = {"roll": rolled, **({"text": entry.text} if entry and entry.text else {})}
    story.tell(
        ConditionApplied(to=who, condition=named, source="critical_injury", stacks=1, details=details, rules=(rule,))
    )


def _lives(story: Story, one: Combatant, to: str, why: str, rule: str) -> None:
    story.tell(LifeStateChanged(who=one.id, origin=one.life, to=to, why=why, rules=(rule,)))


def _hit_at_door(story: Story, one: Combatant) -> None:
    """V-G49: damage at Death's Door asks for a save at once, or by house rule is the end."""
    if settings_of(story.now).hit_at_door == "dead":
        _lives(story, one, "dead", "hit", "VER-75")
    else:
        deaths_door(story, one.id)


def deaths_door(story: Story, who: str) -> bool:
    """VER-74, VER-75: a Withstand save without armor; failing it is death. Return whether it was passed."""
    one = story.who(who)
    levels = save(story, one, "deaths_door", "VER-74")
    result = "success" if levels else "failure"
    story.tell(OutcomeResolved(kind="deaths_door", who=who, result=result, margin=levels, rules=("VER-74",)))
    if not levels:
        _lives(story, one, "dead", "failed_save", "VER-75")
    return levels > 0


def restore(story: Story, who: str, amount: int, why: str, rule: str) -> None:
    """V-G50: hit points come back, up to the full number; with any at all somebody is no longer at Death's Door."""
    one = story.who(who)
    restored = given_back(one, "hp", amount, why, rule)
    if restored is None:
        return
    story.tell(restored)
    if one.life == "dying":
        _lives(story, one, "active", "hp_restored", rule)


def falls_out(story: Story, who: str) -> None:
    """VER-71, VER-73: whoever cannot act any more is in no grapple, melee or saddle; the fight may be over."""
    one = story.who(who)
    grapple, melee = grapple_of(story.now, who), melee_of(story.now, who)
    if one.life == "dying" and sheet_of(one).mount and not one.under("afoot"):
        story.tell(ConditionApplied(to=who, condition="afoot", source="fall", rules=("VER-73",)))
    if grapple is not None:
        break_up(story, grapple, "down", "VER-71")
    if melee is not None:
        leave(story, melee, (who,), "VER-71")
    end_if_decided(story)


def break_up(story: Story, grapple: Engagement, reason: str, rule: str) -> None:
    """VER-67, VER-68: what entangles both is gone, the holder's first, and the grapple is over."""
    for each in sorted(grapple.members, key=lambda member: member != grapple.holder):
        if held := story.who(each).stacks("entangled"):
            story.tell(ConditionEnded(to=each, condition="entangled", stacks=held, reason=reason, rules=(rule,)))
    story.tell(EngagementChanged(id=grapple.id, change="dissolved", kind="grapple", reason=reason, rules=(rule,)))


def leave(story: Story, melee: Engagement, who: tuple[str, ...], rule: str) -> None:
    """VER-26, VER-33: the melee goes on without those who left, or is over where no foes are in it any more."""
    left = tuple(member for member in melee.members if member not in who)
    if len({story.who(member).side for member in left}) < 2:
        story.tell(EngagementChanged(id=melee.id, change="dissolved", kind="melee", reason="no_foes", rules=(rule,)))
    else:
        story.tell(
            EngagementChanged(id=melee.id, change="left", kind="melee", who=who[-1], members=left, rules=(rule,))
        )


def decided(encounter: Encounter) -> str | None:
    """V-G54: return which side has won a fight that has begun: the one that still stands; None if both do."""
    if encounter.round is None or (stands(encounter, PARTY) and stands(encounter, ENEMIES)):
        return None
    return PARTY if stands(encounter, PARTY) else ENEMIES


def end_if_decided(story: Story) -> None:
    """V-G54: the fight is over when one side has no active member."""
    winner = decided(story.now)
    if winner is not None:
        story.tell(EncounterEnded(outcome=winner, reason="no_foes", rules=("VER-7",)))
