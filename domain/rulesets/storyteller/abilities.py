"""What one has of one's own: actions, bonus actions, spells without an attack roll (STO-26 to STO-30, S-G16, S-G61)."""

from __future__ import annotations

from domain.encounter import Combatant, Encounter
from domain.events import DeclarationMade
from domain.refusals import Refused
from domain.rulesets.storyteller import commands as do
from domain.rulesets.storyteller.actors import apart, hostile, on_grid, share_zone
from domain.rulesets.storyteller.aiming import Obstacle
from domain.rulesets.storyteller.cover import in_sight, ruled_level
from domain.rulesets.storyteller.effects import take_effect
from domain.rulesets.storyteller.harm import leave_cluster
from domain.rulesets.storyteller.sheets import Ability, abilities_of
from domain.rulesets.storyteller.spending import must_have, set_uses, spend, uses_left
from domain.rulesets.storyteller.turns import settle
from domain.rulesets.storyteller.waiting import known, must_be_able, must_have_turn, pending
from domain.story import Story

FAR = 30
"""From so many feet on an ability works into the next zone (STO-93)."""


def use_ability(story: Story, command: do.UseAbility) -> None:
    """STO-26: an action that a feature or talent gives."""
    _use(story, command.who, command.ability, command.target, "action")


def cast_spell(story: Story, command: do.CastSpell) -> None:
    """S-G16: a spell that has no attack roll, for the action."""
    _use(story, command.who, command.spell, command.target, "spell")


def bonus(story: Story, command: do.Bonus) -> None:
    """STO-27 to STO-30: one bonus action a turn, of an ability that gives one, when it may be taken."""
    _use(story, command.who, command.ability, command.target, "bonus")


RULES = {"action": "STO-26", "spell": "STO-26", "bonus": "STO-27"}
COSTS = {"action": ("action", "STO-22"), "spell": ("action", "STO-22"), "bonus": ("bonus", "STO-28")}
"""By kind, the resource an ability takes, and the rule that there is one of it."""

DEEDS = {"action": "use_ability", "spell": "cast_spell", "bonus": "bonus"}


def _use(story: Story, who: str, name: str, target: str | None, kind: str) -> None:
    actor = known(story.now, who, RULES[kind])
    aimed = known(story.now, target, RULES[kind]) if target is not None else None
    deed = f"use {name}"
    must_be_able(story.now, actor, deed, "STO-30" if kind == "bonus" else RULES[kind])
    must_have_turn(story.now, actor, deed)
    ability = _ability(story.now, actor, name, kind)
    resource, rule = COSTS[kind]
    must_have(story.now, actor, resource, deed, rule)
    found = no_use(story.now, actor, ability) or unfit(story.now, actor, ability, aimed)
    if found is not None:
        raise Refused(found.code, f"{who} cannot {deed}: {found.why}.", rule=found.rule, pending=pending(story.now))
    stated = {"spell" if kind == "spell" else "ability": name, **({"target": target} if target else {})}
    rules = (RULES[kind], *(("STO-28", "STO-29") if kind == "bonus" else ()))
    story.tell(DeclarationMade(who=who, kind=DEEDS[kind], parameters=stated, rules=rules))
    spend(story, who, resource, name if kind == "bonus" else DEEDS[kind], rule)
    if ability.uses is not None:
        set_uses(story, actor, ability, uses_left(actor, ability) - 1, DEEDS[kind], RULES[kind])
    _work(story, actor, ability, aimed or actor)
    settle(story)


def _work(story: Story, who: Combatant, ability: Ability, target: Combatant) -> None:
    """STO-45: the effect of an ability, if it states one; whoever falls by it is out of their fight."""
    if ability.effect is None:
        return
    take_effect(story, who.id, target.id, ability.effect, ability.id, "STO-45")
    if target.alive and not story.who(target.id).alive:
        leave_cluster(story, target.id, "fallen", "STO-97")


def _ability(encounter: Encounter, who: Combatant, name: str, kind: str) -> Ability:
    """STO-26, STO-27. Return the ability; refuses one that somebody has not, or that is not of that kind."""
    found = next((each for each in abilities_of(who) if each.id == name), None)
    if found is not None and found.kind == kind:
        return found
    if found is not None and found.kind == "reaction":
        message = f"{who.id} cannot use {name}: it answers a trigger, and the storyteller says when."
        raise Refused("no_trigger", message, rule="STO-32", pending=pending(encounter))
    what = {"bonus": "a bonus action", "spell": "a spell", "action": "an action"}[kind]
    message = f"{who.id} cannot use {name}: nothing gives {who.id} {what} of that name."
    raise Refused("no_such_ability", message, rule=RULES[kind], pending=pending(encounter))


def no_use(encounter: Encounter, who: Combatant, ability: Ability) -> Obstacle | None:
    """STO-29. Return why an ability cannot be used now: no use left, or not its time."""
    if ability.uses is not None and uses_left(who, ability) < 1:
        return Obstacle(code="no_resource", why="no use of it is left", rule="STO-26")
    if ability.requires == "attack" and not _has_attacked(encounter, who):
        return Obstacle(code="timing", why="it follows an attack made earlier in the turn", rule="STO-29")
    return None


def _has_attacked(encounter: Encounter, who: Combatant) -> bool:
    """STO-29, S-G60. Return whether somebody has made an attack in this turn; one that was taken back is none."""
    return (who.id, "attack") in encounter.resolved


def unfit(encounter: Encounter, who: Combatant, ability: Ability, target: Combatant | None) -> Obstacle | None:
    """STO-25, STO-43, STO-114. Return why an ability does not work on somebody: wrong one, too far, hidden wholly."""
    if ability.aims == "self":
        other = target is not None and target.id != who.id
        return Obstacle(code="illegal_target", why="it works on oneself alone", rule="STO-43") if other else None
    if target is None or not _fits(encounter, who, ability, target):
        return Obstacle(code="illegal_target", why=f"it needs a target ({ability.aims})", rule="STO-43")
    if target.id == who.id:
        return None
    if not _near(encounter, who, ability, target):
        return Obstacle(code="out_of_range", why=f"{target.id} is beyond its {ability.range} feet", rule="STO-56")
    if ruled_level(encounter, who.id, target.id) == "total" or (
        on_grid(encounter) and not in_sight(encounter, who, target)
    ):
        return Obstacle(code="total_cover", why=f"{target.id} has total cover", rule="STO-114")
    return None


def _fits(encounter: Encounter, who: Combatant, ability: Ability, target: Combatant) -> bool:
    """STO-43. Return whether somebody is what an ability aims at; the dead and things are not."""
    if target.gone or target.kind == "object" or not target.at:
        return False
    enemy = hostile(encounter, who, target)
    return {"ally": not enemy, "enemy": enemy, "any": True}[ability.aims]


def _near(encounter: Encounter, who: Combatant, ability: Ability, target: Combatant) -> bool:
    """STO-56. Return whether somebody is in range; in zones that is where one is, or the next one if it is far."""
    if on_grid(encounter):
        return apart(encounter, who, target) <= ability.range
    return share_zone(encounter, who, target) or (ability.range >= FAR and target.at in encounter.zones.next_to(who.at))
