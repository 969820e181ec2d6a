"""What one has of one's own: actions, bonus actions, spells without an attack roll (STO-26 to STO-30, S-G16, S-G61)."""

from __future__ import annotations

from dataclasses import replace

from domain.encounter import Combatant, Encounter
from domain.events import DeclarationMade
from domain.refusals import Refused
from domain.rulesets.storyteller import commands as do
from domain.rulesets.storyteller.actors import apart, hostile, on_grid, share_zone
from domain.rulesets.storyteller.attack.aiming import Obstacle, Shot, no_shot, ruled_shot, shot
from domain.rulesets.storyteller.attack.cover import covered_wholly
from domain.rulesets.storyteller.attack.effects import take_effect
from domain.rulesets.storyteller.attack.harm import leave_cluster
from domain.rulesets.storyteller.guards import must_be_able, must_be_turns, must_have_turn, pending
from domain.rulesets.storyteller.order.spending import must_have, set_uses, spend, uses_left
from domain.rulesets.storyteller.order.turns import settle
from domain.rulesets.storyteller.questions import AskedToRule, ask_for_ruling
from domain.rulesets.storyteller.sheets import Ability, abilities_of
from domain.story import Story
from domain.table.guards import known

FAR = 30
"""From so many feet on an ability works into other zones (STO-93)."""


def use_ability(story: Story, command: do.UseAbility) -> None:
    """STO-26, STO-31: an action that a feature or talent gives, or a reaction, if the storyteller sees its trigger."""
    who = story.now.combatants.get(command.who)
    reacts = who is not None and any(
        each.id == command.ability and each.kind == "reaction" for each in abilities_of(who)
    )
    _use(story, command.who, command.ability, command.target, "reaction" if reacts else "action")


def cast_spell(story: Story, command: do.CastSpell) -> None:
    """S-G16: a spell that has no attack roll, for the action."""
    _use(story, command.who, command.spell, command.target, "spell")


def bonus(story: Story, command: do.Bonus) -> None:
    """STO-27 to STO-30: one bonus action a turn, of an ability that gives one, when it may be taken."""
    _use(story, command.who, command.ability, command.target, "bonus")


RULES = {"action": "STO-26", "spell": "STO-26", "bonus": "STO-27", "reaction": "STO-32"}
COSTS = {
    "action": ("action", "STO-22"),
    "spell": ("action", "STO-22"),
    "bonus": ("bonus", "STO-28"),
    "reaction": ("reaction", "STO-34"),
}
"""By kind, the resource an ability takes, and the rule that there is one of it."""

DEEDS = {"action": "use_ability", "spell": "cast_spell", "bonus": "bonus", "reaction": "use_ability"}


def _use(story: Story, who: str, name: str, target: str | None, kind: str) -> None:
    actor = known(story.now, who, RULES[kind])
    aimed = known(story.now, target, RULES[kind]) if target is not None else None
    deed = f"use {name}"
    must_be_able(story.now, actor, deed, "STO-30" if kind == "bonus" else RULES[kind])
    (must_be_turns if kind == "reaction" else must_have_turn)(story.now, actor, deed)
    ability = _ability(story.now, actor, name, kind)
    resource, rule = COSTS[kind]
    must_have(story.now, actor, resource, deed, rule)
    found = no_use(story.now, actor, ability) or unfit(story.now, actor, ability, aimed)
    if found is not None:
        raise Refused(found.code, f"{who} cannot {deed}: {found.why}.", rule=found.rule, pending=pending(story.now))
    told = AskedToRule(
        subject="reaction" if kind == "reaction" else "zone_shot",
        target=target or None,
        spell=name if kind == "spell" else None,
        ability=None if kind == "spell" else name,
    )
    stated = {"spell" if kind == "spell" else "ability": name, **({"target": target} if target else {})}
    rules = (RULES[kind], *(("STO-28", "STO-29") if kind == "bonus" else ()))
    at = (target,) if target else ()
    story.tell(DeclarationMade(who=who, kind=DEEDS[kind], targets=at, parameters=stated, rules=rules))
    if kind == "reaction":
        ask_for_ruling(story, replace(told, who=who), "STO-32")
    elif aimed is not None and waits_for_a_ruling(story.now, actor, ability, aimed):
        ask_for_ruling(story, replace(told, attacker=who), "STO-99")
    else:
        _carry_out(story, actor, ability, aimed or actor)


def use_as_ruled(story: Story, asked: AskedToRule, value: str) -> None:
    """STO-32, STO-99: the storyteller has ruled on a reaction or on a spell into another zone; a refused one lapses."""
    who = story.who(asked.declarer)
    target = story.who(asked.target) if asked.target is not None else None
    name = asked.spell or asked.ability
    ability = next(each for each in abilities_of(who) if each.id == name)
    if value != "refused" and unfit(story.now, who, ability, target) is None:
        _carry_out(story, who, ability, target or who)


def _carry_out(story: Story, who: Combatant, ability: Ability, target: Combatant) -> None:
    """STO-22, STO-28, STO-34: an ability is paid for, and works."""
    (resource, rule), deed = COSTS[ability.kind], DEEDS[ability.kind]
    spend(story, who.id, resource, ability.id if ability.kind in ("bonus", "reaction") else deed, rule)
    if ability.uses is not None:
        set_uses(story, who, ability, uses_left(who, ability) - 1, deed, RULES[ability.kind])
    _work(story, who, ability, target)
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
        message = f"{who.id} cannot use {name} like that: it is a reaction, and answers a trigger."
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
    found = _too_far(encounter, who, ability, target)
    if found is None and covered_wholly(encounter, who, target):
        found = Obstacle(code="total_cover", why=f"{target.id} has total cover", rule="STO-114")
    return found


def _fits(encounter: Encounter, who: Combatant, ability: Ability, target: Combatant) -> bool:
    """STO-43. Return whether somebody is what an ability aims at; the dead and things are not."""
    if target.gone or target.kind == "object" or not target.at:
        return False
    enemy = hostile(encounter, who, target)
    return {"ally": not enemy, "enemy": enemy, "any": True}[ability.aims]


def _too_far(encounter: Encounter, who: Combatant, ability: Ability, target: Combatant) -> Obstacle | None:
    """STO-56, STO-99. Return that somebody is out of range, or where no spell leads, as no shot does."""
    if on_grid(encounter):
        near = apart(encounter, who, target) <= ability.range
    else:
        near = ability.range >= FAR or share_zone(encounter, who, target)
    if not near:
        return Obstacle(code="out_of_range", why=f"{target.id} is beyond its {ability.range} feet", rule="STO-56")
    if on_grid(encounter) or _into(encounter, who, ability, target) != "refused":
        return None
    return no_shot(encounter, who, ability, target.at, target.id)


def _into(encounter: Encounter, who: Combatant, ability: Ability, target: Combatant) -> Shot:
    """STO-99, STO-105. Return whether an ability works into a zone, as a shot would; what is near needs no leave."""
    if ability.range < FAR:
        return "allowed"
    if share_zone(encounter, who, target):
        return ruled_shot(encounter, who.at, target.at) or "allowed"
    return shot(encounter, who.at, target.at, ability)


def waits_for_a_ruling(encounter: Encounter, who: Combatant, ability: Ability, target: Combatant) -> bool:
    """STO-99. Return whether an ability that works far away waits for the storyteller, as a shot would."""
    return not on_grid(encounter) and target.id != who.id and _into(encounter, who, ability, target) == "ask"
