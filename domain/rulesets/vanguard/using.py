"""Items, spells and abilities: what they are used on, and what their cards do (VAN-11..13, 26..31)."""

from __future__ import annotations

from domain.encounter import Combatant
from domain.events import (
    ConditionApplied,
    DeclarationMade,
    ItemUsed,
    LifeStateChanged,
    OutcomeResolved,
)
from domain.refusals import Pending, Refused
from domain.rulesets.vanguard import commands as do
from domain.rulesets.vanguard.attacking import kill
from domain.rulesets.vanguard.cards import Card, Effect, abilities_of, condition_of, item_of, value_of
from domain.rulesets.vanguard.guards import must_act_now, pending
from domain.rulesets.vanguard.positions import go, mends, other, own_stance, stance_of, takes_stance
from domain.rulesets.vanguard.sheets import INVENTORY, MONSTERS, settings_of, sheet_of
from domain.rulesets.vanguard.turns import act, finish
from domain.story import Story
from domain.table.guards import known
from domain.table.pools import given_back


def use_item(story: Story, command: do.UseItem) -> None:
    """VAN-11, VAN-26: use an item out of one's own inventory."""
    who, target = _asked(story, command.who, command.target, f"use {command.item}", "VAN-11")
    waiting = pending(story.now)
    carried = next((each for each in story.now.carried(who.id, INVENTORY) if each.id == command.item), None)
    if carried is None:
        message = f"{who.id} cannot use {command.item}: it is not in {who.id}'s inventory."
        raise Refused("no_item", message, rule="VAN-26", pending=waiting)
    item = item_of(carried)
    must_be_a_target(item, who, target, waiting, "VAN-27")
    parameters = {"item": command.item, "target": target.id}
    act(
        story,
        DeclarationMade(
            who=who.id, kind="use_item", targets=(target.id,), parameters=parameters, rules=("VAN-11", "VAN-26")
        ),
    )
    used = ItemUsed(who=who.id, item=command.item, on=target.id, consumed=item.consumed, rules=("VAN-26", "VAN-27"))
    story.tell(used)
    take_effect(story, item, who.id, target.id, "VAN-28")
    finish(story, who.id)


def cast_spell(story: Story, command: do.CastSpell) -> None:
    """VAN-12, VAN-29: a spell takes effect if its die comes over its level; a 1 is noted as a mishap (N-G32)."""
    who, target = _asked(story, command.who, command.target, f"cast {command.spell}", "VAN-12")
    waiting = pending(story.now)
    spell = next((each for each in sheet_of(who).spells if each.id == command.spell), None)
    if spell is None:
        message = f"{who.id} cannot cast {command.spell}: {who.id} does not know it."
        raise Refused("no_such_ability", message, rule="VAN-29", pending=waiting)
    must_be_a_target(spell, who, target, waiting, "VAN-29")
    parameters = {"spell": command.spell, "target": target.id}
    act(
        story,
        DeclarationMade(who=who.id, kind="cast_spell", targets=(target.id,), parameters=parameters, rules=("VAN-12",)),
    )
    rolled = story.roll(who.id, "spell", f"1d{sheet_of(who).die(spell.die)}", "VAN-29")
    needed = spell.level + (1 if settings_of(story.now).spell_success == "over" else 0)
    works = rolled.faces[0] >= needed
    resolved = OutcomeResolved(
        kind="spell",
        who=who.id,
        whom=target.id,
        result="success" if works else "failure",
        versus=spell.level,
        details={"mishap": True} if rolled.faces[0] == 1 else {},
        rules=("VAN-29",),
    )
    story.tell(resolved)
    if works:
        take_effect(story, spell, who.id, target.id, "VAN-29")
    finish(story, who.id)


