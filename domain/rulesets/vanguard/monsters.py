"""Monster actions: whom they attack, how one defends, what it costs (VAN-35..39, 50, 51)."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from domain.encounter import Combatant, Encounter
from domain.events import (
    DecisionOpened,
    DeclarationMade,
    LifeStateChanged,
    OutcomeResolved,
    TurnStarted,
)
from domain.facts import facts_of
from domain.refusals import Pending, Refused
from domain.rulesets.vanguard import commands as do
from domain.rulesets.vanguard.attacking import ON_ATTACKS, explained, stance_rules
from domain.rulesets.vanguard.cards import modifiers, summed
from domain.rulesets.vanguard.guards import must_wait_for, next_groups
from domain.rulesets.vanguard.positions import (
    count,
    fallen,
    formation_order,
    groups,
    menders,
    stance_of,
    standing,
    weight,
)
from domain.rulesets.vanguard.questions import Monsters, Onslaught
from domain.rulesets.vanguard.sheets import MONSTERS, PARTY, Attribute, settings_of, sheet_of, values_of
from domain.rulesets.vanguard.turns import finish_group
from domain.story import Story
from domain.table.guards import known, must_be_the_referee
from domain.table.pools import lost


def monsters_act(story: Story, command: do.MonstersAct) -> None:
    """VAN-35: the next group attacks, every living member once."""
    group = known(story.now, command.group, "VAN-35")
    for name in (*(command.targets or ()), *(command.order or ())):
        known(story.now, name, "VAN-36")
    waiting = must_be_next(story.now, command, group)
    must_choose_rightly(story.now, command, group, waiting)
    story.tell(TurnStarted(who=group.id, rules=("VAN-35",)))
    if (why := why_idle(story.now, group)) is not None:
        finish_group(story, group.id, why)
        return
    ranking = command.order or ranked(story, group.id, random=command.targets is None)
    attacks(story, Onslaught(group=group.id, member=1, ranking=tuple(ranking), targets=command.targets or ()))


def must_be_next(encounter: Encounter, command: do.MonstersAct, group: Combatant) -> Pending:
    """VAN-7, VAN-35: refuse a group that is none, is dead, has acted, or is not next."""
    deed = f"let {group.id} act"
    must_be_the_referee(encounter, command.by, deed, "VAN-35")
    if group.side != MONSTERS:
        message = f"{command.by} cannot {deed}: {group.id} is no group of monsters."
        raise Refused("illegal_target", message, rule="VAN-35")
    if not group.alive:
        message = f"{command.by} cannot {deed}: nobody of them is left."
        raise Refused("dead", message, rule="VAN-35")
    waiting = must_wait_for(encounter, command.by, deed, (Monsters,), "VAN-7")
    if group.id in encounter.acted:
        message = f"{command.by} cannot {deed}: {group.id} have acted in this round."
        raise Refused("already_acted", message, rule="VAN-35", pending=waiting)
    upcoming = next_groups(encounter)[0]
    if group.id != upcoming:
        message = f"{command.by} cannot {deed}: {upcoming} act before them."
        raise Refused("out_of_turn", message, rule="VAN-35", pending=waiting)
    return waiting


def must_choose_rightly(encounter: Encounter, command: do.MonstersAct, group: Combatant, waiting: Pending) -> None:
    """VAN-36: refuse targets and orders that the house rules do not ask for, and those that are none."""
    settings = settings_of(encounter)
    choosing = settings.targeting == "gm_choice" and not idle(encounter, group)
    needed = count(group) if choosing else 0
    if len(command.targets or ()) != needed:
        asked = f"name one target for each of them, {needed} in all" if needed else "no targets are chosen for them"
        message = f"{command.by} cannot let {group.id} act so: {asked}."
        raise Refused("invalid_value", message, rule="VAN-36", pending=waiting)
    if command.order is not None and not may_order(encounter, group, command.order):
        message = f"{command.by} cannot order the targets of {group.id} so: at most the order of those tied is chosen."
        raise Refused("invalid_value", message, rule="VAN-36", pending=waiting)
    for name in command.targets or ():
        must_be_legal(encounter, group, encounter.combatants[name], waiting)


def may_order(encounter: Encounter, group: Combatant, order: tuple[str, ...]) -> bool:
    """N-G14: return whether an order is the whole ranking, with nobody before somebody who killed more."""
    if settings_of(encounter).target_ties != "gm_choice" or idle(encounter, group):
        return False
    killed = [kills(encounter, group.id, name) for name in order]
    everybody = sorted(who.id for who in standing(encounter))
    return sorted(order) == everybody and killed == sorted(killed, reverse=True)


def must_be_legal(encounter: Encounter, group: Combatant, target: Combatant, waiting: Pending) -> None:
    """VAN-50: refuse a target that does not stand, and one in a rear that is protected."""
    if target.side != PARTY or not target.alive:
        message = f"{group.id} cannot attack {target.id}: only characters on their feet are attacked."
        raise Refused("illegal_target", message, rule="VAN-36", pending=waiting)
    if not legal(encounter, group, target):
        message = f"{group.id} cannot attack {target.id}: the front guard protects the rear until it is outnumbered."
        raise Refused("protected_rear", message, rule="VAN-50", pending=waiting)


def kind_of(group: Combatant) -> Literal["melee", "ranged"]:
    """N-G12: return how a group attacks: hand to hand from the front, by shots from the rear."""
    return "melee" if group.at == "front" else "ranged"


def attack_value(group: Combatant) -> int:
    """N-G12, N-G40: return what a defense roll must exceed, modifiers in it; 0 if the group has no such attack.

    A modifier changes an attack that there is, and gives none to those who have none.
    """
    return max(0, sum(attack_of(group).values()))


def attack_of(group: Combatant) -> dict[str, int]:
    """N-G12, N-G40: return the terms of an attack value: what is printed, and its modifiers; none of no attack."""
    kind, values = kind_of(group), values_of(group)
    printed = values.melee if kind == "melee" else values.ranged
    return summed([(kind, printed), *modifiers(group, kind).items()]) if printed else {}


def idle(encounter: Encounter, group: Combatant) -> bool:
    """N-G12, N-G17: return whether a group has no attack, or nobody to attack."""
    return why_idle(encounter, group) is not None


def why_idle(encounter: Encounter, group: Combatant) -> tuple[str, str] | None:
    """N-G12, N-G17: return why a group does not attack, and the rule: no such attack, or nobody it reaches."""
    if attack_value(group) == 0:
        return f"no_{kind_of(group)}_attack", "VAN-44"
    return None if any(legal(encounter, group, who) for who in standing(encounter)) else ("nobody_in_reach", "VAN-50")


def outnumbered(front: int, monsters: int) -> bool:
    """N-G18: more monsters in their front than characters in front; as many is not outnumbered."""
    return monsters > front


def front_outnumbered(encounter: Encounter) -> bool:
    """VAN-50: return whether the party's front guard is outnumbered now (N-G18); bodies count (N-G39)."""
    in_front = standing(encounter, "front")
    bodies = sum(map(weight, in_front)) if settings_of(encounter).weight_counts_for_numbers else len(in_front)
    return outnumbered(bodies, sum(map(count, groups(encounter, "front"))))


