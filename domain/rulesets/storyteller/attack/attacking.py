"""Making an attack: choose, hear the modifiers, roll, and what a hit does (STO-40 to STO-53, STO-68 to STO-71)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from domain.encounter import Combatant, Encounter
from domain.events import ConditionEnded, DeclarationMade, OutcomeResolved
from domain.places.grid import Grid
from domain.refusals import Refused
from domain.rulesets.storyteller.actors import hidden_from
from domain.rulesets.storyteller.attack.aiming import Obstacle, lean, obstacle, shot
from domain.rulesets.storyteller.attack.cover import BONUS, level_of
from domain.rulesets.storyteller.attack.effects import take_effect
from domain.rulesets.storyteller.attack.guessing import BLIND, guess, hidden_at, place_obstacle, seen_at
from domain.rulesets.storyteller.attack.harm import blow, deals_damage, hurt, leave_cluster
from domain.rulesets.storyteller.boards import must_be_a_square
from domain.rulesets.storyteller.commands import MakeAttack
from domain.rulesets.storyteller.guards import must_be_able, must_have_turn, pending
from domain.rulesets.storyteller.order.spending import change, left, spend
from domain.rulesets.storyteller.order.turns import settle
from domain.rulesets.storyteller.questions import AskedToRule, ask_for_ruling
from domain.rulesets.storyteller.rolls import Lean, Thrown, throw
from domain.rulesets.storyteller.settings import settings_of
from domain.rulesets.storyteller.sheets import Attack, attacks_of, sheet_of
from domain.story import Story
from domain.table.guards import known

KINDS = {
    "melee_weapon": "STO-51",
    "unarmed": "STO-52",
    "melee_spell": "STO-53",
    "ranged_weapon": "STO-55",
    "ranged_spell": "STO-55",
}
"""The rule of each category of attack."""

SHOT_IN_THE_DARK = Lean(worse=("STO-103",))


@dataclass(frozen=True, slots=True, kw_only=True)
class Aim:
    """What an attack is made on: somebody or something, or the place of somebody hidden."""

    target: str | None = None
    location: str | None = None

    @property
    def targets(self) -> tuple[str, ...]:
        """Return whom a declaration is meant for; of a place that is not said."""
        return () if self.target is None else (self.target,)

    @property
    def parameters(self) -> dict[str, Any]:
        """Return what a declaration says about it."""
        named = {"target": self.target, "location": self.location}
        return {name: value for name, value in named.items() if value is not None}


def attack(story: Story, command: MakeAttack) -> None:
    """STO-42, STO-43: an attack is chosen and a target in reach or range; then the modifiers, then the roll."""
    who = known(story.now, command.who, "STO-43")
    aim = _aim(story.now, command)
    must_be_able(story.now, who, "attack", "STO-26")
    must_have_turn(story.now, who, "attack")
    chosen = chosen_attack(story.now, who, command.attack, "STO-43")
    _must_have_an_attack_left(story.now, who)
    _must_be_in_reach(story.now, who, chosen, aim)
    rules = ("STO-40", "STO-41", "STO-42", "STO-43", "STO-49", KINDS[chosen.category])
    parameters = {**aim.parameters, "attack": chosen.id}
    story.tell(DeclarationMade(who=who.id, kind="attack", targets=aim.targets, parameters=parameters, rules=rules))
    if _waits_for_a_ruling(story.now, who, chosen, aim):
        ask_for_ruling(
            story,
            AskedToRule(
                subject="zone_shot", attacker=who.id, target=aim.target, location=aim.location, attack=chosen.id
            ),
            "STO-99",
        )
        return
    carry_out(story, who.id, chosen, aim)


def _aim(encounter: Encounter, command: MakeAttack) -> Aim:
    """STO-43. Return the target or the place; refuses ids nobody has, and one for both or for neither."""
    if (command.target is None) == (command.location is None):
        message = "An attack is made on somebody or something (target), or on a place (location): one of them."
        raise Refused("invalid_value", message, rule="STO-43", pending=pending(encounter))
    if command.target is not None:
        known(encounter, command.target, "STO-43")
    elif isinstance(encounter.board, Grid):
        must_be_a_square(str(command.location), encounter.board.width, encounter.board.height)
    elif command.location not in encounter.board:
        message = f"There is no zone {command.location}."
        raise Refused("unknown_id", message, rule="STO-43", pending=pending(encounter))
    return Aim(target=command.target, location=command.location)


def chosen_attack(encounter: Encounter, who: Combatant, name: str, rule: str) -> Attack:
    """STO-43. Return the attack of that name; refuses one that somebody has not."""
    found = next((each for each in attacks_of(who) if each.id == name), None)
    if found is None:
        names = ", ".join(each.id for each in attacks_of(who))
        message = f"{who.id} cannot attack with {name}: the attacks there are {names}."
        raise Refused("no_weapon", message, rule=rule, pending=pending(encounter))
    return found


def attacks_open(who: Combatant) -> bool:
    """STO-22, STO-74. Return whether an attack can be paid for: with the action, or with what is left of one."""
    return left(who, "action") > 0 or left(who, "attacks_left") > 0


def _must_have_an_attack_left(encounter: Encounter, who: Combatant) -> None:
    if not attacks_open(who):
        message = f"{who.id} cannot attack: the action of this turn is spent."
        raise Refused("no_resource", message, rule="STO-22", pending=pending(encounter))


def _must_be_in_reach(encounter: Encounter, who: Combatant, chosen: Attack, aim: Aim) -> None:
    found = _in_the_way(encounter, who, chosen, aim)
    if found is not None:
        message = f"{who.id} cannot attack {aim.target or aim.location} with {chosen.id}: {found.why}."
        raise Refused(found.code, message, rule=found.rule, pending=pending(encounter))


def _in_the_way(encounter: Encounter, who: Combatant, chosen: Attack, aim: Aim) -> Obstacle | None:
    """STO-25, STO-43. Return why an attack cannot be made as it is aimed."""
    if aim.location is not None:
        return place_obstacle(encounter, who, chosen, aim.location)
    target = encounter.combatants[str(aim.target)]
    return illegal(who, target) or obstacle(encounter, who, chosen, target)


def illegal(who: Combatant, target: Combatant) -> Obstacle | None:
    """STO-43. Return why somebody is no target at all: oneself, the dead, what is destroyed."""
    if target.id == who.id:
        return Obstacle(code="illegal_target", why="nobody attacks themselves", rule="STO-43")
    if target.gone or (target.kind == "object" and target.pools["hp"].now == 0):
        return Obstacle(code="illegal_target", why=f"nothing is left of {target.id} to attack", rule="STO-43")
    return None


def _waits_for_a_ruling(encounter: Encounter, who: Combatant, chosen: Attack, aim: Aim) -> bool:
    """STO-99. Return whether a shot waits for the storyteller, be it at somebody or at a zone."""
    if isinstance(encounter.board, Grid) or not chosen.ranged:
        return False
    there = aim.location or encounter.combatants[str(aim.target)].at
    return shot(encounter, who.at, there, chosen) == "ask"


def shoot_as_ruled(story: Story, asked: AskedToRule, value: str) -> None:
    """STO-99, STO-103: the storyteller has ruled on a shot; a refused one lapses, and nothing is spent."""
    who, aim = story.who(asked.declarer), Aim(target=asked.target, location=asked.location)
    chosen = chosen_attack(story.now, who, asked.attack or "", "STO-43")
    if value == "refused" or _in_the_way(story.now, who, chosen, aim) is not None:
        return
    extra = SHOT_IN_THE_DARK if value == "disadvantage" else Lean()
    carry_out(story, who.id, chosen, aim, extra)


def carry_out(story: Story, who: str, chosen: Attack, aim: Aim, extra: Lean | None = None) -> None:
    """STO-22, STO-74: the action is spent, or one of the attacks that it gave; then the attack is rolled."""
    _pay(story, story.who(who))
    strike(story, who, chosen, aim, extra or Lean())
    settle(story)


def _pay(story: Story, who: Combatant) -> None:
    if left(who, "attacks_left"):
        spend(story, who.id, "attacks_left", "attack", "STO-74")
        return
    spend(story, who.id, "action", "attack", "STO-22")
    more = sheet_of(who).attacks_per_action - 1
    change(story, who.id, "attacks_left", more, "attack_action", "STO-74")


def strike(story: Story, who: str, chosen: Attack, aim: Aim, extra: Lean) -> None:
    """STO-44 to STO-47, STO-71: roll, compare, harm; whoever attacks out of hiding is given away by it."""
    attacker = story.who(who)
    seen = story.who(aim.target) if aim.target else seen_at(story.now, attacker, str(aim.location))
    if seen is not None:
        blind = Lean() if aim.target or hidden_from(seen, who) else BLIND
        _strike(story, attacker, chosen, seen, lean(story.now, attacker, chosen, seen) + blind + extra)
    else:
        _strike_unseen(story, attacker, chosen, str(aim.location), extra)
    if story.who(who).under("hidden"):
        story.tell(ConditionEnded(to=who, condition="hidden", reason="attacked", rules=("STO-71",)))


def _strike_unseen(story: Story, who: Combatant, chosen: Attack, location: str, extra: Lean) -> None:
    """STO-69, S-G31, S-G32: a guess. A miss says nothing, whether somebody is there or not; a hit is like any other."""
    target = hidden_at(story.now, who, chosen, location)
    tilted = guess(story.now, who, chosen, location) + extra
    thrown = throw(story, who.id, "attack", chosen.to_hit, tilted, "STO-46", "STO-69")
    if target is not None and attack_hits(thrown.total, versus(target, level_of(story.now, who, target))):
        _resolve(story, who, chosen, target, thrown)
        return
    details = {**thrown.details, "reason": "st_only"}
    rules = ("STO-47", "STO-69")
    story.tell(
        OutcomeResolved(kind="attack", who=who.id, result="miss", roll=thrown.roll, details=details, rules=rules)
    )


def _strike(story: Story, who: Combatant, chosen: Attack, target: Combatant, tilted: Lean) -> None:
    """STO-46: 3D and what is added, with advantage or disadvantage."""
    _resolve(story, who, chosen, target, throw(story, who.id, "attack", chosen.to_hit, tilted, "STO-46"))


def versus(target: Combatant, level: str) -> int:
    """STO-47, STO-109. Return what an attack roll has to reach: the armor rating, with the cover of that level."""
    return sheet_of(target).armor_rating + BONUS[level]


def _resolve(story: Story, who: Combatant, chosen: Attack, target: Combatant, thrown: Thrown) -> None:
    """STO-45, STO-47: the roll against the armor rating with its cover; a hit harms."""
    level = level_of(story.now, who, target)
    needed = versus(target, level)
    lands = attack_hits(thrown.total, needed)
    most = lands and thrown.sixes and settings_of(story.now).critical == "eighteen_max_damage"
    details = {
        **thrown.details,
        **({"cover": level} if level != "none" else {}),
        **({"needed": {"armor_rating": needed - BONUS[level], "cover": BONUS[level]}} if BONUS[level] else {}),
        **({"critical": True} if most else {}),
    }
    rules = ("STO-47", *_cover_rules(level))
    result = "hit" if lands else "miss"
    story.tell(
        OutcomeResolved(
            kind="attack",
            who=who.id,
            whom=target.id,
            result=result,
            roll=thrown.roll,
            versus=needed,
            details=details,
            rules=rules,
        )
    )
    if lands:
        _harm(story, who, chosen, target, most=most)


def attack_hits(total: int, armor_rating: int) -> bool:
    """STO-47. Return whether an attack roll hits: it reaches the armor rating or exceeds it."""
    return total >= armor_rating


def _cover_rules(level: str) -> tuple[str, ...]:
    return {"half": ("STO-109", "STO-111", "STO-112"), "three_quarters": ("STO-109", "STO-111", "STO-113")}.get(
        level, ()
    )


def _harm(story: Story, who: Combatant, chosen: Attack, target: Combatant, *, most: bool) -> None:
    """STO-45, STO-52: damage, and special effects with it or in its place; whoever falls is out of their fight."""
    stood = target.alive
    if deals_damage(chosen):
        dealt = blow(story, who, chosen, most=most)
        rules = ("STO-45", *(("STO-52",) if chosen.category == "unarmed" else ()))
        bare = "bludgeoning" if chosen.category == "unarmed" else None
        hurt(story, target.id, who.id, dealt, chosen.type or bare, "attack", *rules)
    if chosen.effect is not None and story.who(target.id).alive:
        take_effect(story, who.id, target.id, chosen.effect, chosen.id, "STO-45")
    if stood and not story.who(target.id).alive:
        leave_cluster(story, target.id, "fallen", "STO-97")