def use_ability(story: Story, command: do.UseAbility) -> None:
    """VAN-13, VAN-30: use an ability of one's class."""
    who, target = _asked(story, command.who, command.target, f"use {command.ability}", "VAN-13")
    waiting = pending(story.now)
    ability = next((each for each in abilities_of(who) if each.id == command.ability), None)
    if ability is None or ability.always:
        why = f"{who.id} does not have it" if ability is None else "it is always in force"
        message = f"{who.id} cannot use {command.ability}: {why}."
        raise Refused("no_such_ability", message, rule="VAN-30", pending=waiting)
    must_be_a_target(ability, who, target, waiting, "VAN-31")
    parameters = {"ability": command.ability, **({"target": command.target} if command.target else {})}
    act(
        story,
        DeclarationMade(
            who=who.id, kind="use_ability", targets=(target.id,), parameters=parameters, rules=("VAN-13", "VAN-30")
        ),
    )
    take_effect(story, ability, who.id, target.id, "VAN-31")
    finish(story, who.id)


def _asked(story: Story, who: str, target: str | None, deed: str, rule: str) -> tuple[Combatant, Combatant]:
    """Return who acts and upon whom: themselves, if nobody is named (N-G33)."""
    aim = known(story.now, target, rule) if target is not None else None
    actor = must_act_now(story.now, who, deed, rule)
    return actor, aim or actor


def must_be_a_target(card: Card, who: Combatant, target: Combatant, waiting: Pending, rule: str) -> None:
    """VAN-27: a card helps its user or, if it says so, an ally, or it harms a group (N-G33)."""
    if (why := why_no_target(card, who, target)) is not None:
        message = f"{who.id} cannot use {card.id} on {target.id}: {why}."
        raise Refused("illegal_target", message, rule=rule, pending=waiting)


def why_no_target(card: Card, who: Combatant, target: Combatant) -> str | None:
    """VAN-27: return why a card is not for somebody; None if it is."""
    targets = card.targets
    if targets == "group":
        return None if target.side == MONSTERS and target.alive else "it is for a group of monsters with anybody left"
    if target.side == MONSTERS:
        return "it is for characters"
    if targets == "self" and target.id != who.id:
        return "it is for its user only"
    return "the dead and those who have left are beyond it" if target.gone else None


def take_effect(story: Story, card: Card, by: str, to: str, rule: str) -> None:
    """VAN-27, VAN-28, VAN-31: what the card says happens, one effect after another."""
    for effect in card.effects:
        if effect.kind == "heal":
            heal(story, to, effect.amount or 0, card.id, rule)
        elif story.who(to).gone:
            return
        elif effect.kind == "kill":
            kill(story, to, by, effect.amount or 0, card.id, rule, of=card.id)
        else:
            bring(story, effect, to, card.id, rule)


def heal(story: Story, to: str, amount: int, why: str, rule: str) -> None:
    """VAN-27: restore health up to the most; somebody who has fallen is back on their feet (N-G31)."""
    restored = given_back(story.who(to), "health", amount, why, rule)
    if restored is None:
        return
    story.tell(restored)
    if not story.who(to).alive:
        rises(story, to, rule)


def rises(story: Story, who: str, rule: str) -> None:
    """N-G31: the healed stand where there is space, where they fell if they can, and act from the next round on."""
    story.tell(LifeStateChanged(who=who, origin="down", to="active", why="healed", rules=(rule,)))
    if mends(story.now, story.who(who)):
        go(story, who, other(story.who(who).at), "VAN-40")
    story.tell(ConditionApplied(to=who, condition="recovering", until="round_end", rules=(rule,)))
    if stance_of(story.who(who)) is None:
        takes_stance(story, who, own_stance(story.who(who).at), "VAN-46")


def bring(story: Story, effect: Effect, to: str, source: str, rule: str) -> None:
    """VAN-27, VAN-31, N-G40: buff, debuff or permit until the round or the encounter ends; modifiers add up."""
    name, value = condition_of(effect), value_of(effect)
    before = story.who(to).conditions.get(name)
    if effect.kind == "modifier" and before is not None:
        value = (effect.amount or 0) + int(before.value or 0)
    rules = (rule, *(("VAN-43",) if effect.kind in ("front_weight", "rear_per_front") else ()))
    story.tell(ConditionApplied(to=to, condition=name, value=value, source=source, until=effect.until, rules=rules))