def legal(encounter: Encounter, group: Combatant, who: Combatant) -> bool:
    """VAN-44, VAN-50, VAN-51: the rear is attacked only from the rear, or once its front is outnumbered (N-G21)."""
    return who.at == "front" or group.at == "rear" or front_outnumbered(encounter)


def kills(encounter: Encounter, group: str, who: str) -> int:
    """VAN-36: return how many of a group somebody killed in the last round (N-G15)."""
    return encounter.harm_before.get(group, {}).get(who, 0)


def ranked(story: Story, group: str, *, random: bool) -> list[str]:
    """VAN-36: return the characters by what they did to the group; those tied in formation order, or by lot (N-G14)."""
    by_kills: dict[int, list[str]] = {}
    for who in formation_order(story.now):
        by_kills.setdefault(kills(story.now, group, who.id), []).append(who.id)
    ranking: list[str] = []
    for killed in sorted(by_kills, reverse=True):
        tied = by_kills[killed]
        if random and len(tied) > 1 and settings_of(story.now).target_ties == "random":
            face = story.total(story.now.referee or "", "target_tie", f"1d{len(tied)}", "VAN-36")
            tied = [tied[face - 1], *tied[: face - 1], *tied[face:]]
        ranking += tied
    return ranking


def attacks(story: Story, going: Onslaught) -> None:
    """VAN-35: each living member attacks, from the one whose turn it is on; then the group's turn is over."""
    group = going.group
    last = count(story.who(group)) if story.who(group).alive else 0
    for member in range(going.member, last + 1):
        target = chosen(story.now, going, member)
        if target is None:
            break
        fell = assault(story, group, member, target)
        going = replace(going, member=member + 1, last=target)
        if fell and settings_of(story.now).formation_repair == "immediate" and menders(story.now):
            ask_to_mend(story, going)
            return
    finish_group(story, group)


