"""Attacking a monster group: melee and ranged, multiples of the defense as kills (VAN-10, 15..25, 44, 47..49)."""

from __future__ import annotations

from dataclasses import dataclass

from domain.encounter import Combatant, Encounter
from domain.events import DeclarationMade, Facts, LifeStateChanged, OutcomeResolved
from domain.refusals import Pending, Refused
from domain.rulesets.vanguard import commands as do
from domain.rulesets.vanguard.cards import Weapon, modifiers, permitted, summed
from domain.rulesets.vanguard.guards import must_act_now, pending
from domain.rulesets.vanguard.positions import groups, stance_of
from domain.rulesets.vanguard.sheets import MONSTERS, Attribute, settings_of, sheet_of, values_of
from domain.rulesets.vanguard.turns import act, finish
from domain.story import Story
from domain.table.guards import known
from domain.table.pools import lost
from domain.terms import at_least

ON_ATTACKS = {"aggressive": 1, "defensive": -1}
"""VAN-47, VAN-48: what a stance adds to attacks, and takes from defense."""
STANCE_RULES = {"aggressive": "VAN-47", "defensive": "VAN-48"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Arm:
    """What is attacked with: the die it uses follows from its kind."""

    id: str
    kind: str
    modifier: int
    on: str

    @property
    def rules(self) -> tuple[str, str, str, str]:
        """Return the rules of its position, its roll, its further hits, its kills."""
        if self.kind == "melee":
            return ("VAN-21", "VAN-16", "VAN-18", "VAN-19")
        return ("VAN-25", "VAN-22", "VAN-23", "VAN-24")

    @property
    def die(self) -> Attribute:
        """VAN-16, VAN-22: return the attribute that rolls."""
        return "vigor" if self.kind == "melee" else "quick"


UNARMED = Arm(id="unarmed", kind="melee", modifier=-1, on="roll")


def attack(story: Story, command: do.Attack) -> None:
    """VAN-10, VAN-15: a character attacks one group with a weapon they have."""
    target = known(story.now, command.group, "VAN-15")
    who = must_act_now(story.now, command.who, f"attack {command.group}", "VAN-10")
    waiting = pending(story.now)
    arm = armed(story.now, who, command.weapon, waiting)
    needed = (*must_stand_right(who, arm, waiting), *must_reach(story.now, who, target, arm, waiting))
    by = tuple(dict.fromkeys(needed))
    declared = DeclarationMade(
        who=who.id,
        kind="attack",
        targets=(target.id,),
        parameters={"group": target.id, "weapon": arm.id, **({"by_ability": "+".join(by)} if by else {})},
        rules=("VAN-10", "VAN-15", arm.rules[0], *(("VAN-30",) if by else ())),
    )
    act(story, declared)
    strike(story, who, target, arm)
    finish(story, who.id)


def armed(encounter: Encounter, who: Combatant, weapon: str | None, waiting: Pending) -> Arm:
    """VAN-15: return what is attacked with; without a weapon only where a house rule allows it (N-G34)."""
    if weapon is None:
        if settings_of(encounter).unarmed == "vigor_minus_1":
            return UNARMED
        raise Refused("no_weapon", f"{who.id} cannot attack: name a weapon.", rule="VAN-15", pending=waiting)
    card = next((each for each in sheet_of(who).weapons if each.id == weapon), None)
    if card is None:
        message = f"{who.id} cannot attack with {weapon}: {who.id} has no such weapon."
        raise Refused("no_weapon", message, rule="VAN-15", pending=waiting)
    return arm_of(card)


def arm_of(card: Weapon) -> Arm:
    """Return a weapon as it stands on a sheet."""
    return Arm(id=card.id, kind=card.kind, modifier=card.modifier, on=card.on)


def must_stand_right(who: Combatant, arm: Arm, waiting: Pending) -> list[str]:
    """VAN-21, VAN-25: melee goes from the front, shots from the rear; return the ability that it takes otherwise."""
    own, permission = ("front", "melee_from_rear") if arm.kind == "melee" else ("rear", "ranged_from_front")
    if who.at == own:
        return []
    if (by := permitted(who, permission)) is not None:
        return [by]
    message = f"{who.id} cannot attack with {arm.id}: a {arm.kind} attack goes from the {own} guard."
    raise Refused("wrong_position", message, rule=arm.rules[0], pending=waiting)


def must_reach(encounter: Encounter, who: Combatant, target: Combatant, arm: Arm, waiting: Pending) -> list[str]:
    """VAN-15, VAN-21, VAN-44: refuse what is no group with anybody left, and a rear group that melee cannot reach."""
    if target.side != MONSTERS or not target.alive:
        why = "nobody of them is left" if target.side == MONSTERS else "only groups of monsters are attacked"
        message = f"{who.id} cannot attack {target.id}: {why}."
        raise Refused("illegal_target", message, rule="VAN-15", pending=waiting)
    if arm.kind == "ranged" or target.at == "front" or rear_is_exposed(encounter):
        return []
    if (by := permitted(who, "melee_rear_target")) is not None:
        return [by]
    message = f"{who.id} cannot attack {target.id} with {arm.id}: they are in the rear, behind others."
    raise Refused("out_of_reach", message, rule="VAN-21", pending=waiting)


def rear_is_exposed(encounter: Encounter) -> bool:
    """N-G20: return whether melee reaches the monsters' rear because nobody is left in their front."""
    return settings_of(encounter).empty_front == "rear_exposed" and not groups(encounter, "front")


def hits(total: int, defense: int, *, equal_hits: bool = False) -> int:
    """VAN-17, VAN-18, VAN-23: none unless the total exceeds the defense (N-G1), then one for every multiple of it."""
    lands = total > defense or (equal_hits and total == defense)
    return total // defense if lands else 0


def strike(story: Story, who: Combatant, target: Combatant, arm: Arm) -> None:
    """VAN-16, VAN-17, VAN-22: roll the die of the weapon's kind against the defense, and kill as many as it hits."""
    _, rolls, multiples, kills = arm.rules
    rules = (rolls, *stance_rules(who))
    added, needed = bonus(who, arm), defense_of(who, target, arm)
    rolled = story.roll(who.id, "attack", f"1d{sheet_of(who).die(arm.die)}", *rules, mod=sum(added.values()))
    total, versus = max(0, rolled.total or 0), defense(who, target, arm)
    landed = hits(total, versus, equal_hits=settings_of(story.now).equal_hits)
    resolved = OutcomeResolved(
        kind="attack",
        who=who.id,
        whom=target.id,
        result="hit" if landed else "miss",
        versus=versus,
        details={"hits": landed, **explained(added, needed)},
        rules=("VAN-17" if arm.kind == "melee" else rolls, multiples),
    )
    story.tell(resolved)
    if not landed:
        return
    left = kill(story, target.id, who.id, landed, arm.id, kills)
    if settings_of(story.now).spill_over:
        spill_over(story, who, target, arm, versus, left)


def spill_over(story: Story, who: Combatant, target: Combatant, arm: Arm, versus: int, left: int) -> None:
    """N-G9: hits left over go to the next groups in the same guard that are no harder to hit."""
    beside = groups(story.now, target.at)
    for group in beside:
        if left and group.id != target.id and defense(who, group, arm) <= versus:
            left = kill(story, group.id, who.id, left, arm.id, arm.rules[3], of="hits_left_over")


def bonus(who: Combatant, arm: Arm) -> dict[str, int]:
    """VAN-16, VAN-22, VAN-47, VAN-48: return what weapon, stance, abilities and items add to the roll (N-G2, N-G29)."""
    own = arm.modifier if arm.on == "roll" else 0
    stance = ON_ATTACKS.get(stance_of(who) or "", 0)
    return summed([(arm.id, own), ("stance", stance), *modifiers(who, arm.kind).items()])


def defense(who: Combatant, target: Combatant, arm: Arm) -> int:
    """N-G2: return the defense that an attack meets, its modifiers in it; at least 1."""
    return sum(defense_of(who, target, arm).values())


def defense_of(who: Combatant, target: Combatant, arm: Arm) -> dict[str, int]:
    """N-G2: return the terms of the defense that an attack meets: of the group, of the weapon, of who attacks."""
    own = arm.modifier if arm.on == "defense" else 0
    theirs, mine = modifiers(target, "defense"), modifiers(who, arm.kind, "defense")
    terms = summed([("defense", values_of(target).defense), *theirs.items(), (arm.id, own), *mine.items()])
    return at_least(1, terms)


def explained(added: dict[str, int], needed: dict[str, int]) -> Facts:
    """Return what an outcome states of its numbers: what was added to the roll, and a number to beat that has terms."""
    return {**({"added": added} if added else {}), **({"needed": needed} if len(needed) > 1 else {})}


def stance_rules(who: Combatant) -> tuple[str, ...]:
    """Return the rule of a stance that counts."""
    stance = stance_of(who)
    return (STANCE_RULES[stance],) if stance in STANCE_RULES else ()


def kill(story: Story, group: str, by: str, amount: int, why: str, rule: str, *, of: str = "hits") -> int:
    """VAN-19, VAN-24: every hit kills one of the group (N-G15); return the hits that are left over (N-G9).

    ``of`` is what the kills are owed to: the hits, or a card.
    """
    killed = lost(story.who(group), "count", amount, by, why, rule, parts={of: amount})
    story.tell(killed)
    if killed.after == 0:
        story.tell(LifeStateChanged(who=group, origin="active", to="dead", why="count_0", rules=(rule,)))
    return amount - (killed.before - killed.after)