def ask_to_mend(story: Story, going: Onslaught) -> None:
    """N-G23: ask for the next step that mends the formation in the middle of the monsters' part."""
    able = menders(story.now)
    story.tell(DecisionOpened(kind="formation", owner=PARTY, options=able, context=facts_of(going), rules=("VAN-52",)))


def resume(story: Story, going: Onslaught) -> None:
    """N-G23: the formation is mended step by step; then the group's turn goes on where it was interrupted."""
    if menders(story.now):
        ask_to_mend(story, going)
    else:
        attacks(story, going)


def chosen(encounter: Encounter, going: Onslaught, member: int) -> str | None:
    """VAN-36, N-G13: return whom a member attacks: the next legal one in the ranking after the one attacked before.

    By house rule always the first legal one, or the one that the referee has named; the fallen are skipped (N-G17).
    """
    group, ranking = encounter.combatants[going.group], going.ranking
    able = {who.id for who in standing(encounter) if legal(encounter, group, who)}
    named = going.targets
    if named and named[member - 1] in able:
        return named[member - 1]
    targeting = settings_of(encounter).targeting
    start = ranking.index(going.last) + 1 if going.last is not None and targeting == "ranked_cycle" else 0
    return next((name for name in [*ranking[start:], *ranking[:start]] if name in able), None)


def die_of(encounter: Encounter, group: Combatant) -> Attribute:
    """VAN-37, N-G11: vigor against melee, quick against shots, another die if the attack is of another kind."""
    if settings_of(encounter).defense_die == "always_quick":
        return "quick"
    return values_of(group).die or ("vigor" if kind_of(group) == "melee" else "quick")


def assault(story: Story, group: str, member: int, target: str) -> bool:
    """VAN-37, VAN-38, VAN-39: the attacked rolls in defense; over the attack value is dodged, all else is damage.

    Returns whether the attacked has fallen.
    """
    monsters, who, by = story.who(group), story.who(target), f"{group}#{member}"
    rules = ("VAN-35", "VAN-36", "VAN-51" if monsters.at == "rear" else "VAN-44" if who.at == "front" else "VAN-50")
    declared = DeclarationMade(who=by, kind="attack", targets=(target,), parameters={"target": target}, rules=rules)
    story.tell(declared)
    dice = f"1d{sheet_of(who).die(die_of(story.now, monsters))}"
    stance = -ON_ATTACKS.get(stance_of(who) or "", 0)
    added = summed([("stance", stance), *modifiers(who, "defense").items()])
    rolled = story.roll(target, "defense", dice, "VAN-37", *stance_rules(who), mod=sum(added.values()))
    value = attack_value(monsters)
    result = "dodged" if dodged(max(0, rolled.total or 0), value) else "hit"
    rule = "VAN-38" if result == "dodged" else "VAN-39"
    stated = explained(added, attack_of(monsters))
    story.tell(
        OutcomeResolved(kind="defense", who=target, whom=by, result=result, versus=value, details=stated, rules=(rule,))
    )
    return result == "hit" and harm(story, monsters, by, target)


def dodged(total: int, value: int) -> bool:
    """VAN-38, VAN-39: only a roll over the attack value dodges."""
    return total > value


def harm(story: Story, group: Combatant, by: str, target: str) -> bool:
    """VAN-39, N-G10: the attacked loses health, and falls without any; return whether they have fallen."""
    parts = summed([("damage", values_of(group).damage), *modifiers(group, "damage").items()])
    amount = max(0, sum(parts.values()))
    if amount == 0:
        return False
    hurt = lost(story.who(target), "health", amount, by, kind_of(group), "VAN-39", parts=parts)
    story.tell(hurt)
    if hurt.after == 0:
        to = fallen(story.now)
        story.tell(LifeStateChanged(who=target, origin="active", to=to, why="health_0", rules=("VAN-39",)))
    return hurt.after == 0
